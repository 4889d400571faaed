// A member's label printer: how labels reach it, and which labels it prints without being asked.
import type { KeyId } from '../keys/api-key.ts';
import type { MemberId } from '../members/member.ts';
import type { Issue } from '../refusal.ts';
import { minuteMs } from '../time/durations.ts';

export type PrinterId = number & { readonly brand: 'PrinterId' };

export const printerId = (id: number): PrinterId => id as PrinterId;

/** `tcp`: the server connects to the printer. `agent`: `linehaul print-agent` beside the printer fetches the labels. */
export type Reach = { kind: 'tcp'; host: string; port: number } | { kind: 'agent' };

/** How a print agent reaches its printer. */
export type AgentWay =
  | { way: 'tcp'; host: string; port: number }
  | { way: 'device'; path: string }
  | { way: 'cups'; queue: string };

/** Live bookings whose label is printed once they are confirmed: none, all, or those made with these keys. */
export type Automatic =
  | { kind: 'never' }
  | { kind: 'every' }
  | { kind: 'keys'; keyIds: readonly KeyId[] };

export type LabelPrinter = {
  id: PrinterId;
  memberId: MemberId;
  name: string;
  reach: Reach;
  automatic: Automatic;
  /** Why the last label could not be sent; undefined if it was sent. */
  trouble: PrintTrouble | undefined;
  /** When its agent last asked for labels; undefined if never, or without an agent. */
  seenAtMs: number | undefined;
  waiting: number;
};

/** A reason in code, and the words of the network or the agent. */
export type PrintTrouble = { reason: PrintReason; detail: string };

/**
 * `unreachable`: the printer took nothing. `cut_off`: it may have taken a part. `not_allowed`: the operator does not
 * allow the address. `no_zpl`: the carrier prints its label in other formats only. `no_label`: the carrier has no label at
 * the moment. `cancelled`, `unconfirmed`: the booking is. `drawing`: our own mistake.
 */
export type PrintReason =
  | 'unreachable'
  | 'cut_off'
  | 'not_allowed'
  | 'no_zpl'
  | 'no_label'
  | 'cancelled'
  | 'unconfirmed'
  | 'drawing';

/** An agent asks at least every half minute, and its visits are noted as often. */
const connectedMs = 2 * minuteMs;

/** A time in the future comes from a wrong clock. */
export function isAgentConnected({ seenAtMs }: LabelPrinter, nowMs: number): boolean {
  return seenAtMs !== undefined && Math.abs(nowMs - seenAtMs) < connectedMs;
}

/** The port of almost every label printer. */
export const usualPort = 9100;
const longestName = 60;
/** The longest name of the DNS. */
const longestHost = 253;

export type PrinterDetails = Pick<LabelPrinter, 'name' | 'reach' | 'automatic'>;

export function printerIssues({ name, reach }: PrinterDetails): Issue[] {
  const issues: Issue[] = [];
  if (name === '') issues.push({ path: ['name'], problem: 'missing' });
  if (name.length > longestName)
    issues.push({ path: ['name'], problem: 'too_long', length: name.length, most: longestName });
  if (reach.kind !== 'tcp') return issues;
  if (reach.host === '') issues.push({ path: ['host'], problem: 'missing' });
  else if (!isHost(reach.host))
    issues.push({ path: ['host'], problem: 'no_host', value: reach.host.slice(0, longestHost) });
  return issues;
}

/** A host name or an IP address, without a scheme, port or path. */
function isHost(text: string): boolean {
  return (
    text.length <= longestHost && /^[A-Za-z0-9](?:[\w.-]*[A-Za-z0-9])?$|^[0-9A-Fa-f:.]+$/.test(text)
  );
}
