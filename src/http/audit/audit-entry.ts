// Entries of the audit log on the wire, their filter, and the file.
import { type Static, Type } from 'typebox';
import type { AuditRequest, ShownEntry } from '../../application/audit/read-audit-log.ts';
import type { AuditFilter } from '../../application/ports.ts';
import { actionKind, auditGroups } from '../../domain/audit/audit-action.ts';
import { auditOutcomes } from '../../domain/audit/audit-entry.ts';
import { type CsvValue, csvText } from '../../domain/csv/csv-text.ts';
import { memberId } from '../../domain/members/member.ts';
import { homeZone } from '../../domain/time/home-clock.ts';
import { timestampWithColon } from '../../domain/time/timestamp.ts';
import { auditSentence, detailWords, outcomeWords, reasonWords } from '../../wording/audit.ts';
import { PageParam, parseDays } from '../server/list-query.ts';
import { instant, orNull } from '../server/values.ts';

const longestActor = 255;

export const AuditFilterQuery = Type.Object({
  member: Type.Optional(
    Type.String({
      pattern: '^[0-9]{0,15}$',
      description: 'For the operator: only what concerns this member',
    }),
  ),
  actor: Type.Optional(
    Type.String({
      maxLength: longestActor,
      description:
        'The whole e-mail of a user, or the whole name of an API key or of the machine’s user',
    }),
  ),
  group: Type.Optional(Type.Enum([...auditGroups, ''])),
  from: Type.Optional(Type.String({ description: 'YYYY-MM-DD: on this day or later' })),
  to: Type.Optional(Type.String({ description: 'YYYY-MM-DD: on this day or before' })),
});

export const AuditPageQuery = Type.Object({
  sort: Type.Optional(Type.Enum(['at', '-at', ''], { description: 'Newest first without it' })),
  page: Type.Optional(PageParam.blankOrSchema),
});

type Query = Static<typeof AuditPageQuery> & Static<typeof AuditFilterQuery>;

export function parseAuditFilter({ actor, group, member, ...days }: Query): AuditFilter {
  return {
    ...parseDays(days),
    actor: actor?.trim() || undefined,
    group: group || undefined,
    memberId: member ? memberId(Number(member)) : undefined,
  };
}

export function parseAuditRequest(query: Query): AuditRequest {
  return {
    filter: parseAuditFilter(query),
    isOldestFirst: query.sort === 'at',
    page: PageParam.read(query.page || '1'),
  };
}

export const AuditEntryReply = Type.Object(
  {
    id: Type.Integer(),
    at: instant(),
    by: Type.Object({
      kind: Type.Enum(['user', 'key', 'link', 'command_line', 'operator'], {
        description:
          'link: the person with a secret link. command_line: on the operator’s machine. operator: a user of the operator, or its command line',
      }),
      name: Type.String({
        description: 'The user’s e-mail, the key’s name or the machine’s user, as it was then',
      }),
    }),
    member: orNull(
      Type.Object(
        { id: Type.Integer(), name: Type.String() },
        { description: 'For the operator: the member whose records it concerns' },
      ),
    ),
    group: Type.Enum(auditGroups),
    what: Type.String({ description: 'What was done, in words' }),
    thing: orNull(
      Type.Object(
        {
          kind: Type.String(),
          id: Type.String(),
          is_gone: Type.Boolean({ description: 'This removed it, or it did not exist' }),
        },
        { description: 'What it was done to' },
      ),
    ),
    detail: Type.String({ description: 'Some of what was sent' }),
    address: Type.String({ description: 'The client’s address' }),
    outcome: Type.Enum(auditOutcomes, {
      description: 'not_finished: under way, or the server stopped meanwhile',
    }),
    outcome_words: Type.String(),
    reason: Type.String({ description: 'Why it was refused' }),
  },
  { $id: 'AuditEntry' },
);

export function presentAuditEntry(entry: ShownEntry): Static<typeof AuditEntryReply> {
  const { by, member, memberId: ofMember, thing, action } = entry;
  const { group, thing: kind, removes = false } = actionKind(action);
  const isGone = (removes && entry.outcome === 'done') || entry.reason.endsWith('_not_found');
  return {
    id: entry.id,
    at: timestampWithColon(entry.atMs, homeZone),
    by: by === undefined ? { kind: 'operator', name: '' } : { kind: by.kind, name: by.name },
    member:
      member === undefined || ofMember === undefined
        ? null
        : { id: ofMember, name: member.companyName || member.email },
    group,
    what: auditSentence(entry),
    thing:
      thing === undefined || kind === undefined ? null : { kind, id: thing.id, is_gone: isGone },
    detail: detailWords(entry),
    address: entry.address,
    outcome: entry.outcome,
    outcome_words: outcomeWords[entry.outcome],
    reason: reasonWords(entry.reason),
  };
}

const actorKinds = {
  user: 'User',
  key: 'API key',
  link: 'Link',
  command_line: 'Command line',
  operator: 'Operator',
} as const;

export const auditCsvHead = csvText([
  [
    ...['time', 'by', 'name', 'member', 'member_name', 'what', 'detail', 'outcome', 'reason'],
    ...['address', 'thing', 'thing_id'],
  ],
]);

export function auditCsv(entries: readonly ShownEntry[]): string {
  return csvText(entries.map((entry) => lineOf(presentAuditEntry(entry))));
}

function lineOf(entry: Static<typeof AuditEntryReply>): CsvValue[] {
  const { by, member, thing } = entry;
  return [
    entry.at,
    actorKinds[by.kind],
    by.name,
    member?.id,
    member?.name,
    entry.what,
    entry.detail,
    entry.outcome_words,
    entry.reason,
    entry.address,
    thing?.kind,
    thing?.id,
  ];
}
