// Consignments that the carrier booked at a price other than its quote. Members pay the quoted price; the operator
// settles the difference with the carrier.
import { Button } from '@mantine/core';
import { fullName, useCarrierName } from '../../api/carriers.ts';
import { useAcknowledgePrice } from '../../api/operator.ts';
import type { Issues } from '../../api/wire.ts';
import { money } from '../../parts/figures.tsx';
import { ListTable } from '../../parts/list-table.tsx';
import { Panel } from '../../parts/page.tsx';
import { Problem } from '../../parts/states.tsx';

type OtherPrice = Issues['other_prices'][number];

export function OtherPrices({ prices }: { prices: readonly OtherPrice[] }) {
  const nameOf = useCarrierName();
  if (prices.length === 0) return null;
  return (
    <Panel title="Booked at another price" flush>
      <ListTable
        rows={prices}
        keyOf={({ reference }) => reference}
        columns={[
          { heading: 'Booking', cell: (price) => price.booking_id },
          { heading: 'Carrier', cell: ({ courier }) => fullName(nameOf(courier)) },
          { heading: 'Connote', cell: ({ connote }) => connote },
          { heading: 'Quoted', cell: ({ quoted }) => money(quoted) },
          { heading: 'Booked at', cell: ({ booked }) => money(booked) },
          {
            heading: 'Difference',
            cell: ({ booked, quoted }) =>
              `${money(Math.abs(booked - quoted))} ${booked > quoted ? 'more' : 'less'}`,
          },
          { heading: 'Actions', kind: 'actions', cell: (price) => <Acknowledge price={price} /> },
        ]}
      />
    </Panel>
  );
}

function Acknowledge({ price: { booking_id: booking, reference } }: { price: OtherPrice }) {
  const acknowledge = useAcknowledgePrice(reference);
  return (
    <>
      <Button
        size="compact-sm"
        variant="default"
        aria-label={`Acknowledge the price of booking ${booking}`}
        loading={acknowledge.isPending}
        onClick={() => acknowledge.mutate(undefined)}
      >
        Acknowledge
      </Button>
      <Problem error={acknowledge.error} />
    </>
  );
}
