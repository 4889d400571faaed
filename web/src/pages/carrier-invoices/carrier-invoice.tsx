// One carrier's invoice: each consignment as quoted, scanned and billed. Differences are disputed, with a list to send to
// the carrier, or accepted, with or without a later charge to the member.
import { Button, Group, NativeSelect, SimpleGrid } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import {
  carrierInvoiceQuery,
  disputesUrl,
  useDecideLines,
  useDeleteInvoice,
} from '../../api/carrier-invoices.ts';
import type { CarrierInvoice } from '../../api/wire.ts';
import { BackLink } from '../../parts/back-link.tsx';
import { ConfirmButton } from '../../parts/confirm-button.tsx';
import { CopyField } from '../../parts/copy-field.tsx';
import { DownloadButton } from '../../parts/download-button.tsx';
import { Fact } from '../../parts/fact.tsx';
import { kilograms, money, plural } from '../../parts/figures.tsx';
import { Icon } from '../../parts/icon.tsx';
import { TextLink } from '../../parts/links.tsx';
import { type Chosen, type Column, ListTable } from '../../parts/list-table.tsx';
import { Page, Panel } from '../../parts/page.tsx';
import { SelectionBar } from '../../parts/selection-bar.tsx';
import { Awaiting, Empty, Problem } from '../../parts/states.tsx';
import { useFolderNames } from './folder-names.ts';

type Line = CarrierInvoice['lines'][number];
type Shown = 'open' | 'disputed' | 'accepted' | 'agrees' | 'all';

const shownWords: Record<Shown, string> = {
  open: 'To decide',
  disputed: 'Disputed',
  accepted: 'Accepted',
  agrees: 'Billed as quoted',
  all: 'All',
};

const findingWords: Record<Line['finding'], string> = {
  none: '',
  unknown: 'No such consignment',
  shared: 'Several bookings have this connote',
  number_as_connote: 'The connote is a booking’s number: check it',
  not_booked: 'Cancelled, or never booked',
  own_account: 'Booked on the member’s own account',
  other_carrier: 'Booked with another carrier',
  billed_before: 'Billed on an earlier invoice',
  cost_unknown: 'The quote is unknown',
};

export function CarrierInvoicePage() {
  const { id } = useParams({ from: '/members/operators/operator/carrier-invoices/$id' });
  const { data, error, refetch } = useQuery(carrierInvoiceQuery(Number(id)));
  const names = useFolderNames();
  const remove = useDeleteInvoice(Number(id));
  const navigate = useNavigate();
  return (
    <Page
      title={data === undefined ? 'Carrier invoice' : `Invoice ${data.number}`}
      above={<BackLink to="/operator/carrier-invoices">Carrier invoices</BackLink>}
      about={data && (names.get(data.carrier) ?? data.carrier)}
      actions={
        data === undefined ? undefined : (
          <ConfirmButton
            size="sm"
            leftSection={<Icon name="trash" size={16} />}
            title="Delete this invoice?"
            about="Its lines and decisions are lost. Later charges that were made stay."
            verb="Delete invoice"
            wayOut="Keep invoice"
            isPending={remove.isPending}
            error={remove.error}
            onConfirm={() =>
              remove
                .mutateAsync(undefined)
                .then(() => navigate({ to: '/operator/carrier-invoices' }))
            }
          >
            Delete
          </ConfirmButton>
        )
      }
    >
      <Awaiting of={{ data, error, refetch }} what="the invoice" />
      {data === undefined ? null : <Parts key={data.id} invoice={data} />}
    </Page>
  );
}

function Parts({ invoice }: { invoice: CarrierInvoice }) {
  const [shown, setShown] = useState<Shown>('open');
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set());
  const countOf = (which: Shown): number => linesIn(invoice, which).length;
  const lines = linesIn(invoice, shown);
  return (
    <>
      <Totals invoice={invoice} />
      <DisputePart invoice={invoice} />
      <Group align="flex-end" data-screen>
        <NativeSelect
          label="Show"
          value={shown}
          data={Object.entries(shownWords).map(([value, label]) => ({
            value,
            label: `${label} (${countOf(value as Shown)})`,
          }))}
          onChange={({ currentTarget: { value } }) => {
            setShown(value as Shown);
            setChosen(new Set());
          }}
        />
      </Group>
      <Panel flush>
        {lines.length === 0 ? (
          <Empty icon="check" title="No such lines">
            Choose other lines above.
          </Empty>
        ) : (
          <LineTable lines={lines} chosen={chosen} onChoose={setChosen} />
        )}
      </Panel>
      <Decisions invoice={invoice} chosen={chosen} onDone={() => setChosen(new Set())} />
    </>
  );
}

function linesIn({ lines }: CarrierInvoice, shown: Shown): Line[] {
  return shown === 'all' ? lines : lines.filter(({ state }) => state === shown);
}

const sumOf = (lines: readonly Line[], amount: (line: Line) => number): number =>
  Math.round(lines.reduce((sum, line) => sum + amount(line), 0) * 100) / 100;

function Totals({ invoice: { lines } }: { invoice: CarrierInvoice }) {
  const compared = lines.filter(({ finding }) => finding === 'none');
  return (
    <Panel>
      <SimpleGrid cols={{ base: 2, sm: 4 }} spacing="lg">
        <Fact name="Consignments">{lines.length}</Fact>
        <Fact name="Billed">{money(sumOf(lines, ({ billed }) => billed))}</Fact>
        <Fact name="Billed above quotes">
          {money(sumOf(compared, ({ difference }) => difference ?? 0))}
        </Fact>
        <Fact name="Without a quote to compare">{lines.length - compared.length}</Fact>
      </SimpleGrid>
    </Panel>
  );
}

function LineTable({ lines, ...choice }: Chosen & { lines: readonly Line[] }) {
  return (
    <ListTable
      rows={lines}
      keyOf={({ id }) => id}
      columns={columns}
      choice={{ ...choice, all: 'Choose all lines', one: ({ line }) => `Choose line ${line}` }}
      isDense
    />
  );
}

const weightColumn = (
  heading: string,
  field: 'quoted_weight' | 'scanned_weight' | 'billed_weight',
): Column<Line> => ({
  heading,
  kind: 'figure',
  cell: ({ [field]: weight }) => (weight === null ? '' : kilograms(weight)),
});

const columns: Column<Line>[] = [
  {
    heading: 'Consignment',
    cell: ({ booking_id: id, reference }) =>
      id === null ? (
        reference
      ) : (
        <TextLink to="/operator/bookings/$id" params={{ id: String(id) }} size="sm">
          {reference}
        </TextLink>
      ),
  },
  weightColumn('Quoted', 'quoted_weight'),
  weightColumn('Scanned', 'scanned_weight'),
  weightColumn('Billed', 'billed_weight'),
  {
    heading: 'Quoted price',
    kind: 'figure',
    cell: ({ expected }) => (expected === null ? '' : money(expected)),
  },
  { heading: 'Billed price', kind: 'figure', cell: ({ billed }) => money(billed) },
  {
    heading: 'Difference',
    kind: 'figure',
    cell: ({ difference }) => (difference === null ? '' : money(difference)),
  },
  { heading: 'Result', cell: ({ finding, state }) => findingWords[finding] || shownWords[state] },
];

type DecisionsProps = {
  invoice: CarrierInvoice;
  chosen: ReadonlySet<number>;
  onDone: () => void;
};

function Decisions({ invoice, chosen, onDone }: DecisionsProps) {
  const decide = useDecideLines(invoice.id);
  const lines = invoice.lines.filter(({ id }) => chosen.has(id));
  const chargeable = lines.filter(
    ({ finding, difference }) => finding === 'none' && difference !== null && difference > 0,
  );
  const ids = lines.map(({ id }) => id);
  const put = (state: 'open' | 'disputed' | 'accepted'): void =>
    decide.mutate({ lines: ids, state }, { onSuccess: onDone });
  const refused = decide.data?.refused ?? [];
  return (
    <>
      {refused.length === 0 ? null : (
        <Problem
          error={new Error(refused.map(({ line, reason }) => `Line ${line}: ${reason}`).join(' '))}
          title={`${plural(refused.length, 'line')} not charged`}
        />
      )}
      <Problem error={decide.error} />
      {lines.length === 0 ? null : (
        <SelectionBar words={`${plural(lines.length, 'line')} chosen`} onClear={onDone}>
          <Button size="xs" loading={decide.isPending} onClick={() => put('disputed')}>
            Mark as disputed
          </Button>
          <Button size="xs" variant="default" onClick={() => put('accepted')}>
            Accept without charging
          </Button>
          <ConfirmButton
            size="xs"
            disabled={chargeable.length === 0}
            title={`Charge ${plural(chargeable.length, 'member’s booking', 'bookings')}?`}
            about={`${money(sumOf(chargeable, ({ difference }) => difference ?? 0))} in all is charged to credit accounts as later charges. Chosen lines without a quote to compare stay as they are.`}
            verb="Charge difference"
            wayOut="Charge nothing"
            isHarmless
            isPending={decide.isPending}
            error={decide.error}
            onConfirm={() =>
              decide.mutateAsync({ lines: ids, state: 'accepted', charge: true }).then(onDone)
            }
          >
            Accept and charge members
          </ConfirmButton>
          <Button size="xs" variant="default" onClick={() => put('open')}>
            Reopen
          </Button>
        </SelectionBar>
      )}
    </>
  );
}

/** The disputed lines, as a file and as a text for an e-mail to the carrier. */
function DisputePart({ invoice }: { invoice: CarrierInvoice }) {
  const disputed = linesIn(invoice, 'disputed');
  if (disputed.length === 0) return null;
  return (
    <Panel
      title="Disputed lines"
      about="Send them to the carrier: the file, or the text in an e-mail. Neither shows members or your prices."
      actions={
        <DownloadButton href={disputesUrl(invoice.id)} size="xs">
          Download CSV
        </DownloadButton>
      }
    >
      <CopyField value={letterOf(invoice, disputed)} label="the text for the carrier" />
    </Panel>
  );
}

function letterOf({ number }: CarrierInvoice, lines: readonly Line[]): string {
  return [
    `We dispute ${plural(lines.length, 'consignment')} of invoice ${number}:`,
    '',
    ...lines.map((line) => `- ${line.reference}: ${reasonOf(line)}`),
    '',
    'Please credit the differences or send the evidence, such as the scanned weight and size.',
  ].join('\n');
}

function reasonOf(line: Line): string {
  const billed = `billed ${money(line.billed)}${weighed(line.billed_weight)}`;
  if (line.finding === 'unknown') return `${billed}, not a consignment of ours`;
  if (line.finding === 'not_booked') return `${billed}, cancelled`;
  if (line.finding === 'billed_before') return `${billed}, already billed on another invoice`;
  if (line.expected === null) return billed;
  return `${billed}, quoted ${money(line.expected)}${weighed(line.quoted_weight)}`;
}

function weighed(weight: number | null): string {
  return weight === null ? '' : ` for ${kilograms(weight)}`;
}
