// Lodges a manifest for every carrier account at the end of each working day, so that carriers know what they collect. A
// failure is retried an hour later and listed as an issue; `linehaul carrier manifest` lodges one at any time.
import { Refusal } from '../../domain/refusal.ts';
import { weekdayOf } from '../../domain/time/calendar.ts';
import { homeZone } from '../../domain/time/home-clock.ts';
import { localTime } from '../../domain/time/time-zone.ts';
import { manifestAccounts } from '../manifests/kept-manifests.ts';
import { lodgeManifest } from '../manifests/lodge-manifest.ts';
import type { App, CarrierAccountOf } from '../ports.ts';

/** Most carriers' vans have gone by then. */
const endOfDayMinute = 17 * 60;
const friday = 5;

export async function lodgeManifests(app: App): Promise<number> {
  const { day, minute } = localTime(homeZone, app.clock.nowMs());
  if (minute < endOfDayMinute || weekdayOf(day) > friday) return 0;
  let lodged = 0;
  for (const account of await manifestAccounts(app)) lodged += await lodge(app, account);
  return lodged;
}

async function lodge(app: App, account: CarrierAccountOf): Promise<number> {
  const { carrier, memberId: member } = account;
  try {
    const { consignments, manifestIds, unknown } = await lodgeManifest(app, account);
    if (consignments > 0)
      app.log.info({ carrier, member, consignments, manifestIds }, 'manifests were lodged');
    if (unknown.length > 0) {
      app.log.error(
        { carrier, member, consignments: unknown.map(({ connote }) => connote) },
        'the carrier does not know these consignments, so they are on no manifest: cancel their bookings, or settle it with the carrier',
      );
    }
    return consignments;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    app.log.error({ err: error, carrier, member }, 'a manifest could not be lodged');
    return 0;
  }
}
