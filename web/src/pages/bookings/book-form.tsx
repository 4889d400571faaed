// The booking form: sender, receiver, pickup, payment and the button that books.
import { Alert, Button, Stack } from '@mantine/core';
import { useRef } from 'react';
import { NotKnownYet } from '../../api/bookings.ts';
import { ApiError } from '../../api/client.ts';
import { money } from '../../parts/figures.tsx';
import { useFirstMistake } from '../../parts/first-mistake.ts';
import { Icon } from '../../parts/icon.tsx';
import { Problem } from '../../parts/states.tsx';
import classes from './book.module.css';
import { ChosenPart, PiecesPart } from './chosen-part.tsx';
import { ContactPart } from './contact-part.tsx';
import { blankContact } from './contacts.ts';
import { CustomsPart } from './customs-part.tsx';
import { DetailsPart } from './details-part.tsx';
import { PaymentPart } from './payment-part.tsx';
import { PickupPart } from './pickup-part.tsx';
import { ShareQuote } from './share-quote.tsx';
import { type BookFormProps, useBookForm } from './use-book-form.ts';

export function BookForm(props: BookFormProps) {
  const { booking, carrier, quote, credit, methods, isOwn } = props;
  const form = useBookForm(props);
  const { refusal, price, newPrice, isDemo } = form;
  const element = useRef<HTMLFormElement>(null);
  useFirstMistake(element, form.error);
  return (
    <form
      ref={element}
      noValidate
      className={classes.columns}
      onSubmit={(event) => {
        event.preventDefault();
        form.submit();
      }}
    >
      <Stack>
        <ContactPart
          side="sender"
          address={booking.sender}
          contact={form.sender}
          refusal={refusal}
          onChange={form.setSender}
        />
        <ContactPart
          side="receiver"
          address={booking.receiver}
          contact={form.receiver.contact}
          isFromLast={form.receiver.isFromLast}
          refusal={refusal}
          onChange={(contact) => form.setReceiver({ contact, isFromLast: false })}
          onClear={() => form.setReceiver({ contact: blankContact, isFromLast: false })}
        />
        {form.isAbroad ? (
          <CustomsPart customs={form.customs} refusal={refusal} onChange={form.setCustoms} />
        ) : null}
        <DetailsPart details={form.details} refusal={refusal} onChange={form.setDetails} />
      </Stack>
      <Stack className={classes.side}>
        <ChosenPart carrier={carrier} quote={quote} tier={form.tier} onTier={form.chooseTier} />
        <PiecesPart booking={booking} />
        {isDemo ? null : (
          <PickupPart
            quote={quote}
            pastDates={form.pastDates}
            value={form.pickupDate}
            onChange={form.setPickupDate}
            hours={form.hours}
            onHours={form.setHours}
            refusal={refusal}
          />
        )}
        <PaymentPart
          amount={newPrice ?? price}
          credit={credit}
          methods={methods}
          mayBookLive={form.mayBookLive}
          isOwn={isOwn}
          value={form.payment}
          onChange={form.setPayment}
        />
        {newPrice === undefined || isDemo ? null : (
          <Alert color="ochre" title="The price has changed">
            It was {money(price)} and is {money(newPrice)} now. Nothing has been charged.
          </Alert>
        )}
        <Refused error={form.error} onLookAgain={form.lookAgain} />
        <Button type="submit" size="md" loading={form.isPending}>
          {isDemo ? 'Book as a demo' : `Book for ${money(newPrice ?? price)}`}
        </Button>
        <ShareQuote form={form} bookingId={booking.id} />
      </Stack>
    </form>
  );
}

/** Declined payments and rejected bookings have a message for the person. */
function Refused({ error, onLookAgain }: { error: unknown; onLookAgain: () => void }) {
  if (error instanceof NotKnownYet) return <PerhapsBooked error={error} onLook={onLookAgain} />;
  if (!(error instanceof ApiError)) return <Problem error={error} />;
  // The pickup field shows its own error.
  if (error.body.errors !== undefined && error.field('pickup_date') === undefined) {
    return (
      <Problem
        error={new Error('Nothing was booked or charged.')}
        title="Check the highlighted fields"
      />
    );
  }
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

function PerhapsBooked({ error, onLook }: { error: NotKnownYet; onLook: () => void }) {
  return (
    <Alert
      color="ochre"
      icon={<Icon name="clock" />}
      title="We don’t know yet whether it was booked"
      role="alert"
    >
      <Stack gap="xs" align="flex-start">
        {error.message}
        <Button size="xs" variant="default" onClick={onLook}>
          Check again
        </Button>
      </Stack>
    </Alert>
  );
}
