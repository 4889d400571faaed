// Members set up their label printers. A printer with an agent has a token of its own, which can fetch that printer's
// labels and nothing else; it is shown once, and the store has only its digest.
import type { MemberId } from '../../domain/members/member.ts';
import {
  type LabelPrinter,
  type PrinterDetails,
  type PrinterId,
  printerIssues,
} from '../../domain/printers/label-printer.ts';
import { type Issue, Refusal, refuseInvalid } from '../../domain/refusal.ts';
import type { App, LabelSender } from '../ports.ts';

/** Every printer is looked at when a booking is confirmed. */
const mostPrinters = 50;
/** So that people and secret scanners recognise a leaked token. */
const tokenMark = 'lhp_';
const tokenBytes = 24;

/** `token` is present if a new one was made. */
export type ChangedPrinter = { printer: LabelPrinter; token: string | undefined };

export async function addPrinter(
  app: App,
  memberId: MemberId,
  details: PrinterDetails,
): Promise<ChangedPrinter> {
  await refuseWrong(app, memberId, details);
  const { token, digest } = details.reach.kind === 'agent' ? makeToken(app) : noToken;
  const id = await app.store.transaction(async (store) => {
    // Locks the member, so that simultaneous requests cannot pass the limit together.
    await store.members.lock(memberId);
    if ((await store.labelPrinters.list(memberId)).length >= mostPrinters)
      throw new Refusal({
        code: 'values_out_of_range',
        issues: [{ path: ['name'], problem: 'too_many_printers', most: mostPrinters }],
      });
    return await store.labelPrinters.add({ ...details, memberId, digest });
  });
  return { printer: await getPrinter(app, memberId, id), token };
}

export async function changePrinter(
  app: App,
  memberId: MemberId,
  id: PrinterId,
  details: PrinterDetails,
): Promise<ChangedPrinter> {
  const { reach } = await getPrinter(app, memberId, id);
  await refuseWrong(app, memberId, details);
  const isNewAgent = details.reach.kind === 'agent' && reach.kind !== 'agent';
  const { token, digest } = isNewAgent ? makeToken(app) : noToken;
  await app.store.labelPrinters.change(id, details, digest);
  return { printer: await getPrinter(app, memberId, id), token };
}

/** `ports`: those that the server connects to; none if it connects to no printers. */
export async function listPrinters(
  app: App,
  memberId: MemberId,
): Promise<{ printers: LabelPrinter[]; ports: readonly number[] }> {
  const { isOn, ports } = app.labelSender;
  const printers = await app.store.labelPrinters.list(memberId);
  return { printers, ports: isOn ? ports : [] };
}

/** The old token stops working at once. */
export async function replaceToken(
  app: App,
  memberId: MemberId,
  id: PrinterId,
): Promise<ChangedPrinter> {
  const printer = await getPrinter(app, memberId, id);
  const { token, digest } = makeToken(app);
  if (!(await app.store.labelPrinters.replaceDigest(id, digest)))
    throw new Refusal({ code: 'printer_not_found', id });
  return { printer, token };
}

export async function removePrinter(app: App, memberId: MemberId, id: PrinterId): Promise<void> {
  await getPrinter(app, memberId, id);
  await app.store.labelPrinters.remove(id);
}

export async function getPrinter(
  { store }: { store: Pick<App['store'], 'labelPrinters'> },
  memberId: MemberId,
  id: PrinterId,
): Promise<LabelPrinter> {
  const printer = await store.labelPrinters.find(id, memberId);
  if (printer === undefined) throw new Refusal({ code: 'printer_not_found', id });
  return printer;
}

async function refuseWrong(app: App, memberId: MemberId, details: PrinterDetails): Promise<void> {
  const keys = new Set((await app.store.keys.list(memberId)).map(({ id }) => id));
  const keyIds = details.automatic.kind === 'keys' ? details.automatic.keyIds : [];
  refuseInvalid([
    ...printerIssues(details),
    ...reachIssues(app.labelSender, details),
    ...keyIds.flatMap((key, n): Issue[] =>
      keys.has(key) ? [] : [{ path: ['key_ids', n], problem: 'no_such_key', key }],
    ),
  ]);
}

function reachIssues(sender: LabelSender, { reach }: PrinterDetails): Issue[] {
  if (reach.kind !== 'tcp') return [];
  if (!sender.isOn) return [{ path: ['host'], problem: 'network_printers_off' }];
  const { host, port } = reach;
  return [
    ...(sender.mayConnect(host)
      ? []
      : [{ path: ['host'], problem: 'printer_address_not_allowed', value: host } as const]),
    ...(sender.ports.includes(port)
      ? []
      : [{ path: ['port'], problem: 'printer_port_not_allowed', ports: sender.ports } as const]),
  ];
}

const noToken = { token: undefined, digest: undefined };

function makeToken({ secrets }: App): { token: string; digest: string } {
  const token = `${tokenMark}${secrets.randomText(tokenBytes)}`;
  return { token, digest: secrets.digest(token) };
}
