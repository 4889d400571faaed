// Members and sign-in: what is wrong with a request.
import type { ProblemSentences } from './problem-sentences.ts';

export const membersProblems = {
  password_empty: () => 'The password is empty. Give at least one character.',
  password_too_long: (data) =>
    `The password has more than ${data.most} characters. Give a shorter one.`,
  password_too_short: (data) =>
    `The password has ${data.length} characters. Give at least ${data.least}; a few words are easy to remember.`,
  password_is_email: () => 'The password is the e-mail address. Give another.',
  not_current_password: () => 'This is not your current password.',
  discount_outside: () => 'A discount is between 0 and 100 percent.',
  own_demotion: () => 'Another operator has to do this to your own account.',
  last_operator: () => 'No operator would be left. Make another member an operator first.',
} satisfies Partial<ProblemSentences>;
