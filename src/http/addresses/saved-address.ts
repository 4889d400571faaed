// An entry of the address book in requests, answers and files.
import { type Static, Type } from 'typebox';
import type {
  ImportedAddress,
  SavedAddressInput,
} from '../../application/addresses/address-book.ts';
import type { SavedAddress } from '../../domain/addresses/saved-address.ts';
import { readCsvTable } from '../../domain/csv/csv-table.ts';
import { DocumentReader, longestLine } from '../../domain/document-reader.ts';
import { issueSentence } from '../../wording/problems.ts';
import {
  AddressBody,
  parseAddress,
  presentUnstoredAddress,
  UnstoredAddressReply,
} from '../places/address.ts';
import { orNull, sentText } from '../server/values.ts';

export const SavedAddressBody = Type.Object({
  ...AddressBody.properties,
  instructions: Type.Optional(sentText(longestLine, { description: 'For the driver there' })),
});

export const SavedAddressReply = Type.Object(
  { id: Type.Integer(), ...UnstoredAddressReply.properties, instructions: Type.String() },
  { $id: 'SavedAddress' },
);

export const AddressesImportReply = Type.Object(
  {
    lines: Type.Array(
      Type.Object({
        line: Type.Integer(),
        title: Type.String({ description: 'Company or name, and place' }),
        outcome: Type.Enum(['added', 'changed', 'known', 'refused']),
        column: orNull(Type.String({ description: 'The column to correct' })),
        reason: orNull(Type.String()),
      }),
    ),
  },
  { $id: 'AddressesImport' },
);

export const addressColumns = [
  'name',
  'company_name',
  'address',
  'suburb',
  'postcode',
  'state',
  'country',
  'type',
  'phone',
  'email',
  'instructions',
] as const;

/** A file without types has business addresses. */
const defaultType = 'business';
/** "home" is what pages call it. */
const homeWords = /^(home|house|private|residence)$/i;

export function parseSavedAddress(body: unknown): SavedAddressInput {
  return readSavedAddress(new DocumentReader(body));
}

function readSavedAddress(reader: DocumentReader): SavedAddressInput {
  return {
    ...parseAddress(reader),
    instructions: reader.text('instructions', longestLine),
    issues: reader.issues,
  };
}

export function parseAddressFile(csv: string): { line: number; input: SavedAddressInput }[] {
  const { header, rows } = readCsvTable(csv, { columns: addressColumns });
  const given = addressColumns.filter((column) => header.has(column));
  return rows.map(({ line, cell, problem }) => {
    const type = cell('type');
    const kind = homeWords.test(type) ? 'residential' : type || defaultType;
    const values = given.map((column) => [column, cell(column)]);
    const input = parseSavedAddress({ ...Object.fromEntries(values), type: kind });
    return { line, input: problem ? { ...input, issues: [{ path: [], ...problem }] } : input };
  });
}

export function presentSavedAddress(saved: SavedAddress): Static<typeof SavedAddressReply> {
  const { id, instructions } = saved;
  return { id, ...presentUnstoredAddress(saved), instructions };
}

export function presentAddressesImport(
  lines: readonly ImportedAddress[],
): Static<typeof AddressesImportReply> {
  return {
    lines: lines.map((one) => {
      const { line, outcome, input } = one;
      const titled = [input.companyName || input.name, input.suburb, input.postcode];
      const issue = one.outcome === 'refused' ? one.issue : undefined;
      return {
        line,
        outcome,
        title: titled.filter((part) => part !== '').join(', '),
        column: issue === undefined ? null : issue.path.map(String).join('.') || null,
        reason: issue === undefined ? null : issueSentence(issue),
      };
    }),
  };
}
