// A member's address book: search, save, change, remove and import. Saving an address that is in the book already
// replaces it, so repeating a request or a file changes nothing.
import {
  identityOf,
  mostAddresses,
  type SavedAddress,
  type SavedAddressDetails,
  type SavedAddressId,
} from '../../domain/addresses/saved-address.ts';
import { searchWords } from '../../domain/bookings/booking-words.ts';
import { firstOfEachPlace, type Issue, Refusal, refuseInvalid } from '../../domain/refusal.ts';
import type { SignedInCaller } from '../caller.ts';
import type { App, Store } from '../ports.ts';
import { matchAddress } from '../quotes/match-address.ts';
import type { AddressInput } from '../quotes/quote-request.ts';
import { rehearse } from '../rehearse.ts';

/** An address as it was typed. */
export type SavedAddressInput = AddressInput & {
  instructions: string;
  /** Unreadable fields. */
  issues: readonly Issue[];
};

export type AddressSearch = { text: string | undefined; limit: number; page: number };

export async function listAddresses(
  app: App,
  { member }: SignedInCaller,
  { text, limit, page }: AddressSearch,
): Promise<SavedAddress[]> {
  const words = searchWords(text ?? '');
  // A text without a letter or digit matches no address.
  if (text !== undefined && words.length === 0) return [];
  return await app.store.addresses.list({
    memberId: member.id,
    words,
    limit,
    skip: (page - 1) * limit,
  });
}

export async function saveAddress(
  app: App,
  { member }: SignedInCaller,
  input: SavedAddressInput,
): Promise<SavedAddress> {
  const address = completeOrRefuse(app, input);
  return await app.store.transaction(async (store) => {
    const id = await store.addresses.save(member.id, address, app.clock.nowMs());
    await refuseTooMany(store, member.id);
    return { ...address, id };
  });
}

export async function changeAddress(
  app: App,
  { member }: SignedInCaller,
  id: SavedAddressId,
  input: SavedAddressInput,
): Promise<SavedAddress> {
  const address = completeOrRefuse(app, input);
  return await app.store.transaction(async (store) => {
    const alike = await store.addresses.findAlike(member.id, [identityOf(address)]);
    if (alike.some((one) => one.id !== id))
      throw new Refusal({
        code: 'validation',
        issues: [{ path: ['name'], problem: 'address_known' }],
      });
    if (!(await store.addresses.replace(member.id, { ...address, id }, app.clock.nowMs())))
      throw new Refusal({ code: 'address_not_found', id });
    return { ...address, id };
  });
}

export async function removeAddress(
  app: App,
  { member }: SignedInCaller,
  id: SavedAddressId,
): Promise<void> {
  if (!(await app.store.addresses.remove(member.id, id)))
    throw new Refusal({ code: 'address_not_found', id });
}

/** A line of a file: the address in it, and what became of it. */
export type ImportedAddress = { line: number; input: SavedAddressInput } & (
  | { outcome: 'added' | 'changed' | 'known' }
  | { outcome: 'refused'; issue: Issue }
);

/** Saves the right lines together; a wrong line stops no other. A preview stores nothing. */
export async function importAddresses(
  app: App,
  { member }: SignedInCaller,
  lines: readonly { line: number; input: SavedAddressInput }[],
  { isPreview }: { isPreview: boolean },
): Promise<ImportedAddress[]> {
  const save = async ({ store, clock }: App): Promise<ImportedAddress[]> => {
    const read = lines.map((one) => {
      const issues: Issue[] = [];
      return { ...one, issues, address: complete(app, one.input, issues) };
    });
    const addresses = read.flatMap(({ address }) => address ?? []);
    const alike = await alikeOf(store, member.id, addresses);
    const outcomes: ImportedAddress[] = [];
    for (const { line, input, issues, address } of read) {
      const [issue] = issues;
      if (address === undefined || issue !== undefined) {
        if (issue === undefined)
          throw new Error('an address is missing although nothing was wrong');
        outcomes.push({ line, input, outcome: 'refused', issue });
        continue;
      }
      const identity = identityOf(address);
      const before = alike.get(identity);
      const outcome =
        before === undefined ? 'added' : isSame(before, address) ? 'known' : 'changed';
      if (outcome !== 'known') await store.addresses.save(member.id, address, clock.nowMs());
      alike.set(identity, address);
      outcomes.push({ line, input, outcome });
    }
    await refuseTooMany(store, member.id);
    return outcomes;
  };
  return isPreview
    ? await rehearse(app, save)
    : await app.store.transaction((store) => save({ ...app, store }));
}

function isSame(before: SavedAddressDetails, after: SavedAddressDetails): boolean {
  return (Object.keys(after) as (keyof SavedAddressDetails)[]).every(
    (field) => before[field] === after[field],
  );
}

/** Parameters of one statement. */
const identitiesAtOnce = 500;

async function alikeOf(
  store: Store,
  memberId: Parameters<Store['addresses']['findAlike']>[0],
  addresses: readonly SavedAddressDetails[],
): Promise<Map<string, SavedAddressDetails>> {
  const identities = [...new Set(addresses.map(identityOf))];
  const found = new Map<string, SavedAddressDetails>();
  for (let from = 0; from < identities.length; from += identitiesAtOnce) {
    const some = identities.slice(from, from + identitiesAtOnce);
    for (const one of await store.addresses.findAlike(memberId, some))
      found.set(identityOf(one), one);
  }
  return found;
}

/** Counted after the write, because known addresses need no space; a refusal rolls everything back. */
async function refuseTooMany(
  store: Store,
  memberId: Parameters<Store['addresses']['count']>[0],
): Promise<void> {
  if ((await store.addresses.count(memberId)) <= mostAddresses) return;
  throw new Refusal({
    code: 'values_out_of_range',
    issues: [{ path: ['address'], problem: 'too_many_addresses', most: mostAddresses }],
  });
}

function completeOrRefuse(app: App, input: SavedAddressInput): SavedAddressDetails {
  const issues: Issue[] = [];
  const address = complete(app, input, issues);
  refuseInvalid(firstOfEachPlace(issues));
  if (address === undefined) throw new Error('an address is missing although nothing was wrong');
  return address;
}

/** The address with its suburb matched, or undefined with the reasons in `issues`. */
function complete(
  app: App,
  { issues: unreadable, instructions, ...input }: SavedAddressInput,
  issues: Issue[],
): SavedAddressDetails | undefined {
  issues.push(...unreadable);
  if (input.name === '' && input.companyName === '')
    issues.push({ path: ['name'], problem: 'missing' });
  const matched = matchAddress(app, input, undefined, issues);
  if (matched === undefined || issues.length > 0) return undefined;
  const { coordinates: _c, localityKind: _k, ...address } = matched;
  return { ...address, instructions };
}
