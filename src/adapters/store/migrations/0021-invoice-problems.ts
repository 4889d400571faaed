// Monthly invoices that need a person: e-mails that ended unsent, and members whose invoice could not be issued.
import { type Migration, runStatements } from './migration.ts';

export const invoiceProblems: Migration = {
  version: 21,
  name: 'invoice problems',
  up: async (db, { bigType: big }) => {
    await runStatements(
      db,
      `
        create index monthly_invoice_mails_unsent on monthly_invoice_mails (wanted_at_ms)
          where status in ('failed', 'expired', 'withheld');

        create table monthly_invoices_unissued (
          member_id ${big} primary key references members (id),
          month text not null,
          since_ms ${big} not null
        );
      `,
    );
  },
};
