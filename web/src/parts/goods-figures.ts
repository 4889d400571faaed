// What is wrong with the quantity, weight and sizes of an item in a pasted table or a file. Blank figures are not
// checked here, because they can be added later.

/** The service's number format: digits with a decimal point. */
export function isNumber(text: string): boolean {
  return /^\+?(\d+(\.\d*)?|\.\d+)$/.test(text.trim());
}

const minus = /^\s*[-−]\s*/;

/** Also true for a negative number, which is wrong in another way than a word. */
export function isFigure(text: string): boolean {
  return isNumber(text.replace(minus, ''));
}

export function quantityProblem(text: string): string | undefined {
  if (!isFigure(text)) return `the quantity “${text}” is not a number`;
  const isWhole = isNumber(text) && Number.isInteger(Number(text)) && Number(text) >= 1;
  return isWhole ? undefined : `the quantity must be a whole number from 1, not ${text}`;
}

export function measureProblem(name: string, text: string): string | undefined {
  if (!isFigure(text)) return `the ${name} “${text}” is not a number`;
  return isNumber(text) && Number(text) > 0
    ? undefined
    : `the ${name} must be greater than 0, not ${text}`;
}
