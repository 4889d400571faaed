// An entry of the audit log: who did what to which thing, when, and how it ended. Names are those of the time, because
// users are removed and keys renamed.
import type { KeyId } from '../keys/api-key.ts';
import type { MemberId } from '../members/member.ts';
import type { UserId } from '../users/user.ts';
import type { AuditAction } from './audit-action.ts';

/**
 * `link`: the person who has a secret link and is not signed in, such as the receiver of a quote. The name is the
 * user's e-mail or the key's name. `command_line`: a user of the operator's machine.
 */
export type AuditActor = {
  kind: 'user' | 'key' | 'link' | 'command_line';
  /** The member that the user or the key belongs to. */
  memberId: MemberId | undefined;
  id: UserId | KeyId | undefined;
  name: string;
};

/**
 * `not_finished`: under way, or the process died; what was done is in the thing's own records. `pending`: accepted, and
 * the gateway or the carrier is still awaited. `repeated`: answered as the first time, and nothing was done twice.
 */
export const auditOutcomes = [
  'not_finished',
  'done',
  'pending',
  'repeated',
  'refused',
  'failed',
] as const;
export type AuditOutcome = (typeof auditOutcomes)[number];

export type AuditEnd = {
  outcome: Exclude<AuditOutcome, 'not_finished'>;
  /** The code of a refusal. */
  reason?: string;
};

/** The id as the interface shows it, and the name where the thing has one. */
export type AuditThing = { id: string; name: string };

/** A value that is longer is cut: entries stay small. */
export const longestValue = 120;

/** Values of the request, by field. */
export type AuditDetail = Readonly<Record<string, string | number | boolean>>;

export type AuditEntry = {
  id: number;
  atMs: number;
  action: AuditAction;
  by: AuditActor;
  /** The member whose records it concerns; undefined: the operator's own matters, which no member sees. */
  memberId: MemberId | undefined;
  thing: AuditThing | undefined;
  detail: AuditDetail;
  address: string;
  outcome: AuditOutcome;
  reason: string;
};

/** The operator's names stay with the operator: other members see only that it was the operator. */
export function isByOperator({ by, memberId }: AuditEntry): boolean {
  if (by.kind === 'command_line') return true;
  // A person who signs up has no member yet.
  return by.kind === 'user' && by.memberId !== undefined && by.memberId !== memberId;
}
