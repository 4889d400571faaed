// The stories of every connector.
import { aramexStories } from './stories/aramex.ts';
import { auspostStories, startrackStories } from './stories/auspost.ts';
import { couriersPleaseStories } from './stories/couriers-please.ts';
import { dhlStories } from './stories/dhl-express.ts';
import { directFreightStories } from './stories/direct-freight.ts';
import { alliedStories, tgeStories } from './stories/envelopes.ts';
import { fedexStories } from './stories/fedex.ts';
import {
  borderExpressStories,
  hiTransStories,
  mainfreightStories,
  zoom2uStories,
} from './stories/others.ts';
import { tntStories } from './stories/tnt.ts';
import { upsStories } from './stories/ups.ts';
import type { CarrierStories } from './story.ts';

export const allStories: readonly CarrierStories[] = [
  auspostStories,
  startrackStories,
  couriersPleaseStories,
  aramexStories,
  directFreightStories,
  tntStories,
  alliedStories,
  tgeStories,
  mainfreightStories,
  dhlStories,
  fedexStories,
  upsStories,
  zoom2uStories,
  borderExpressStories,
  hiTransStories,
];
