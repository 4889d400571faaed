// The state of the booking form, and the booking itself. Details are saved first, which updates the prices. If the
// price has changed, the person must see it before anything is charged.
import { notifications } from '@mantine/notifications';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { isCancelled } from '../../api/booking-status.ts';
import {
  type Confirm,
  changeBooking,
  confirmBooking,
  shareQuote,
  useBook,
} from '../../api/bookings.ts';
import { ApiError, refusalOf } from '../../api/client.ts';
import { useMember, useSession } from '../../api/session.ts';
import type { Booking, Credit, PaymentMethod, Quote } from '../../api/wire.ts';
import { bookingCost } from '../quotes/market.ts';
import { forgetBookDraft, keepBookDraft, loadBookDraft } from './book-draft.ts';
import { contactFor, keepContact } from './contacts.ts';
import { declareCustoms, likelyCustoms } from './customs-part.tsx';
import type { Details } from './details-part.tsx';
import { gapsIn } from './gaps.ts';
import { billedByCarrier, likelyPayment } from './payment-part.tsx';
import { anyTime, pickupTimeOf } from './pickup-hours.ts';

export type BookFormProps = {
  booking: Booking;
  carrier: string;
  quote: Quote;
  firstTier: number | undefined;
  /** The order that this booking fulfils. */
  orderId: number | undefined;
  credit: Credit;
  methods: readonly PaymentMethod[];
  /** Quoted by the member's own carrier account. */
  isOwn: boolean;
};

export function useBookForm(props: BookFormProps) {
  const { booking, carrier, quote, firstTier, credit, methods, isOwn } = props;
  const member = useMember();
  // Depend on the id only. A member object that is loaded again during sign-out would store the draft again after it
  // was cleared.
  const { id: memberId } = member;
  const { may_book_live: mayBookLive } = useSession();
  const navigate = useNavigate();
  // The order that these prices were requested for, even if it is linked to another booking meanwhile: the service
  // then rejects this booking.
  const [linkedOrder] = useState(props.orderId);
  const [kept] = useState(() => loadBookDraft(member, booking.id));
  const [sender, setSender] = useState(
    () => kept.sender ?? contactFor('sender', booking.sender, member).contact,
  );
  const [receiver, setReceiver] = useState(
    () => kept.receiver ?? contactFor('receiver', booking.receiver, member),
  );
  const [details, setDetails] = useState<Details>(() => ({
    description: booking.description,
    customer_reference: booking.customer_reference ?? '',
    pickup_instructions: booking.pickup_instructions,
    special_instructions: booking.special_instructions,
    notifications: booking.notifications,
    ...kept.details,
  }));
  const [pickupDate, setPickupDate] = useState(quote.pickup_dates[0] ?? '');
  const [pastDates, setPastDates] = useState<readonly string[]>([]);
  const [hours, setHours] = useState(anyTime);
  const pickupTime = pickupTimeOf(quote.pickup_time, hours);
  const [tier, setTier] = useState(firstTier);
  const [payment, setPayment] = useState(() =>
    isOwn && mayBookLive
      ? billedByCarrier
      : likelyPayment(credit, methods, mayBookLive, bookingCost(quote, firstTier)),
  );
  const isAbroad = booking.sender.country !== booking.receiver.country;
  const [customs, setCustoms] = useState(() => kept.customs ?? likelyCustoms(booking));
  useEffect(
    () => keepBookDraft({ id: memberId }, booking.id, { sender, receiver, details, customs }),
    [memberId, booking.id, sender, receiver, details, customs],
  );
  const [newPrice, setNewPrice] = useState<number>();
  const price = bookingCost(quote, tier);
  const isDemo = payment === 'demo';

  /**
   * Saves the details. A new price stops what follows: the person must see it before anything is charged or offered.
   */
  const save = async (): Promise<{ saved: Booking; isRepriced: boolean }> => {
    keepContact('sender', booking.sender, sender, member);
    keepContact('receiver', booking.receiver, receiver.contact, member);
    const { description, ...others } = details;
    const saved = await changeBooking(booking.id, {
      sender,
      receiver: receiver.contact,
      ...others,
      // An unchanged description is not sent, because a stored one may be longer than the current limit.
      ...(description === booking.description ? {} : { description }),
    });
    const fresh = saved.quotes?.[carrier];
    if (!isDemo && fresh !== undefined && bookingCost(fresh, tier) !== (newPrice ?? price)) {
      setNewPrice(bookingCost(fresh, tier));
      return { saved, isRepriced: true };
    }
    if (isAbroad) await declareCustoms(booking.id, customs);
    return { saved, isRepriced: false };
  };
  const choice = (): Confirm => ({
    ...(payment === billedByCarrier ? {} : { payment_method: payment }),
    ...(isDemo ? {} : { courier: carrier, pickup_date: pickupDate }),
    ...(isDemo || pickupTime === undefined ? {} : { pickup_time: pickupTime }),
    ...(isDemo || tier === undefined ? {} : { tier }),
    ...(linkedOrder === undefined ? {} : { linked_order_id: linkedOrder }),
  });
  const make = async (): Promise<Booking> => {
    const { saved, isRepriced } = await save();
    return isRepriced ? saved : await confirmBooking(booking.id, choice());
  };
  const sharing = useMutation({
    mutationFn: async () => {
      const { isRepriced } = await save();
      return isRepriced ? undefined : await shareQuote(booking.id, choice());
    },
  });
  const book = useBook(booking.id, make, async ({ booking: { id, status }, isFound }) => {
    await navigate({
      to: '/bookings/$id',
      params: { id: String(id) },
      state: { isJustBooked: true },
      replace: true,
    });
    forgetBookDraft(member, id);
    if (isFound && !isCancelled({ status })) sayThatItIsMade(id);
  });
  // A double click sends the second click before the button is disabled.
  const isUnderWay = useRef(false);
  const [gaps, setGaps] = useState<ApiError>();
  const submit = (what: 'book' | 'look'): void => {
    if (isUnderWay.current) return;
    // Checking the result of an earlier attempt does not send the form.
    const found =
      what === 'look'
        ? undefined
        : gapsIn(isAbroad ? { sender, receiver, customs } : { sender, receiver });
    setGaps(found);
    if (found !== undefined) return;
    isUnderWay.current = true;
    book.mutate(what, {
      onError: (error) => {
        if (!(error instanceof ApiError) || error.field('pickup_date') === undefined) return;
        // The pickup date passed while the page was open: offer the next date, which the person confirms by booking
        // again.
        const past = [...pastDates, pickupDate];
        setPastDates(past);
        setPickupDate(quote.pickup_dates.find((date) => !past.includes(date)) ?? '');
      },
      onSettled: () => {
        isUnderWay.current = false;
      },
    });
  };

  return {
    sender,
    setSender,
    receiver,
    setReceiver,
    details,
    setDetails,
    customs,
    setCustoms,
    pickupDate,
    setPickupDate,
    pastDates,
    hours,
    setHours,
    payment,
    setPayment,
    tier,
    chooseTier: (next: number | undefined): void => {
      setTier(next);
      setNewPrice(undefined);
    },
    price,
    newPrice,
    isAbroad,
    isDemo,
    mayBookLive,
    submit: () => submit('book'),
    lookAgain: () => submit('look'),
    share: (): void => {
      const found = gapsIn(isAbroad ? { sender, receiver, customs } : { sender, receiver });
      setGaps(found);
      if (found === undefined) sharing.mutate();
    },
    sharing,
    isPending: book.isPending,
    error: gaps ?? book.error ?? sharing.error,
    refusal: gaps ?? refusalOf(book.error ?? sharing.error),
  };
}

/** For a booking whose answer was lost, or which another tab made first. */
function sayThatItIsMade(id: number): void {
  notifications.show({
    color: 'eucalypt',
    title: `Booking ${id} is made`,
    message: 'It was booked although no answer was seen here. It is charged only once.',
  });
}
