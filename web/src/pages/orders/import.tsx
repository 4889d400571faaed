// Imports orders from a CSV file. The file is read in the browser, and the service says what would become of each order
// before anything is saved. Each order is saved separately, so a wrong line does not block the others.
import { Alert, Button, Group, Progress, Stack, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { addOrder, previewOrders, type SimpleOrder } from '../../api/orders.ts';
import type { OrderPreview } from '../../api/wire.ts';
import { BackLink } from '../../parts/back-link.tsx';
import { CsvSource } from '../../parts/csv-source.tsx';
import { money, plural } from '../../parts/figures.tsx';
import { Icon } from '../../parts/icon.tsx';
import { ButtonLink } from '../../parts/links.tsx';
import { ListTable } from '../../parts/list-table.tsx';
import { useOneByOne } from '../../parts/one-by-one.ts';
import { Page, Panel } from '../../parts/page.tsx';
import { plainSentence } from '../../parts/plain-words.ts';
import { Problem } from '../../parts/states.tsx';
import { StopButton } from '../../parts/stop-button.tsx';
import { type FileOrder, readOrderFile, templateFile } from './order-file.ts';

const columns = (templateFile.split('\r\n')[0] ?? '').split(',').join(', ');

type Result = { words: string; color?: string };
type Outcome = { name: string; isSaved: boolean; result: Result };

export function ImportPage() {
  const [text, setText] = useState('');
  const queries = useQueryClient();
  const sending = useOneByOne(
    outcomeOf,
    'Orders are still being saved. Leave, and save no more after this one?',
  );
  const { orders, problem, unused } = useMemo(() => readOrderFile(text), [text]);
  const preview = usePreview(orders, sending.isRunning || sending.results.length > 0);
  const sendable = orders.filter(
    (order) => order.problems.length === 0 && (preview.of(order)?.refusal ?? null) === null,
  );
  const outcomes = new Map(sending.results.map((outcome) => [outcome.name, outcome]));
  const unsent = sendable.filter((order) => !outcomes.has(nameOf(order)));
  const change = (next: string): void => {
    sending.reset();
    setText(next);
  };
  const send = async (): Promise<void> => {
    await sending.run(unsent);
    await queries.invalidateQueries({ queryKey: ['orders'] });
  };
  const saved = sending.results.filter(({ isSaved }) => isSaved).length;
  const isDone = !sending.isRunning && outcomes.size > 0 && unsent.length === 0;
  return (
    <Page
      title="Import orders"
      above={<BackLink to="/orders">Orders</BackLink>}
      about="A row of names, then a row for each item. Rows with the same order number are one order."
    >
      <Panel>
        <Stack>
          <CsvSource
            text={text}
            isLocked={sending.isRunning}
            onChange={change}
            template={{ fileName: 'linehaul-orders.csv', text: templateFile }}
          />
          {text.trim() !== '' && problem !== undefined ? (
            <Alert
              color="red"
              icon={<Icon name="alert" />}
              role="alert"
              title="The file cannot be read"
            >
              {problem} Columns that are known: {columns}.
            </Alert>
          ) : null}
        </Stack>
      </Panel>
      {orders.length === 0 ? null : (
        <>
          {unused.length === 0 ? null : (
            <Text size="sm">Columns not used: {unused.join(', ')}.</Text>
          )}
          <Panel flush>
            <Preview orders={orders} outcomes={outcomes} previewOf={preview.of} />
          </Panel>
          <Problem
            error={preview.error}
            title="The orders could not be checked"
            onRetry={preview.retry}
          />
          {sending.isRunning ? (
            <Progress
              value={(100 * outcomes.size) / sendable.length}
              aria-label="Orders saved"
              animated
            />
          ) : null}
          <Group role="status">
            {isDone ? (
              <>
                <Text>
                  {plural(saved, 'order')} saved
                  {saved < sendable.length ? `, ${sendable.length - saved} refused` : ''}.
                </Text>
                <ButtonLink to="/orders">To the orders</ButtonLink>
              </>
            ) : (
              <>
                <Button
                  onClick={() => void send()}
                  loading={sending.isRunning}
                  disabled={unsent.length === 0 || preview.isChecking}
                >
                  Save {outcomes.size === 0 ? '' : 'the other '}
                  {plural(unsent.length, 'order')}
                </Button>
                {preview.isChecking ? <Text size="sm">Checking the orders…</Text> : null}
                <StopButton of={sending} />
                {outcomes.size > 0 && !sending.isRunning ? (
                  <Text>Stopped. {plural(saved, 'order')} saved.</Text>
                ) : null}
              </>
            )}
          </Group>
        </>
      )}
    </Page>
  );
}

const nameOf = (order: FileOrder): string => order.order_id || `line ${order.lines[0]}`;

function sentAs({ order_id, sale, receiver, items }: FileOrder): SimpleOrder {
  return { order_id, ...sale, receiver, items };
}

const pauseMs = 300;

/** What the service would do with each order, shortly after the last change of the text. */
function usePreview(orders: readonly FileOrder[], isOver: boolean) {
  const [paused] = useDebouncedValue(orders, pauseMs);
  const checked = paused.filter(({ problems }) => problems.length === 0);
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['orders', 'preview', checked.map(sentAs)],
    queryFn: ({ signal }) => previewOrders(checked.map(sentAs), signal),
    enabled: checked.length > 0 && !isOver,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const isChecking = !isOver && (paused !== orders || isFetching);
  const found = new Map(checked.map((order, n) => [order, data?.[n]]));
  return {
    of: (order: FileOrder): OrderPreview[number] | undefined => found.get(order),
    isChecking,
    error: isChecking ? null : error,
    retry: () => void refetch(),
  };
}

const leftOut = (words: string): Result => ({ words, color: 'red' });

function readiness(saved: string, notReady: readonly string[], lines: readonly number[]): Result {
  if (notReady.length === 0) return { words: `${saved}, ready to book` };
  const words = `${saved}, not ready to book. ${plainSentence(notReady.join(' '), lines)}`;
  return { words, color: 'var(--ochre-text)' };
}

async function outcomeOf(order: FileOrder): Promise<Outcome> {
  const name = nameOf(order);
  try {
    const saved = await addOrder(sentAs(order));
    return { name, isSaved: true, result: readiness('Saved', saved.not_ready, order.lines) };
  } catch (error) {
    const words = error instanceof Error ? error.message : String(error);
    return { name, isSaved: false, result: leftOut(plainSentence(words, order.lines)) };
  }
}

/** Text that is not an amount is shown as it is in the file. */
function saleWords(price: string): string {
  const amount = Number(price);
  return price === '' || Number.isNaN(amount) ? price : money(amount);
}

type PreviewProps = {
  orders: readonly FileOrder[];
  outcomes: ReadonlyMap<string, Outcome>;
  previewOf: (order: FileOrder) => OrderPreview[number] | undefined;
};

/** What became of an order, or else what would. */
function resultOf(
  { problems, lines }: FileOrder,
  outcome: Outcome | undefined,
  preview: OrderPreview[number] | undefined,
): Result {
  if (problems.length > 0) return leftOut(`Left out: ${problems.join(', ')}`);
  if (outcome !== undefined) return outcome.result;
  if (preview === undefined) return { words: '' };
  const { refusal, is_new: isNew, not_ready: notReady } = preview;
  if (refusal !== null) return leftOut(`Left out: ${plainSentence(refusal, lines)}`);
  return readiness(isNew ? 'Will be saved' : 'Will be changed', notReady, lines);
}

function Preview({ orders, outcomes, previewOf }: PreviewProps) {
  return (
    <ListTable
      rows={orders}
      keyOf={nameOf}
      columns={[
        { heading: 'Line', cell: ({ lines }) => lines.join(', ') },
        { heading: 'Order', cell: (order) => order.order_id },
        {
          heading: 'To',
          cell: ({ receiver: { name, suburb, postcode } }) =>
            [name, suburb, postcode].filter((part) => part !== undefined).join(', '),
        },
        { heading: 'Items', cell: ({ items }) => items.length },
        {
          heading: 'Value',
          kind: 'figure',
          cell: ({ sale: { sale_price: price } }) => (price === undefined ? '' : saleWords(price)),
        },
        {
          heading: 'Result',
          cell: (order) => {
            const { words, color } = resultOf(order, outcomes.get(nameOf(order)), previewOf(order));
            return (
              <Text size="sm" {...(color === undefined ? {} : { c: color })}>
                {words}
              </Text>
            );
          },
        },
      ]}
    />
  );
}
