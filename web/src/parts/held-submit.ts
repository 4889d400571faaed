// Delays the submission of a form while one of its fields waits for an answer, such as a suburb search. The form is
// submitted once the field has a value; if the search fails, the field gets the focus instead.
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
    // The form's own handler and other waiting fields run when it is submitted again.
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
