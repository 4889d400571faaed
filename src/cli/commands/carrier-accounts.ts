// linehaul carrier list | accounts | connect ID | test ID | disconnect ID | calls [ID]: the operator's own accounts with
// carriers and, with --member, a member's. What is secret is given in a file or on standard input rather than on the command line, where others can see it.
import { type Command, InvalidArgumentError, Option } from 'commander';
import { listLatestCalls } from '../../application/carriers/carrier-calls.ts';
import {
  connectHouseAccount,
  disconnectHouseAccount,
  listHouseAccounts,
  testHouseAccount,
} from '../../application/carriers/house-accounts.ts';
import {
  connectOwnAccount,
  disconnectOwnAccount,
  listEverybodysOwnAccounts,
  testOwnAccount,
} from '../../application/carriers/own-accounts.ts';
import { getMember } from '../../application/members/find-member.ts';
import type { KnownCarrierCall } from '../../application/ports.ts';
import { type PricePolicy, pricePolicies } from '../../domain/rate-cards/carrier-terms.ts';
import { type Context, memberFlag, wholeNumber, withJson } from '../command.ts';
import { readJsonFile } from '../named-files.ts';
import { type AsJson, colours, table } from '../output.ts';
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
    .description("accounts with carriers: the operator's own, and members'");
  addConnect(carrier, context);
  addList(carrier, context);
  addAccounts(carrier, context);
  addCalls(carrier, context);
  addManifestCommands(carrier, context, memberOption);

  withJson(carrier.command('test'))
    .description('make one harmless call with the connected account, and say what is wrong')
    .argument('<id>', 'as "carrier list" shows it')
    .option(...memberOption)
    .action((id: string, options: OfMember) =>
      context.withApp(options, async (app, output) => {
        const { member } = options;
        const { isWell, sentence } =
          member === undefined
            ? await testHouseAccount(app, id)
            : await testOwnAccount(app, await getMember(app, member), id);
        output.result({ carrier: id, ok: isWell, message: sentence }, sentence);
        if (!isWell) process.exitCode = 1;
      }),
    );

  withJson(carrier.command('disconnect'))
    .description('forget the account; its services are priced by their rate cards again')
    .argument('<id>', 'as "carrier list" shows it')
    .option(...memberOption)
    .action((id: string, options: OfMember) =>
      context.withApp(options, async (app, output) => {
        const { member } = options;
        if (member === undefined) await disconnectHouseAccount(app, id);
        else await disconnectOwnAccount(app, await getMember(app, member), id);
        output.result({ carrier: id, connected: false }, `${id} is no longer connected.`);
      }),
    );
}

function addConnect(carrier: Command, context: Context): void {
  withJson(carrier.command('connect'))
    .description("keep the operator's account with a carrier, after one harmless call with it")
    .argument('<id>', 'as "carrier list" shows it')
    .option('--set <field=value>', 'one field of the account; may be repeated', addField, {})
    .option('--file <file>', 'a JSON object with the fields; - reads standard input')
    .addOption(
      new Option(
        '--policy <policy>',
        "where prices come from; by default the carrier's own, with its card behind them",
      ).choices(pricePolicies),
    )
    .option('--untested', 'keep the account without asking the carrier')
    .option(...memberOption)
    .action((id: string, options: ConnectOptions) =>
      context.withApp(options, async (app, output) => {
        const account = {
          ...(options.file === undefined ? {} : readFields(options.file)),
          ...options.set,
        };
        const isUntested = options.untested === true;
        const input = { carrier: id, account, policy: options.policy, isUntested };
        const { member } = options;
        const { policy, sentence, discovered } =
          member === undefined
            ? await connectHouseAccount(app, input)
            : await connectOwnAccount(app, await getMember(app, member), {
                ...input,
                by: 'operator',
              });
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

const memberOption = [memberFlag, "a member's own account instead of ours"] as const;

function addAccounts(carrier: Command, context: Context): void {
  withJson(carrier.command('accounts'))
    .description("list every account that is connected: the operator's, and members' own")
    .action((options: AsJson) =>
      context.withApp(options, async (app, output) => {
        const ours = (await listHouseAccounts(app)).flatMap(({ carrier: id, connectedAtMs }) =>
          connectedAtMs === undefined ? [] : [{ id, member: null, in_use: true, connectedAtMs }],
        );
        const members = (await listEverybodysOwnAccounts(app)).map((one) => ({
          id: one.carrier,
          member: one.member.email,
          in_use: one.member.mayConnectCarriers,
          connectedAtMs: one.connectedAtMs,
        }));
        const listed = [...ours, ...members].map(({ connectedAtMs, ...one }) => ({
          ...one,
          connected_at: new Date(connectedAtMs).toISOString(),
        }));
        output.result(
          listed,
          listed.length === 0
            ? 'No account is connected.'
            : table(
                ['id', 'whose', 'connected', ''],
                listed.map(({ id, member, in_use, connected_at }) => [
                  id,
                  member ?? 'the operator',
                  connected_at,
                  in_use ? '' : colours.dim('not allowed at present'),
                ]),
              ),
        );
      }),
    );
}

function addList(carrier: Command, context: Context): void {
  withJson(carrier.command('list'))
    .description('list the carriers that can be connected, what they can do and what they need')
    .action((options: AsJson) =>
      context.withApp(options, async (app, output) => {
        const listed = (await listHouseAccounts(app)).map((one) => ({
          id: one.carrier,
          connected: one.policy !== undefined,
          policy: one.policy ?? null,
          services: one.services,
          capabilities: one.capabilities,
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
            ['id', 'connected', 'can', 'needs'],
            listed.map(({ id, policy, capabilities, fields }) => [
              id,
              policy ?? colours.dim('no'),
              capabilities.filter((one) => one !== 'check' && one !== 'find').join(', '),
              fields.flatMap(({ name, required }) => (required ? [name] : [])).join(', '),
            ]),
          ),
        );
      }),
    );
}

function addCalls(carrier: Command, context: Context): void {
  withJson(carrier.command('calls'))
    .description('what was asked of carriers lately and what they answered, newest first')
    .argument('[id]', 'only this carrier')
    .option('--limit <number>', 'how many', wholeNumber, 20)
    .action((id: string | undefined, options: AsJson & { limit: number }) =>
      context.withApp(options, async (app, output) => {
        const calls = (await listLatestCalls(app, id, options.limit)).map(presentCall);
        output.result(calls, calls.length === 0 ? 'No call is kept.' : callTable(calls));
      }),
    );
}

/** As the operator area names it all. */
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
    throw new InvalidArgumentError('Give it as field=value.');
  return { ...before, [name]: value };
}

function readFields(file: string): Record<string, string> {
  const value = readJsonFile(file);
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new Error(`${file} must hold one JSON object whose values are texts.`);
  const entries = Object.entries(value).map(([name, one]) => [name, String(one)] as const);
  return Object.fromEntries(entries);
}
