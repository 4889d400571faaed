// Whether the client prefers a page to JSON, by its Accept header. RFC 9110, section 12.5.1: the most specific
// matching range gives the weight.

/** JSON unless HTML is named and has the higher weight. */
export function prefersHtml(accept = ''): boolean {
  const ranges = accept.toLowerCase().split(',').map(readRange);
  const weightOf = (...names: string[]): number =>
    names
      .map((name) => ranges.find((range) => range.name === name)?.weight)
      .find((weight) => weight !== undefined) ?? 0;
  return weightOf('text/html') > weightOf('application/json', 'application/*', '*/*');
}

function readRange(text: string): { name: string; weight: number } {
  const [name = '', ...parameters] = text.split(';').map((part) => part.trim());
  const weight = parameters.find((part) => part.startsWith('q='))?.slice(2);
  return { name, weight: weight === undefined ? 1 : Number(weight) || 0 };
}
