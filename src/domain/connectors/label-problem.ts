// Checks a carrier's label, so that an error page is never printed. A PDF has its first and last marks; ZPL has a format.

const smallestPdf = 100;

/** Undefined for a valid label. */
export function labelProblem(
  { format, bytes }: { format: string; bytes: Uint8Array },
  wanted: string,
): string | undefined {
  if (format !== wanted) return `the label is ${format} instead of ${wanted}`;
  const text = new TextDecoder('latin1').decode(bytes);
  const isRight =
    format === 'pdf'
      ? text.startsWith('%PDF-') && text.trimEnd().endsWith('%%EOF') && bytes.length >= smallestPdf
      : text.includes('^XA') && text.includes('^XZ');
  return isRight ? undefined : `the label is not a valid ${format.toUpperCase()}`;
}
