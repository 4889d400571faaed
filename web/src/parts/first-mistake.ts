// Moves the focus to the first field with an error.
import { type RefObject, useEffect } from 'react';

export function useFirstMistake(form: RefObject<HTMLElement | null>, error: unknown): void {
  useEffect(() => {
    if (error === null || error === undefined) return;
    const field = form.current?.querySelector<HTMLElement>('[aria-invalid="true"]');
    field?.focus({ preventScroll: true });
    // At the edge of the window a sticky header would cover the field and its label.
    field?.scrollIntoView({ block: 'center' });
  }, [form, error]);
}
