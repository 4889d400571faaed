// Imports orders from a CSV file. The file is read in the browser and shown before anything is sent. Each order is
// saved separately, so a wrong line does not block the others.
import { Alert, Button, Group, Progress, Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { addOrder } from '../../api/orders.ts';
import { BackLink } from '../../parts/back-link.tsx';
import { CsvSource } from '../../parts/csv-source.tsx';
import { money, plural } from '../../parts/figures.tsx';
import { Icon } from '../../parts/icon.tsx';
import { ButtonLink } from '../../parts/links.tsx';
import { ListTable } from '../../parts/list-table.tsx';
import { useOneByOne } from '../../parts/one-by-one.ts';
import { Page, Panel } from '../../parts/page.tsx';
import { plainSentence } from '../../parts/plain-words.ts';
import { StopButton } from '../../parts/stop-button.tsx';
import { type FileOrder, readOrderFile, templateFile } from './order-file.ts';

const columns = (templateFile.split('\r\n')[0] ?? '').split(',').join(', ');

type Outcome = { name: string; isSaved: boolean; words: string };

export function ImportPage() {
  const [text, setText] = useState('');
  const queries = useQueryClient();
  const sending = useOneByOne(
    outcomeOf,
    'Orders are still being saved. Leave, and save no more after this one?',
  );
  const { orders, problem, unused } = readOrderFile(text);
  const sendable = orders.filter((order) => order.problems.length === 0);
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
            <Preview orders={orders} outcomes={outcomes} />
          </Panel>
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
                  disabled={unsent.length === 0}
                >
                  Save {outcomes.size === 0 ? '' : 'the other '}
                  {plural(unsent.length, 'order')}
                </Button>
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

async function outcomeOf(order: FileOrder): Promise<Outcome> {
  const name = nameOf(order);
  try {
    const { order_id, sale, receiver, items } = order;
    const saved = await addOrder({ order_id, ...sale, receiver, items });
    const words =
      saved.not_ready.length === 0
        ? 'Saved, ready to book'
        : `Saved, not ready to book. ${plainSentence(saved.not_ready.join(' '), order.lines)}`;
    return { name, isSaved: true, words };
  } catch (error) {
    return {
      name,
      isSaved: false,
      words: plainSentence(error instanceof Error ? error.message : String(error), order.lines),
    };
  }
}

/** Text that is not an amount is shown as it is in the file. */
function saleWords(price: string): string {
  const amount = Number(price);
  return price === '' || Number.isNaN(amount) ? price : money(amount);
}

type PreviewProps = { orders: readonly FileOrder[]; outcomes: ReadonlyMap<string, Outcome> };

function Preview({ orders, outcomes }: PreviewProps) {
  const isBad = (order: FileOrder): boolean =>
    order.problems.length > 0 || outcomes.get(nameOf(order))?.isSaved === false;
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
          cell: (order) => (
            <Text size="sm" {...(isBad(order) ? { c: 'red' } : {})}>
              {order.problems.length > 0
                ? `Left out: ${order.problems.join(', ')}`
                : (outcomes.get(nameOf(order))?.words ?? 'Will be saved')}
            </Text>
          ),
        },
      ]}
    />
  );
}
