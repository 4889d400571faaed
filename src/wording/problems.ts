// The message for each invalid value in a request. Each noun's file has its own.
import type { Problem } from '../domain/problem.ts';
import type { Issue } from '../domain/refusal.ts';
import { bookingsProblems } from './bookings.ts';
import { carrierInvoicesProblems } from './carrier-invoices.ts';
import { carriersProblems } from './carriers.ts';
import { documentsProblems } from './documents.ts';
import { fieldsProblems } from './fields.ts';
import { keysProblems } from './keys.ts';
import { marginsProblems } from './margins.ts';
import { membersProblems } from './members.ts';
import { ordersProblems } from './orders.ts';
import { paymentsProblems } from './payments.ts';
import { placesProblems } from './places.ts';
import { printersProblems } from './printers.ts';
import type { ProblemSentences } from './problem-sentences.ts';
import { trackingProblems } from './tracking.ts';
import { usersProblems } from './users.ts';
import { webhooksProblems } from './webhooks.ts';

const sentences: ProblemSentences = {
  ...bookingsProblems,
  ...carrierInvoicesProblems,
  ...carriersProblems,
  ...documentsProblems,
  ...fieldsProblems,
  ...keysProblems,
  ...marginsProblems,
  ...membersProblems,
  ...ordersProblems,
  ...paymentsProblems,
  ...placesProblems,
  ...printersProblems,
  ...webhooksProblems,
  ...trackingProblems,
  ...usersProblems,
};

export function issueSentence(issue: Issue): string {
  return 'sentence' in issue ? issue.sentence : problemSentence(issue, issue.path.join('.'));
}

/** The code selects the sentence of its own data. */
export function problemSentence(problem: Problem, field = ''): string {
  const sentence = sentences[problem.problem] as (data: Problem, field: string) => string;
  return sentence(problem, field);
}
