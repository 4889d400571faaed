// Orders that are about to be booked, with what each costs; and what became of each.
import { List, Table, Text } from '@mantine/core';
import { useCarrierName } from '../../api/carriers.ts';
import { money } from '../../parts/figures.tsx';
import { TextLink } from '../../parts/links.tsx';
import { ListTable } from '../../parts/list-table.tsx';
import { titleCase } from '../../parts/title-case.ts';
import { bookingCost } from '../quote/market.ts';
import { type Outcome, type Priced, totalOf, type Unpriced } from './book-many.ts';

type PriceListProps = {
  priced: readonly Priced[];
  unpriced: readonly Unpriced[];
  /** What the carrier bills itself, where anything is billed at all. */
  ownServices: ReadonlySet<string> | undefined;
};

export function PriceList({ priced, unpriced, ownServices }: PriceListProps) {
  const nameOf = useCarrierName();
  return (
    <>
      {priced.length === 0 ? null : (
        <ListTable heads={['Order', 'To', 'Carrier', { figure: 'Price' }]} isDense>
          {priced.map(({ order, offer }) => (
            <Table.Tr key={order.id}>
              <Table.Td data-label="Order">{order.order_id}</Table.Td>
              <Table.Td data-label="To">
                {titleCase(order.shipping.city)} {order.shipping.postcode}
              </Table.Td>
              <Table.Td data-label="Carrier">
                {nameOf(offer.carrier).carrier}
                {ownServices?.has(offer.carrier) === true ? (
                  <Text size="xs" c="dimmed">
                    bills you itself
                  </Text>
                ) : null}
              </Table.Td>
              <Table.Td data-label="Price" data-figure className="figures">
                {money(bookingCost(offer.quote))}
              </Table.Td>
            </Table.Tr>
          ))}
          <Table.Tr>
            <Table.Td colSpan={3} fw={650}>
              Together
            </Table.Td>
            <Table.Td data-label="Together" data-figure className="figures" fw={650}>
              {money(totalOf(priced))}
            </Table.Td>
          </Table.Tr>
        </ListTable>
      )}
      <Refused unpriced={unpriced} />
    </>
  );
}

type OutcomeListProps = { outcomes: readonly Outcome[]; unpriced: readonly Unpriced[] };

export function OutcomeList({ outcomes, unpriced }: OutcomeListProps) {
  const nameOf = useCarrierName();
  const words = (outcome: Outcome): string =>
    outcome.kind === 'booked'
      ? `${nameOf(outcome.carrier).carrier}, ${money(outcome.cost)}, ${outcome.connote ?? 'number to follow'}`
      : outcome.words;
  return (
    <>
      <List size="sm" spacing={4}>
        {outcomes.map((outcome) => (
          <List.Item key={outcome.order.id} {...(outcome.kind === 'failed' ? { c: 'red' } : {})}>
            <b>{outcome.order.order_id}</b>: {words(outcome)}{' '}
            {outcome.kind === 'uncertain' ? (
              <TextLink to="/bookings/$id" params={{ id: String(outcome.bookingId) }}>
                Booking {outcome.bookingId} says what became of it.
              </TextLink>
            ) : null}
          </List.Item>
        ))}
      </List>
      <Refused unpriced={unpriced} />
    </>
  );
}

function Refused({ unpriced }: { unpriced: readonly Unpriced[] }) {
  if (unpriced.length === 0) return null;
  return (
    <List size="sm" spacing={4} c="red">
      {unpriced.map(({ order, words }) => (
        <List.Item key={order.id}>
          <b>{order.order_id}</b>: {words}
        </List.Item>
      ))}
    </List>
  );
}
