// A chosen file as the service takes it.
import { mostFileBytes } from '../../../src/domain/documents/uploaded-file.ts';

export type Upload = { name: string; content: string };

export async function uploadOf(file: File): Promise<Upload> {
  // Refused before it travels.
  if (file.size > mostFileBytes)
    throw new Error(`${file.name} is larger than 4 MB. Choose a smaller file.`);
  const bytes = new Uint8Array(await file.arrayBuffer());
  // In parts, because a call takes a limited number of arguments.
  const part = 0x8000;
  let text = '';
  for (let at = 0; at < bytes.length; at += part)
    text += String.fromCharCode(...bytes.subarray(at, at + part));
  return { name: file.name, content: btoa(text) };
}
