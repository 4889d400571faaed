// Many orders become bookings: each is quoted, a carrier is chosen by one rule for all, and what that costs is shown before
// anything is booked. One that fails does not stop the others, and what became of each is said.
import { Modal } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useMember } from '../../api/session.ts';
import type { Order } from '../../api/wire.ts';
import { plural } from '../../parts/figures.tsx';
import { useOneByOne } from '../../parts/one-by-one.ts';
import { billedByCarrier } from '../bookings/payment-part.tsx';
import { type Asked, AskStep } from './ask-step.tsx';
import {
  bookPriced,
  leavesCountry,
  likelyRule,
  type Outcome,
  type Priced,
  priceOrder,
  type Unpriced,
} from './book-many.ts';
import { BookingStep } from './booking-step.tsx';
import { keepPickup, likelyPickup } from './pickup.ts';
import { PricesStep } from './prices-step.tsx';
import { useWaysToPay } from './use-ways-to-pay.ts';

export function BookOrders(props: { orders: readonly Order[]; onClose: () => void }) {
  const { onClose } = props;
  // As they were chosen: what is booked meanwhile leaves the list on the page, not this one.
  const [orders] = useState(props.orders);
  const member = useMember();
  const queries = useQueryClient();
  const ways = useWaysToPay();
  const [typed, setTyped] = useState<Omit<Asked, 'payment'>>(() => {
    const pickup = likelyPickup(member);
    const rule = likelyRule(orders.filter((order) => !leavesCountry(order, pickup.place)));
    return { pickup, rule, hasWarranty: true, tellsReceivers: false };
  });
  const [payment, setPayment] = useState<string>();
  const [step, setStep] = useState<'asking' | 'prices' | 'booking'>('asking');
  const method = payment ?? ways.likely;
  const { place, contact } = typed.pickup;
  const abroad = orders.filter((order) => leavesCountry(order, place));
  const atHome = orders.filter((order) => !leavesCountry(order, place));
  // What others would carry is paid for here, so it is not among them.
  const among = method === billedByCarrier ? ways.ownServices : undefined;
  const pricing = useOneByOne<Order, Priced | Unpriced>(
    (order) => priceOrder(order, { ...place, ...contact }, { ...typed, among }),
    'Prices are still loading. Leave anyway?',
  );
  const booking = useOneByOne<Priced, Outcome>(
    (priced) => bookPriced(priced, method === billedByCarrier ? undefined : method),
    'Orders are still being booked. Leave, and book no more after this one?',
  );
  const results = {
    priced: pricing.results.filter((one) => 'offer' in one),
    unpriced: pricing.results.filter((one) => 'words' in one),
    abroad,
  };
  const isBusy = pricing.isRunning || booking.isRunning;

  const getPrices = async (): Promise<void> => {
    keepPickup(typed.pickup, member);
    pricing.reset();
    // What was looked at with these prices is what pays, whatever is heard of accounts meanwhile.
    setPayment(method);
    setStep('prices');
    await pricing.run(atHome);
  };
  const book = async (): Promise<void> => {
    setStep('booking');
    await booking.run(results.priced);
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
        <AskStep
          orders={atHome}
          asked={{ ...typed, payment: method }}
          ways={ways}
          isBusy={pricing.isRunning}
          onChange={({ payment: chosen, ...rest }) => {
            setTyped({ ...typed, ...rest });
            if (chosen !== undefined) setPayment(chosen);
          }}
          onClose={onClose}
          onAsk={() => void getPrices()}
        />
      ) : null}
      {step === 'prices' ? (
        <PricesStep
          {...results}
          pricing={pricing}
          asked={atHome.length}
          method={method}
          ways={ways}
          onBack={() => {
            pricing.stop();
            setStep('asking');
          }}
          onBook={() => void book()}
        />
      ) : null}
      {step === 'booking' ? (
        <BookingStep {...results} booking={booking} all={orders.length} onClose={onClose} />
      ) : null}
    </Modal>
  );
}
