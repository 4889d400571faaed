// Places and addresses: what is wrong with a request.
import { isPostcode } from '../domain/places/australian-state.ts';
import type { Problem } from '../domain/problem.ts';
import type { ProblemSentences } from './problem-sentences.ts';

export const placesProblems = {
  warehouse_missing: (_data, field) =>
    `${field} is missing. Send it, or use an API key that has a default warehouse.`,
  key_without_warehouse: ({ lacksSizes }, field) =>
    `${field} is missing and this key has no warehouse. Add a warehouse in the key's settings, or send ${field}.${lacksSizes ? ' Add default sizes too: products of the cart have none.' : ''}`,
  unknown_country: ({ value }, field) =>
    `${field} "${value}" is not the code of a country. Use two letters of ISO 3166-1, such as AU.`,
  postcode_needed: ({ country }, field) =>
    `${field}: an address in ${country} needs a postcode. Send it.`,
  unknown_postcode: ({ postcode }, field) =>
    `${field}: there is no Australian postcode "${postcode}". ${isPostcode(postcode) ? "Send the suburb's own postcode." : 'Send four digits.'}`,
  unknown_suburb: (data, field) => `${field} ${suburbSentence(data)}`,
  query_missing: ({ wanted }, field) => `${field} is missing. Send ${queryWords[wanted]}.`,
  too_many_addresses: ({ most }) =>
    `An address book holds at most ${most} addresses. Remove some first.`,
  address_known: () =>
    'Your address book has this name, street and place already. Change that entry instead.',
} satisfies Partial<ProblemSentences>;

const suburbsNamed = 12;
const postcodesNamed = 5;

function suburbSentence({
  suburb,
  postcode,
  suburbs,
  elsewhere,
}: Extract<Problem, { problem: 'unknown_suburb' }>): string {
  const more = suburbs.length - suburbsNamed;
  const named = `${suburbs.slice(0, suburbsNamed).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
  const others = elsewhere.slice(0, postcodesNamed).map((one) => `${one.postcode} ${one.state}`);
  const hint = others.length === 0 ? '' : ` ${suburb} is in postcode ${others.join(', ')}.`;
  return `"${suburb}" is not in postcode ${postcode}. Its suburbs are ${named}.${hint}`;
}

const queryWords = {
  place: 'a suburb, a postcode or the beginning of one',
  address: 'the beginning of an address with its suburb',
  suggestion: 'the placeId of a suggestion',
};
