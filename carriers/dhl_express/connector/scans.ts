// Converts DHL's checkpoints to scans, with each time in the time zone of its place.
import type { CarrierScan } from '../../../src/application/ports.ts';
import { type Answer, listAt, textAt } from '../../../src/domain/connectors/carrier-answer.ts';
import { homeZone } from '../../../src/domain/time/home-clock.ts';
import { findWrittenInstant } from '../../../src/domain/time/instant-text.ts';
import { zoneOfPlace } from '../../../src/domain/tracking/scan-place.ts';

export function scanOf(event: Answer): CarrierScan[] {
  const [typeCode, description] = [textAt(event, 'typeCode'), textAt(event, 'description')];
  if (typeCode === '' && description === '') return [];
  const signedBy = textAt(event, 'signedBy');
  const offset = textAt(event, 'GMTOffset');
  const datetime = `${textAt(event, 'date')}T${textAt(event, 'time')}${offset}`;
  const location = textAt(listAt(event, 'serviceArea')[0], 'description');
  return [
    {
      piece: undefined,
      // Older answers have no offset, and the time zone is known for Australian places only.
      occurredAtMs:
        offset === '' && !/-AU$|AUSTRALIA/i.test(location)
          ? undefined
          : findWrittenInstant(datetime, zoneOfPlace(location) ?? homeZone),
      raw: { datetime, event: typeCode, description, location },
      ...(signedBy === '' ? {} : { signedBy }),
    },
  ];
}
