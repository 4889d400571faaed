// Converts UPS activities of each package to scans. Newer answers also give the time in UTC; without it, a time
// abroad cannot be converted, because its time zone is unknown.
import type { CarrierScan } from '../../../src/application/ports.ts';
import { type Answer, listAt, textAt } from '../../../src/domain/connectors/carrier-answer.ts';
import { homeZone } from '../../../src/domain/time/home-clock.ts';
import { findWrittenInstant } from '../../../src/domain/time/instant-text.ts';
import { zoneOfPlace } from '../../../src/domain/tracking/scan-place.ts';

export function scansOf(answer: Answer): CarrierScan[] {
  const packages = listAt(answer, 'trackResponse', 'shipment').flatMap((one) =>
    listAt(one, 'package'),
  );
  return packages.flatMap((one, n) => {
    const piece = packages.length < 2 ? undefined : n + 1;
    return listAt(one, 'activity').flatMap((activity) => scanOf(activity, piece));
  });
}

/** The code is more specific than the type, and the description more specific than a bare "exception". */
function scanOf(activity: Answer, piece: number | undefined): CarrierScan[] {
  const status = textAt(activity, 'status', 'code');
  const description = textAt(activity, 'status', 'description');
  if (status === '' && description === '') return [];
  const place = ['city', 'stateProvince', 'countryCode'].map((name) =>
    textAt(activity, 'location', 'address', name),
  );
  const datetime = writtenTime(textAt(activity, 'date'), textAt(activity, 'time'));
  return [
    {
      piece,
      occurredAtMs: instantOf(activity, datetime, place.join(' ')),
      raw: {
        datetime,
        status,
        description,
        details: textAt(activity, 'status', 'type'),
        location: place.filter((text) => text !== '').join(', '),
      },
    },
  ];
}

/** Joins a date like `20260916` and a time like `120000` or `12:00:00`. */
function writtenTime(date: string, time: string): string {
  const [, year, month, day] = /^(\d{4})(\d\d)(\d\d)$/.exec(date) ?? [];
  const [, hours, minutes, seconds] = /^(\d\d):?(\d\d):?(\d\d)$/.exec(time) ?? [];
  if (year === undefined) return '';
  const clock = hours === undefined ? '' : `T${hours}:${minutes}:${seconds}`;
  return `${year}-${month}-${day}${clock}`;
}

function instantOf(activity: Answer, local: string, place: string): number | undefined {
  const utc = writtenTime(textAt(activity, 'gmtDate'), textAt(activity, 'gmtTime'));
  if (utc !== '') return findWrittenInstant(`${utc}Z`, homeZone);
  const isHere = textAt(activity, 'location', 'address', 'countryCode') === 'AU';
  return isHere ? findWrittenInstant(local, zoneOfPlace(place) ?? homeZone) : undefined;
}
