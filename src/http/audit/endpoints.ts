// /audit… of a member's admins and /operator/audit… of the operator: who did what.
// Tests: contract/audit.
import { Readable } from 'node:stream';
import { Type } from 'typebox';
import {
  entriesPerPage,
  readAuditLog,
  readWholeAuditLog,
} from '../../application/audit/read-audit-log.ts';
import type { App, AuditFilter, Owner } from '../../application/ports.ts';
import { endpoint, ownerOf } from '../server/endpoint.ts';
import {
  AuditEntryReply,
  AuditFilterQuery,
  AuditPageQuery,
  auditCsv,
  auditCsvHead,
  parseAuditFilter,
  parseAuditRequest,
  presentAuditEntry,
} from './audit-entry.ts';

export const list = endpoint(
  {
    summary: 'Who did what: the audit log',
    description: `Newest first, ${entriesPerPage} a page, kept for AUDIT_DAYS.`,
    query: Type.Object({ ...AuditFilterQuery.properties, ...AuditPageQuery.properties }),
    reply: Type.Array(AuditEntryReply),
  },
  async (app, call) => {
    const entries = await readAuditLog(app, ownerOf(call), parseAuditRequest(call.query));
    return entries.map(presentAuditEntry);
  },
);

export const file = endpoint(
  {
    summary: 'The audit log as CSV',
    description: 'Newest first.',
    query: AuditFilterQuery,
    mediaTypes: ['text/csv'],
    reply: Type.String(),
  },
  async (app, call) => {
    const { query, reply } = call;
    reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', 'attachment; filename="linehaul-audit-log.csv"');
    // A HEAD request gets no rows, so nothing is read.
    const isAskedOnly = reply.request.method === 'HEAD';
    return Readable.from(isAskedOnly ? [] : csvLines(app, ownerOf(call), parseAuditFilter(query)));
  },
);

async function* csvLines(app: App, reader: Owner, filter: AuditFilter): AsyncGenerator<string> {
  yield auditCsvHead;
  for await (const entries of readWholeAuditLog(app, reader, filter)) yield auditCsv(entries);
}
