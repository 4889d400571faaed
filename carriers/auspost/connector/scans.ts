// Tracking results of the Shipping and Tracking interface. StarTrack's events are about the consignment, Australia Post's
// about each article.
import type { CarrierScan } from '../../../src/application/ports.ts';
import {
  type Answer,
  badAnswer,
  listAt,
  textAt,
} from '../../../src/domain/connectors/carrier-answer.ts';
import { findWrittenInstant } from '../../../src/domain/time/instant-text.ts';
import { errorOf } from './errors.ts';

/** Times come with an offset; one that has none is Melbourne's, where the carrier is. */
const home = 'Australia/Melbourne';

export function scansOf(result: Answer, pieces: readonly string[]): CarrierScan[] {
  const failed = listAt(result, 'errors');
  if (failed.length > 0) {
    const { code, message } = errorOf(failed[0]);
    // A number that was made a moment ago is not known yet.
    if (code === 'ESB-10001') return [];
    throw badAnswer(`${code} ${message}`);
  }
  const ofConsignment = listAt(result, 'consignment', 'events').map((event) =>
    scanOf(event, undefined),
  );
  const ofItems = listAt(result, 'trackable_items').flatMap((item) => {
    const position = pieces.indexOf(textAt(item, 'article_id'));
    const piece = pieces.length < 2 || position < 0 ? undefined : position + 1;
    return listAt(item, 'events').map((event) => scanOf(event, piece));
  });
  return [...ofConsignment, ...ofItems];
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
