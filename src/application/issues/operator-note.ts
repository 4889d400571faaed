// Reads the note that an operator writes when closing an issue: one printable line.
import { printable } from '../../domain/documents/printable.ts';
import { refuseInvalid } from '../../domain/refusal.ts';

const longest = 200;

export function readNote(text: string, about: 'refund' | 'orphan'): string {
  const note = printable(text);
  if (note === '' || note.length > longest)
    refuseInvalid([{ path: ['note'], problem: 'note_length', about, most: longest }]);
  return note;
}
