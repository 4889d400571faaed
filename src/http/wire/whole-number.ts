// Whole numbers in paths and queries, where everything arrives as text. The shape checks it, so that a
// wrong one is refused with every other wrong field; reading it afterwards can't fail.
import { Type } from 'typebox';

export function wholeNumberParam(name: string, range: { least: number; most: number }) {
  const { least, most } = range;
  return {
    schema: Type.Refine(
      Type.String({ description: `A whole number from ${least} to ${most}` }),
      (text) => /^\d{1,9}$/.test(text) && Number(text) >= least && Number(text) <= most,
      () => `${name} must be a whole number from ${least} to ${most}`,
    ),
    read: <Text extends string | undefined>(text: Text) =>
      (text === undefined ? undefined : Number(text)) as Text extends string ? number : undefined,
  };
}
