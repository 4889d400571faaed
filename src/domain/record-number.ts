// The id of a stored record as people write it: in a URL, a search field or a file.

/** Undefined when the text is not an id. Fifteen digits are always exact in a number. */
export function findRecordNumber(text: string): number | undefined {
  return /^\d{1,15}$/.test(text) ? Number(text) : undefined;
}
