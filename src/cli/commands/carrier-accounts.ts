// linehaul carrier list | show ID | accounts | connect ID | test ID | disconnect ID | calls [ID]: house accounts and,
// with --member, a member's own. Other users of the machine can see command lines, so secrets can come from a file or
// standard input.
import { type Command, InvalidArgumentError, Option } from 'commander';
import {
  connectAccount,
  disconnectAccount,
  getConnector,
  listAccounts,
  listConnectedAccounts,
  testAccount,
} from '../../application/carriers/carrier-accounts.ts';
import { listLatestCalls } from '../../application/carriers/carrier-calls.ts';
import {
  listStandings,
  type OperationStanding,
} from '../../application/carriers/operation-standing.ts';
import { getMember } from '../../application/members/find-member.ts';
import type { App, KnownCarrierCall } from '../../application/ports.ts';
import type { Member } from '../../domain/members/member.ts';
import { type PricePolicy, pricePolicies } from '../../domain/rate-cards/carrier-terms.ts';
import { homeDay } from '../../domain/time/home-clock.ts';
import { findingWords } from '../../wording/certification.ts';
import { addCommand, type Context, memberFlag, recorded, wholeNumber } from '../command.ts';
import { readJsonFile } from '../named-files.ts';
import { type AsJson, colours, table, tableOr } from '../output.ts';
import { addCertifyCommand } from './carrier-certify.ts';
import { addManifestCommands } from './carrier-manifests.ts';

type OfMember = AsJson & { member?: string };
type ConnectOptions = OfMember & {
  set: Record<string, string>;
  file?: string;
  policy?: PricePolicy;
  untested?: true;
};

export function addCarrierAccountCommands(program: Command, context: Context): void {
  const carrier = program
    .command('carrier')
    .description("accounts with carriers: the operator's and members'");
  addConnect(carrier, context);
  addList(carrier, context);
  addShow(carrier, context);
  addAccounts(carrier, context);
  addCalls(carrier, context);
  addManifestCommands(carrier, context, memberOption);
  addCertifyCommand(carrier, context);

  addCommand(carrier, 'test', 'test the connected account with one harmless call')
    .argument('<id>', 'as "carrier list" shows it')
    .option(...memberOption)
    .action((id: string, options: OfMember) =>
      context.withApp(options, async (app, output) => {
        const { isWell, sentence } = await testAccount(app, await ownerOf(app, options), id);
        output.result({ carrier: id, ok: isWell, message: sentence }, sentence);
        if (!isWell) process.exitCode = 1;
      }),
    );

  addCommand(carrier, 'disconnect', 'delete the account; rate cards price its services again')
    .argument('<id>', 'as "carrier list" shows it')
    .option(...memberOption)
    .action((id: string, options: OfMember) =>
      context.withApp(options, async (app, output) => {
        const owner = await ownerOf(app, options);
        const action = owner === undefined ? 'disconnect_house_account' : 'disconnect_own_account';
        await recorded(app, action, { thing: id, member: options.member }, () =>
          disconnectAccount(app, owner, id),
        );
        output.result({ carrier: id, connected: false }, `${id} is disconnected.`);
      }),
    );
}

function addConnect(carrier: Command, context: Context): void {
  addCommand(
    carrier,
    'connect',
    'connect an account with a carrier, after testing it with one harmless call',
  )
    .argument('<id>', 'as "carrier list" shows it')
    .option('--set <field=value>', 'one field of the account; may be repeated', addField, {})
    .option('--file <file>', 'a JSON object with the fields; - reads standard input')
    .addOption(
      new Option(
        '--policy <policy>',
        "where prices come from; by default the carrier's own, with its card behind them",
      ).choices(pricePolicies),
    )
    .option('--untested', 'connect the account without testing it')
    .option(...memberOption)
    .action((id: string, options: ConnectOptions) =>
      context.withApp(options, async (app, output) => {
        const account = {
          ...(options.file === undefined ? {} : readFields(options.file)),
          ...options.set,
        };
        const owner = await ownerOf(app, options);
        const action = owner === undefined ? 'connect_house_account' : 'connect_own_account';
        const { policy, sentence, discovered } = await recorded(
          app,
          action,
          { thing: id, member: options.member },
          () =>
            connectAccount(app, owner, {
              carrier: id,
              account,
              by: 'operator',
              policy: options.policy,
              isUntested: options.untested === true,
            }),
        );
        output.result(
          { carrier: id, connected: true, policy, message: sentence, discovered },
          [
            `${id} is connected (${policy}). ${sentence}`,
            ...Object.entries(discovered).map(([name, value]) => `  ${name} = ${value}`),
          ].join('\n'),
        );
      }),
    );
}

const memberOption = [
  memberFlag,
  "this member's own account instead of the house account",
] as const;

/** Undefined: the operator, whose account is the house account. */
async function ownerOf(app: App, { member }: OfMember): Promise<Member | undefined> {
  return member === undefined ? undefined : await getMember(app, member);
}

function addAccounts(carrier: Command, context: Context): void {
  addCommand(
    carrier,
    'accounts',
    "list the connected accounts: the operator's and members'",
  ).action((options: AsJson) =>
    context.withApp(options, async (app, output) => {
      const listed = (await listConnectedAccounts(app)).map(
        ({ carrier: id, member, connectedAtMs }) => ({
          id,
          member: member?.email ?? null,
          in_use: member?.mayConnectCarriers ?? true,
          connected_at: new Date(connectedAtMs).toISOString(),
        }),
      );
      output.result(
        listed,
        tableOr(listed, 'No account is connected.', {
          id: ({ id }) => id,
          owner: ({ member }) => member ?? 'the operator',
          connected: ({ connected_at }) => connected_at,
          '': ({ in_use }) => (in_use ? '' : colours.dim('not used: switched off for the member')),
        }),
      );
    }),
  );
}

function addList(carrier: Command, context: Context): void {
  addCommand(
    carrier,
    'list',
    'list the carriers that can be connected, their operations and required fields',
  ).action((options: AsJson) =>
    context.withApp(options, async (app, output) => {
      const standings = await listStandings(app);
      const listed = (await listAccounts(app, undefined)).map((one) => ({
        id: one.carrier,
        connected: one.policy !== undefined,
        policy: one.policy ?? null,
        services: one.services,
        capabilities: one.capabilities,
        operations: (standings.get(one.carrier) ?? []).map(presentStanding),
        fields: one.fields.map(({ name, label, isSecret, defaultText }) => ({
          name,
          label,
          secret: isSecret,
          required: defaultText === undefined,
        })),
      }));
      output.result(
        listed,
        table(
          ['id', 'connected', 'certified', 'can', 'needs'],
          listed.map(({ id, policy, capabilities, operations, fields }) => [
            id,
            policy ?? colours.dim('no'),
            policy === null ? '' : certifiedCount(operations),
            capabilities.filter((one) => one !== 'check' && one !== 'find').join(', '),
            fields.flatMap(({ name, required }) => (required ? [name] : [])).join(', '),
          ]),
        ),
      );
    }),
  );
}

function addShow(carrier: Command, context: Context): void {
  addCommand(
    carrier,
    'show',
    'show what proves each operation: recorded answers, and your own certification',
  )
    .argument('<id>', 'as "carrier list" shows it')
    .action((id: string, options: AsJson) =>
      context.withApp(options, async (app, output) => {
        getConnector(app, id);
        const operations = ((await listStandings(app)).get(id) ?? []).map(presentStanding);
        output.result(
          { id, operations },
          table(
            ['operation', 'standing', ''],
            operations.map((one) => [one.operation, describeStanding(one), one.reason ?? '']),
          ),
        );
      }),
    );
}

function presentStanding({ operation, recordings, certified }: OperationStanding) {
  return {
    operation,
    recordings,
    outcome: certified?.outcome ?? null,
    reason: certified === undefined ? null : findingWords(certified.reason),
    certified_at: certified === undefined ? null : new Date(certified.atMs).toISOString(),
  };
}

type PresentedStanding = ReturnType<typeof presentStanding>;

function describeStanding({ outcome, certified_at, recordings }: PresentedStanding): string {
  const day = certified_at === null ? '' : homeDay(Date.parse(certified_at));
  if (outcome === 'ok') return colours.green(`certified on ${day} with your account`);
  if (outcome === 'failed') return colours.red(`failed on ${day} with your account`);
  return recordings > 0 ? 'proven on recorded answers' : colours.yellow('unproven');
}

function certifiedCount(operations: readonly PresentedStanding[]): string {
  const results = operations.filter(({ outcome }) => outcome === 'ok' || outcome === 'failed');
  const well = results.filter(({ outcome }) => outcome === 'ok').length;
  return results.length === 0 ? colours.dim('never') : `${well} of ${operations.length}`;
}

function addCalls(carrier: Command, context: Context): void {
  addCommand(carrier, 'calls', 'list recent requests to carriers and their answers, newest first')
    .argument('[id]', 'only this carrier')
    .option('--limit <number>', 'how many to list', wholeNumber, 20)
    .action((id: string | undefined, options: AsJson & { limit: number }) =>
      context.withApp(options, async (app, output) => {
        const calls = (await listLatestCalls(app, id, options.limit)).map(presentCall);
        output.result(calls, calls.length === 0 ? 'No calls in the log.' : callTable(calls));
      }),
    );
}

/** With the field names of the operator area. */
function presentCall(call: KnownCarrierCall) {
  const { atMs, tookMs, requestId, memberId, ...same } = call;
  return {
    ...same,
    at: new Date(atMs).toISOString(),
    took_ms: tookMs,
    request_id: requestId,
    member: memberId ?? null,
  };
}

function callTable(calls: readonly ReturnType<typeof presentCall>[]): string {
  return table(
    ['when', 'carrier', 'account', 'operation', 'booking', 'status', 'ms', 'request', 'address'],
    calls.map((call) => [
      call.at,
      call.carrier,
      call.member === null ? '' : `member ${call.member}`,
      call.operation,
      call.reference,
      call.trouble === '' ? String(call.status) : `${call.status} ${call.trouble}`,
      String(call.took_ms),
      call.request_id,
      call.url,
    ]),
  );
}

function addField(text: string, before: Record<string, string>): Record<string, string> {
  const [, name, value] = /^([a-z0-9_]+)=(.*)$/s.exec(text) ?? [];
  if (name === undefined || value === undefined)
    throw new InvalidArgumentError('Use the form field=value.');
  return { ...before, [name]: value };
}

function readFields(file: string): Record<string, string> {
  const value = readJsonFile(file);
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new Error(`${file} must contain one JSON object whose values are strings.`);
  const entries = Object.entries(value).map(([name, one]) => [name, String(one)] as const);
  return Object.fromEntries(entries);
}
