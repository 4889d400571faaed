// Carriers that the operator has switched off.
import type { CarrierSwitches } from '../../../application/ports.ts';
import type { Access } from '../access.ts';
import { all } from '../statements.ts';

export function carrierSwitchesOver({ read, configure }: Access): CarrierSwitches {
  return {
    listOff: () =>
      all(
        read.selectFrom('carriers_off').select('string_id').orderBy('string_id'),
        (row) => row.string_id,
      ),
    setOff: (stringId, isOff) =>
      configure(async (db) => {
        if (isOff) {
          await db
            .insertInto('carriers_off')
            .values({ string_id: stringId })
            .onConflict((conflict) => conflict.column('string_id').doNothing())
            .execute();
        } else {
          await db.deleteFrom('carriers_off').where('string_id', '=', stringId).execute();
        }
      }),
  };
}
