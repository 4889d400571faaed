// Check digits of the numbers printed on documents: GS1 (SSCC), Australia Post articles and business numbers (ABN).
// Each takes the number without its check digit, or says whether a whole number is right.

/** GS1's modulo 10: weights 3, 1, 3, 1 … from the right. */
export function gs1CheckDigit(digits: string): number {
  let sum = 0;
  for (let n = 0; n < digits.length; n += 1) {
    const digit = digits.charCodeAt(digits.length - 1 - n) - 48;
    if (!(digit >= 0 && digit <= 9)) throw new Error(`"${digits}" is not made of digits`);
    sum += n % 2 === 0 ? digit * 3 : digit;
  }
  return (10 - (sum % 10)) % 10;
}

/** Australia Post: GS1's rule, with each letter standing for the last digit of its ASCII code. */
export function articleCheckDigit(article: string): number {
  return gs1CheckDigit(article.replaceAll(/[A-Z]/g, (letter) => `${letter.charCodeAt(0) % 10}`));
}

const abnWeights = [10, 1, 3, 5, 7, 9, 11, 13, 15, 17, 19];

/** An Australian Business Number, spaces allowed: eleven digits whose weighted sum is a multiple of 89. */
export function isAbn(text: string): boolean {
  const digits = text.replaceAll(/\s/g, '');
  if (!/^[1-9]\d{10}$/.test(digits)) return false;
  const sum = abnWeights.reduce(
    (total, weight, n) => total + weight * (Number(digits[n]) - (n === 0 ? 1 : 0)),
    0,
  );
  return sum % 89 === 0;
}

/** As an ABN is written: `51 824 753 556`. */
export function writtenAbn(text: string): string {
  const digits = text.replaceAll(/\s/g, '');
  return `${digits.slice(0, 2)} ${digits.slice(2, 5)} ${digits.slice(5, 8)} ${digits.slice(8)}`;
}
