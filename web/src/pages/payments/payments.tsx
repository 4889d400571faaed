// A member's money: the credit account and its statement, saved cards, and every attempt to take or return money.
import { Badge, Button, Group, Menu, NativeSelect, Table, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import {
  creditQuery,
  methodsQuery,
  paymentSetupQuery,
  statementFile,
  statementQuery,
  useAddTestCard,
  useMakeDefault,
  useRemoveMethod,
} from '../../api/money.ts';
import { ConfirmButton } from '../../parts/confirm-button.tsx';
import { CreditGauge } from '../../parts/credit-gauge.tsx';
import { money, owed, when } from '../../parts/figures.tsx';
import { Icon } from '../../parts/icon.tsx';
import { ListTable } from '../../parts/list-table.tsx';
import { Page, Panel } from '../../parts/page.tsx';
import { Empty, Loading, Problem } from '../../parts/states.tsx';
import classes from '../keys/settings-editor.module.css';
import { BookingLink } from './booking-link.tsx';
import { ChargesPart } from './charges-part.tsx';
import { entryName } from './entry-name.ts';

export function PaymentsPage() {
  return (
    <Page title="Payments and credit">
      <CreditPart />
      <MethodsPart />
      <StatementPart />
      <ChargesPart />
    </Page>
  );
}

function CreditPart() {
  const { data, error, refetch } = useQuery(creditQuery);
  return (
    <Panel title="Credit account">
      {error === null ? null : <Problem error={error} onRetry={() => void refetch()} />}
      {data === undefined && error === null ? <Loading what="the account" /> : null}
      {data?.has_account === false && data.used !== 0 ? (
        <Text mb="xs">
          <Text span fw={650} fz="xl" className="figures">
            {owed(data.used)}
          </Text>{' '}
          {data.used > 0 ? 'owed, for what carriers charged later' : 'after what carriers charged'}
        </Text>
      ) : null}
      {data?.has_account === false ? (
        <Text c="dimmed" size="sm">
          You have no credit account. Whoever runs this service can give you one; bookings are then
          billed to it unless you choose a card.
        </Text>
      ) : null}
      {data?.has_account === true ? <CreditGauge credit={data} /> : null}
    </Panel>
  );
}

/** What the built-in test gateway does with each of its cards. */
const testCards = [
  { token: 'tok_ok', label: 'A card that pays' },
  { token: 'tok_declined', label: 'A card that is declined' },
  { token: 'tok_insufficient_funds', label: 'A card without funds' },
  { token: 'tok_expired', label: 'An expired card' },
  { token: 'tok_timeout', label: 'A card whose answer is lost' },
];

function MethodsPart() {
  const methods = useQuery(methodsQuery);
  const setup = useQuery(paymentSetupQuery);
  const add = useAddTestCard();
  const makeDefault = useMakeDefault();
  const remove = useRemoveMethod();
  const takesTestCards = setup.data?.takes_test_cards === true;
  const save = (token: string): void => {
    const before = methods.data ?? [];
    add.mutate(token, {
      onSuccess: ({ id, masked_label: label }) => {
        // The list does not change then, so it is said.
        const isKnown = before.some((method) => method.id === id);
        if (isKnown)
          notifications.show({ message: `${label} is saved already.`, color: 'eucalypt' });
      },
    });
  };
  return (
    <Panel
      title="Saved cards and wallets"
      actions={
        takesTestCards ? (
          <Menu position="bottom-end">
            <Menu.Target>
              <Button variant="default" size="xs" leftSection={<Icon name="plus" size={14} />}>
                Add a test card
              </Button>
            </Menu.Target>
            <Menu.Dropdown>
              {testCards.map(({ token, label }) => (
                <Menu.Item key={token} onClick={() => save(token)}>
                  {label}
                </Menu.Item>
              ))}
            </Menu.Dropdown>
          </Menu>
        ) : null
      }
    >
      <Problem error={methods.error ?? add.error ?? makeDefault.error} />
      {methods.data?.length === 0 ? (
        <Text size="sm" c="dimmed">
          {takesTestCards
            ? 'None saved. This service runs with the test gateway: add a test card to see how paying works.'
            : 'None saved. Cards are saved by whoever runs this service; a saved card is only charged when you choose it.'}
        </Text>
      ) : null}
      {methods.data?.map((method) => (
        <Group key={method.id} className={classes.entry}>
          <Group gap="xs" wrap="nowrap">
            <Icon name="payments" />
            <Text fw={600}>{method.masked_label}</Text>
            {method.is_default ? (
              <Badge size="sm" variant="light">
                Default
              </Badge>
            ) : null}
          </Group>
          <Group gap={2} wrap="nowrap">
            {method.is_default ? null : (
              <Button
                size="compact-sm"
                variant="subtle"
                onClick={() => makeDefault.mutate(method.id)}
              >
                Make default
              </Button>
            )}
            <ConfirmButton
              size="compact-sm"
              variant="subtle"
              color="gray"
              aria-label={`Remove ${method.masked_label}`}
              title={`Remove ${method.masked_label}?`}
              about="Nothing can be charged to it any more, and it has to be saved anew to be used again."
              verb="Remove it"
              isPending={remove.isPending}
              error={remove.error}
              onConfirm={() => remove.mutateAsync(method.id)}
            >
              Remove
            </ConfirmButton>
          </Group>
        </Group>
      ))}
    </Panel>
  );
}

const spans = [
  { value: '1', label: 'The last month' },
  { value: '3', label: 'Three months' },
  { value: '12', label: 'Twelve months' },
  { value: '0', label: 'Everything' },
];

/** The first day so many months ago; blank for the beginning. */
function sinceMonths(months: string): string {
  if (months === '0') return '';
  const day = new Date();
  day.setMonth(day.getMonth() - Number(months));
  return day.toISOString().slice(0, 10);
}

function StatementPart() {
  const [months, setMonths] = useState('3');
  const since = sinceMonths(months);
  const { data, error, refetch } = useQuery(statementQuery(since));
  return (
    <Panel
      title="Statement"
      flush
      actions={
        <Group gap="xs">
          <NativeSelect
            size="xs"
            aria-label="How far back"
            data={spans}
            value={months}
            onChange={(event) => setMonths(event.currentTarget.value)}
          />
          <Button
            component="a"
            href={statementFile(since)}
            download
            variant="default"
            size="xs"
            leftSection={<Icon name="download" size={14} />}
          >
            CSV
          </Button>
        </Group>
      }
    >
      {error === null ? null : <Problem error={error} onRetry={() => void refetch()} />}
      {data === undefined && error === null ? <Loading what="the statement" /> : null}
      {data?.lines.length === 0 ? (
        <Empty icon="document" title="Nothing in this time">
          Bookings on the credit account, adjustments and your payments are listed here.
        </Empty>
      ) : null}
      {data === undefined || data.lines.length === 0 ? null : (
        <ListTable
          heads={['When', 'What', 'Booking', { figure: 'Amount' }, { figure: 'Owed' }]}
          isDense
          className="figures"
        >
          {data.lines.toReversed().map((line) => (
            <Table.Tr key={line.id}>
              <Table.Td data-label="When">{when(line.at)}</Table.Td>
              <Table.Td data-label="What">{entryName(line)}</Table.Td>
              <Table.Td data-label="Booking">
                {line.booking_id === null ? null : <BookingLink id={line.booking_id} />}
              </Table.Td>
              <Table.Td data-label="Amount" data-figure>
                {money(line.amount)}
              </Table.Td>
              <Table.Td data-label="Owed" data-figure>
                {owed(line.balance)}
              </Table.Td>
            </Table.Tr>
          ))}
        </ListTable>
      )}
    </Panel>
  );
}
