// Imports a CSV file in two steps: the service tries every line and the page shows each outcome; then it is stored.
import { Alert, Button, Group, Stack } from '@mantine/core';
import type { UseMutationResult } from '@tanstack/react-query';
import { type ComponentProps, useState } from 'react';
import { CsvSource } from './csv-source.tsx';
import { Icon } from './icon.tsx';
import { type Column, ListTable } from './list-table.tsx';
import { Panel } from './page.tsx';
import { byName, Pager, perPage } from './pager.tsx';
import { Problem } from './states.tsx';

type Step<Answer> = Pick<
  UseMutationResult<Answer, Error, string>,
  'data' | 'error' | 'isPending' | 'mutate' | 'reset'
>;

type Tried = { lines: readonly { line: number }[] };
type LineOf<Answer extends Tried> = Answer['lines'][number];

type CsvImportProps<Answer extends Tried> = Pick<
  ComponentProps<typeof CsvSource>,
  'template' | 'about'
> & {
  preview: Step<Answer>;
  send: Step<Answer>;
  /** How many lines would be stored, or were. */
  countOf: (answer: Answer) => number;
  /** The button that stores them. */
  verb: (count: number) => string;
  /** What became of the file. */
  outcome: (answer: Answer) => { title: string; about: string };
  columns: (isDone: boolean) => Column<LineOf<Answer>>[];
  /** Refused lines come first, because a person has to look at them. */
  isRefused: (line: LineOf<Answer>) => boolean;
};

export function CsvImport<Answer extends Tried>(props: CsvImportProps<Answer>) {
  const { template, about, preview, send, countOf, verb, outcome, columns, isRefused } = props;
  const [text, setText] = useState('');
  const change = (next: string): void => {
    setText(next);
    preview.reset();
    send.reset();
  };
  const isDone = send.data !== undefined;
  const lines: readonly LineOf<Answer>[] = (send.data ?? preview.data)?.lines ?? [];
  const done = send.data && outcome(send.data);
  return (
    <>
      <Panel>
        <Stack>
          <CsvSource
            text={text}
            onChange={change}
            isLocked={preview.isPending || send.isPending}
            template={template}
            about={about}
          />
          <Problem
            error={preview.error ?? send.error}
            title={send.error ? 'Nothing was imported' : 'The file was not read'}
          />
          <Group>
            <Button
              variant={preview.data === undefined ? 'filled' : 'default'}
              disabled={text.trim() === '' || send.isPending}
              loading={preview.isPending}
              onClick={() => {
                send.reset();
                preview.mutate(text);
              }}
            >
              Preview
            </Button>
            {preview.data === undefined || isDone ? null : (
              <Button
                disabled={countOf(preview.data) === 0}
                loading={send.isPending}
                onClick={() => send.mutate(text)}
              >
                {verb(countOf(preview.data))}
              </Button>
            )}
          </Group>
        </Stack>
      </Panel>
      {done === undefined ? null : (
        <Alert color="eucalypt" icon={<Icon name="check" />} role="status" title={done.title}>
          {done.about}
        </Alert>
      )}
      {lines.length === 0 ? null : (
        <FileLines
          lines={lines.toSorted((one, other) => Number(isRefused(other)) - Number(isRefused(one)))}
          columns={columns(isDone)}
        />
      )}
    </>
  );
}

type FileLinesProps<Line> = { lines: readonly Line[]; columns: readonly Column<Line>[] };

/** The lines of a file that was read as a whole, a page at a time. */
export function FileLines<Line extends { line: number }>({ lines, columns }: FileLinesProps<Line>) {
  const [page, setPage] = useState(1);
  return (
    <>
      <Panel flush>
        <ListTable
          rows={lines.slice((page - 1) * perPage, page * perPage)}
          keyOf={({ line }) => line}
          columns={columns}
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
