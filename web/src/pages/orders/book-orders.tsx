// Many orders become bookings: each is quoted, a carrier is chosen by one rule for all, and the booking is confirmed. One
// that fails does not stop the others, and what became of each is said.
import {
  Button,
  Group,
  List,
  Modal,
  NativeSelect,
  Progress,
  Stack,
  Text,
  TextInput,
} from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { confirmBooking } from '../../api/bookings.ts';
import { useCarrierName } from '../../api/carriers.ts';
import { ask } from '../../api/client.ts';
import { creditQuery, methodsQuery } from '../../api/money.ts';
import { linkOrder, receiverOf } from '../../api/orders.ts';
import { useOwnServices } from '../../api/own-carriers.ts';
import { useMember, useSession } from '../../api/session.ts';
import type { Booking, Order } from '../../api/wire.ts';
import { money, plural } from '../../parts/figures.tsx';
import { SuburbSearch } from '../../parts/suburb-search.tsx';
import { billedByCarrier, likelyPayment } from '../book/payment-part.tsx';
import { useCarrierChoices } from '../keys/carriers-part.tsx';
import { loadDraft } from '../quote/draft.ts';
import { byPrice, byTransit, type Offer } from '../quote/market.ts';

type Outcome = { order: Order; isBooked: boolean; words: string };

/** Which offer is taken; undefined when there is none of that kind. */
function choose(offers: readonly Offer[], rule: string): Offer | undefined {
  if (rule === 'cheapest') return offers.toSorted(byPrice)[0];
  if (rule === 'fastest') return offers.toSorted(byTransit)[0];
  return offers.find(({ carrier }) => carrier === rule);
}

export function BookOrders(props: { orders: readonly Order[]; onClose: () => void }) {
  const { onClose } = props;
  // As they were chosen: what is booked meanwhile leaves the list on the page, not this one.
  const [orders] = useState(props.orders);
  const member = useMember();
  const { may_book_live: mayBookLive } = useSession();
  const queries = useQueryClient();
  const credit = useQuery(creditQuery);
  const methods = useQuery(methodsQuery);
  const carriers = useCarrierChoices();
  const [sender, setSender] = useState(() => loadDraft(member).sender);
  const [contact, setContact] = useState({
    name: `${member.first_name} ${member.last_name}`.trim(),
    company_name: member.company_name,
    phone: member.phone,
    address: '',
  });
  const [rule, setRule] = useState('cheapest');
  const [payment, setPayment] = useState<string>();
  const [outcomes, setOutcomes] = useState<readonly Outcome[]>([]);
  const [isRunning, setRunning] = useState(false);
  const nameOf = useCarrierName();
  const hasOwn = (useOwnServices()?.size ?? 0) > 0;
  const isLoaded = credit.data !== undefined && methods.data !== undefined;
  const method =
    payment ?? (isLoaded ? likelyPayment(credit.data, methods.data, mayBookLive) : 'demo');

  const bookOne = async (order: Order): Promise<Outcome> => {
    try {
      const booking = await ask<Booking>('POST', '/bookings/v4', {
        body: {
          sender: { ...sender, ...contact },
          receiver: receiverOf(order),
          items: order.items,
          declared_value: order.sale_price,
          description: order.goods_summary,
        },
      });
      const offers = Object.entries(booking.quotes ?? {}).map(([carrier, quote]) => ({
        carrier,
        quote,
      }));
      const offer = choose(offers, rule);
      if (offer === undefined) {
        const words =
          offers.length === 0 ? 'No carrier takes it.' : 'The chosen carrier does not take it.';
        return { order, isBooked: false, words };
      }
      await linkOrder(order.id, booking.id);
      const [pickup_date = ''] = offer.quote.pickup_dates;
      const made = await confirmBooking(booking.id, {
        courier: offer.carrier,
        pickup_date,
        ...(method === billedByCarrier ? {} : { payment_method: method }),
      });
      const { carrier } = nameOf(made.courier ?? offer.carrier);
      return {
        order,
        isBooked: true,
        words: `${carrier}, ${money(made.cost ?? 0)}, ${made.connote ?? 'number to follow'}`,
      };
    } catch (error) {
      return {
        order,
        isBooked: false,
        words: error instanceof Error ? error.message : String(error),
      };
    }
  };
  const run = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    setRunning(true);
    const done: Outcome[] = [];
    for (const order of orders) {
      done.push(await bookOne(order));
      setOutcomes([...done]);
    }
    setRunning(false);
    await queries.invalidateQueries();
  };
  const isDone = outcomes.length === orders.length;
  return (
    <Modal
      opened
      onClose={onClose}
      title={`Book ${plural(orders.length, 'order')}`}
      size="lg"
      closeOnClickOutside={!isRunning}
      closeOnEscape={!isRunning}
      withCloseButton={!isRunning}
    >
      {outcomes.length > 0 || isRunning ? (
        <Stack>
          <Progress value={(100 * outcomes.length) / orders.length} aria-label="Orders booked" />
          <Text size="sm" role="status">
            {outcomes.filter(({ isBooked }) => isBooked).length} of {orders.length} booked
          </Text>
          <List size="sm" spacing={4}>
            {outcomes.map(({ order, isBooked, words }) => (
              <List.Item key={order.id} {...(isBooked ? {} : { c: 'red' })}>
                <b>{order.order_id}</b>: {words}
              </List.Item>
            ))}
          </List>
          <Group justify="flex-end">
            <Button onClick={onClose} disabled={!isDone}>
              Done
            </Button>
          </Group>
        </Stack>
      ) : (
        <form onSubmit={(event) => void run(event)}>
          <Stack>
            <SuburbSearch
              label="Pick up from"
              value={sender}
              offersCountries={false}
              onChange={(place) => setSender({ ...sender, ...place })}
            />
            <Group grow align="flex-start">
              <TextInput
                label="Name"
                value={contact.name}
                onChange={(event) => setContact({ ...contact, name: event.currentTarget.value })}
              />
              <TextInput
                label="Phone"
                value={contact.phone}
                onChange={(event) => setContact({ ...contact, phone: event.currentTarget.value })}
              />
            </Group>
            <TextInput
              label="Street"
              required
              withAsterisk={false}
              value={contact.address}
              onChange={(event) => setContact({ ...contact, address: event.currentTarget.value })}
            />
            <Group grow align="flex-start">
              <NativeSelect
                label="Carrier"
                value={rule}
                onChange={(event) => setRule(event.currentTarget.value)}
                data={[
                  { value: 'cheapest', label: 'The cheapest' },
                  { value: 'fastest', label: 'The fastest' },
                  ...carriers,
                ]}
              />
              <NativeSelect
                label="Payment"
                value={method}
                onChange={(event) => setPayment(event.currentTarget.value)}
                data={[
                  ...(mayBookLive && credit.data?.has_account === true
                    ? [{ value: 'credit', label: 'Credit account' }]
                    : []),
                  ...(mayBookLive ? (methods.data ?? []) : []).map(({ id, masked_label }) => ({
                    value: id,
                    label: masked_label,
                  })),
                  ...(mayBookLive && hasOwn
                    ? [{ value: billedByCarrier, label: 'Own accounts with carriers' }]
                    : []),
                  { value: 'demo', label: 'Demo' },
                ]}
              />
            </Group>
            <Text size="sm" c="dimmed">
              Each order is quoted and booked for its first pickup day.
            </Text>
            <Group justify="flex-end">
              <Button variant="default" onClick={onClose}>
                Cancel
              </Button>
              <Button type="submit" disabled={!isLoaded || sender.suburb === ''}>
                Book {plural(orders.length, 'order')}
              </Button>
            </Group>
          </Stack>
        </form>
      )}
    </Modal>
  );
}
