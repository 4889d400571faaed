// Imports addresses from a CSV file. The service tries every line first, and the page shows each outcome before
// anything is stored.
import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useImportAddresses, usePreviewAddresses } from '../../api/addresses.ts';
import type { AddressesImport } from '../../api/wire.ts';
import { BackLink } from '../../parts/back-link.tsx';
import { CsvSource } from '../../parts/csv-source.tsx';
import { plural } from '../../parts/figures.tsx';
import { Icon } from '../../parts/icon.tsx';
import { ListTable } from '../../parts/list-table.tsx';
import { Page, Panel } from '../../parts/page.tsx';
import { byName, Pager, perPage } from '../../parts/pager.tsx';
import { plainWords } from '../../parts/plain-words.ts';
import { Problem } from '../../parts/states.tsx';

const template = `company_name,name,address,suburb,postcode,type,phone,email,instructions
Harbour Bathrooms,Melanie Okafor,216 Flinders Lane,Melbourne,3000,business,0395550142,mel@example.com,"Dock 3, ring the bell"
,Zoe Young,2 Short Street,Parramatta,2150,home,0400000000,,
`.replaceAll('\n', '\r\n');

type Line = AddressesImport['lines'][number];

export function AddressImportPage() {
  const [text, setText] = useState('');
  const preview = usePreviewAddresses();
  const importing = useImportAddresses();
  const change = (next: string): void => {
    setText(next);
    preview.reset();
    importing.reset();
  };
  const isImported = importing.data !== undefined;
  const lines = importing.data?.lines ?? preview.data?.lines ?? [];
  const wanted = countOf(lines, 'added') + countOf(lines, 'changed');
  return (
    <Page
      title="Import addresses"
      above={<BackLink to="/addresses">Address book</BackLink>}
      about="Each line is one address. An address with the same name, street and place is updated, so a file can be imported again."
    >
      <Panel>
        <Stack>
          <CsvSource
            text={text}
            onChange={change}
            isLocked={preview.isPending || importing.isPending}
            template={{ fileName: 'linehaul-addresses.csv', text: template }}
            about="company_name or name; address; suburb and postcode; type (business or home); optionally phone, email, instructions, state, country"
          />
          <Problem
            error={preview.error ?? importing.error}
            title={importing.error ? 'Nothing was imported' : 'The file was not read'}
          />
          <Group>
            <Button
              variant={preview.data === undefined ? 'filled' : 'default'}
              disabled={text.trim() === '' || importing.isPending}
              loading={preview.isPending}
              onClick={() => {
                importing.reset();
                preview.mutate(text);
              }}
            >
              Preview
            </Button>
            {preview.data === undefined || isImported ? null : (
              <Button
                disabled={wanted === 0}
                loading={importing.isPending}
                onClick={() => importing.mutate(text)}
              >
                Import {plural(wanted, 'address', 'addresses')}
              </Button>
            )}
          </Group>
        </Stack>
      </Panel>
      {isImported ? (
        <Alert
          color="eucalypt"
          icon={<Icon name="check" />}
          role="status"
          title={`${plural(wanted, 'address', 'addresses')} imported`}
        >
          {countOf(lines, 'known')} in the address book already, {countOf(lines, 'refused')}{' '}
          refused.
        </Alert>
      ) : null}
      {lines.length === 0 ? null : <Lines lines={lines} isImported={isImported} />}
    </Page>
  );
}

const countOf = (lines: readonly Line[], outcome: Line['outcome']): number =>
  lines.filter((line) => line.outcome === outcome).length;

function Lines({ lines, isImported }: { lines: readonly Line[]; isImported: boolean }) {
  const [page, setPage] = useState(1);
  const words = isImported
    ? { added: 'Added', changed: 'Updated', known: 'No change' }
    : { added: 'Will be added', changed: 'Will be updated', known: 'No change' };
  // Refused lines first, because a person has to look at them.
  const sorted = lines.toSorted(
    (one, other) => Number(other.outcome === 'refused') - Number(one.outcome === 'refused'),
  );
  return (
    <>
      <Panel flush>
        <ListTable
          rows={sorted.slice((page - 1) * perPage, page * perPage)}
          keyOf={({ line }) => line}
          columns={[
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
          ]}
        />
      </Panel>
      <Pager
        page={page}
        listed={page * perPage < lines.length ? perPage : 0}
        what="lines"
        order={byName}
        onChange={setPage}
      />
    </>
  );
}
