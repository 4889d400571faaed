// Whether a client has the answer already: the tags it sends in If-None-Match, compared as HTTP says.

export function isKnownTag(ifNoneMatch: string | undefined, tag: string): boolean {
  const known = ifNoneMatch?.split(',').map((one) => one.trim().replace(/^W\//, ''));
  return known !== undefined && (known.includes(tag) || known.includes('*'));
}
