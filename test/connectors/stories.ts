// The stories of every connector.
import { aramexStories } from './stories/aramex.ts';
import { auspostStories } from './stories/auspost.ts';
import { couriersPleaseStories } from './stories/couriers-please.ts';
import { dhlStories } from './stories/dhl-express.ts';
import { directFreightStories } from './stories/direct-freight.ts';
import { doordashDriveStories } from './stories/doordash-drive.ts';
import { alliedStories, tgeStories } from './stories/envelopes.ts';
import { fedexStories } from './stories/fedex.ts';
import { hunterStories } from './stories/hunter.ts';
import { mainfreightStories } from './stories/mainfreight.ts';
import { startrackStories } from './stories/startrack.ts';
import { tntStories } from './stories/tnt.ts';
import { borderExpressStories, hiTransStories } from './stories/tracking-only.ts';
import { uberDirectStories } from './stories/uber-direct.ts';
import { upsStories } from './stories/ups.ts';
import { zoom2uStories } from './stories/zoom2u.ts';
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
  hunterStories,
  uberDirectStories,
  doordashDriveStories,
];
