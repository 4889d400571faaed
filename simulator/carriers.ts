// Every simulated carrier in the order of their ports. Add new carriers at the end, so that the other ports stay the same.
import type { Simulated } from './desk.ts';
import { allied } from './protocols/allied.ts';
import { aramex } from './protocols/aramex.ts';
import { auspost, starTrack } from './protocols/auspost/shipping-and-tracking.ts';
import { borderExpress } from './protocols/border-express.ts';
import { couriersPlease } from './protocols/couriers-please.ts';
import { dhlExpress } from './protocols/dhl-express.ts';
import { directFreight } from './protocols/direct-freight.ts';
import { doordashDrive } from './protocols/doordash-drive.ts';
import { fedex } from './protocols/fedex.ts';
import { hiTrans } from './protocols/hi-trans.ts';
import { hunter } from './protocols/hunter.ts';
import { mainfreight } from './protocols/mainfreight.ts';
import { teamGlobalExpress } from './protocols/team-global-express.ts';
import { tnt } from './protocols/tnt.ts';
import { uberDirect } from './protocols/uber-direct.ts';
import { ups } from './protocols/ups.ts';
import { zoom2u } from './protocols/zoom2u.ts';

export const simulatedCarriers: readonly Simulated[] = [
  auspost,
  starTrack,
  couriersPlease,
  aramex,
  directFreight,
  allied,
  mainfreight,
  dhlExpress,
  fedex,
  ups,
  zoom2u,
  teamGlobalExpress,
  tnt,
  borderExpress,
  hiTrans,
  hunter,
  uberDirect,
  doordashDrive,
];
