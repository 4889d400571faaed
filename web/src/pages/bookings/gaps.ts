// Finds every missing and every wrong field of the booking form at once. The result has the format of the service's
// errors, so that the fields show both in the same way.
import { ApiError } from '../../api/client.ts';
import { isPhone, phoneProblem } from '../../parts/phone.ts';
import type { Contact, FilledContact } from './contacts.ts';
import type { Customs } from './customs-part.tsx';

type Filled = { sender: Contact; receiver: FilledContact; customs?: Customs };
type Sentences = Record<string, string[]>;

/** Undefined if nothing is missing. */
export function gapsIn({ sender, receiver, customs }: Filled): ApiError | undefined {
  const errors = {
    ...filled('sender', gapsOfContact(sender)),
    ...filled('receiver', gapsOfContact(receiver.contact)),
    ...(customs === undefined ? {} : gapsOfCustoms(customs)),
  };
  if (Object.keys(errors).length === 0) return undefined;
  return new ApiError(422, { message: 'Check the highlighted fields.', errors });
}

const filled = (name: string, found: object): object =>
  Object.keys(found).length === 0 ? {} : { [name]: found };

function missing(words: Record<string, [text: string, name: string]>): Sentences {
  return Object.fromEntries(
    Object.entries(words)
      .filter(([, [text]]) => text.trim() === '')
      .map(([field, [, name]]) => [field, [`${name} is missing.`]]),
  );
}

function gapsOfContact({ name, address, email, phone }: Contact): Sentences {
  const isMail = email.trim() === '' || /^[^\s@]+@[^\s@]+$/.test(email.trim());
  return {
    ...missing({ name: [name, 'The name'], address: [address, 'The street'] }),
    ...(isMail ? {} : { email: ['This is not an e-mail address.'] }),
    ...(phone.trim() === '' || isPhone(phone) ? {} : { phone: [phoneProblem] }),
  };
}

function gapsOfCustoms({ contents_description, items }: Customs): object {
  const lines = items.map(({ description, quantity, weight, value, country_of_origin }) =>
    missing({
      description: [description, 'What these goods are'],
      quantity: [quantity, 'How many'],
      weight: [weight, 'The weight'],
      value: [value, 'The value'],
      country_of_origin: [country_of_origin, 'The country'],
    }),
  );
  const isEmpty = lines.every((line) => Object.keys(line).length === 0);
  return {
    ...missing({ contents_description: [contents_description, 'A description'] }),
    ...(isEmpty ? {} : { items: lines }),
  };
}
