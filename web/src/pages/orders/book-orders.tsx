// Many orders become bookings: each is quoted, a carrier is chosen by one rule for all, and what that costs is shown before
// anything is booked. One that fails does not stop the others, and what became of each is said.
import {
  Button,
  Group,
  Modal,
  NativeSelect,
  Progress,
  Stack,
  Text,
  TextInput,
} from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { creditQuery, methodsQuery } from '../../api/money.ts';
import { useOwnServices } from '../../api/own-accounts.ts';
import { useMember, useSession } from '../../api/session.ts';
import type { Order } from '../../api/wire.ts';
import { money, plural } from '../../parts/figures.tsx';
import { useOneByOne } from '../../parts/one-by-one.ts';
import { ProblemOfAny } from '../../parts/states.tsx';
import { StopButton } from '../../parts/stop-button.tsx';
import { SuburbSearch } from '../../parts/suburb-search.tsx';
import type { Contact } from '../book/contacts.ts';
import { billedByCarrier, likelyPayment } from '../book/payment-part.tsx';
import { useCarrierChoices } from '../keys/carriers-part.tsx';
import {
  bookPriced,
  type Outcome,
  type Priced,
  paidHere,
  priceOrder,
  summaryOf,
  totalOf,
  type Unpriced,
} from './book-many.ts';
import { OutcomeList, PriceList, PrintLabels } from './booked-orders.tsx';
import { keepPickup, likelyPickup, movedTo } from './pickup.ts';

export function BookOrders(props: { orders: readonly Order[]; onClose: () => void }) {
  const { onClose } = props;
  // As they were chosen: what is booked meanwhile leaves the list on the page, not this one.
  const [orders] = useState(props.orders);
  const member = useMember();
  const { may_book_live: mayBookLive } = useSession();
  const queries = useQueryClient();
  const credit = useQuery(creditQuery);
  const methods = useQuery(methodsQuery);
  const ownServices = useOwnServices();
  const carriers = useCarrierChoices();
  const [pickup, setPickup] = useState(() => likelyPickup(member));
  const { place, contact } = pickup;
  const say = (part: Partial<Contact>): void =>
    setPickup({ place, contact: { ...contact, ...part } });
  const [rule, setRule] = useState('cheapest');
  const [payment, setPayment] = useState<string>();
  const [step, setStep] = useState<'asking' | 'prices' | 'booking'>('asking');
  const isLoaded =
    credit.data !== undefined && methods.data !== undefined && ownServices.data !== undefined;
  const method =
    payment ?? (isLoaded ? likelyPayment(credit.data, methods.data, mayBookLive) : 'demo');
  const payments = [
    ...(mayBookLive && credit.data?.has_account === true
      ? [{ value: 'credit', label: 'Credit account' }]
      : []),
    ...(mayBookLive ? (methods.data ?? []) : []).map(({ id, masked_label }) => ({
      value: id,
      label: masked_label,
    })),
    ...(mayBookLive && (ownServices.data?.size ?? 0) > 0
      ? [{ value: billedByCarrier, label: 'Own accounts with carriers' }]
      : []),
    { value: 'demo', label: 'Demo' },
  ];
  // What others would carry is paid for here, so it is not among them.
  const among = method === billedByCarrier ? ownServices.data : undefined;
  const pricing = useOneByOne<Order, Priced | Unpriced>(
    (order) => priceOrder(order, { ...place, ...contact }, { rule, among }),
    'Prices are still being asked for. Leave all the same?',
  );
  const booking = useOneByOne<Priced, Outcome>(
    (priced) => bookPriced(priced, method === billedByCarrier ? undefined : method),
    'Orders are still being booked. Leave, and book no more after this one?',
  );
  const priced = pricing.results.filter((one) => 'offer' in one);
  const unpriced = pricing.results.filter((one) => 'words' in one);
  // A demo is nobody's bill.
  const own = method === 'demo' ? undefined : ownServices.data;
  const here = paidHere(priced, own);
  const isBusy = pricing.isRunning || booking.isRunning;

  const getPrices = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    keepPickup(pickup, member);
    pricing.reset();
    // What was looked at with these prices is what pays, whatever is heard of accounts meanwhile.
    setPayment(method);
    setStep('prices');
    await pricing.run(orders);
  };
  const book = async (): Promise<void> => {
    setStep('booking');
    await booking.run(priced);
    await queries.invalidateQueries();
  };
  return (
    <Modal
      opened
      onClose={onClose}
      title={`Book ${plural(orders.length, 'order')}`}
      size="lg"
      closeOnClickOutside={!isBusy}
      closeOnEscape={!isBusy}
      withCloseButton={!isBusy}
    >
      {step === 'asking' ? (
        <form onSubmit={(event) => void getPrices(event)}>
          <Stack>
            <SuburbSearch
              label="Pick up from"
              value={place}
              offersCountries={false}
              onChange={(other) => setPickup(movedTo(pickup, { ...place, ...other }, member))}
            />
            <Group grow align="flex-start">
              <TextInput
                label="Name"
                value={contact.name}
                onChange={(event) => say({ name: event.currentTarget.value })}
              />
              <TextInput
                label="Phone"
                value={contact.phone}
                onChange={(event) => say({ phone: event.currentTarget.value })}
              />
            </Group>
            <TextInput
              label="Street"
              required
              withAsterisk={false}
              value={contact.address}
              onChange={(event) => say({ address: event.currentTarget.value })}
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
                data={payments}
              />
            </Group>
            <Text size="sm" c="dimmed">
              Each order is quoted for its first pickup day. You see the prices before anything is
              booked.
            </Text>
            <ProblemOfAny of={[credit, methods, ownServices]} />
            <Group justify="flex-end">
              <Button variant="default" onClick={onClose}>
                Cancel
              </Button>
              <Button
                type="submit"
                disabled={!isLoaded || place.suburb === ''}
                loading={pricing.isRunning}
              >
                Get prices
              </Button>
            </Group>
          </Stack>
        </form>
      ) : null}
      {step === 'prices' ? (
        <Stack>
          {pricing.isRunning ? (
            <Progress
              value={(100 * pricing.results.length) / orders.length}
              aria-label="Orders priced"
            />
          ) : null}
          <PriceList priced={priced} unpriced={unpriced} ownServices={own} />
          <Text size="sm" c="dimmed" role="status">
            {pricing.isRunning
              ? `${pricing.results.length} of ${orders.length} priced`
              : paidWords(method, payments, totalOf(priced) - here)}
          </Text>
          {method === 'credit' && here > (credit.data?.available ?? 0) ? (
            <Text size="sm" c="red">
              Only {money(credit.data?.available ?? 0)} is left on the credit account. What does not
              fit is not booked.
            </Text>
          ) : null}
          <Group justify="flex-end">
            <Button
              variant="default"
              onClick={() => {
                pricing.stop();
                setStep('asking');
              }}
            >
              Back
            </Button>
            <Button
              disabled={priced.length === 0}
              loading={pricing.isRunning}
              onClick={() => void book()}
            >
              Book {plural(priced.length, 'order')}{' '}
              {method === 'demo' ? 'as demos' : `for ${money(totalOf(priced))}`}
            </Button>
          </Group>
        </Stack>
      ) : null}
      {step === 'booking' ? (
        <Stack>
          <Progress
            value={(100 * booking.results.length) / priced.length}
            aria-label="Orders booked"
          />
          <Text size="sm" role="status">
            {summaryOf(booking.results, orders.length)}
            {booking.isRunning || booking.results.length === priced.length
              ? ''
              : `. Stopped: ${priced.length - booking.results.length} not tried`}
          </Text>
          <OutcomeList
            outcomes={booking.results}
            unpriced={unpriced}
            untried={booking.isRunning ? [] : priced.slice(booking.results.length)}
          />
          <Group justify="flex-end">
            <StopButton of={booking} />
            {booking.isRunning ? null : <PrintLabels outcomes={booking.results} />}
            <Button onClick={onClose} disabled={booking.isRunning}>
              Done
            </Button>
          </Group>
        </Stack>
      ) : null}
    </Modal>
  );
}

function paidWords(
  method: string,
  payments: readonly { value: string; label: string }[],
  billed: number,
): string {
  if (method === 'demo') return 'Demos: nothing is charged, and no carrier is told.';
  if (method === billedByCarrier) return 'The carriers bill you; nothing is charged here.';
  const name = payments.find(({ value }) => value === method)?.label ?? method;
  const own = billed === 0 ? '' : ` Carriers bill you ${money(billed)} of it themselves.`;
  return `Paid by: ${name}.${own} Each is booked at the price shown here, or not at all.`;
}
