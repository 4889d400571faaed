// Dangerous goods, which the interface has no field for: they are what a description or an instruction says they are. Prices,
// documents and what carriers are told go by the same words. Other texts, such as order numbers, are not looked at.

/** As people write them; the United Nations have given out none above 3999. */
const unNumber = String.raw`\bU\.?N\.?[ \t:#-]{0,3}(?:(?:no|nr|number)\b[ \t.:#-]{0,3})?([0-3]\d{3})\b`;
/**
 * An instruction may name an order whose number only looks like one; of the goods themselves everything counts. Few words: one that
 * might as well stand before a declaration ("ref", "quote") is no reason to miss it.
 */
const asReference = String.raw`\b(?:order|po|invoice|docket)(?: (?:no|nr|number))?[ .:#]{0,3}`;
const inDescription = new RegExp(unNumber, 'gi');
const inInstructions = new RegExp(`(?<!${asReference})${unNumber}`, 'gi');
const words = /(?<!\b(?:no|not|non)[\s-])\bdangerous goods\b/i;

type GoodsTexts = { description: string; instructions: readonly string[] };

/** UN numbers that the texts name, none where they only speak of dangerous goods; undefined when they do not. */
export function dangerousGoodsIn({
  description,
  instructions,
}: GoodsTexts): readonly string[] | undefined {
  const told = instructions.join('; ');
  const found = [...told.matchAll(inInstructions), ...description.matchAll(inDescription)];
  const numbers = found.map(([, number]) => `UN${number}`);
  const isNamed = words.test(`${told}; ${description}`);
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
