// A chosen file as the service takes it.

export type Upload = { name: string; content: string };

/** The service's limit, so that a large file is refused before it travels. */
const mostBytes = 4 * 1024 * 1024;

export async function uploadOf(file: File): Promise<Upload> {
  if (file.size > mostBytes)
    throw new Error(`${file.name} is larger than 4 MB. Choose a smaller file.`);
  const bytes = new Uint8Array(await file.arrayBuffer());
  // In parts, because a call takes a limited number of arguments.
  const part = 0x8000;
  let text = '';
  for (let at = 0; at < bytes.length; at += part)
    text += String.fromCharCode(...bytes.subarray(at, at + part));
  return { name: file.name, content: btoa(text) };
}
