// What was refused is marked beside its field; the first of them gets the focus, so that nobody has to look for it.
import { type RefObject, useEffect } from 'react';

export function useFirstMistake(form: RefObject<HTMLElement | null>, error: unknown): void {
  useEffect(() => {
    if (error === null || error === undefined) return;
    const field = form.current?.querySelector<HTMLElement>('[aria-invalid="true"]');
    field?.focus({ preventScroll: true });
    // At the edge, heads that stay in sight would cover it, and its label would be out of sight.
    field?.scrollIntoView({ block: 'center' });
  }, [form, error]);
}
