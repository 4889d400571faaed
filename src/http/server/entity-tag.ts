// Whether a client already has the answer: compares its If-None-Match with our ETag, as HTTP specifies.

export function isKnownTag(ifNoneMatch: string | undefined, tag: string): boolean {
  const known = ifNoneMatch?.split(',').map((one) => one.trim().replace(/^W\//, ''));
  return known !== undefined && (known.includes(tag) || known.includes('*'));
}
