// The requests that connectors yield most, and the carrier's sentence in a refusal. A repeatable request may be sent again when
// its answer is lost; one that books or calls a driver is sent once.

export function repeatable(method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string) {
  return { method, path, isRepeatable: true };
}

export function get(path: string) {
  return repeatable('GET', path);
}

export function post(path: string, json: unknown) {
  return { ...repeatable('POST', path), body: { json } };
}

export function postOnce(path: string, json: unknown) {
  return { ...post(path, json), isRepeatable: false };
}

export function postForm(path: string, form: Readonly<Record<string, string>>) {
  return { ...repeatable('POST', path), body: { form } };
}

/** The texts that the answer has, or its status if it has none. */
export function carrierSentence(
  { status }: { status: number },
  texts: readonly string[],
  separator = '; ',
): string {
  return texts.filter((text) => text !== '').join(separator) || `the carrier answered ${status}`;
}
