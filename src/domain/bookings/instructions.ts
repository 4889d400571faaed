// Special instructions are several, separated by semicolons, and authority to leave is one of them: it can be given as
// a choice of its own or among the words, and is shown once.

const mention = /\bauthority to leave\b/i;
const wholeInstruction = /^\s*authority to leave[\s.!]*$/i;

export type Instructions = { specialInstructions: string; authorityToLeave: boolean };

export function mentionsAuthorityToLeave(text: string): boolean {
  return mention.test(text);
}

/** As a person reads them. */
export function spelledOut({ specialInstructions, authorityToLeave }: Instructions): string {
  if (!authorityToLeave || mentionsAuthorityToLeave(specialInstructions))
    return specialInstructions;
  return [specialInstructions, 'Authority to leave'].filter((part) => part !== '').join('; ');
}

/**
 * New words replace all the old ones, authority to leave with them unless it is given again, and so does an empty text; the
 * choice alone adds it or takes it away.
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

function withoutAuthority(text: string): string {
  if (!mentionsAuthorityToLeave(text)) return text;
  return text
    .split(';')
    .filter((instruction) => !wholeInstruction.test(instruction))
    .map((instruction) => instruction.trim())
    .join('; ');
}
