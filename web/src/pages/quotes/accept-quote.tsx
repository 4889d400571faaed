// One offer of a quote, for a person without an account who accepts it for the member. The secret is behind the # of
// the address, which browsers never send to a server. Opening the link changes nothing: mail scanners open every link.
import { Alert, Button, SimpleGrid, Stack, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { fullName, useCarrierName } from '../../api/carriers.ts';
import { ask } from '../../api/client.ts';
import type { OfferedQuote } from '../../api/wire.ts';
import { Fact } from '../../parts/fact.tsx';
import { day, kilograms, money, plural, when } from '../../parts/figures.tsx';
import { Icon } from '../../parts/icon.tsx';
import { placeLine } from '../../parts/place-line.ts';
import { Loading, Problem } from '../../parts/states.tsx';
import { VisitorPage } from '../members/visitor-page.tsx';

/** How often to read the offer while the result of its payment is unknown. */
const refetchMs = 3_000;

export function AcceptQuotePage() {
  const [token] = useState(() => window.location.hash.slice(1));
  const queries = useQueryClient();
  const queryKey = ['offered quote', token];
  const offer = useQuery({
    queryKey,
    queryFn: () => ask<OfferedQuote>('POST', '/quote-links/read', { body: { token } }),
    enabled: token !== '',
    refetchInterval: ({ state }) => (state.data?.state === 'unsettled' ? refetchMs : false),
  });
  const accept = useMutation({
    mutationFn: () => ask<OfferedQuote>('POST', '/quote-links/accept', { body: { token } }),
    onSuccess: (quote) => queries.setQueryData(queryKey, quote),
    // A lost answer leaves open whether it was booked.
    onError: () => void offer.refetch(),
  });
  if (token === '')
    return (
      <VisitorPage title="This link is incomplete">
        <Text>Open the whole link that you received, or ask its sender for a new one.</Text>
      </VisitorPage>
    );
  const quote = offer.data;
  return (
    <VisitorPage
      title={quote === undefined ? 'Freight quote' : titles[quote.state]}
      about={quote && `Booking ${quote.booking_id} of ${quote.from_member}`}
    >
      {quote === undefined && offer.error === null ? <Loading what="the quote" /> : null}
      <Problem error={offer.error} title="This offer cannot be shown" />
      {quote === undefined ? null : (
        <Stack>
          <Facts quote={quote} />
          {quote.state === 'unsettled' ? (
            <Alert color="ochre" icon={<Icon name="clock" />} role="status">
              We’re confirming the payment or the booking with the carrier. It is not charged twice.
            </Alert>
          ) : null}
          {quote.state === 'open' ? (
            <>
              <Problem error={accept.error} title="Not booked" />
              <Button size="md" loading={accept.isPending} onClick={() => accept.mutate()}>
                Accept and book
              </Button>
              <Text size="sm" c="dimmed">
                {quote.from_member} pays. The offer ends {when(quote.expires_at)}.
              </Text>
            </>
          ) : null}
        </Stack>
      )}
    </VisitorPage>
  );
}

const titles: Readonly<Record<OfferedQuote['state'], string>> = {
  open: 'Freight quote',
  accepted: 'Booked',
  unsettled: 'Accepted',
  cancelled: 'Cancelled',
};

function Facts({ quote }: { quote: OfferedQuote }) {
  const nameOf = useCarrierName();
  return (
    <SimpleGrid cols={2} spacing="md">
      <Fact name="From">{placeLine(quote.sender)}</Fact>
      <Fact name="To">{placeLine(quote.receiver)}</Fact>
      <Fact name="Freight">
        {plural(quote.pieces, 'piece')}, {kilograms(quote.weight)}
      </Fact>
      <Fact name="Carrier">{fullName(nameOf(quote.courier))}</Fact>
      {quote.description === '' ? null : <Fact name="Contents">{quote.description}</Fact>}
      {quote.customer_reference === '' ? null : (
        <Fact name="Reference">{quote.customer_reference}</Fact>
      )}
      {quote.pickup_date === null ? null : <Fact name="Pickup">{day(quote.pickup_date)}</Fact>}
      {quote.transit_time === '' ? null : <Fact name="Transit time">{quote.transit_time}</Fact>}
      <Fact name="Price">{money(quote.price)}</Fact>
      {quote.connote === null ? null : <Fact name="Consignment note">{quote.connote}</Fact>}
    </SimpleGrid>
  );
}
