// Whether a driver could dial a text. Brackets, spaces and an extension are usual; letters and too few digits are
// mistakes.
const fewestDigits = 6;
const mostDigits = 15;

export function isPhone(text: string): boolean {
  const [number = ''] = text.trim().split(/\s*(?:,|;|#|x|ext\.?|extension)\s*(?=\d{1,6}$)/i);
  const digits = number.replaceAll(/\D/g, '').length;
  return /^\+?[\d\s()./-]+$/.test(number) && digits >= fewestDigits && digits <= mostDigits;
}

export const phoneProblem = 'This is not a phone number. Use digits, such as 0400 000 000.';
