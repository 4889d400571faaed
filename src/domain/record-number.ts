// The number of a record of ours as somebody wrote it: in a URL, a search field, a file.

/** Undefined when it can't be one. Fifteen digits are exact in every number. */
export function findRecordNumber(text: string): number | undefined {
  return /^\d{1,15}$/.test(text) ? Number(text) : undefined;
}
