// Pickups that the operator phones through or hands to a depot, as one run sheet for each day and carrier. The list
// does not reload: a marked row stays in its place with its undo, so that no other row slides under the
// pointer.
import { Button, Group, NativeSelect, Table, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { issuesQuery, runSheetsFile, runSheetsQuery, useMarkNotified } from '../../api/operator.ts';
import type { RunSheet } from '../../api/wire.ts';
import { ChooseCell, type Chosen, chooseAll } from '../../parts/choose-rows.tsx';
import { clockTime, kilograms, pickupDay, plural } from '../../parts/figures.tsx';
import { Icon } from '../../parts/icon.tsx';
import { ListTable, rowLink } from '../../parts/list-table.tsx';
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
            <Button
              component="a"
              href={runSheetsFile(wanted)}
              download
              variant="default"
              leftSection={<Icon name="download" size={16} />}
            >
              Download CSV
            </Button>
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
        ids={[...chosen]}
        onMarked={(ids, isNotified) => setMarked(ids, isNotified)}
        onClear={() => setChosen(nothing)}
      />
    </Page>
  );
}

function changed(before: Ids, ids: readonly number[], isIn: boolean): Ids {
  const others = [...before].filter((id) => !ids.includes(id));
  return new Set(isIn ? [...others, ...ids] : others);
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
      <NativeSelect
        label="Day"
        value={wanted.day ?? ''}
        data={[
          { value: '', label: 'All' },
          ...[...days].map((day) => ({ value: day, label: pickupDay(day) })),
        ]}
        onChange={({ currentTarget: { value } }) => put({ day: value || undefined })}
      />
      <NativeSelect
        label="Carrier"
        value={wanted.carrier ?? ''}
        data={[{ value: '', label: 'All' }, ...[...carriers].sort()]}
        onChange={({ currentTarget: { value } }) => put({ carrier: value || undefined })}
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
  const waiting = pickups.map(({ id }) => id).filter((id) => !notified.has(id));
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
          heads={[
            chooseAll(`Choose every pickup of ${carrier} on ${pickupDay(day)}`, waiting, choice),
            'Booking',
            'Hours',
            'Collect from',
            'Deliver to',
            'Freight',
            'Request',
            'Actions',
          ]}
          isDense
        >
          {pickups.map((pickup) => (
            <PickupRow
              key={pickup.id}
              pickup={pickup}
              isNotified={notified.has(pickup.id)}
              onMarked={onMarked}
              {...choice}
            />
          ))}
        </ListTable>
      </Panel>
    </div>
  );
}

type PickupRowProps = Chosen & {
  pickup: Pickup;
  isNotified: boolean;
  onMarked: SheetProps['onMarked'];
};

function PickupRow({ pickup, isNotified, onMarked, ...choice }: PickupRowProps) {
  const { id, connote, sender, receiver, hours, pieces, weight, member } = pickup;
  return (
    <Table.Tr className={classes.row} data-is-notified={isNotified || undefined}>
      <ChooseCell id={id} label={`Choose booking ${id}`} isOffered={!isNotified} {...choice} />
      <Table.Td data-label="Booking">
        <Link
          to="/operator/bookings/$id"
          params={{ id: String(id) }}
          className={rowLink}
          aria-label={`Booking ${id}`}
        >
          {id}
        </Link>
        <Text size="xs" className="mono">
          {connote}
        </Text>
      </Table.Td>
      <Table.Td data-label="Hours" className="figures unbroken">
        <Text size="sm">{clockTime(hours.from)}</Text>
        <Text size="sm">to {clockTime(hours.to)}</Text>
      </Table.Td>
      <Table.Td data-label="Collect from" data-written>
        <Text size="sm">{sender.company_name || sender.name || <OwnerLink owner={member} />}</Text>
        <Text size="sm">
          {[sender.address, placeLine(sender)].filter((part) => part !== '').join(', ')}
        </Text>
        <Text size="xs">
          {[sender.company_name === '' ? '' : sender.name, sender.phone]
            .filter((part) => part !== '')
            .join(', ')}
        </Text>
      </Table.Td>
      <Table.Td data-label="Deliver to">
        <Text size="sm">{placeLine(receiver)}</Text>
      </Table.Td>
      <Table.Td data-label="Freight" className="figures unbroken">
        <Text size="sm">{plural(pieces, 'piece')}</Text>
        <Text size="sm">{kilograms(weight)}</Text>
      </Table.Td>
      <Table.Td data-label="Request" data-written>
        <Text size="sm">{requestOf(pickup)}</Text>
        {pickup.instructions === '' ? null : <Text size="xs">{pickup.instructions}</Text>}
      </Table.Td>
      <Table.Td data-label="Actions">
        <NotifyButton id={id} isNotified={isNotified} onMarked={(next) => onMarked([id], next)} />
      </Table.Td>
    </Table.Tr>
  );
}

/** A carrier that is not connected received nothing, so the request is the whole pickup. */
function requestOf(pickup: Pickup): string {
  const [first = 'pickup', ...others] = unsaidWords(pickup);
  return [`${first.slice(0, 1).toUpperCase()}${first.slice(1)}`, ...others].join(', ');
}

type BulkMarkProps = {
  ids: readonly number[];
  onMarked: (ids: readonly number[], isNotified: boolean) => void;
  onClear: () => void;
};

function BulkMark({ ids, onMarked, onClear }: BulkMarkProps) {
  const mark = useMarkNotified();
  const [last, setLast] = useState<readonly number[]>([]);
  const put = (which: readonly number[], isNotified: boolean): void =>
    mark.mutate(
      { ids: which, isNotified },
      {
        onSuccess: () => {
          onMarked(which, isNotified);
          setLast(isNotified ? which : []);
        },
      },
    );
  if (ids.length > 0)
    return (
      <SelectionBar
        words={`${plural(ids.length, 'pickup')} chosen`}
        onClear={onClear}
        below={<Problem error={mark.error} title="No pickup was marked" />}
      >
        <Button size="xs" loading={mark.isPending} onClick={() => put(ids, true)}>
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
