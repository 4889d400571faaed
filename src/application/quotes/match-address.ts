// Matches addresses to localities. In Australia the postcode must exist and contain the suburb, apart from
// misspellings. Abroad only the country and, where it uses them, a postcode are required.

import type { KeySettings, Warehouse } from '../../domain/keys/key-settings.ts';
import { type Address, addressTypes } from '../../domain/places/address.ts';
import type { Problem } from '../../domain/problem.ts';
import type { Issue } from '../../domain/refusal.ts';
import type { App } from '../ports.ts';
import type { AddressChange, AddressInput } from './quote-request.ts';

export function completeSender(
  app: App,
  given: AddressInput | undefined,
  /** The default sender. */
  warehouse: Warehouse | undefined,
  issues: Issue[],
  replacedPaths: string[],
): Address | undefined {
  if (given !== undefined) return matchAddress(app, given, 'sender', issues);
  if (warehouse === undefined) {
    issues.push({ path: ['sender'], problem: 'warehouse_missing' });
    return undefined;
  }
  replacedPaths.push('sender');
  // Field by field, because a warehouse has more than an address.
  const input = {
    name: warehouse.contactName,
    street: warehouse.address,
    companyName: warehouse.companyName,
    email: warehouse.email,
    phone: warehouse.phone,
    suburb: warehouse.suburb,
    postcode: warehouse.postcode,
    state: warehouse.state,
    country: warehouse.country,
    type: warehouse.type,
  };
  return matchAddress(app, input, 'sender', issues);
}

/**
 * The stored address with the given fields replaced. The matched place stays unless the change names another: a new
 * suburb or postcode brings its own state, and a new country a new place.
 */
export function mergeAddress(
  app: App,
  stored: Address,
  change: AddressChange,
  side: 'sender' | 'receiver',
  issues: Issue[],
): Address | undefined {
  const merged: Address = {
    ...stored,
    type: change.type ?? stored.type,
    name: change.name ?? stored.name,
    companyName: change.companyName ?? stored.companyName,
    email: change.email ?? stored.email,
    phone: change.phone ?? stored.phone,
    street: change.street ?? stored.street,
  };
  const { country, postcode, suburb, state } = change;
  if ([country, postcode, suburb, state].every((part) => part === '')) return merged;
  if (country !== '' && country !== stored.country)
    return matchAddress(app, { ...merged, country, postcode, suburb, state }, side, issues);
  const isElsewhere = postcode !== '' || suburb !== '';
  const place = {
    postcode: postcode || stored.postcode,
    suburb: suburb || stored.suburb,
    state: state || (isElsewhere ? '' : stored.state),
  };
  return matchAddress(app, { ...merged, ...place }, side, issues);
}

/** Without a type, the receiver gets the key's default type. */
export function completeReceiver(
  app: App,
  given: AddressInput,
  settings: KeySettings,
  issues: Issue[],
  replacedPaths: string[],
): Address | undefined {
  const { streetType } = settings.shop;
  // A wrong type is rejected rather than replaced.
  const isWrong = issues.some(({ path }) => path.join('.') === 'receiver.type');
  const isFilled = given.type === undefined && streetType !== undefined && !isWrong;
  if (isFilled) replacedPaths.push('receiver.type');
  return matchAddress(app, isFilled ? { ...given, type: streetType } : given, 'receiver', issues);
}

/** `side`: where the address stands in the request; undefined if it is the whole request. */
export function matchAddress(
  app: App,
  input: AddressInput,
  side: 'sender' | 'receiver' | undefined,
  issues: Issue[],
): Address | undefined {
  const complain = (field: string, problem: Problem): undefined => {
    issues.push({ path: side === undefined ? [field] : [side, field], ...problem });
    return undefined;
  };
  const { type } = input;
  if (type === undefined) complain('type', { problem: 'choice_missing', choices: addressTypes });
  const country = app.locations.countries.find(({ code }) => code === input.country);
  if (country === undefined)
    return complain('country', { problem: 'unknown_country', value: input.country });
  if (country.code !== 'AU' && country.postcodeStatus === 'required' && input.postcode === '') {
    return complain('postcode', { problem: 'postcode_needed', country: country.name });
  }
  if (country.code === 'AU') {
    const missing = (['postcode', 'suburb'] as const).filter((field) => input[field] === '');
    for (const field of missing) complain(field, { problem: 'missing' });
    if (missing.length > 0) return undefined;
  }
  const match = app.locations.localities.normalise({
    ...input,
    type: type ?? 'business',
    coordinates: undefined,
    localityKind: undefined,
  });
  switch (match.kind) {
    case 'matched':
      return type === undefined ? undefined : match.address;
    case 'unknown_postcode': {
      const problem = { problem: 'unknown_postcode', postcode: match.postcode } as const;
      complain('postcode', problem);
      // Shop plug-ins look at the suburb alone to say that the address is wrong.
      return complain('suburb', problem);
    }
    case 'unknown_suburb': {
      const { suburb, postcode, suburbs, elsewhere } = match;
      return complain('suburb', {
        problem: 'unknown_suburb',
        suburb,
        postcode,
        suburbs,
        elsewhere,
      });
    }
  }
}
