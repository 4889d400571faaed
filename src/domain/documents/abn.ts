// Australian Business Numbers: validation and spelling.

const abnWeights = [10, 1, 3, 5, 7, 9, 11, 13, 15, 17, 19];

/** Accepts eleven digits whose weighted sum is a multiple of 89; spaces are allowed. */
export function isAbn(text: string): boolean {
  const digits = text.replaceAll(/\s/g, '');
  if (!/^[1-9]\d{10}$/.test(digits)) return false;
  const sum = abnWeights.reduce(
    (total, weight, n) => total + weight * (Number(digits[n]) - (n === 0 ? 1 : 0)),
    0,
  );
  return sum % 89 === 0;
}

/** Formats an ABN: `51 824 753 556`. */
export function writtenAbn(text: string): string {
  const digits = text.replaceAll(/\s/g, '');
  return `${digits.slice(0, 2)} ${digits.slice(2, 5)} ${digits.slice(5, 8)} ${digits.slice(8)}`;
}
