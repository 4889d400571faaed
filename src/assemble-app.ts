// Assembles an App from its variable parts: the store, the clock, the gateway, the carriers' folders. Processes
// choose these in `compose.ts`, tests choose their own; the connections between the parts are written once, here.
import { openCarrierDrafts } from './adapters/carriers/carrier-drafts.ts';
import {
  type CarriersOptions,
  openCarriers,
  shippedCarriersDir,
} from './adapters/carriers/open-carriers.ts';
import { readInThread } from './adapters/carriers/read-in-thread.ts';
import { type OpenConnections, openConnections } from './adapters/connectors/open-connections.ts';
import {
  type NetworkPrinters,
  networkPrinters,
} from './adapters/label-printers/network-printers.ts';
import { openMarginBook } from './adapters/margins/open-margin-book.ts';
import { argonPasswords } from './adapters/passwords/argon-passwords.ts';
import { drawQr } from './adapters/printer/draw-qr.ts';
import { openPrinter } from './adapters/printer/open-printer.ts';
import { sealer } from './adapters/sealer.ts';
import { sharedCarriers } from './adapters/shared-state/shared-carriers.ts';
import { fileLock } from './adapters/store/file-lock.ts';
import { systemSecrets } from './adapters/system.ts';
import { openWebhooks, type WebhookOptions } from './adapters/webhooks/open-webhooks.ts';
import { BackgroundWork } from './application/background-work.ts';
import { Turns } from './application/bookings/turns.ts';
import { CallerCache } from './application/caller-cache.ts';
import { recoverPayment } from './application/jobs/recover-confirmations.ts';
import { WaitingKeyCalls } from './application/keys/key-calls.ts';
import type { AccountsApp, App, Connector, Signals } from './application/ports.ts';
import { MergedCalls } from './application/quotes/merged-calls.ts';
import { WaitingAnswers } from './application/reports/carrier-answers.ts';
import { currentRequestId } from './application/request-scope.ts';
import { resealTwoFactor } from './application/users/two-factor.ts';
import { resealWebhooks } from './application/webhooks/manage-webhooks.ts';

export type AccountsParts = Pick<
  AccountsApp,
  'store' | 'counters' | 'gateway' | 'clock' | 'machineAheadMs' | 'log' | 'meter' | 'tracer'
> & {
  /** Signals to and from the other processes of the service. */
  signals: Signals;
};

const pepperBytes = 16;

/** The parts that members, keys and credit need. */
export function assembleAccounts({ signals, ...parts }: AccountsParts): AccountsApp {
  const { store, clock, log } = parts;
  return {
    ...parts,
    passwords: argonPasswords(),
    secrets: systemSecrets,
    callers: new CallerCache(systemSecrets.randomText(pepperBytes)),
    keyCalls: new WaitingKeyCalls(store, log),
    carrierAnswers: new WaitingAnswers({ store, clock, log, signals }),
  };
}

export type AppParts = Pick<
  App,
  | 'locations'
  | 'pickups'
  | 'operator'
  | 'signer'
  | 'quoteCache'
  | 'sharedAnswers'
  | 'timing'
  | 'tracking'
  | 'isSimulated'
  | 'paymentNotices'
  | 'mailing'
  | 'auditKeptMs'
> & {
  signals: Signals;
  /** Seals accounts with carriers, and second factors. */
  secretKey: string;
  previousSecretKey?: string | undefined;
  /** The operator's own carriers. */
  carriersDir: string | undefined;
  /** Carriers loaded by an earlier start. */
  prepared: CarriersOptions['prepared'];
  /** Carriers that can be connected. */
  connectors: readonly Connector[];
  /** Replaces the connected carriers. */
  live?: CarriersOptions['live'];
  liveOf?: CarriersOptions['liveOf'];
  /** How long calls to carriers are kept. */
  callsKeptMs: number;
  printerThreads: number;
  networkPrinters: NetworkPrinters;
  webhooks: Omit<WebhookOptions, 'sealer'>;
  /** A server watches for changed files; a command reads them once. */
  isServer: boolean;
  /** Read-only: does not even repair a folder whose replacement was interrupted. */
  onlyLooks?: boolean;
  onRefused?: CarriersOptions['onRefused'];
};

/** `close` closes everything opened here, and the cache. The caller closes `accounts`. */
export async function assembleApp(
  accounts: AccountsApp,
  parts: AppParts,
): Promise<{ app: App; refusedFiles(): readonly string[]; close(): Promise<void> }> {
  const { store, log, clock } = accounts;
  const { signals, carriersDir, prepared, pickups } = parts;
  const answering = sharedCarriers(signals, clock);
  // First, because it restores a folder whose replacement was interrupted, which would otherwise be missing.
  const draftReader = readInThread();
  const carrierDrafts = openCarrierDrafts({
    shippedDir: shippedCarriersDir,
    operatorDir: carriersDir,
    nowMs: () => clock.nowMs(),
    check: draftReader.check,
    onCheckFailed: (error) => log.error({ err: error }, 'a carrier’s new files were not checked'),
    clearsUp: parts.onlyLooks !== true,
    reload: async () => {
      await carriers.reload();
      signals.publish('carriers', {});
    },
    lock: fileLock,
  });
  const carriers = await openCarriers({
    operatorDir: carriersDir,
    store,
    log,
    clock,
    startDue: () => carrierDrafts.startDue(),
    watches: parts.isServer,
    asks: new MergedCalls(),
    answering,
    live: parts.live ?? (() => connections.live()),
    liveOf: parts.liveOf ?? ((memberId) => connections.liveOf(memberId)),
    ...(prepared === undefined ? {} : { prepared }),
    ...(parts.onRefused === undefined ? {} : { onRefused: parts.onRefused }),
  });
  const printer = openPrinter({ threads: parts.printerThreads });
  // Carriers ask for connections only on use, and connections need the carriers' services.
  const connections: OpenConnections = await openConnections({
    connectors: parts.connectors,
    carriersDir: shippedCarriersDir,
    store,
    sealer: sealer(parts.secretKey, 'carrier accounts', parts.previousSecretKey),
    secrets: accounts.secrets,
    log,
    tracer: accounts.tracer,
    meter: accounts.meter,
    clock,
    pickups,
    asks: new MergedCalls(),
    // Documents of a paid booking do not wait behind the member's other print jobs.
    joinPdfs: (files) => printer.join(files, undefined),
    requestId: currentRequestId,
    modeOf: (stringId) => carriers.snapshot().find(stringId)?.service.mode ?? 'road',
    callsKeptMs: parts.callsKeptMs,
    playsCarriers: parts.isSimulated,
    breakerOf: (carrier) => answering.breakerOf(`line:${carrier}`),
    isServer: parts.isServer,
  });
  // Another process published carriers: use them here at once, if the folder is the same.
  signals.subscribe('carriers', () => {
    carriers
      .reload()
      .catch((error: unknown) =>
        log.error(
          { err: error },
          'changed carriers could not be read; the last versions stay in use',
        ),
      );
  });
  const margins = await openMarginBook({ store, log, isServer: parts.isServer });
  const { locations, operator, signer, quoteCache, sharedAnswers, timing, tracking, isSimulated } =
    parts;
  const background = new BackgroundWork(log);
  const twoFactor = {
    sealer: sealer(parts.secretKey, 'second factors', parts.previousSecretKey),
    drawQr,
  };
  const webhooks = openWebhooks({
    ...parts.webhooks,
    sealer: sealer(parts.secretKey, 'webhooks', parts.previousSecretKey),
  });
  if (parts.isServer) {
    await resealTwoFactor(store, twoFactor);
    await resealWebhooks(store, webhooks);
  }
  const app: App = {
    ...accounts,
    locations,
    carriers,
    connections,
    carrierDrafts,
    pickups,
    margins,
    quoteCache,
    sharedAnswers,
    timing,
    printer,
    labelSender: networkPrinters(parts.networkPrinters),
    webhooks,
    operator,
    signer,
    bookingTurns: new Turns(),
    background,
    tracking,
    isSimulated,
    twoFactor,
    mailing: parts.mailing,
    auditKeptMs: parts.auditKeptMs,
    ...(parts.paymentNotices === undefined ? {} : { paymentNotices: parts.paymentNotices }),
    recoverPayment: (key) => recoverPayment(app, key),
  };
  return {
    app,
    refusedFiles: () => carriers.refusedFiles(),
    close: async () => {
      await background.close();
      draftReader.close();
      carriers.close();
      margins.close();
      await connections.close();
      await webhooks.close();
      await printer.close();
      await sharedAnswers?.close();
    },
  };
}
