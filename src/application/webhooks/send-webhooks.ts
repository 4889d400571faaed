// Sends noted events to members' endpoints: at least once, those of one booking in order. An attempt is taken, made and
// recorded, and each step is on disk before the next. If a process dies in between, another makes the attempt again a minute
// later. Each endpoint has a sender of its own, so a slow one delays no other.
import type { MemberId } from '../../domain/members/member.ts';
import { secondMs } from '../../domain/time/durations.ts';
import {
  type DeliveryAttempt,
  endpointHeldMs,
  endpointPauseMs,
  failingPatienceMs,
  leastFailuresToSwitchOff,
  retryPauseMs,
} from '../../domain/webhooks/webhook-delivery.ts';

import type { WebhookEndpointId } from '../../domain/webhooks/webhook-endpoint.ts';
import type { App, EndedAttempt, TakenEndpoint } from '../ports.ts';

/** Endpoints that one process sends to at the same time. */
const mostAtOnce = 60;
/** So that endpoints that hang take no places from those that work. */
const mostFailingAtOnce = 20;
/** So that the endpoints of one member hold up no other member. */
const mostAtOnceOfMember = 5;
const deliveriesAtOnce = 10;
/** After so long, an endpoint gives its place to others that wait. */
const turnMs = 10 * secondMs;

type Sending = { memberId: MemberId; isFailing: boolean; work: Promise<void> };

export class WebhookDelivering {
  readonly #busy = new Map<WebhookEndpointId, Sending>();

  /** Begins to send to every endpoint with due deliveries, and returns without waiting for them. */
  async begin(app: App, stop?: AbortSignal): Promise<void> {
    const most = 2 * mostAtOnce;
    for (const due of await app.store.webhookDeliveries.listDue(app.clock.nowMs(), most)) {
      const { id, memberId, isFailing } = due;
      if (this.#busy.has(id) || this.#isFull(due)) continue;
      const work = sendAll(app, id, stop)
        .catch((error: unknown) => app.log.error({ err: error, endpoint: id }, 'webhooks failed'))
        .finally(() => this.#busy.delete(id));
      this.#busy.set(id, { memberId, isFailing, work });
    }
  }

  async settled(): Promise<void> {
    await Promise.all([...this.#busy.values()].map(({ work }) => work));
  }

  #isFull({ memberId, isFailing }: Pick<Sending, 'memberId' | 'isFailing'>): boolean {
    const busy = [...this.#busy.values()];
    const ofMember = busy.filter((other) => other.memberId === memberId);
    const failing = busy.filter((other) => other.isFailing);
    return (
      busy.length >= mostAtOnce ||
      ofMember.length >= mostAtOnceOfMember ||
      (isFailing && failing.length >= mostFailingAtOnce)
    );
  }
}

/** Until none is due, or nothing arrives. */
async function sendAll(app: App, id: WebhookEndpointId, stop?: AbortSignal): Promise<void> {
  const { webhookDeliveries } = app.store;
  const isStopped = (): boolean => stop?.aborted === true;
  const turnEndsMs = app.clock.nowMs() + turnMs;
  while (!isStopped()) {
    const nowMs = app.clock.nowMs();
    // Others may wait for this place.
    if (nowMs >= turnEndsMs) return;
    const untilMs = nowMs + endpointHeldMs;
    const times = { nowMs, untilMs, limit: deliveriesAtOnce };
    const taken = await webhookDeliveries.take(id, times);
    if (taken === undefined) return;
    const secrets = secretsOf(app, taken, nowMs);
    const ended = await Promise.all(
      taken.deliveries.map(async (delivery): Promise<EndedAttempt> => {
        const { messageId, body } = delivery;
        const request = { url: taken.url, messageId, body, secrets, nowMs };
        const attempt = secrets.length === 0 ? secretLost : await app.webhooks.send(request, stop);
        return { delivery, attempt, dueAtMs: nextDueAt(app, delivery, attempt) };
      }),
    );
    const endedAtMs = app.clock.nowMs();
    // Another process sends again what this one has interrupted.
    const untried = isStopped() ? ended.filter(({ attempt }) => attempt.fault !== undefined) : [];
    const known = ended.filter((one) => !untried.includes(one));
    if (untried.length > 0) {
      const deliveries = untried.map(({ delivery }) => delivery);
      await webhookDeliveries.release(taken, deliveries, endedAtMs);
    }
    if (known.length === 0) return;
    const isOff = await webhookDeliveries.endAttempts(taken, known, {
      nowMs: endedAtMs,
      failedBeforeMs: endedAtMs - failingPatienceMs,
      leastFailures: leastFailuresToSwitchOff,
      pauseAfterMs: endpointPauseMs,
    });
    if (isOff) app.log.warn({ endpoint: id }, 'a webhook endpoint was switched off');
    if (known.every(({ attempt }) => attempt.fault !== undefined)) return;
  }
}

const secretLost: DeliveryAttempt = {
  fault: 'secret_lost',
  detail: '',
  answerStatus: undefined,
  answerBody: '',
  tookMs: 0,
};

/** A failed test is not sent again: the person who asked for it sees the answer. */
function nextDueAt(
  app: App,
  { attempts, type }: TakenEndpoint['deliveries'][number],
  { fault }: DeliveryAttempt,
): number | undefined {
  const isOver = fault === undefined || type === 'webhook.test';
  const pauseMs = isOver ? undefined : retryPauseMs(attempts);
  return pauseMs === undefined ? undefined : app.clock.nowMs() + pauseMs;
}

/** The current secret first; none if this server has another secret key. */
function secretsOf(app: App, taken: TakenEndpoint, nowMs: number): string[] {
  const { sealed, previousSealed, previousUntilMs = 0 } = taken;
  const current = app.webhooks.sealer.open(sealed)?.text;
  if (current === undefined) {
    app.log.error(
      { endpoint: taken.id },
      'a webhook secret cannot be read: SECRET_KEY is another one',
    );
    return [];
  }
  const previous =
    previousSealed === undefined || previousUntilMs <= nowMs
      ? undefined
      : app.webhooks.sealer.open(previousSealed)?.text;
  return previous === undefined ? [current] : [current, previous];
}
