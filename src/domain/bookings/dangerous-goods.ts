// Dangerous goods, which the interface has no field for: they are what a description or an instruction says they are. Prices,
// papers and what carriers are told go by the same words.

/** UN numbers that the texts name, none where they only speak of dangerous goods; undefined when they do not. */
export function dangerousGoodsIn(texts: readonly string[]): readonly string[] | undefined {
  const text = texts.join('; ');
  const numbers = [...text.matchAll(/\bUN\s?(\d{4})\b/gi)].map(([, number]) => `UN${number}`);
  const isNamed = /(?<!\b(?:no|not|non)[\s-])\bdangerous goods\b/i.test(text);
  return numbers.length === 0 && !isNamed ? undefined : [...new Set(numbers)];
}

export function isDangerous({
  description,
  specialInstructions,
}: {
  description: string;
  specialInstructions: string;
}): boolean {
  if (description === '' && specialInstructions === '') return false;
  return dangerousGoodsIn([specialInstructions, description]) !== undefined;
}
