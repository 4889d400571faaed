// The identifier of a suggested address: the address itself, packed into letters and digits, so that any process can
// read an identifier from any other without storing it. A checksum detects damaged identifiers. It needs no
// protection against forgery: a forged one only yields an address that the caller could have typed.

import type { Locality } from './locality.ts';
import { type LocalityIndex, localitiesOfPostcode } from './locality-index.ts';
import type { StreetAddress } from './street-address.ts';

export type Place = Readonly<{ street: StreetAddress; locality: Locality }>;

// Raise when the packed fields change; identifiers of other versions are rejected.
const idVersion = '1';
const checksumLength = 7;
// Longer than the identifier of any text that suggestions accept.
export const longestPlaceId = 1000;

export function packPlace({ street, locality }: Place): string {
  const { unit, streetNumber, street: name, streetType } = street;
  const fields = [unit, streetNumber, name, streetType];
  const content = JSON.stringify([...fields, locality.name, locality.postcode, locality.state]);
  const packed = Buffer.from(content, 'utf8').toString('base64url');
  return idVersion + checksum(packed) + packed;
}

/** The place of an identifier; undefined if the identifier is altered, truncated or from other data. */
export function unpackPlace(index: LocalityIndex, placeId: string): Place | undefined {
  const sum = placeId.slice(idVersion.length, idVersion.length + checksumLength);
  const packed = placeId.slice(idVersion.length + checksumLength);
  const isWhole = placeId.startsWith(idVersion) && placeId.length <= longestPlaceId;
  if (!isWhole || checksum(packed) !== sum) return undefined;
  const fields = parseFields(Buffer.from(packed, 'base64url').toString('utf8'));
  if (fields === undefined) return undefined;
  const [unit, streetNumber, street, streetType, name, postcode, state] = fields;
  const locality = localitiesOfPostcode(index, postcode).find(
    (candidate) => candidate.name === name && candidate.state === state,
  );
  if (locality === undefined) return undefined;
  return { street: { unit, streetNumber, street, streetType }, locality };
}

type Fields = [string, string, string, string, string, string, string];

function parseFields(content: string): Fields | undefined {
  try {
    const fields: unknown = JSON.parse(content);
    return isFields(fields) ? fields : undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

function isFields(fields: unknown): fields is Fields {
  return (
    Array.isArray(fields) &&
    fields.length === 7 &&
    fields.every((field) => typeof field === 'string')
  );
}

// FNV-1a: short, fast, and a changed letter always changes it.
function checksum(text: string): string {
  let sum = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) {
    sum = Math.imul(sum ^ text.charCodeAt(at), 0x01000193);
  }
  return (sum >>> 0).toString(36).padStart(checksumLength, '0');
}
