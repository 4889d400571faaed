// Imports a carrier's invoice as CSV: scanned weights and additional charges. The service tries the import first, and
// the page shows the result line by line before anything is changed.
import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useApplyAdjustments, usePreviewAdjustments } from '../../api/operator.ts';
import type { Adjustments } from '../../api/wire.ts';
import { CsvSource } from '../../parts/csv-source.tsx';
import { kilograms, money, plural } from '../../parts/figures.tsx';
import { Icon } from '../../parts/icon.tsx';
import { ListTable } from '../../parts/list-table.tsx';
import { Page, Panel } from '../../parts/page.tsx';
import { Problem } from '../../parts/states.tsx';

const template = 'booking,connote,scanned_weight,additional_charges\r\n623634,,12.5,18.40\r\n';

export function AdjustmentsPage() {
  const [text, setText] = useState('');
  const preview = usePreviewAdjustments();
  const apply = useApplyAdjustments();
  const change = (next: string): void => {
    setText(next);
    preview.reset();
    apply.reset();
  };
  const shown = apply.data ?? preview.data;
  return (
    <Page
      title="Adjustments"
      about="Weights and extra charges from carriers’ invoices. Each line sets the total charge of a booking, so importing a file twice changes nothing."
    >
      <Panel>
        <Stack>
          <CsvSource
            text={text}
            onChange={change}
            template={{ fileName: 'linehaul-adjustments.csv', text: template }}
            about="booking or connote; scanned_weight in kilograms; additional_charges in dollars, the total of the booking"
          />
          <Problem error={preview.error ?? apply.error} title="The file was not imported" />
          <Group>
            <Button
              variant={preview.data === undefined ? 'filled' : 'default'}
              disabled={text.trim() === ''}
              loading={preview.isPending}
              onClick={() => preview.mutate(text)}
            >
              Preview
            </Button>
            {preview.data === undefined || apply.data !== undefined ? null : (
              <Button
                disabled={preview.data.applied === 0}
                loading={apply.isPending}
                onClick={() => apply.mutate(text)}
              >
                Apply {plural(preview.data.applied, 'adjustment')}
              </Button>
            )}
          </Group>
        </Stack>
      </Panel>
      {apply.data === undefined ? null : (
        <Alert
          color="eucalypt"
          icon={<Icon name="check" />}
          role="status"
          title={`${plural(apply.data.applied, 'adjustment')} applied`}
        >
          {apply.data.refused === 0
            ? 'Every line was applied.'
            : `${plural(apply.data.refused, 'line')} refused and not applied.`}
        </Alert>
      )}
      {shown === undefined ? null : (
        <Panel flush>
          <Lines lines={shown.lines} isDone={apply.data !== undefined} />
        </Panel>
      )}
    </Page>
  );
}

function Lines({ lines, isDone }: { lines: Adjustments['lines']; isDone: boolean }) {
  return (
    <ListTable
      rows={lines}
      keyOf={({ line }) => line}
      columns={[
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
      ]}
    />
  );
}
