// Tracking results of the Shipping and Tracking interface. StarTrack reports on the consignment and on each article, Australia
// Post on each article, which may be nested in its consignment.
import type { CarrierScan } from '../../../src/application/ports.ts';
import {
  type Answer,
  badAnswer,
  listAt,
  textAt,
} from '../../../src/domain/connectors/carrier-answer.ts';
import { findWrittenInstant } from '../../../src/domain/time/instant-text.ts';
import { errorOf, unknownNumber } from './errors.ts';

/** Times without an offset are Melbourne's, where the carrier is. */
const home = 'Australia/Melbourne';

export function scansOf(result: Answer, pieces: readonly string[]): CarrierScan[] {
  const failed = listAt(result, 'errors');
  if (failed.length > 0) {
    const { code, name, message } = errorOf(failed[0]);
    // A number stays unknown until its first scan.
    if (code === unknownNumber) return [];
    throw badAnswer(`${code} ${message || name}`);
  }
  const ofConsignment = listAt(result, 'consignment', 'events').map((event) =>
    scanOf(event, undefined),
  );
  const ofItems = listAt(result, 'trackable_items').flatMap((item) => itemScans(item, pieces));
  return [...ofConsignment, ...ofItems];
}

function itemScans(item: Answer, pieces: readonly string[]): CarrierScan[] {
  const position = pieces.indexOf(textAt(item, 'article_id'));
  const piece = pieces.length < 2 || position < 0 ? undefined : position + 1;
  const own = listAt(item, 'events').map((event) => scanOf(event, piece));
  const nested = listAt(item, 'items').flatMap((article) => itemScans(article, pieces));
  return [...own, ...nested];
}

function scanOf(event: Answer, piece: number | undefined): CarrierScan {
  const datetime = textAt(event, 'date');
  return {
    piece,
    occurredAtMs: findWrittenInstant(datetime, home),
    raw: {
      datetime,
      description: textAt(event, 'description'),
      location: textAt(event, 'location'),
    },
  };
}
