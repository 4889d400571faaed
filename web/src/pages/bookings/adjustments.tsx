// Imports scanned weights and additional charges of carriers' invoices from a CSV file.
import { Text } from '@mantine/core';
import { useApplyAdjustments, usePreviewAdjustments } from '../../api/operator.ts';
import type { Adjustments } from '../../api/wire.ts';
import { CsvImport } from '../../parts/csv-import.tsx';
import { kilograms, money, plural } from '../../parts/figures.tsx';
import type { Column } from '../../parts/list-table.tsx';
import { Page } from '../../parts/page.tsx';

const template = 'booking,connote,scanned_weight,additional_charges\r\n623634,,12.5,18.40\r\n';

export function AdjustmentsPage() {
  return (
    <Page
      title="Adjustments"
      about="Weights and extra charges from carriers’ invoices. Each line sets the total charge of a booking, so importing a file twice changes nothing."
    >
      <CsvImport
        template={{ fileName: 'linehaul-adjustments.csv', text: template }}
        about="booking or connote; scanned_weight in kilograms; additional_charges in dollars, the total of the booking"
        preview={usePreviewAdjustments()}
        send={useApplyAdjustments()}
        countOf={({ applied }) => applied}
        verb={(count) => `Apply ${plural(count, 'adjustment')}`}
        outcome={({ applied, refused }) => ({
          title: `${plural(applied, 'adjustment')} applied`,
          about:
            refused === 0
              ? 'Every line was applied.'
              : `${plural(refused, 'line')} refused and not applied.`,
        })}
        columns={columns}
        isRefused={({ refusal }) => refusal !== null}
      />
    </Page>
  );
}

const columns = (isDone: boolean): Column<Adjustments['lines'][number]>[] => [
  { heading: 'Line', cell: ({ line }) => line },
  {
    heading: 'Booking',
    cell: ({ reference }) => reference,
    below: ({ booking_id: id, reference }) => (String(id) === reference ? null : id),
  },
  {
    heading: 'Scanned',
    kind: 'figure',
    cell: ({ scanned_weight: weight }) => (weight === null ? '' : kilograms(weight)),
  },
  {
    heading: 'Additional charges',
    kind: 'figure',
    cell: ({ additional_charges: charges }) => (charges === null ? '' : money(charges)),
  },
  {
    heading: 'Result',
    cell: ({ refusal }) => (
      <Text size="sm" {...(refusal === null ? {} : { c: 'var(--mantine-color-error)' })}>
        {refusal ?? (isDone ? 'Applied' : 'Will be applied')}
      </Text>
    ),
  },
];
