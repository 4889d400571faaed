// Records a request to a row of the route table in the audit log, as the row and `auditActions` say. Nothing else decides
// what is recorded. Requests that are refused before their endpoint, such as for a missing role, begin no change.
import { findAuditedThing, findNewMember } from '../../application/audit/audited-thing.ts';
import { findAuditedVisitor } from '../../application/audit/audited-visitor.ts';
import {
  endOf,
  recordAfterwards,
  recordChange,
  type ToRecord,
} from '../../application/audit/record-change.ts';
import type { Caller, SignedInCaller } from '../../application/caller.ts';
import type { App, AuditFindings } from '../../application/ports.ts';
import {
  type AuditAction,
  type AuditActionKind,
  actionKind,
} from '../../domain/audit/audit-action.ts';
import {
  type AuditActor,
  type AuditDetail,
  type AuditEnd,
  longestValue,
} from '../../domain/audit/audit-entry.ts';
import { isAbsent } from '../../domain/document-reader.ts';
import { numberedKey } from '../../domain/keys/api-key.ts';
import { Refusal } from '../../domain/refusal.ts';
import type { Call } from '../server/endpoint.ts';
import type { Row } from '../server/row.ts';

type Work = () => Promise<unknown>;

/** Of sign-ins: others, such as a limit that was reached or a code that comes next, are no failed attempts. */
const recordedRefusals = ['credentials_rejected', 'second_factor_rejected'];

/** Quotes take the first way out, before anything is looked up. */
export async function recorded(app: App, row: Row, call: Call, work: Work): Promise<unknown> {
  const { records: action } = row;
  if (action === undefined) return await work();
  const kind = actionKind(action);
  const { caller } = call;
  if (kind.onlyWith !== undefined && isAbsent(fieldsOf(call.body)[kind.onlyWith]))
    return await work();
  if (caller.kind === 'key' && kind.byKeys !== true) return await work();
  if (kind.afterwards !== undefined) return await recordedAfterwards(app, action, call, work);
  const change =
    caller.kind === 'anonymous'
      ? await changeOfVisitor(app, action, call)
      : await changeOf(app, row, action, call, caller);
  if (change === undefined) return await work();
  return await recordChange(app, change, work, (answer) =>
    endingOf(app, change, kind, call, answer),
  );
}

async function recordedAfterwards(
  app: App,
  action: AuditAction,
  call: Call,
  work: Work,
): Promise<unknown> {
  const record = async (end: AuditEnd): Promise<void> => {
    const change = await changeOfVisitor(app, action, call);
    if (change !== undefined) await recordAfterwards(app, change, end);
  };
  const recordLater = (end: AuditEnd): void =>
    app.background.begin('record in the audit log', () => record(end));
  let answer: unknown;
  try {
    answer = await work();
  } catch (error) {
    if (error instanceof Refusal && recordedRefusals.includes(error.data.code))
      recordLater(endOf(error));
    throw error;
  }
  if (actionKind(action).afterwards === 'in_background') recordLater({ outcome: 'done' });
  else await record({ outcome: 'done' });
  return answer;
}

async function changeOf(
  app: App,
  { access }: Row,
  action: AuditAction,
  call: Call,
  caller: SignedInCaller,
): Promise<ToRecord> {
  const own = caller.member.id;
  const isOperators = access === 'operator';
  const { thing: thingKind } = actionKind(action);
  const params = fieldsOf(call.params);
  const id = params.reference ?? params.id ?? keyOf(caller, action);
  const found =
    thingKind === undefined || id === undefined
      ? undefined
      : await findAuditedThing(app, thingKind, String(id), isOperators ? 'operator' : own);
  return {
    action,
    by: actorOf(caller),
    memberId: isOperators ? found?.memberId : own,
    thing: found?.thing,
    detail: detailOf(actionKind(action), call),
    address: addressOf(call),
  };
}

/** Shops change the settings of the key that they send. */
function keyOf(caller: Caller, action: AuditAction): number | undefined {
  return caller.kind === 'key' && action === 'change_key_settings' ? caller.key.id : undefined;
}

async function changeOfVisitor(
  app: App,
  action: AuditAction,
  call: Call,
): Promise<ToRecord | undefined> {
  const { email, token } = fieldsOf(call.body);
  const visitor = await findAuditedVisitor(app, action, {
    email: typeof email === 'string' ? email : '',
    token: typeof token === 'string' ? token : '',
  });
  return visitor && { action, ...visitor, detail: {}, address: addressOf(call) };
}

function actorOf(caller: SignedInCaller): AuditActor {
  const memberId = caller.member.id;
  if (caller.kind === 'key')
    return {
      kind: 'key',
      memberId,
      id: caller.key.id,
      name: caller.key.site || numberedKey(caller.key.id),
    };
  return {
    kind: 'user',
    memberId,
    id: caller.user?.id,
    name: caller.user?.email ?? caller.member.email,
  };
}

async function endingOf(
  app: App,
  { thing, memberId: known, by }: ToRecord,
  kind: AuditActionKind,
  { reply }: Call,
  answer: unknown,
): Promise<AuditEnd & AuditFindings> {
  const isReplayed = reply.getHeader('idempotency-replayed') !== undefined;
  const outcome = isReplayed ? 'repeated' : reply.statusCode === 202 ? 'pending' : 'done';
  if (kind.thing === undefined || thing !== undefined) return { outcome };
  const { id, email = by.name } = fieldsOf(answer);
  if (kind.thing === 'member')
    return { outcome, ...(await findNewMember(app, String(id ?? email))) };
  if (id === undefined) return { outcome };
  return { outcome, thing: { id: String(id), name: '' }, memberId: known };
}

function detailOf({ detail = [] }: AuditActionKind, call: Call): AuditDetail {
  const sent = { ...fieldsOf(call.params), ...fieldsOf(call.body) };
  return Object.fromEntries(
    detail.flatMap((field) => {
      const value = shortValue(sent[field]);
      return value === undefined ? [] : [[field, value]];
    }),
  );
}

function shortValue(value: unknown): string | number | boolean | undefined {
  if (typeof value === 'number' || typeof value === 'boolean') return value;
  const text = Array.isArray(value) ? numbersOf(value).join(', ') : value;
  if (typeof text !== 'string' || text.trim() === '') return undefined;
  return text.trim().slice(0, longestValue).toWellFormed();
}

/** Of records that are named by their numbers, or by objects with an id. */
function numbersOf(values: readonly unknown[]): unknown[] {
  return values.map((one) => fieldsOf(one).id ?? one).filter(Number.isSafeInteger);
}

function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

function addressOf({ reply, address }: Call): string {
  return reply.request.progress.cameFrom ?? address;
}
