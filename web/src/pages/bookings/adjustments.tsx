// Imports a carrier's invoice as CSV: scanned weights and additional charges. The service tries the import first, and
// the page shows the result line by line before anything is changed.
import { Alert, Button, Group, Stack, Table, Text } from '@mantine/core';
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
      heads={['Line', 'Booking', { figure: 'Scanned' }, { figure: 'Additional charges' }, 'Result']}
      isDense
      className="figures"
    >
      {lines.map((line) => (
        <Table.Tr key={line.line}>
          <Table.Td data-label="Line">{line.line}</Table.Td>
          <Table.Td data-label="Booking">
            {line.reference}
            {line.booking_id === null || String(line.booking_id) === line.reference ? null : (
              <Text size="xs" c="dimmed">
                {line.booking_id}
              </Text>
            )}
          </Table.Td>
          <Table.Td data-label="Scanned" data-figure>
            {line.scanned_weight === null ? '' : kilograms(line.scanned_weight)}
          </Table.Td>
          <Table.Td data-label="Charges" data-figure>
            {line.additional_charges === null ? '' : money(line.additional_charges)}
          </Table.Td>
          <Table.Td data-label="Result">
            <Text size="sm" {...(line.refusal === null ? {} : { c: 'var(--mantine-color-error)' })}>
              {line.refusal ?? (isDone ? 'Applied' : 'Will be applied')}
            </Text>
          </Table.Td>
        </Table.Tr>
      ))}
    </ListTable>
  );
}
