// Carriers' invoices: importing one, and the list with what is still to decide. Importing charges nothing.
import { Button, Group, Select, Stack, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { carrierInvoicesQuery, useImportInvoice } from '../../api/carrier-invoices.ts';
import { servicesQuery } from '../../api/operator.ts';
import type { ListedCarrierInvoice } from '../../api/wire.ts';
import { CsvSource } from '../../parts/csv-source.tsx';
import { fieldsOf } from '../../parts/fields.ts';
import { count, day, money } from '../../parts/figures.tsx';
import { type Column, RowLink } from '../../parts/list-table.tsx';
import { Listed } from '../../parts/listed.tsx';
import { Page, Panel } from '../../parts/page.tsx';
import { Empty, Problem } from '../../parts/states.tsx';
import { useFolderNames } from './folder-names.ts';

const template = 'connote,weight,amount\r\nABC000123,12.5,48.40\r\n';

export function CarrierInvoicesPage() {
  const invoices = useQuery(carrierInvoicesQuery);
  const names = useFolderNames();
  return (
    <Page
      title="Carrier invoices"
      about="Compares what carriers bill with what they quoted. Importing an invoice charges nothing."
    >
      <ImportPart />
      <Listed
        of={invoices}
        rows={invoices.data}
        what="carrier invoices"
        keyOf={({ id }) => id}
        columns={columnsWith(names)}
        isDense
        empty={
          <Empty icon="document" title="No carrier invoices">
            Import the first one above.
          </Empty>
        }
      />
    </Page>
  );
}

const blank = { carrier: null as string | null, number: '' };

function ImportPart() {
  const names = useFolderNames();
  const { isPending: isAwaitingNames } = useQuery(servicesQuery);
  const navigate = useNavigate();
  const importing = useImportInvoice();
  const [values, setValues] = useState(blank);
  const [csv, setCsv] = useState('');
  const put = (change: Partial<typeof blank>): void => {
    setValues({ ...values, ...change });
    importing.reset();
  };
  const { field, rest } = fieldsOf(values, put, importing.error);
  const { carrier, number } = values;
  return (
    <Panel title="Import an invoice">
      <Stack>
        <Group align="flex-start">
          <Select
            label="Carrier"
            placeholder={isAwaitingNames ? 'Loading…' : 'Choose'}
            searchable
            w={{ base: '100%', xs: 280 }}
            nothingFoundMessage="No carrier found"
            data={[...names].map(([value, label]) => ({ value, label }))}
            {...field('carrier')}
          />
          <TextInput
            label="Invoice number"
            w={{ base: '100%', xs: 220 }}
            maxLength={255}
            {...field('number')}
          />
        </Group>
        <CsvSource
          text={csv}
          onChange={(next) => {
            setCsv(next);
            importing.reset();
          }}
          isLocked={importing.isPending}
          template={{ fileName: 'linehaul-carrier-invoice.csv', text: template }}
          about="connote or booking; weight in kilograms; amount in dollars with GST, or amount_ex_gst and gst. Several lines of one consignment are added up, and other columns are ignored."
        />
        <Problem error={rest} title="The invoice was not imported" />
        <Group>
          <Button
            disabled={carrier === null || number.trim() === '' || csv.trim() === ''}
            loading={importing.isPending}
            onClick={() =>
              importing.mutate(
                { carrier: carrier ?? '', number: number.trim(), csv },
                {
                  onSuccess: ({ id }) =>
                    void navigate({
                      to: '/operator/carrier-invoices/$id',
                      params: { id: String(id) },
                    }),
                },
              )
            }
          >
            Import invoice
          </Button>
        </Group>
      </Stack>
    </Panel>
  );
}

const columnsWith = (names: ReturnType<typeof useFolderNames>): Column<ListedCarrierInvoice>[] => [
  {
    heading: 'Invoice',
    cell: ({ id, number }) => (
      <RowLink to="/operator/carrier-invoices/$id" params={{ id: String(id) }}>
        {number}
      </RowLink>
    ),
  },
  { heading: 'Carrier', cell: ({ carrier }) => names.get(carrier) ?? carrier },
  { heading: 'Imported', cell: (invoice) => day(invoice.imported_at) },
  { heading: 'Consignments', kind: 'figure', cell: ({ lines }) => count(lines) },
  { heading: 'Billed', kind: 'figure', cell: ({ billed }) => money(billed) },
  {
    heading: 'To decide',
    cell: ({ open, disputed }) =>
      `${open === 0 ? 'Nothing' : count(open)}${disputed === 0 ? '' : `, ${count(disputed)} disputed`}`,
  },
];
