// Margins: what is wrong with a request.
import type { ProblemSentences } from './problem-sentences.ts';

export const marginsProblems = {
  until_before_from: () =>
    'The last day is before the first day. Give the same day or a later one.',
  member_and_group: () => 'A margin holds for a member or for a group. Send one of the two.',
  service_and_carrier: () => 'A margin holds for a service or for a carrier. Send one of the two.',
  no_such_member: ({ member }) => `There is no member ${member}.`,
  no_such_service: ({ service }) =>
    `There is no service "${service}". The page Carriers lists the names of services.`,
  no_such_carrier: ({ carrier }) =>
    `There is no carrier "${carrier}". The page Carriers lists the carriers.`,
  more_than_two_decimals: ({ value }, field) =>
    `${field} ${value} has more than two decimals. Send at most two.`,
} satisfies Partial<ProblemSentences>;
