// What use cases need to record who did what.
import type { AuditGroup } from '../../domain/audit/audit-action.ts';
import type { AuditEnd, AuditEntry, AuditThing } from '../../domain/audit/audit-entry.ts';
import type { MemberId } from '../../domain/members/member.ts';

export type AuditFilter = {
  /** Entries that concern this member. */
  memberId?: MemberId | undefined;
  /** A user's whole e-mail or a key's whole name, in any case. */
  actor?: string | undefined;
  /** Only what this member's own users and keys did. */
  actorsOf?: MemberId | undefined;
  group?: AuditGroup | undefined;
  fromMs?: number | undefined;
  beforeMs?: number | undefined;
};

/** What is known only afterwards, such as the id of a record that was created. */
export type AuditFindings = { thing?: AuditThing | undefined; memberId?: MemberId | undefined };

/** By time, newest first unless asked otherwise; `after`: the last entry that was read. */
type AuditPage = {
  isOldestFirst?: boolean;
  limit: number;
  skip?: number;
  after?: Pick<AuditEntry, 'id' | 'atMs'> | undefined;
};

export type AuditLog = {
  /** Durable when it returns. */
  add(entry: Omit<AuditEntry, 'id'>): Promise<number>;
  finish(id: number, end: AuditEnd & AuditFindings): Promise<void>;
  list(filter: AuditFilter, page: AuditPage): Promise<AuditEntry[]>;
  /** Returns how many were deleted. */
  purge(beforeMs: number, limit: number): Promise<number>;
};
