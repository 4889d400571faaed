// The prices of orders before they are booked, and the outcome of each order afterwards.
import { Button, List, Table, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { fullName, useCarrierName, useIsSample } from '../../api/carriers.ts';
import { printBatch } from '../../api/documents.ts';
import type { Order } from '../../api/wire.ts';
import { countryName } from '../../parts/country-name.ts';
import { money, plural } from '../../parts/figures.tsx';
import { Icon } from '../../parts/icon.tsx';
import { TextLink } from '../../parts/links.tsx';
import { placeLine } from '../../parts/place-line.ts';
import { SampleNote } from '../../parts/sample-note.tsx';
import { Problem } from '../../parts/states.tsx';
import { bookingCost } from '../quotes/market.ts';
import { WarrantyLine } from '../quotes/warranty-line.tsx';
import { type Outcome, type Priced, totalOf, type Unpriced, warrantyFeesOf } from './book-many.ts';

type PriceListProps = {
  priced: readonly Priced[];
  unpriced: readonly Unpriced[];
  abroad: readonly Order[];
  /** Services that the carrier bills itself; undefined for a demo, which is free. */
  ownServices: ReadonlySet<string> | undefined;
};

export function PriceList({ priced, unpriced, abroad, ownServices }: PriceListProps) {
  const nameOf = useCarrierName();
  const isSample = useIsSample();
  const fees = warrantyFeesOf(priced);
  const buyersWords = ({ selected_courier: chosen }: Order, carrier: string): string[] => {
    if (chosen === null) return [];
    return [
      chosen === carrier ? 'chosen by the buyer' : `the buyer chose ${fullName(nameOf(chosen))}`,
    ];
  };
  return (
    <>
      {priced.length === 0 ? null : (
        <>
          <Table fz="sm" horizontalSpacing={6}>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>Order</Table.Th>
                <Table.Th>To</Table.Th>
                <Table.Th>Carrier</Table.Th>
                <Table.Th ta="right">Price</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {priced.map(({ order, offer }) => (
                <Table.Tr key={order.id}>
                  <Table.Td>{order.order_id}</Table.Td>
                  <Table.Td>{placeLine(order.receiver)}</Table.Td>
                  <Table.Td>
                    {fullName(nameOf(offer.carrier))}
                    <Text size="xs" c="dimmed">
                      {[
                        ...(ownServices?.has(offer.carrier) === true ? ['bills you itself'] : []),
                        ...(offer.quote.estimated ? ['Estimated'] : []),
                        ...(isSample(offer.quote) ? ['Sample'] : []),
                        ...buyersWords(order, offer.carrier),
                      ].join(', ')}
                    </Text>
                    <WarrantyLine quote={offer.quote} />
                  </Table.Td>
                  <Table.Td ta="right" className="figures">
                    {money(bookingCost(offer.quote))}
                  </Table.Td>
                </Table.Tr>
              ))}
              <Table.Tr fw={650}>
                <Table.Td colSpan={2}>Total</Table.Td>
                <Table.Td colSpan={2} ta="right" className="figures">
                  {money(totalOf(priced))}
                  {fees === 0 ? null : (
                    <Text size="xs" c="dimmed" fw={400}>
                      {money(fees)} of it for warranty
                    </Text>
                  )}
                </Table.Td>
              </Table.Tr>
            </Table.Tbody>
          </Table>
          <SampleNote
            samples={priced.filter(({ offer }) => isSample(offer.quote)).length}
            of={priced.length}
          />
        </>
      )}
      <Refused unpriced={unpriced} />
      <Abroad orders={abroad} />
    </>
  );
}

type OutcomeListProps = {
  outcomes: readonly Outcome[];
  unpriced: readonly Unpriced[];
  abroad: readonly Order[];
  /** The run was stopped before these were booked. */
  untried: readonly Priced[];
};

export function OutcomeList({ outcomes, unpriced, abroad, untried }: OutcomeListProps) {
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
            {outcome.kind === 'failed' ? null : (
              // Opens a new tab, because the other outcomes are shown only here.
              <TextLink
                to="/bookings/$id"
                params={{ id: String(outcome.bookingId) }}
                target="_blank"
                size="sm"
              >
                {outcome.kind === 'booked'
                  ? `Booking ${outcome.bookingId}`
                  : `Booking ${outcome.bookingId} shows the result.`}
              </TextLink>
            )}
          </List.Item>
        ))}
        {untried.map(({ order }) => (
          <List.Item key={order.id}>
            <b>{order.order_id}</b>: not tried
          </List.Item>
        ))}
      </List>
      <Refused unpriced={unpriced} />
      <Abroad orders={abroad} />
    </>
  );
}

/** Prints labels of all booked orders in one file. */
export function PrintLabels({ outcomes }: { outcomes: readonly Outcome[] }) {
  const print = useMutation({ mutationFn: (ids: number[]) => printBatch('labels', ids) });
  const ids = outcomes.flatMap((one) =>
    one.kind === 'booked' && one.connote !== null ? [one.bookingId] : [],
  );
  if (ids.length === 0) return null;
  return (
    <>
      <Button
        variant="light"
        leftSection={<Icon name="document" size={16} />}
        loading={print.isPending}
        onClick={() => print.mutate(ids)}
      >
        Print {plural(ids.length, 'label')}
      </Button>
      <Problem error={print.error} />
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

/** International orders, which need a customs declaration before they can be booked. */
function Abroad({ orders }: { orders: readonly Order[] }) {
  if (orders.length === 0) return null;
  return (
    <List size="sm" spacing={4}>
      {orders.map(({ id, order_id, receiver }) => (
        <List.Item key={id}>
          <b>{order_id}</b> to {countryName(receiver.country)} needs a customs declaration:{' '}
          {/* Opens a new tab, because the other orders are still to be booked here. */}
          <TextLink to="/quote" search={{ order: id }} target="_blank" size="sm">
            book it separately
          </TextLink>
        </List.Item>
      ))}
    </List>
  );
}
