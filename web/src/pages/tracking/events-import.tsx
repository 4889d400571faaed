// Imports a file of tracking events. The service tries every line first, and the page shows each outcome before
// anything is stored. The file is sent in parts, so that a long one shows its progress and can be stopped.
import { Alert, Button, Group, NativeSelect, Progress, Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { csvText } from '../../../../src/domain/csv/csv-text.ts';
import { saveFile } from '../../api/documents.ts';
import { type FilePart, importEvents, previewEvents } from '../../api/tracking.ts';
import type { EventsImport as Imported } from '../../api/wire.ts';
import { FileLines } from '../../parts/csv-import.tsx';
import { CsvSource } from '../../parts/csv-source.tsx';
import { plural } from '../../parts/figures.tsx';
import { Icon } from '../../parts/icon.tsx';
import { TextLink } from '../../parts/links.tsx';
import { useOneByOne } from '../../parts/one-by-one.ts';
import { Panel } from '../../parts/page.tsx';
import { Problem } from '../../parts/states.tsx';
import { StopButton } from '../../parts/stop-button.tsx';
import { filePartsOf } from './file-parts.ts';

const template = `booking,connote,status,description,location,at,piece
623634,,Picked up,Collected from the dock,SYDNEY NSW,2026-11-16 09:00,
,ABC000123,4,Signed by Sam,MELBOURNE VIC,2026-11-17 14:30,1
`.replaceAll('\n', '\r\n');

type Line = Imported['lines'][number];
type Outcome = Line['outcome'];
type Result = { part: FilePart; lines: readonly Line[]; error: unknown };

/** Sends parts one after another, up to the first that fails. */
function useParts(send: (part: FilePart) => Promise<Imported>, leaving: string) {
  const parts = useOneByOne(async (part: FilePart): Promise<Result> => {
    try {
      return { part, lines: (await send(part)).lines, error: undefined };
    } catch (error) {
      parts.stop();
      return { part, lines: [], error };
    }
  }, leaving);
  const done = new Set(
    parts.results.filter(({ error }) => error === undefined).map(({ part }) => part),
  );
  const last = parts.results.at(-1);
  return {
    ...parts,
    done,
    error: parts.isRunning ? undefined : last?.error,
    lines: parts.results.flatMap(({ lines }) => lines),
  };
}

export function EventsImport() {
  const [text, setText] = useState('');
  const [parts, setParts] = useState<readonly FilePart[]>([]);
  const queries = useQueryClient();
  const preview = useParts(previewEvents, 'The file is still being checked. Leave this page?');
  const importing = useParts(
    importEvents,
    'Events are still being added. Leave, and add no more after this part?',
  );
  const change = (next: string): void => {
    setText(next);
    setParts([]);
    preview.reset();
    importing.reset();
  };
  const isPreviewed = parts.length > 0 && preview.done.size === parts.length;
  const isImported = parts.length > 0 && importing.done.size === parts.length;
  const look = (): void => {
    const all = filePartsOf(text);
    setParts(all);
    preview.reset();
    importing.reset();
    void preview.run(all);
  };
  const send = async (): Promise<void> => {
    await importing.run(parts.filter((part) => !importing.done.has(part)));
    await queries.invalidateQueries({ queryKey: ['operator'] });
  };
  const isBusy = preview.isRunning || importing.isRunning;
  const now = importing.results.length > 0 ? importing : preview;
  const wanted = countOf(preview.lines, 'added');
  return (
    <>
      <Panel
        title="Import a file"
        about="Each line is one event. Lines that are recorded already are skipped, so a file can be imported again."
      >
        <Stack>
          <CsvSource
            text={text}
            onChange={change}
            isLocked={isBusy}
            template={{ fileName: 'linehaul-tracking-events.csv', text: template }}
            about="booking or connote; status (0 to 4, -1 to -3, or the carrier’s words) or description; at, or date and time; optionally location, piece, carrier"
          />
          <Problem
            error={preview.error ?? importing.error}
            title={importing.error ? 'Some events were not added' : 'The file was not read'}
          />
          <Group>
            <Button
              variant={isPreviewed ? 'default' : 'filled'}
              disabled={text.trim() === '' || importing.isRunning}
              loading={preview.isRunning}
              onClick={look}
            >
              Preview
            </Button>
            {isPreviewed && !isImported ? (
              <Button
                disabled={wanted === 0}
                loading={importing.isRunning}
                onClick={() => void send()}
              >
                {importing.results.length === 0
                  ? `Add ${plural(wanted, 'event')}`
                  : 'Add the other events'}
              </Button>
            ) : null}
            <StopButton of={isBusy ? now : preview} />
          </Group>
          {isBusy ? (
            <Progress
              value={(100 * now.done.size) / parts.length}
              aria-label={importing.isRunning ? 'Events added' : 'Lines checked'}
              animated
            />
          ) : null}
        </Stack>
      </Panel>
      {importing.results.length === 0 || importing.isRunning ? null : (
        <Alert
          color="eucalypt"
          icon={<Icon name="check" />}
          role="status"
          title={`${plural(countOf(importing.lines, 'added'), 'event')} added`}
        >
          <Stack gap="xs" align="flex-start">
            <Text size="sm">
              {isImported ? '' : 'Stopped before the end of the file. '}
              {plural(countOf(importing.lines, 'known'), 'line')} recorded already,{' '}
              {countOf(importing.lines, 'refused')} refused.
            </Text>
            <Button
              size="xs"
              variant="default"
              leftSection={<Icon name="download" size={16} />}
              onClick={() => saveResult(importing.lines)}
            >
              Download result
            </Button>
          </Stack>
        </Alert>
      )}
      {now.lines.length === 0 ? null : (
        <Lines lines={now.lines} isDone={importing.results.length > 0} />
      )}
    </>
  );
}

const countOf = (lines: readonly Line[], outcome: Outcome): number =>
  lines.filter((line) => line.outcome === outcome).length;

function saveResult(lines: readonly Line[]): void {
  const rows = lines.map((line) => [
    line.line,
    line.reference,
    line.booking_id,
    line.outcome === 'known' ? 'recorded already' : line.outcome,
    line.column,
    line.reason,
  ]);
  const heads = ['line', 'booking or connote', 'booking', 'outcome', 'column', 'reason'];
  const file = new Blob([csvText([heads, ...rows])], { type: 'text/csv' });
  saveFile(file, 'linehaul-tracking-result.csv');
}

function Lines({ lines, isDone }: { lines: readonly Line[]; isDone: boolean }) {
  const [shown, setShown] = useState<Outcome | 'all'>('all');
  const found = shown === 'all' ? lines : lines.filter(({ outcome }) => outcome === shown);
  const words = { ...outcomeWords, added: isDone ? 'Added' : 'Will be added' };
  return (
    <>
      <NativeSelect
        label="Show"
        w={260}
        value={shown}
        onChange={(event) => setShown(event.currentTarget.value as Outcome | 'all')}
        data={[
          { value: 'all', label: `All lines (${lines.length})` },
          ...(['added', 'known', 'refused'] as const).map((value) => ({
            value,
            label: `${words[value]} (${countOf(lines, value)})`,
          })),
        ]}
      />
      <FileLines
        // Another choice begins at the first page.
        key={shown}
        lines={found}
        columns={[
          { heading: 'Line', cell: ({ line }) => line },
          { heading: 'In the file', kind: 'written', cell: ({ reference }) => reference },
          {
            heading: 'Booking',
            cell: ({ booking_id: id }) =>
              id === null ? null : (
                <TextLink to="/operator/bookings/$id" params={{ id: String(id) }} target="_blank">
                  {id}
                </TextLink>
              ),
          },
          {
            heading: 'Result',
            cell: ({ outcome, column, reason }) =>
              outcome === 'refused' ? (
                <Text size="sm" c="var(--mantine-color-error)">
                  {column === null ? '' : `${column}: `}
                  {reason}
                </Text>
              ) : (
                words[outcome]
              ),
          },
        ]}
      />
    </>
  );
}

const outcomeWords = { known: 'Recorded already', refused: 'Refused' };
