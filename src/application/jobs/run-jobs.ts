// The background jobs. Each loop runs in the one process that holds its lease (`job-loop.ts`). Every job is safe to
// run twice at the same time, so two leaders cost work, never money. Jobs that wait for mail servers and carriers
// have loops of their own, so that they do not delay payments.
import { hourMs, minuteMs, secondMs } from '../../domain/time/durations.ts';
import { purgeIdempotency } from '../answer-once.ts';
import { purgeAuditLog } from '../audit/record-change.ts';
import { countIssues } from '../issues/list-issues.ts';
import { sendMails } from '../mail/send-mails.ts';
import { forgetDocuments } from '../manifests/kept-manifests.ts';
import { issueUntilLastMonth } from '../payments/monthly-invoices.ts';
import { sendMonthlyInvoices } from '../payments/send-monthly-invoices.ts';
import type { App, Mailing } from '../ports.ts';
import { purgeJobs } from '../printers/queue-labels.ts';
import { LabelSending } from '../printers/send-labels.ts';
import { pollCarriers } from '../tracking/poll-carriers.ts';
import { purgeDeliveries } from '../webhooks/manage-webhooks.ts';
import { sendWebhookNotices } from '../webhooks/send-notices.ts';
import { WebhookDelivering } from '../webhooks/send-webhooks.ts';
import { checkLedger } from './check-ledger.ts';
import { finishCancellations } from './finish-cancellations.ts';
import { type Job, type RunningJobs, runJobLoop } from './job-loop.ts';
import { lodgeManifests } from './lodge-manifests.ts';
import { purgeQuoteSets, purgeQuotes } from './purge-quotes.ts';
import { recoverConfirmations } from './recover-confirmations.ts';

const tickMs = 1 * secondMs;
/**
 * The share of time for clean-up: however large the backlog, it is deleted in small steps between requests.
 */
const clearingShare = 0.25;
/**
 * One process deletes the quotes of all processes, so it has to keep up with them. About half of that time the disk
 * or PostgreSQL works rather than this process.
 */
const quotesShare = 0.5;

function keepBooks(): Job[] {
  return [
    {
      name: 'recover confirmations',
      everyMs: tickMs,
      work: async (app) => (await recoverConfirmations(app)) > 0,
    },
    {
      name: 'finish cancellations',
      everyMs: minuteMs,
      work: async (app) => {
        await finishCancellations(app);
        return false;
      },
    },
    {
      name: 'count what needs a person',
      everyMs: 5 * minuteMs,
      work: async (app) => {
        app.meter.attentionCounted(await countIssues(app));
        return false;
      },
    },
    {
      name: 'purge quotes',
      everyMs: hourMs,
      timeShare: quotesShare,
      needsTrustedHour: true,
      work: purgeQuotes,
    },
    // Daily, because each pass reads all sets, including those of paid bookings.
    {
      name: 'purge quote sets',
      everyMs: 24 * hourMs,
      timeShare: clearingShare,
      needsTrustedHour: true,
      work: purgeQuoteSets,
    },
    {
      name: 'expire idempotency records',
      everyMs: 10 * minuteMs,
      timeShare: clearingShare,
      needsTrustedHour: true,
      work: purgeIdempotency,
    },
    {
      name: 'forget calls to carriers, documents of manifests, print jobs, webhooks and the audit log',
      everyMs: hourMs,
      timeShare: clearingShare,
      needsTrustedHour: true,
      work: async (app) => {
        const hasMoreCalls = await app.connections.purgeCalls();
        const hasMoreJobs = await purgeJobs(app);
        const hasMoreDeliveries = await purgeDeliveries(app);
        const hasMoreEntries = await purgeAuditLog(app);
        const hasMoreDocuments = await forgetDocuments(app);
        return [
          hasMoreCalls,
          hasMoreJobs,
          hasMoreDeliveries,
          hasMoreEntries,
          hasMoreDocuments,
        ].includes(true);
      },
    },
    {
      name: 'issue monthly invoices',
      everyMs: hourMs,
      firstAfterMs: 5 * minuteMs,
      needsTrustedHour: true,
      work: async (app) => {
        await issueUntilLastMonth(app);
        return false;
      },
    },
    {
      name: 'check the ledger',
      everyMs: 24 * hourMs,
      firstAfterMs: 10 * minuteMs,
      work: async (app) => {
        for (const { memberId, usedCents, entriesCents } of await checkLedger(app)) {
          app.log.error(
            { member: memberId, usedCents, entriesCents },
            'a credit account differs from its entries',
          );
        }
        return false;
      },
    },
  ];
}

function writeMails(mailing: Mailing): Job[] {
  return [
    {
      name: 'send e-mails',
      everyMs: tickMs,
      needsTrustedHour: true,
      work: async (app, stop) => (await sendMails(app, mailing, stop)) > 0,
    },
    {
      name: 'send monthly invoices',
      everyMs: tickMs,
      needsTrustedHour: true,
      work: (app) => sendMonthlyInvoices(app, mailing),
    },
    {
      name: 'send notices about webhooks',
      everyMs: minuteMs,
      needsTrustedHour: true,
      work: (app) => sendWebhookNotices(app, mailing),
    },
  ];
}

/** Jobs that wait for carriers. */
function askCarriers(): Job[] {
  return [
    {
      name: 'lodge manifests',
      everyMs: hourMs,
      firstAfterMs: minuteMs,
      work: async (app) => {
        await lodgeManifests(app);
        return false;
      },
    },
    {
      name: 'ask carriers about shipments',
      everyMs: 10 * secondMs,
      needsTrustedHour: true,
      work: async (app, stop) => (await pollCarriers(app, stop)) > 0,
    },
  ];
}

/** Slow printers hold up only themselves, so this loop waits for none. */
function sendToPrinters(): Job[] {
  const sending = new LabelSending();
  return [
    {
      name: 'send labels to printers',
      everyMs: tickMs,
      work: async (app, stop) => {
        await sending.begin(app, stop);
        return false;
      },
    },
  ];
}

/** Endpoints that hang hold up only themselves, so this loop waits for none. */
function deliverWebhooks(): Job[] {
  const delivering = new WebhookDelivering();
  return [
    {
      name: 'deliver webhooks',
      everyMs: tickMs,
      work: async (app, stop) => {
        await delivering.begin(app, stop);
        return false;
      },
    },
  ];
}

export function runJobs(app: App, options: { tickMs?: number } = {}): RunningJobs {
  const loops = [
    { name: 'jobs', announcement: 'this process does the jobs now', jobs: keepBooks() },
    { name: 'messages', announcement: 'this process asks carriers now', jobs: askCarriers() },
    { name: 'labels', announcement: 'this process sends labels now', jobs: sendToPrinters() },
    {
      name: 'webhooks',
      announcement: 'this process delivers webhooks now',
      jobs: deliverWebhooks(),
    },
    ...(app.mailing === undefined
      ? []
      : [
          {
            name: 'e-mails',
            announcement: 'this process writes e-mails now',
            jobs: writeMails(app.mailing),
          },
        ]),
  ].map((loop) => runJobLoop(app, { ...loop, tickMs: options.tickMs ?? tickMs }));
  return {
    stop: async () => {
      await Promise.all(loops.map((loop) => loop.stop()));
    },
  };
}
