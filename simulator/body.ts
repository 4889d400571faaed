// Reads fields of a request body of any shape by their path. Texts and numbers are interchangeable, as most carriers
// treat them; a carrier that insists on one type checks it itself.

/** Follows a path such as `from.postcode` or `items.0.weight`; undefined if a step is missing. */
export function at(value: unknown, path: string): unknown {
  let found: unknown = value;
  for (const step of path.split('.')) {
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, step))
      return undefined;
    found = (found as Record<string, unknown>)[step];
  }
  return found;
}

/** Empty if missing. */
export function textAt(value: unknown, path: string): string {
  const found = at(value, path);
  if (typeof found === 'string') return found.trim();
  return typeof found === 'number' || typeof found === 'boolean' ? String(found) : '';
}

export function numberAt(value: unknown, path: string): number | undefined {
  const text = textAt(value, path);
  return /^-?\d{1,9}(\.\d{1,9})?$/.test(text) ? Number(text) : undefined;
}

/**
 * Returns a single object as a list of one, as many clients send it, and a missing value as an empty list.
 */
export function listAt(value: unknown, path: string): readonly unknown[] {
  const found = at(value, path);
  if (Array.isArray(found)) return found;
  return typeof found === 'object' && found !== null ? [found] : [];
}

export function isTrueAt(value: unknown, path: string): boolean {
  return /^(true|y|yes|1)$/i.test(textAt(value, path));
}

/** The paths whose value is missing, null or empty. */
export function missing(value: unknown, paths: readonly string[]): string[] {
  return paths.filter((path) => {
    const found = at(value, path);
    return found === undefined || found === null || found === '';
  });
}
