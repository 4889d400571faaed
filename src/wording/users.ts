// Users: what is wrong with a request.
import type { ProblemSentences } from './problem-sentences.ts';

export const usersProblems = {
  last_admin: () => 'No admin would be left. Make another user an admin first.',
  wrong_code: () =>
    'This is not the code that the app shows now. Check the clock of your phone and enter the next code.',
  too_many_views: (data) =>
    `You already have ${data.most} views of this list, which is the limit. Delete one that is not in use.`,
  too_many_users: (data) => `A member has at most ${data.most} users. Remove one first.`,
} satisfies Partial<ProblemSentences>;
