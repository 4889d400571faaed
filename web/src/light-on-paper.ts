// Prints every page in the light scheme, because paper is white and browsers leave out dark backgrounds.

const scheme = 'data-mantine-color-scheme';

export function printInLight(): void {
  const { documentElement } = document;
  let shown: string | null = null;
  window.matchMedia('print').addEventListener('change', ({ matches }) => {
    if (matches) shown = documentElement.getAttribute(scheme);
    const next = matches ? 'light' : shown;
    if (next !== null) documentElement.setAttribute(scheme, next);
  });
}
