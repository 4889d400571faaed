// A field that settles what is typed by asking for it, so that its form must wait for it: who types and clicks faster than
// the answer comes would send what the field held before. The form is sent once the field is settled, and not at all where
// it can not be; then the field has the focus.
import { type RefObject, useEffect, useEffectEvent, useRef } from 'react';

export type Settling = 'settled' | 'typing' | 'asking' | 'failed';

export function useHeldSubmit(
  field: RefObject<HTMLInputElement | null>,
  state: Settling,
  settle: () => void,
): void {
  const held = useRef<HTMLFormElement>(undefined);
  const hold = useEffectEvent((event: SubmitEvent) => {
    event.preventDefault();
    // The form's own handler, and other fields that would hold it: they are asked when it is sent again.
    event.stopImmediatePropagation();
    if (state === 'failed') field.current?.focus();
    else held.current = event.currentTarget as HTMLFormElement;
    settle();
  });
  useEffect(() => {
    const form = held.current;
    if (state !== 'asking') held.current = undefined;
    if (state === 'settled') {
      form?.requestSubmit();
      return;
    }
    if (state === 'failed' && form !== undefined) field.current?.focus();
    const listen = (event: SubmitEvent): void => hold(event);
    const own = field.current?.form;
    own?.addEventListener('submit', listen, { capture: true });
    return () => own?.removeEventListener('submit', listen, { capture: true });
  }, [field, state]);
}
