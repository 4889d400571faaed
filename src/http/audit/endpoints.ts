// /audit… of a member's admins and /operator/audit… of the operator: who did what.
// Tests: contract/audit.
import { Readable } from 'node:stream';
import { Type } from 'typebox';
import {
  type AuditReader,
  entriesPerPage,
  readAuditLog,
  readWholeAuditLog,
} from '../../application/audit/read-audit-log.ts';
import type { App, AuditFilter } from '../../application/ports.ts';
import { type Call, endpoint, signedIn } from '../server/endpoint.ts';
import {
  AuditEntryReply,
  AuditFilterQuery,
  AuditPageQuery,
  auditCsv,
  auditCsvHead,
  OperatorAuditFilterQuery,
  parseAuditFilter,
  parseAuditRequest,
  presentAuditEntry,
} from './audit-entry.ts';

const about = `Newest first, ${entriesPerPage} a page, kept for AUDIT_DAYS.`;

export const list = endpoint(
  {
    summary: 'Who did what: the audit log',
    description: about,
    query: Type.Object({ ...AuditFilterQuery.properties, ...AuditPageQuery.properties }),
    reply: Type.Array(AuditEntryReply),
  },
  async (app, { caller, query }) => {
    const reader = signedIn(caller).member.id;
    return (await readAuditLog(app, reader, parseAuditRequest(query))).map(presentAuditEntry);
  },
);

export const listAll = endpoint(
  {
    summary: 'Who did what: the audit log of every member and of the operator',
    description: about,
    query: Type.Object({ ...OperatorAuditFilterQuery.properties, ...AuditPageQuery.properties }),
    reply: Type.Array(AuditEntryReply),
  },
  async (app, { query }) =>
    (await readAuditLog(app, 'operator', parseAuditRequest(query))).map(presentAuditEntry),
);

export const file = endpoint(
  {
    summary: 'The audit log as CSV',
    description: 'Newest first.',
    query: AuditFilterQuery,
    mediaTypes: ['text/csv'],
    reply: Type.String(),
  },
  async (app, call) =>
    sendFile(app, call, signedIn(call.caller).member.id, parseAuditFilter(call.query)),
);

export const fileOfAll = endpoint(
  {
    summary: 'The audit log of every member and of the operator as CSV',
    description: 'Newest first.',
    query: OperatorAuditFilterQuery,
    mediaTypes: ['text/csv'],
    reply: Type.String(),
  },
  async (app, call) => sendFile(app, call, 'operator', parseAuditFilter(call.query)),
);

function sendFile(
  app: App,
  { reply }: Pick<Call, 'reply'>,
  reader: AuditReader,
  filter: AuditFilter,
): Readable {
  reply
    .type('text/csv; charset=utf-8')
    .header('content-disposition', 'attachment; filename="linehaul-audit-log.csv"');
  // A HEAD request gets no rows, so nothing is read.
  const isAskedOnly = reply.request.method === 'HEAD';
  return Readable.from(isAskedOnly ? [] : csvLines(app, reader, filter));
}

async function* csvLines(
  app: App,
  reader: AuditReader,
  filter: AuditFilter,
): AsyncGenerator<string> {
  yield auditCsvHead;
  for await (const entries of readWholeAuditLog(app, reader, filter)) yield auditCsv(entries);
}
