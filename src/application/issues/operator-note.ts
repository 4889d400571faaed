// What a person writes beside what was seen to by hand: one line, kept as it can be printed.
import { printable } from '../../domain/documents/printable.ts';
import { refuseInvalid } from '../../domain/refusal.ts';

const longest = 200;

/** `wanted`: what it should tell, such as `how the money went back`. */
export function readNote(text: string, wanted: string): string {
  const note = printable(text);
  if (note === '' || note.length > longest) {
    const sentence = `Say ${wanted}, in 1 to ${longest} characters.`;
    refuseInvalid([{ path: ['note'], sentence }]);
  }
  return note;
}
