// Pickups that the operator phones through or hands to a depot, as one run sheet for each day and carrier. The list
// does not reload: a marked row stays in its place with its undo, so that no other row slides under the
// pointer.
import { Button, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import {
  issuesQuery,
  type NotifiedPickup,
  runSheetsFile,
  runSheetsQuery,
  useMarkNotified,
} from '../../api/operator.ts';
import type { RunSheet } from '../../api/wire.ts';
import { DownloadButton } from '../../parts/download-button.tsx';
import { clockTime, kilograms, pickupDay, plural } from '../../parts/figures.tsx';
import { FilterSelect } from '../../parts/filter-select.tsx';
import { Icon } from '../../parts/icon.tsx';
import { type Chosen, type Column, changed, ListTable, RowLink } from '../../parts/list-table.tsx';
import { Page, Panel } from '../../parts/page.tsx';
import { placeLine } from '../../parts/place-line.ts';
import { SelectionBar } from '../../parts/selection-bar.tsx';
import { Awaiting, Empty, Problem } from '../../parts/states.tsx';
import { unsaidWords } from '../../parts/unsaid-words.ts';
import { OwnerLink } from '../members/owner-link.tsx';
import { NotifyButton } from './notify-button.tsx';
import classes from './run-sheets.module.css';

type Pickup = RunSheet['pickups'][number];
type Ids = ReadonlySet<number>;

const nothing: Ids = new Set();

export function RunSheetsPage() {
  const wanted = useSearch({ from: '/members/operators/operator/run-sheets' });
  const { data, error, refetch } = useQuery(runSheetsQuery);
  const [notified, setNotified] = useState(nothing);
  const [chosen, setChosen] = useState(nothing);
  const shown = (data ?? []).filter(
    ({ carrier, day }) => (wanted.carrier ?? carrier) === carrier && (wanted.day ?? day) === day,
  );
  const setMarked = (ids: readonly number[], isNotified: boolean): void => {
    setNotified((before) => changed(before, ids, isNotified));
    setChosen((before) => changed(before, ids, false));
  };
  const reload = async (): Promise<void> => {
    await refetch();
    setNotified(nothing);
    setChosen(nothing);
  };
  return (
    <Page
      title="Run sheets"
      about="Pickups to phone through: new, changed or cancelled, and not sent to the carrier."
      actions={
        shown.length === 0 ? null : (
          <>
            <DownloadButton href={runSheetsFile(wanted)}>Download CSV</DownloadButton>
            <Button
              variant="default"
              leftSection={<Icon name="document" size={16} />}
              onClick={() => window.print()}
            >
              Print run sheets
            </Button>
          </>
        )
      }
    >
      <Awaiting of={{ data, error, refetch }} what="the run sheets" />
      {data === undefined || data.length === 0 ? null : (
        <Group align="flex-end" gap="sm" role="group" aria-label="Filters" data-screen>
          <Filters sheets={data} />
          <Freshness
            waiting={data.flatMap(({ pickups }) => pickups).length - notified.size}
            onReload={() => void reload()}
          />
        </Group>
      )}
      {data !== undefined && shown.length === 0 ? (
        <Panel flush>
          <Empty icon="check" title="No pickups to phone through">
            This page shows bookings with carriers that are not connected, and pickups, tailgates
            and cancellations that a connected carrier was not notified of.
          </Empty>
        </Panel>
      ) : null}
      {shown.map((sheet) => (
        <Sheet
          key={`${sheet.day} ${sheet.carrier}`}
          sheet={sheet}
          notified={notified}
          onMarked={setMarked}
          chosen={chosen}
          onChoose={setChosen}
        />
      ))}
      <BulkMark
        pickups={data?.flatMap(givenDays).filter(({ id }) => chosen.has(id)) ?? []}
        onMarked={(pickups, isNotified) => setMarked(idsOf(pickups), isNotified)}
        onClear={() => setChosen(nothing)}
      />
    </Page>
  );
}

function Filters({ sheets }: { sheets: readonly RunSheet[] }) {
  const wanted = useSearch({ from: '/members/operators/operator/run-sheets' });
  const navigate = useNavigate();
  const put = (change: { carrier?: string | undefined; day?: string | undefined }): void =>
    void navigate({
      to: '/operator/run-sheets',
      search: { ...wanted, ...change },
      replace: true,
    });
  const days = new Set(sheets.map(({ day }) => day));
  const carriers = new Set(sheets.map(({ carrier }) => carrier));
  return (
    <>
      <FilterSelect
        label="Day"
        value={wanted.day}
        all="All"
        data={[...days].map((day) => ({ value: day, label: pickupDay(day) }))}
        onChange={(day) => put({ day })}
      />
      <FilterSelect
        label="Carrier"
        value={wanted.carrier}
        all="All"
        data={[...carriers].sort().map((carrier) => ({ value: carrier, label: carrier }))}
        onChange={(carrier) => put({ carrier })}
      />
    </>
  );
}

/** Bookings arrive and other people mark pickups meanwhile; the navigation counts them anyway. */
function Freshness({ waiting, onReload }: { waiting: number; onReload: () => void }) {
  const { data } = useQuery(issuesQuery);
  const hasChanged = data !== undefined && data.to_tell !== waiting;
  return (
    <Group gap="xs" mih={36} role="status">
      {hasChanged ? (
        <>
          <Text size="sm">{plural(data.to_tell, 'pickup')} now.</Text>
          <Button size="compact-sm" variant="default" onClick={onReload}>
            Reload list
          </Button>
        </>
      ) : null}
    </Group>
  );
}

type SheetProps = Chosen & {
  sheet: RunSheet;
  notified: Ids;
  onMarked: (ids: readonly number[], isNotified: boolean) => void;
};

function Sheet({ sheet: { carrier, day, pickups }, notified, onMarked, ...choice }: SheetProps) {
  const pieces = pickups.reduce((sum, pickup) => sum + pickup.pieces, 0);
  const weight = pickups.reduce((sum, pickup) => sum + pickup.weight, 0);
  return (
    <div className={classes.sheet}>
      <Panel
        title={`${carrier}, ${pickupDay(day)}`}
        about={`${plural(pickups.length, 'pickup')}, ${plural(pieces, 'piece')}, ${kilograms(weight)}`}
        flush
      >
        <ListTable
          rows={pickups}
          keyOf={({ id }) => id}
          columns={[
            ...pickupColumns,
            {
              heading: 'Actions',
              kind: 'actions',
              cell: ({ id }) => (
                <NotifyButton
                  pickup={{ id, pickup_date: day }}
                  isNotified={notified.has(id)}
                  onMarked={(next) => onMarked([id], next)}
                />
              ),
            },
          ]}
          choice={{
            ...choice,
            all: `Choose every pickup of ${carrier} on ${pickupDay(day)}`,
            one: ({ id }) => `Choose booking ${id}`,
            isOffered: ({ id }) => !notified.has(id),
          }}
          rowProps={({ id }) => ({
            className: classes.row,
            ...(notified.has(id) ? { 'data-is-notified': true } : {}),
          })}
        />
      </Panel>
    </div>
  );
}

const joined = (...parts: string[]): string => parts.filter((part) => part !== '').join(', ');

const pickupColumns: Column<Pickup>[] = [
  {
    heading: 'Booking',
    cell: ({ id }) => (
      <RowLink to="/operator/bookings/$id" params={{ id: String(id) }} aria-label={`Booking ${id}`}>
        {id}
      </RowLink>
    ),
    below: ({ connote }) => <span className="mono">{connote}</span>,
  },
  {
    heading: 'Hours',
    kind: 'short',
    cell: ({ hours }) => (
      <>
        <div>{clockTime(hours.from)}</div>
        <div>to {clockTime(hours.to)}</div>
      </>
    ),
  },
  {
    heading: 'Collect from',
    kind: 'written',
    cell: ({ sender, member }) => (
      <>
        <div>{sender.company_name || sender.name || <OwnerLink owner={member} />}</div>
        <div>{joined(sender.address, placeLine(sender))}</div>
        <Text size="xs">{joined(sender.company_name === '' ? '' : sender.name, sender.phone)}</Text>
      </>
    ),
  },
  { heading: 'Deliver to', cell: ({ receiver }) => placeLine(receiver) },
  {
    heading: 'Freight',
    kind: 'short',
    cell: ({ pieces, weight }) => (
      <>
        <div>{plural(pieces, 'piece')}</div>
        <div>{kilograms(weight)}</div>
      </>
    ),
  },
  {
    heading: 'Request',
    kind: 'written',
    cell: (pickup) => (
      <>
        <div>{requestOf(pickup)}</div>
        <Text size="xs">{pickup.instructions}</Text>
      </>
    ),
  },
];

/** A carrier that is not connected received nothing, so the request is the whole pickup. */
function requestOf(pickup: Pickup): string {
  const [first = 'pickup', ...others] = unsaidWords(pickup);
  return [`${first.slice(0, 1).toUpperCase()}${first.slice(1)}`, ...others].join(', ');
}

const givenDays = ({ day, pickups }: RunSheet): NotifiedPickup[] =>
  pickups.map(({ id }) => ({ id, pickup_date: day }));

const idsOf = (pickups: readonly NotifiedPickup[]): number[] => pickups.map(({ id }) => id);

type BulkMarkProps = {
  pickups: readonly NotifiedPickup[];
  onMarked: (pickups: readonly NotifiedPickup[], isNotified: boolean) => void;
  onClear: () => void;
};

function BulkMark({ pickups, onMarked, onClear }: BulkMarkProps) {
  const mark = useMarkNotified();
  const [last, setLast] = useState<readonly NotifiedPickup[]>([]);
  const put = (which: readonly NotifiedPickup[], isNotified: boolean): void =>
    mark.mutate(
      { pickups: which, isNotified },
      {
        onSuccess: () => {
          onMarked(which, isNotified);
          setLast(isNotified ? which : []);
        },
      },
    );
  if (pickups.length > 0)
    return (
      <SelectionBar
        words={`${plural(pickups.length, 'pickup')} chosen`}
        onClear={onClear}
        below={<Problem error={mark.error} title="No pickup was marked" />}
      >
        <Button size="xs" loading={mark.isPending} onClick={() => put(pickups, true)}>
          Mark as notified
        </Button>
      </SelectionBar>
    );
  if (last.length === 0) return null;
  return (
    <SelectionBar
      words={`${plural(last.length, 'pickup')} marked as notified`}
      onClear={() => setLast([])}
      clear="Close"
      below={<Problem error={mark.error} />}
    >
      <Button size="xs" variant="default" loading={mark.isPending} onClick={() => put(last, false)}>
        Undo
      </Button>
    </SelectionBar>
  );
}
