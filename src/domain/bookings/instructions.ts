// Special instructions, separated by semicolons. Authority to leave can be given as its own choice or among the
// words, and is shown once.

const mention = /\bauthority to leave\b/i;
const wholeInstruction = /^\s*authority to leave[\s.!]*$/i;

export type Instructions = { specialInstructions: string; authorityToLeave: boolean };

export function mentionsAuthorityToLeave(text: string): boolean {
  return mention.test(text);
}

/** The instructions as text for people, including authority to leave. */
export function spelledOut({ specialInstructions, authorityToLeave }: Instructions): string {
  if (!authorityToLeave || mentionsAuthorityToLeave(specialInstructions))
    return specialInstructions;
  return [specialInstructions, 'Authority to leave'].filter((part) => part !== '').join('; ');
}

/**
 * New words, even an empty text, replace all the old ones and clear authority to leave unless the change sets it
 * again. Without new words, the choice adds or removes only authority to leave.
 */
export function changeInstructions(
  before: Instructions,
  change: { specialInstructions: string | undefined; authorityToLeave: boolean | undefined },
): Instructions {
  const hasWords = change.specialInstructions !== undefined;
  const words = change.specialInstructions ?? before.specialInstructions;
  const specialInstructions =
    change.authorityToLeave === false && !hasWords ? withoutAuthority(words) : words;
  const isGiven = change.authorityToLeave ?? (!hasWords && before.authorityToLeave);
  return {
    specialInstructions,
    authorityToLeave: isGiven || mentionsAuthorityToLeave(specialInstructions),
  };
}

/** The words alone, for places that show authority to leave separately. */
export function withoutAuthority(text: string): string {
  if (!mentionsAuthorityToLeave(text)) return text;
  return text
    .split(';')
    .filter((instruction) => !wholeInstruction.test(instruction))
    .map((instruction) => instruction.trim())
    .join('; ');
}
