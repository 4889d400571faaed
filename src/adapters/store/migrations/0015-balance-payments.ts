// Payments without a booking: they pay the balance of a credit account.
import { type Migration, runStatements } from './migration.ts';

export const balancePayments: Migration = {
  version: 15,
  name: 'balance payments',
  up: async (db, dialect) => {
    await runStatements(db, 'drop index payments_by_booking_id');
    await dialect.allowNull(db, 'payments', 'booking_id');
    await dialect.allowNull(db, 'test_gateway_charges', 'booking_id');
    await runStatements(db, indexes);
  },
};

const indexes = `
  create index payments_by_booking_id on payments (booking_id, id);
  create index payments_for_balance on payments (member_id, id) where booking_id is null`;
