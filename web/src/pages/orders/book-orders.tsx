// Books many orders in steps: choose the terms, see the prices, book. A failed order does not stop the others, and
// the result lists every order.
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
  // The orders as selected. Booked orders leave the page's list, but must stay in this one.
  const [orders] = useState(props.orders);
  const member = useMember();
  const queries = useQueryClient();
  const ways = useWaysToPay();
  const [typed, setTyped] = useState<Omit<Asked, 'payment'>>(() => {
    const pickup = likelyPickup(member);
    const rule = likelyRule(orders.filter((order) => !leavesCountry(order, pickup.place)));
    return { pickup, rule, hasWarranty: true, notifiesReceivers: false };
  });
  const [payment, setPayment] = useState<string>();
  const [step, setStep] = useState<'asking' | 'prices' | 'booking'>('asking');
  const method = payment ?? ways.likely;
  const { place, contact } = typed.pickup;
  const abroad = orders.filter((order) => leavesCountry(order, place));
  const atHome = orders.filter((order) => !leavesCountry(order, place));
  // The carrier bills only services of the member's own accounts, so other services are excluded.
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
    // Pay with the method shown with these prices, even if the accounts change meanwhile.
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
