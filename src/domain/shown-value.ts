// A value as a sentence shows it: short, and never more than one level deep, so that deep nesting costs nothing.

const longestShown = 60;

export function shownValue(value: unknown): string {
  if (value === undefined) return 'missing';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object' && value !== null) return 'an object';
  // Cut before quoting, because a text may be a megabyte long.
  if (typeof value === 'string' && value.length > longestShown) {
    return `${JSON.stringify(value.slice(0, longestShown)).slice(0, -1)}…`;
  }
  return JSON.stringify(value) ?? 'missing';
}
