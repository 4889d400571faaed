// /audit… of a member's admins and /operator/audit… of the operator: who did what.
// Tests: contract/audit.
import { Type } from 'typebox';
import {
  entriesPerPage,
  readAuditLog,
  readWholeAuditLog,
} from '../../application/audit/read-audit-log.ts';
import type { App, AuditFilter, Owner } from '../../application/ports.ts';
import { csvShapes, streamCsv } from '../server/csv-download.ts';
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
    ...csvShapes,
  },
  async (app, call) => {
    const filter = parseAuditFilter(call.query);
    return streamCsv(call.reply, 'linehaul-audit-log', () => csvLines(app, ownerOf(call), filter));
  },
);

async function* csvLines(app: App, reader: Owner, filter: AuditFilter): AsyncGenerator<string> {
  yield auditCsvHead;
  for await (const entries of readWholeAuditLog(app, reader, filter)) yield auditCsv(entries);
}
