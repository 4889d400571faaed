// What was refused is marked beside its field; the first of them gets the focus, so that nobody has to look for it.
import { type RefObject, useEffect } from 'react';

export function useFirstMistake(form: RefObject<HTMLElement | null>, error: unknown): void {
  useEffect(() => {
    if (error === null || error === undefined) return;
    form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [form, error]);
}
