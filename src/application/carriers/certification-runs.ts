// Certifications that the operator area starts. They run in the server, so closing the page does not end them. Everything
// that is known is written down before the next request to the carrier: if the process dies, the run says what may be left
// with the carrier.
import { setTimeout as pause } from 'node:timers/promises';
import type { CertifyRun } from '../../domain/connectors/certification.ts';
import { Refusal } from '../../domain/refusal.ts';
import { secondMs } from '../../domain/time/durations.ts';
import type { App, CarrierOperation, CertificationProgress, CertificationRun } from '../ports.ts';
import { getConnector } from './carrier-accounts.ts';
import { type CertifyInput, certifyAccount, planCertification } from './certify-account.ts';

/** A process that has not written for this long has died. */
const aliveMs = 30 * secondMs;
const beatMs = 2 * secondMs;
const mostListed = 20;

export type ListedRun = CertificationRun & {
  state: 'running' | 'stopping' | 'complete' | 'failed' | 'died';
};

/** `confirmed`: the steps with a warning that a person allowed. Returns the run's number. */
export async function startCertification(
  app: App,
  input: CertifyInput,
  confirmed: readonly CarrierOperation[],
): Promise<number> {
  const { carrier } = input;
  const plan = planCertification(app, input);
  if ((await app.store.carrierAccounts.find({ carrier })) === undefined)
    throw new Refusal({ code: 'carrier_not_connected', carrier });
  const nowMs = app.clock.nowMs();
  const runs = app.store.certificationRuns;
  await runs.giveUp(carrier, nowMs);
  const progress: CertificationProgress = { plan, results: [], left: [] };
  const times = { begunAtMs: nowMs, aliveUntilMs: nowMs + aliveMs };
  const id = await runs.begin({ carrier, ...times, progress });
  if (id === undefined) throw new Refusal({ code: 'certification_running', carrier });
  app.background.begin(`certify ${carrier}`, (stop) =>
    carryOut(app, { id, input, confirmed, progress }, stop),
  );
  return id;
}

/** What was booked is cancelled first. */
export async function stopCertification(app: App, carrier: string): Promise<void> {
  if (!(await app.store.certificationRuns.stop(carrier, app.clock.nowMs())))
    throw new Refusal({ code: 'no_certification_running', carrier });
}

export async function listCertifications(app: App, carrier: string): Promise<ListedRun[]> {
  getConnector(app, carrier);
  const nowMs = app.clock.nowMs();
  const runs = await app.store.certificationRuns.list(carrier, mostListed);
  return runs.map((run) => ({ ...run, state: stateOf(run, nowMs) }));
}

/** For its report and recordings. A run whose process died has the steps that it finished. */
export async function readCertification(
  app: App,
  carrier: string,
  id: number,
): Promise<CertifyRun> {
  const run = await app.store.certificationRuns.find(carrier, id);
  if (run === undefined) throw new Refusal({ code: 'certification_not_found', id });
  const { results, left, end } = run.progress;
  const facts =
    end?.kind === 'complete'
      ? { host: end.host, atMs: end.atMs, operations: end.operations }
      : { host: '', atMs: run.endedAtMs ?? run.begunAtMs, operations: [] };
  return { carrier, ...facts, steps: results, left };
}

function stateOf({ progress: { end }, ...run }: CertificationRun, nowMs: number) {
  if (end !== undefined) return end.kind;
  if (run.endedAtMs !== undefined || run.aliveUntilMs < nowMs) return 'died';
  return run.isStopping ? 'stopping' : 'running';
}

type Begun = {
  id: number;
  input: CertifyInput;
  confirmed: readonly CarrierOperation[];
  progress: CertificationProgress;
};

async function carryOut(app: App, begun: Begun, stop: AbortSignal): Promise<void> {
  const { id, input, confirmed } = begun;
  const runs = app.store.certificationRuns;
  let { progress } = begun;
  const note = async (change: Partial<CertificationProgress>): Promise<void> => {
    progress = { ...progress, ...change };
    await runs.progress(id, progress);
  };
  const interruption = new AbortController();
  const done = new AbortController();
  const heart = beat(app, id, { interruption, done: done.signal });
  let end: CertificationProgress['end'];
  try {
    const { host, atMs, operations } = await certifyAccount(app, input, {
      mayDo: async ({ operation }) => confirmed.includes(operation),
      ended: (result) => note({ results: [...progress.results, result] }),
      mayBeLeft: (left) => note({ left }),
      signal: AbortSignal.any([stop, interruption.signal]),
    });
    end = { kind: 'complete', host, atMs, operations };
  } catch (error) {
    app.log.error({ err: error, carrier: input.carrier }, 'a certification ended early');
    end = { kind: 'failed', words: error instanceof Error ? error.message : String(error) };
  }
  done.abort();
  await heart;
  await runs.end(id, app.clock.nowMs(), { ...progress, end });
}

/** Writes regularly that this process lives, and notices when a person stops the run or another process gave it up. */
async function beat(
  app: App,
  id: number,
  { interruption, done }: { interruption: AbortController; done: AbortSignal },
): Promise<void> {
  for (;;) {
    await pause(beatMs, undefined, { signal: done, ref: false }).catch(() => {});
    if (done.aborted) return;
    try {
      const untilMs = app.clock.nowMs() + aliveMs;
      const state = await app.store.certificationRuns.keepAlive(id, untilMs);
      if (state !== 'going') interruption.abort();
    } catch (error) {
      app.log.warn({ err: error }, 'the progress of a certification was not written; retried');
    }
  }
}
