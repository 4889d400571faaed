// A member's label printers, and the queue of their labels.
import { Badge, Button, Group, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { keysQuery } from '../../api/keys.ts';
import {
  useDeletePrinter,
  usePrintTest,
  useReplaceToken,
  watchedPrintersQuery,
} from '../../api/printers.ts';
import type { ApiKey, ChangedPrinter, LabelPrinter } from '../../api/wire.ts';
import { ConfirmButton } from '../../parts/confirm-button.tsx';
import { plural, when } from '../../parts/figures.tsx';
import { Listed } from '../../parts/listed.tsx';
import { showFailed } from '../../parts/notices.tsx';
import { Page } from '../../parts/page.tsx';
import { Empty } from '../../parts/states.tsx';
import { useAskedToAdd } from '../../parts/use-asked-to-add.ts';
import { PrinterBox, TokenBox } from './printer-box.tsx';
import { Queue } from './queue.tsx';

export function PrintersPage() {
  const query = useQuery(watchedPrintersQuery);
  const { data } = query;
  const { data: keys = [] } = useQuery(keysQuery);
  /** The printer in the form; `new` for a new one. */
  const [edited, setEdited] = useState<LabelPrinter | 'new'>();
  const [fresh, setFresh] = useState<ChangedPrinter>();
  useAskedToAdd(() => setEdited('new'));
  const add = <Button onClick={() => setEdited('new')}>Add a printer</Button>;
  return (
    <Page
      title="Printers"
      about="Label printers that print without a file, on request or after booking."
      actions={data === undefined || data.printers.length === 0 ? null : add}
    >
      <Listed
        of={query}
        rows={data?.printers}
        what="printers"
        keyOf={({ id }) => id}
        columns={[
          {
            heading: 'Printer',
            kind: 'written',
            cell: ({ name }) => <b>{name}</b>,
            below: ({ reach, host, port }) => (
              <span className="mono">{reach === 'tcp' ? `${host}:${port}` : 'Print agent'}</span>
            ),
          },
          {
            heading: 'Prints after booking',
            kind: 'written',
            cell: (printer) => automaticWords(printer, keys),
          },
          {
            heading: 'State',
            kind: 'written',
            cell: (printer) => <State printer={printer} />,
          },
          {
            heading: 'Actions',
            kind: 'actions',
            cell: (printer) => (
              <PrinterActions
                printer={printer}
                onEdit={() => setEdited(printer)}
                onToken={setFresh}
              />
            ),
          },
        ]}
        empty={
          <Empty icon="printer" title="No printers yet" action={add}>
            Add a label printer that understands ZPL, such as a Zebra. It prints 4 × 6 inch labels.
          </Empty>
        }
      />
      {data === undefined || data.printers.length === 0 ? null : <Queue printers={data.printers} />}
      {edited === undefined || data === undefined ? null : (
        <PrinterBox
          printer={edited === 'new' ? undefined : edited}
          keys={keys}
          ports={data.network_ports}
          onClose={() => setEdited(undefined)}
          onChanged={(changed) => {
            setEdited(undefined);
            if (changed.token !== null) setFresh(changed);
          }}
        />
      )}
      {fresh === undefined ? null : <TokenBox made={fresh} onClose={() => setFresh(undefined)} />}
    </Page>
  );
}

type PrinterActionsProps = {
  printer: LabelPrinter;
  onEdit: () => void;
  onToken: (made: ChangedPrinter) => void;
};

function PrinterActions({ printer, onEdit, onToken }: PrinterActionsProps) {
  const { id, name, reach } = printer;
  const test = usePrintTest(id);
  const replace = useReplaceToken(id);
  const remove = useDeletePrinter(id);
  const printTest = (): void =>
    test.mutate(undefined, {
      onSuccess: () =>
        notifications.show({ color: 'eucalypt', message: `Test label queued for ${name}.` }),
      onError: showFailed,
    });
  return (
    <Group gap={6}>
      <Button
        size="compact-sm"
        variant="default"
        loading={test.isPending}
        onClick={printTest}
        aria-label={`Print test label on ${name}`}
      >
        Print test label
      </Button>
      <Button size="compact-sm" variant="subtle" onClick={onEdit} aria-label={`Change ${name}`}>
        Change
      </Button>
      {reach === 'agent' ? (
        <ConfirmButton
          size="compact-sm"
          variant="subtle"
          title={`Replace the token of ${name}?`}
          about="The print agent stops until you give it the new token."
          verb="Replace token"
          wayOut="Keep token"
          isPending={replace.isPending}
          error={replace.error}
          onConfirm={() => replace.mutateAsync(undefined).then(onToken)}
        >
          Replace token…
        </ConfirmButton>
      ) : null}
      <ConfirmButton
        size="compact-sm"
        variant="subtle"
        aria-label={`Delete ${name}`}
        title={`Delete ${name}?`}
        about={
          printer.waiting === 0
            ? 'Its list of printed labels goes too. Bookings stay.'
            : `${plural(printer.waiting, 'waiting label')} will not be printed. Bookings stay.`
        }
        verb="Delete printer"
        wayOut="Keep printer"
        isPending={remove.isPending}
        error={remove.error}
        onConfirm={() => remove.mutateAsync(undefined)}
      >
        Delete…
      </ConfirmButton>
    </Group>
  );
}

/** Lines of constant height, so that nothing moves while labels are printed. */
function State({ printer }: { printer: LabelPrinter }) {
  const { reach, problem, agent_seen: seen, waiting } = printer;
  const isOffline = printer.agent_connected === false;
  const word = isOffline ? 'Offline' : problem === null ? 'Ready' : 'Retrying';
  return (
    <>
      <Group gap={6}>
        <Badge variant="light" color={word === 'Ready' ? 'eucalypt' : 'ochre'} autoContrast>
          {word}
        </Badge>
        <Text size="sm">{plural(waiting, 'label')} waiting</Text>
      </Group>
      <Text size="xs" c="dimmed">
        {isOffline ? seenWords(seen) : (problem ?? connectedWords[reach])}
      </Text>
    </>
  );
}

const connectedWords = { tcp: 'No problems', agent: 'The agent is connected.' };

function seenWords(seen: string | null): string {
  return seen === null
    ? 'The agent has not connected yet.'
    : `The agent was last connected ${when(seen)}.`;
}

function automaticWords({ automatic, key_ids }: LabelPrinter, keys: readonly ApiKey[]): string {
  if (automatic === 'never') return 'No';
  if (automatic === 'every') return 'Every booking';
  const sites = key_ids.map((id) => keys.find((key) => key.id === id)?.site || `Key ${id}`);
  return sites.length === 0 ? 'No' : `Bookings of ${sites.join(', ')}`;
}
