// Monthly invoices that could not be issued automatically, or whose e-mail ended unsent.

import type { Issues } from '../../api/wire.ts';
import { when } from '../../parts/figures.tsx';
import { ButtonLink } from '../../parts/links.tsx';
import { ListTable } from '../../parts/list-table.tsx';
import { Panel } from '../../parts/page.tsx';
import { memberColumn } from '../members/owner-link.tsx';
import { emailState } from '../payments/monthly-invoices-part.tsx';
import { writtenMonth } from '../payments/spans.ts';

export function UnsentInvoices({ invoices }: { invoices: Issues['monthly_invoices'] }) {
  if (invoices.length === 0) return null;
  return (
    <Panel
      title="Monthly invoices not sent"
      flush
      actions={
        <ButtonLink to="/operator/monthly-invoices" variant="default" size="compact-sm">
          Show monthly invoices
        </ButtonLink>
      }
    >
      <ListTable
        rows={invoices}
        keyOf={({ member, number }) => number ?? `of ${member?.id ?? ''}`}
        columns={[
          { heading: 'Since', cell: ({ since }) => when(since) },
          memberColumn,
          { heading: 'Month', cell: ({ month }) => writtenMonth(month) },
          { heading: 'Invoice', cell: ({ number }) => number ?? 'Not issued' },
          {
            heading: 'Why',
            cell: ({ email }) =>
              email === null
                ? 'Issuing failed. Issue it under Monthly invoices to see why.'
                : `E-mail: ${emailState(email)}`,
          },
        ]}
      />
    </Panel>
  );
}
