// An entry of the address book in requests, answers and files.
import { type Static, Type } from 'typebox';
import type {
  ImportedAddress,
  SavedAddressInput,
} from '../../application/addresses/address-book.ts';
import type { SavedAddress } from '../../domain/addresses/saved-address.ts';
import { type CsvRow, readCsvTable } from '../../domain/csv/csv-table.ts';
import { DocumentReader, longestLine } from '../../domain/document-reader.ts';
import { refuseInvalid } from '../../domain/refusal.ts';
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

/** The rows of a file; an unusable file is refused as a whole. */
export function parseAddressFile(csv: string): { line: number; input: SavedAddressInput }[] {
  const rows = readCsvTable(csv, addressColumns);
  if ('problem' in rows) refuseInvalid([{ path: ['csv'], ...rows }]);
  return (rows as readonly CsvRow<(typeof addressColumns)[number]>[]).map((row) => {
    const values = 'values' in row ? row.values : {};
    const { type = '' } = values;
    const kind = homeWords.test(type) ? 'residential' : type || defaultType;
    const input = parseSavedAddress({ ...values, type: kind });
    return 'problem' in row
      ? { line: row.line, input: { ...input, issues: [{ path: [], ...row.problem }] } }
      : { line: row.line, input };
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
