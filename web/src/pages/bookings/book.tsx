// The page on which a chosen quote becomes a booking. Without the quote it links to the prices or to the finished
// booking.
import { useQuery } from '@tanstack/react-query';
import { useParams, useSearch } from '@tanstack/react-router';
import { bookingQuery } from '../../api/bookings.ts';
import { useOwnServices } from '../../api/carrier-accounts.ts';
import { creditQuery, methodsQuery } from '../../api/payments.ts';
import type { Booking } from '../../api/wire.ts';
import { BackLink } from '../../parts/back-link.tsx';
import { ButtonLink } from '../../parts/links.tsx';
import { Page, Panel } from '../../parts/page.tsx';
import { Empty, Loading, ProblemOfAny } from '../../parts/states.tsx';
import { BookForm } from './book-form.tsx';

export function BookPage() {
  const id = Number(useParams({ from: '/members/bookings/$id/book' }).id);
  const { carrier, tier, order } = useSearch({ from: '/members/bookings/$id/book' });
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
          orderId={order ?? booking.data.order?.order_id}
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
