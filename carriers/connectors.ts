// Every connector there is, in the order that `linehaul carrier list` shows them. Add a carrier's connector here, and
// nowhere else: docs/internals/connectors.md.
import type { Connector } from '../src/application/ports.ts';
import { allied } from './allied/connector/allied.ts';
import { aramex } from './aramex/connector/aramex.ts';
import { auspost } from './auspost/connector/auspost.ts';
import { borderExpress } from './border_express/connector/border-express.ts';
import { couriersPlease } from './couriers_please/connector/couriers-please.ts';
import { dhlExpress } from './dhl_express/connector/dhl-express.ts';
import { directFreight } from './direct_freight/connector/direct-freight.ts';
import { doordashDrive } from './doordash_drive/connector/doordash-drive.ts';
import { fedex } from './fedex/connector/fedex.ts';
import { hiTrans } from './hi_trans/connector/hi-trans.ts';
import { hunter } from './hunter/connector/hunter.ts';
import { mainfreight } from './mainfreight/connector/mainfreight.ts';
import { startrack } from './startrack/connector/startrack.ts';
import { tnt } from './tnt/connector/tnt.ts';
import { teamGlobalExpress } from './toll/connector/team-global-express.ts';
import { uberDirect } from './uber_direct/connector/uber-direct.ts';
import { ups } from './ups/connector/ups.ts';
import { zoom2u } from './zoom2u/connector/zoom2u.ts';

export const connectors: readonly Connector[] = [
  auspost,
  startrack,
  couriersPlease,
  aramex,
  directFreight,
  tnt,
  allied,
  teamGlobalExpress,
  mainfreight,
  dhlExpress,
  fedex,
  ups,
  zoom2u,
  borderExpress,
  hiTrans,
  hunter,
  uberDirect,
  doordashDrive,
];
