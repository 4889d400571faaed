// Records a change on the command line. Only the operator can make one.
import { type AuditAction, actionKind } from '../../domain/audit/audit-action.ts';
import { type AuditDetail, type AuditEnd, longestValue } from '../../domain/audit/audit-entry.ts';
import type { AccountsApp, AuditFindings } from '../ports.ts';
import { findAuditedThing, findNewMember } from './audited-thing.ts';
import { recordChange } from './record-change.ts';

export type CommandChange = {
  action: AuditAction;
  /** The user of the machine. */
  by: string;
  /** What it is done to: an id, or the e-mail of a member. Not given for what is added. */
  thing?: string | number | undefined;
  /** Whose records it concerns, if the thing does not say it: an id or an e-mail. */
  member?: string | undefined;
  /** Only what is defined is stored. */
  detail?: Readonly<Record<string, AuditDetail[string] | undefined>>;
};

export type CommandEnding = {
  /** The id of what was added. */
  added?: string | number;
  outcome?: AuditEnd['outcome'];
};

export async function recordCommand<Result>(
  app: AccountsApp,
  change: CommandChange,
  work: () => Promise<Result>,
  endingOf: (result: Result) => CommandEnding = () => ({}),
): Promise<Result> {
  const { action, by, thing, detail = {} } = change;
  const found = await findingsOf(app, change);
  return await recordChange(
    app,
    {
      action,
      by: { kind: 'command_line', memberId: undefined, id: undefined, name: by },
      memberId: found.memberId,
      thing:
        found.thing ?? (thing === undefined ? undefined : { id: cut(String(thing)), name: '' }),
      detail: definedOf(detail),
      address: '',
    },
    work,
    async (result) => {
      const { added, outcome = 'done' } = endingOf(result);
      if (added === undefined) return { outcome };
      return { outcome, ...(await findingsOf(app, { ...change, thing: added })) };
    },
  );
}

const cut = (text: string): string => text.slice(0, longestValue).toWellFormed();

const definedOf = (detail: NonNullable<CommandChange['detail']>): AuditDetail =>
  Object.fromEntries(
    Object.entries(detail).flatMap(([name, value]) => {
      if (value === undefined || value === '') return [];
      return [[name, typeof value === 'string' ? cut(value) : value]];
    }),
  );

async function findingsOf(
  app: AccountsApp,
  { action, thing, member }: CommandChange,
): Promise<AuditFindings> {
  const { thing: kind } = actionKind(action);
  const ofMember = member === undefined ? {} : await findNewMember(app, member);
  if (kind === undefined || thing === undefined) return { memberId: ofMember.memberId };
  if (kind === 'member') return await findNewMember(app, String(thing));
  const found = await findAuditedThing(app, kind, String(thing), 'operator');
  return { thing: found.thing, memberId: found.memberId ?? ofMember.memberId };
}
