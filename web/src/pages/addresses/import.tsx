// Imports addresses from a CSV file.
import { Text } from '@mantine/core';
import { useImportAddresses, usePreviewAddresses } from '../../api/addresses.ts';
import type { AddressesImport } from '../../api/wire.ts';
import { BackLink } from '../../parts/back-link.tsx';
import { CsvImport } from '../../parts/csv-import.tsx';
import { plural } from '../../parts/figures.tsx';
import type { Column } from '../../parts/list-table.tsx';
import { Page } from '../../parts/page.tsx';
import { plainWords } from '../../parts/plain-words.ts';

const template = `company_name,name,address,suburb,postcode,type,phone,email,instructions
Harbour Bathrooms,Melanie Okafor,216 Flinders Lane,Melbourne,3000,business,0395550142,mel@example.com,"Dock 3, ring the bell"
,Zoe Young,2 Short Street,Parramatta,2150,home,0400000000,,
`.replaceAll('\n', '\r\n');

type Line = AddressesImport['lines'][number];

export function AddressImportPage() {
  return (
    <Page
      title="Import addresses"
      above={<BackLink to="/addresses">Address book</BackLink>}
      about="Each line is one address. An address with the same name, street and place is updated, so a file can be imported again."
    >
      <CsvImport
        template={{ fileName: 'linehaul-addresses.csv', text: template }}
        about="company_name or name; address; suburb and postcode; type (business or home); optionally phone, email, instructions, state, country"
        preview={usePreviewAddresses()}
        send={useImportAddresses()}
        countOf={savedOf}
        verb={(count) => `Import ${plural(count, 'address', 'addresses')}`}
        outcome={(answer) => ({
          title: `${plural(savedOf(answer), 'address', 'addresses')} imported`,
          about: `${countOf(answer, 'known')} in the address book already, ${countOf(answer, 'refused')} refused.`,
        })}
        columns={columns}
        isRefused={({ outcome }) => outcome === 'refused'}
      />
    </Page>
  );
}

const countOf = ({ lines }: AddressesImport, outcome: Line['outcome']): number =>
  lines.filter((line) => line.outcome === outcome).length;

const savedOf = (answer: AddressesImport): number =>
  countOf(answer, 'added') + countOf(answer, 'changed');

const columns = (isDone: boolean): Column<Line>[] => {
  const words = isDone
    ? { added: 'Added', changed: 'Updated', known: 'No change' }
    : { added: 'Will be added', changed: 'Will be updated', known: 'No change' };
  return [
    { heading: 'Line', cell: ({ line }) => line },
    { heading: 'Address', kind: 'written', cell: ({ title }) => title },
    {
      heading: 'Result',
      cell: ({ outcome, reason }) =>
        outcome === 'refused' ? (
          <Text size="sm" c="var(--mantine-color-error)">
            {plainWords(reason ?? undefined)}
          </Text>
        ) : (
          words[outcome]
        ),
    },
  ];
};
