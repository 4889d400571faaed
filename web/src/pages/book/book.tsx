// From a chosen quote to a booking: who hands over and who receives, when it is picked up, who pays. Details are saved first,
// which prices the booking anew; should the price have changed, nobody is charged before they have seen it.
import {
  Alert,
  Button,
  Checkbox,
  Chip,
  Group,
  List,
  Select,
  Stack,
  Text,
  Textarea,
  TextInput,
} from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { type FormEvent, useRef, useState } from 'react';
import {
  bookingQuery,
  changeBooking,
  confirmBooking,
  longestDescription,
  useBook,
} from '../../api/bookings.ts';
import { fullName, useCarrierName, useIsSample } from '../../api/carriers.ts';
import { ApiError } from '../../api/client.ts';
import { creditQuery, methodsQuery } from '../../api/money.ts';
import { useOwnServices } from '../../api/own-carriers.ts';
import { useMember, useSession } from '../../api/session.ts';
import type { Booking, Credit, PaymentMethod, Quote } from '../../api/wire.ts';
import { BackLink } from '../../parts/back-link.tsx';
import { kilograms, money, pickupDay, piecesOf, plural } from '../../parts/figures.tsx';
import { useFirstMistake } from '../../parts/first-mistake.ts';
import { ButtonLink } from '../../parts/links.tsx';
import { Page, Panel } from '../../parts/page.tsx';
import { plainWords } from '../../parts/plain-words.ts';
import { SampleNote } from '../../parts/sample-note.tsx';
import { Empty, Loading, Problem, ProblemOfAny } from '../../parts/states.tsx';
import { BuyersPrice } from '../quote/buyers-price.tsx';
import { bookingCost, serviceName, transitWords } from '../quote/market.ts';
import classes from './book.module.css';
import { ContactPart } from './contact-part.tsx';
import { blankContact, contactFor, keepContact } from './contacts.ts';
import { CustomsPart, declareCustoms, likelyCustoms } from './customs-part.tsx';
import { billedByCarrier, likelyPayment, PaymentPart } from './payment-part.tsx';

export function BookPage() {
  const id = Number(useParams({ from: '/members/bookings/$id/book' }).id);
  const { carrier, tier } = useSearch({ from: '/members/bookings/$id/book' });
  const booking = useQuery(bookingQuery(id));
  const credit = useQuery(creditQuery);
  const methods = useQuery(methodsQuery);
  const ownServices = useOwnServices();
  const needed = [booking, credit, methods, ownServices];
  const quote = booking.data?.quotes?.[carrier ?? ''];
  const isLoaded =
    booking.data !== undefined &&
    credit.data !== undefined &&
    methods.data !== undefined &&
    ownServices.data !== undefined;
  return (
    <Page
      title="Book"
      above={<BackLink to="/quote" search={{ booking: id }}>{`Prices of booking ${id}`}</BackLink>}
    >
      <ProblemOfAny of={needed} />
      {!isLoaded && needed.every(({ error }) => error === null) ? (
        <Loading what="the booking" />
      ) : null}
      {isLoaded && quote !== undefined && carrier !== undefined ? (
        <BookForm
          key={`${id} ${carrier}`}
          booking={booking.data}
          carrier={carrier}
          quote={quote}
          firstTier={tier}
          credit={credit.data}
          methods={methods.data}
          isOwn={ownServices.data.has(carrier)}
        />
      ) : null}
      {isLoaded && quote === undefined ? <NothingToBook booking={booking.data} /> : null}
    </Page>
  );
}

function NothingToBook({ booking }: { booking: Booking }) {
  const isNew = booking.status === 'new';
  return (
    <Panel>
      <Empty
        icon="bookings"
        title={isNew ? 'Choose a carrier first' : 'This booking is made'}
        action={
          isNew ? (
            <ButtonLink to="/quote" search={{ booking: booking.id }}>
              See its prices
            </ButtonLink>
          ) : (
            <ButtonLink to="/bookings/$id" params={{ id: String(booking.id) }}>
              To the booking
            </ButtonLink>
          )
        }
      >
        {isNew
          ? 'Prices may have changed since you chose.'
          : 'It has been confirmed already, perhaps in another tab. It is not charged twice.'}
      </Empty>
    </Panel>
  );
}

type BookFormProps = {
  booking: Booking;
  carrier: string;
  quote: Quote;
  firstTier: number | undefined;
  credit: Credit;
  methods: readonly PaymentMethod[];
  /** Quoted by the member's own account with the carrier. */
  isOwn: boolean;
};

function BookForm(props: BookFormProps) {
  const { booking, carrier, quote, firstTier, credit, methods, isOwn } = props;
  const member = useMember();
  const { may_book_live: mayBookLive, sends_mails: sendsMails } = useSession();
  const navigate = useNavigate();
  const [sender, setSender] = useState(() => contactFor('sender', booking.sender, member).contact);
  const [filled, setFilled] = useState(() => contactFor('receiver', booking.receiver, member));
  const receiver = filled.contact;
  const [details, setDetails] = useState({
    description: booking.description,
    pickup_instructions: booking.pickup_instructions,
    special_instructions: booking.special_instructions,
    notifications: booking.notifications,
  });
  const [pickupDate, setPickupDate] = useState(quote.pickup_dates[0] ?? '');
  const [pastDates, setPastDates] = useState<readonly string[]>([]);
  const [tier, setTier] = useState(firstTier);
  const [payment, setPayment] = useState(() =>
    isOwn && mayBookLive
      ? billedByCarrier
      : likelyPayment(credit, methods, mayBookLive, bookingCost(quote, firstTier)),
  );
  const isAbroad = booking.sender.country !== booking.receiver.country;
  const [customs, setCustoms] = useState(() => likelyCustoms(booking));
  const [newPrice, setNewPrice] = useState<number>();
  const price = bookingCost(quote, tier);
  const isDemo = payment === 'demo';
  const make = async (): Promise<Booking> => {
    keepContact('sender', booking.sender, sender, member);
    keepContact('receiver', booking.receiver, receiver, member);
    const { description, ...others } = details;
    const saved = await changeBooking(booking.id, {
      sender,
      receiver,
      ...others,
      // One that was stored before may be longer than what can be sent now.
      ...(description === booking.description ? {} : { description }),
    });
    const fresh = saved.quotes?.[carrier];
    if (!isDemo && fresh !== undefined && bookingCost(fresh, tier) !== (newPrice ?? price)) {
      setNewPrice(bookingCost(fresh, tier));
      return saved;
    }
    if (isAbroad) await declareCustoms(booking.id, customs);
    return await confirmBooking(booking.id, {
      ...(payment === billedByCarrier ? {} : { payment_method: payment }),
      ...(isDemo ? {} : { courier: carrier, pickup_date: pickupDate }),
      ...(isDemo || tier === undefined ? {} : { tier }),
    });
  };
  const book = useBook(booking.id, make, ({ id }) =>
    navigate({ to: '/bookings/$id', params: { id: String(id) }, replace: true }),
  );
  // The second click of two comes before the button is seen to be busy.
  const isUnderWay = useRef(false);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (isUnderWay.current) return;
    isUnderWay.current = true;
    book.mutate(undefined, {
      onError: (error) => {
        if (!(error instanceof ApiError) || error.field('pickup_date') === undefined) return;
        // The page was open until the pickup of that day was over: the next is put forward, and booked when they say so.
        const past = [...pastDates, pickupDate];
        setPastDates(past);
        setPickupDate(quote.pickup_dates.find((date) => !past.includes(date)) ?? '');
      },
      onSettled: () => {
        isUnderWay.current = false;
      },
    });
  };
  const form = useRef<HTMLFormElement>(null);
  useFirstMistake(form, book.error);
  const refusal = book.error instanceof ApiError ? book.error : undefined;
  const put = (change: Partial<typeof details>): void => setDetails({ ...details, ...change });
  return (
    <form ref={form} onSubmit={submit} className={classes.columns}>
      <Stack>
        <ContactPart
          side="sender"
          address={booking.sender}
          contact={sender}
          refusal={refusal}
          onChange={setSender}
        />
        <ContactPart
          side="receiver"
          address={booking.receiver}
          contact={receiver}
          isFromLast={filled.isFromLast}
          refusal={refusal}
          onChange={(contact) => setFilled({ contact, isFromLast: false })}
          onClear={() => setFilled({ contact: blankContact, isFromLast: false })}
        />
        {isAbroad ? (
          <CustomsPart customs={customs} refusal={refusal} onChange={setCustoms} />
        ) : null}
        <Panel title="Good to know">
          <Stack>
            <TextInput
              label="What is in it"
              placeholder="Ceramic tiles"
              maxLength={longestDescription}
              value={details.description}
              error={plainWords(refusal?.field('description'))}
              onChange={(event) => put({ description: event.currentTarget.value })}
            />
            <Textarea
              label="For the driver at pickup"
              autosize
              minRows={1}
              value={details.pickup_instructions}
              onChange={(event) => put({ pickup_instructions: event.currentTarget.value })}
            />
            <Textarea
              label="For the driver at delivery"
              autosize
              minRows={1}
              value={details.special_instructions}
              onChange={(event) => put({ special_instructions: event.currentTarget.value })}
            />
            {sendsMails ? (
              <Checkbox
                label="Tell the receiver by e-mail where it is"
                checked={details.notifications.email}
                onChange={(event) =>
                  put({
                    notifications: { ...details.notifications, email: event.currentTarget.checked },
                  })
                }
              />
            ) : null}
          </Stack>
        </Panel>
      </Stack>
      <Stack className={classes.side}>
        <Chosen
          carrier={carrier}
          quote={quote}
          tier={tier}
          onTier={(next) => {
            setTier(next);
            setNewPrice(undefined);
          }}
        />
        <Pieces booking={booking} />
        {isDemo ? null : (
          <PickupPart
            quote={quote}
            pastDates={pastDates}
            value={pickupDate}
            onChange={setPickupDate}
            refusal={refusal}
          />
        )}
        <PaymentPart
          amount={newPrice ?? price}
          credit={credit}
          methods={methods}
          mayBookLive={mayBookLive}
          isOwn={isOwn}
          value={payment}
          onChange={setPayment}
        />
        {newPrice === undefined || isDemo ? null : (
          <Alert color="ochre" title="The price has changed">
            It was {money(price)} and is {money(newPrice)} now. Nothing has been charged.
          </Alert>
        )}
        <Refused error={book.error} />
        <Button type="submit" size="md" loading={book.isPending}>
          {isDemo ? 'Book as a demo' : `Book for ${money(newPrice ?? price)}`}
        </Button>
      </Stack>
    </form>
  );
}

/** Declines and refusals have words of their own for the person. */
function Refused({ error }: { error: unknown }) {
  if (!(error instanceof ApiError)) return <Problem error={error} />;
  const own = (error.body.payment_error ?? error.body.access_error) as
    | { user_message?: string }
    | undefined;
  const title =
    error.status === 402
      ? 'The payment was declined'
      : error.status === 403
        ? 'Not booked'
        : undefined;
  return (
    <Problem
      error={own?.user_message === undefined ? error : new Error(own.user_message)}
      title={title}
    />
  );
}

type ChosenProps = {
  carrier: string;
  quote: Quote;
  tier: number | undefined;
  onTier: (tier: number | undefined) => void;
};

function Chosen({ carrier, quote, tier, onTier }: ChosenProps) {
  const name = useCarrierName()(carrier);
  const isSample = useIsSample();
  const cover =
    quote.insured_amount === 0 ? 'No warranty' : `Covered to ${money(quote.insured_amount)}`;
  return (
    <Panel>
      <Group justify="space-between" align="flex-start" wrap="nowrap">
        <div>
          <Text fw={650}>{fullName(name)}</Text>
          <Text size="sm" c="dimmed">
            {[serviceName(quote.service), transitWords(quote.transit_time)]
              .filter((part) => part !== '')
              .join(' · ')}
          </Text>
          <Text size="sm" c="dimmed">
            {cover}
            {quote.fee === 0 ? '' : ` for ${money(quote.fee)}`}
          </Text>
        </div>
        <Text fw={650} fz="xl" className="figures">
          {money(bookingCost(quote, tier))}
        </Text>
      </Group>
      <BuyersPrice quote={quote} size="sm" />
      {quote.tiers === undefined || quote.tiers.length === 0 ? null : (
        <Select
          mt="sm"
          label="Rate"
          allowDeselect={false}
          data={[
            { value: 'everyday', label: `Everyday: ${money(bookingCost(quote))}` },
            ...quote.tiers.map((one) => ({
              value: String(one.identifier),
              label: `${one.description}: ${money(one.total)}`,
            })),
          ]}
          value={String(tier ?? 'everyday')}
          onChange={(value) => onTier(value === 'everyday' ? undefined : Number(value))}
        />
      )}
      <SampleNote samples={isSample(quote) ? 1 : 0} of={1} mt="sm" />
    </Panel>
  );
}

function Pieces({ booking: { items } }: { booking: Booking }) {
  const weight = items.reduce((sum, item) => sum + item.quantity * item.weight, 0);
  return (
    <Panel title="What travels" about={`${plural(piecesOf(items), 'piece')}, ${kilograms(weight)}`}>
      <List size="sm" listStyleType="none" className="figures">
        {items.map((item) => (
          <List.Item key={item.id}>
            {item.quantity} × {item.description}, {kilograms(item.weight)}, {item.length} ×{' '}
            {item.width} × {item.height} cm
          </List.Item>
        ))}
      </List>
    </Panel>
  );
}

type PickupPartProps = {
  quote: Quote;
  pastDates: readonly string[];
  value: string;
  onChange: (date: string) => void;
  refusal: ApiError | undefined;
};

function PickupPart({ quote, pastDates, value, onChange, refusal }: PickupPartProps) {
  const wrong = refusal?.field('pickup_date');
  return (
    <Panel title="Pickup" about={`Between ${quote.pickup_time.from} and ${quote.pickup_time.to}`}>
      <Chip.Group value={value} onChange={(date) => onChange(String(date))}>
        <Group gap={6} role="group" aria-label="Pickup date">
          {quote.pickup_dates.map((date) => (
            <Chip
              key={date}
              value={date}
              size="sm"
              variant="outline"
              disabled={pastDates.includes(date)}
            >
              {pickupDay(date)}
            </Chip>
          ))}
        </Group>
      </Chip.Group>
      {wrong === undefined ? null : (
        <Text size="sm" c="red" role="alert" mt={4}>
          {wrong}
        </Text>
      )}
    </Panel>
  );
}
