// At the end of the working day every connected carrier that takes manifests is handed what was booked with it, so that
// nothing is collected that it has not been told of. What fails is tried again an hour later; a person can do it at any
// time with `linehaul carrier manifest`.
import { Refusal } from '../../domain/refusal.ts';
import { weekdayOf } from '../../domain/time/calendar.ts';
import { localTime } from '../../domain/time/time-zone.ts';
import { lodgeManifest } from '../carriers/lodge-manifest.ts';
import { type App, capabilitiesOf } from '../ports.ts';

/** Most carriers' vans have gone by then. */
const endOfDayMinute = 17 * 60;
const friday = 5;

export async function lodgeManifests(app: App): Promise<number> {
  const { day, minute } = localTime('Australia/Sydney', app.clock.nowMs());
  if (minute < endOfDayMinute || weekdayOf(day) > friday) return 0;
  const connected = new Set((await app.store.carrierConnections.list()).map((one) => one.carrier));
  let lodged = 0;
  for (const connector of app.connections.connectors) {
    const { carrier } = connector;
    if (!connected.has(carrier) || !capabilitiesOf(connector).includes('manifest')) continue;
    try {
      const { consignments, manifestId } = await lodgeManifest(app, carrier);
      if (consignments > 0)
        app.log.info({ carrier, consignments, manifestId }, 'a manifest was lodged');
      lodged += consignments;
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      app.log.error({ err: error, carrier }, 'a manifest could not be lodged');
    }
  }
  return lodged;
}
