// Every connector there is, in the order that `linehaul carrier list` shows them. Add a carrier's connector here, and
// nowhere else: docs/connectors.md.
import type { Connector } from '../src/application/ports.ts';
import { auspost } from './auspost/connector/auspost.ts';
import { startrack } from './startrack/connector/startrack.ts';

export const connectors: readonly Connector[] = [auspost, startrack];
