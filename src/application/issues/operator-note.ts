// Reads the note that an operator writes when closing an issue: one printable line.
import { printable } from '../../domain/documents/printable.ts';
import { refuseInvalid } from '../../domain/refusal.ts';

const longest = 200;

/** `wanted`: what the note should say, such as `how the refund was paid`. */
export function readNote(text: string, wanted: string): string {
  const note = printable(text);
  if (note === '' || note.length > longest) {
    const sentence = `Say ${wanted}, in 1 to ${longest} characters.`;
    refuseInvalid([{ path: ['note'], sentence }]);
  }
  return note;
}
