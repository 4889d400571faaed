// Recognises dangerous goods by the words of a booking's description and instructions, because the interface has no
// field for them. Prices, documents and requests to carriers all use this check. Other texts, such as order numbers,
// are not searched.

/** The spellings in common use. No UN number is above 3999. */
const unNumber = String.raw`\bU\.?N\.?[ \t:#-]{0,3}(?:(?:no|nr|number)\b[ \t.:#-]{0,3})?([0-3]\d{3})\b`;
/**
 * In instructions, an order number may look like a UN number, so numbers after these words are ignored. Ambiguous
 * words such as "ref" and "quote" are not listed, because they may also introduce a real declaration.
 */
const asReference = String.raw`\b(?:order|po|invoice|docket)(?: (?:no|nr|number))?[ .:#]{0,3}`;
const inDescription = new RegExp(unNumber, 'gi');
const inInstructions = new RegExp(`(?<!${asReference})${unNumber}`, 'gi');
const words = /(?<!\b(?:no|not|non)[\s-])\bdangerous goods\b/i;

type GoodsTexts = { description: string; instructions: readonly string[] };

/** The UN numbers in the texts; empty if they only mention dangerous goods; undefined if they do not. */
export function dangerousGoodsIn({
  description,
  instructions,
}: GoodsTexts): readonly string[] | undefined {
  const joined = instructions.join('; ');
  const found = [...joined.matchAll(inInstructions), ...description.matchAll(inDescription)];
  const numbers = found.map(([, number]) => `UN${number}`);
  const isNamed = words.test(`${joined}; ${description}`);
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
  return dangerousGoodsIn({ description, instructions: [specialInstructions] }) !== undefined;
}
