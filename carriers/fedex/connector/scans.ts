// Scans of FedEx for each number, with their offset. A number that FedEx does not know yet is an error inside a success.
import type { CarrierScan } from '../../../src/application/ports.ts';
import {
  type Answer,
  at,
  badAnswer,
  listAt,
  textAt,
} from '../../../src/domain/connectors/carrier-answer.ts';
import { homeZone } from '../../../src/domain/time/home-clock.ts';
import { findWrittenInstant } from '../../../src/domain/time/instant-text.ts';
import { isUnknownNumber } from './errors.ts';

const delivered = 'DL';

export function scansOf(answer: Answer, pieces: readonly string[]): CarrierScan[] {
  return listAt(answer, 'output', 'completeTrackResults').flatMap((complete) => {
    const position = pieces.indexOf(textAt(complete, 'trackingNumber'));
    const piece = pieces.length < 2 || position < 0 ? undefined : position + 1;
    return listAt(complete, 'trackResults').flatMap((result) => {
      const scans = listAt(result, 'scanEvents').flatMap((scan) => scanOf(scan, piece));
      const signedBy =
        textAt(result, 'deliveryDetails', 'signedByName') ||
        textAt(result, 'deliveryDetails', 'receivedByName');
      const delivery = scans.find(({ raw }) => raw.event === delivered);
      if (delivery !== undefined && signedBy !== '') delivery.signedBy = signedBy;
      const error = at(result, 'error');
      return error === undefined || scans.length > 0 ? scans : nothingOf(error);
    });
  });
}

function nothingOf(error: Answer): never[] {
  const [code, message] = [textAt(error, 'code'), textAt(error, 'message')];
  if (isUnknownNumber({ code, message })) return [];
  throw badAnswer(`${code} ${message}`);
}

/** A time abroad without an offset cannot be converted, because its time zone is unknown. */
function instantOf(scan: Answer, datetime: string): number | undefined {
  const country = textAt(scan, 'scanLocation', 'countryCode');
  const hasOffset = /(z|[+-]\d\d:?\d\d)$/i.test(datetime);
  return hasOffset || country === 'AU' ? findWrittenInstant(datetime, homeZone) : undefined;
}

function scanOf(scan: Answer, piece: number | undefined): CarrierScan[] {
  const description = textAt(scan, 'eventDescription');
  const event = textAt(scan, 'eventType') || textAt(scan, 'derivedStatusCode');
  if (description === '' && event === '') return [];
  const datetime = textAt(scan, 'date');
  const place = ['city', 'stateOrProvinceCode', 'countryCode'].map((name) =>
    textAt(scan, 'scanLocation', name),
  );
  return [
    {
      piece,
      occurredAtMs: instantOf(scan, datetime),
      raw: {
        datetime,
        event,
        description,
        location: place.filter((text) => text !== '').join(', '),
      },
    },
  ];
}
