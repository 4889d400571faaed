// Reads elements of a small XML document by name, ignoring prefixes and attributes. It is enough for the carriers'
// requests, but not a parser: comments and CDATA are not supported.

/** The contents of every element of this name, in order. For nested elements, only the outermost. */
export function elementsOf(text: string, name: string): string[] {
  const found: string[] = [];
  const tag = new RegExp(`<(/?)(?:[\\w-]+:)?${name}(?:\\s[^<>]*?)?(/?)>`, 'g');
  let depth = 0;
  let from = 0;
  for (const match of text.matchAll(tag)) {
    const [whole, closing, isEmpty] = match;
    if (closing === '/') {
      depth -= 1;
      if (depth === 0) found.push(text.slice(from, match.index));
    } else if (isEmpty === '/') {
      if (depth === 0) found.push('');
    } else {
      if (depth === 0) from = match.index + whole.length;
      depth += 1;
    }
  }
  return found;
}

/** The text of the first element of this name; empty when there is none. */
export function textOf(text: string, name: string): string {
  const [content = ''] = elementsOf(text, name);
  return content
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&apos;', "'")
    .replaceAll('&amp;', '&')
    .trim();
}

/**
 * Writes a list as XML-to-JSON converters do: null if it is empty, and the entry itself if it has only one.
 */
export function converted<One>(list: readonly One[]): One | readonly One[] | null {
  const [first] = list;
  if (first === undefined) return null;
  return list.length === 1 ? first : list;
}
