// State that the workers of one machine share without Redis. The primary process keeps it in memory, and workers
// query it over their channel: counters here, answers of live carriers in `primary-answers.ts`.
import type { Worker } from 'node:cluster';
import type { Counters, Log } from '../../application/ports.ts';

type Question = { linehaul: string; id: number; operation: string; values: unknown[] };
type Answer = { linehaul: string; id: number; result?: unknown; problem?: string };

/** One end of the channel between the primary and a worker. */
export type Channel = {
  send(message: object): void;
  onMessage(hear: (message: unknown) => void): void;
};

/** The primary's end of its channel to a worker. */
export function channelToWorker(worker: Worker, log: Log): Channel {
  // Sending fails between a worker's death and the primary's notice of it; an unhandled error would end the primary.
  // Handled here, because libraries send messages too.
  worker.on('error', (error) =>
    log.debug({ err: error, worker: worker.process.pid }, 'a worker cannot be reached'),
  );
  return {
    send: (message) => {
      if (worker.isConnected()) worker.send(message);
    },
    onMessage: (hear) => worker.on('message', hear),
  };
}

/** The worker's end of its channel to the primary. */
export const channelToPrimary: Channel = {
  send: (message) => process.send?.(message),
  onMessage: (hear) => process.on('message', hear),
};

/** Operations of the primary for its workers. Arguments and results are copied as JSON. */
export type Service = Readonly<Record<string, (...values: never[]) => Promise<unknown>>>;

/** In the primary: answers a worker's calls with `service`. */
export function answerQuestions(name: string, service: Service, channel: Channel): void {
  channel.onMessage((message) => {
    if (!isOf<Question>(name, message) || !('operation' in message)) return;
    const { id, operation, values } = message;
    const answer = async (): Promise<unknown> => {
      // After an upgrade, a restarted worker may be newer than the primary.
      if (!Object.hasOwn(service, operation)) throw new Error(`there is no "${operation}" here`);
      const ask = service[operation] as (...values: unknown[]) => Promise<unknown>;
      return await ask(...values);
    };
    answer().then(
      (result) => channel.send({ linehaul: name, id, result } satisfies Answer),
      (error: unknown) =>
        channel.send({ linehaul: name, id, problem: String(error) } satisfies Answer),
    );
  });
}

export type Ask = <Result>(operation: string, ...values: unknown[]) => Promise<Result>;

/** In a worker: calls the primary's service of this name. */
export function questionsTo(name: string, channel: Channel): Ask {
  const waiting = new Map<number, { resolve(result: unknown): void; reject(error: Error): void }>();
  let nextId = 0;
  channel.onMessage((message) => {
    if (!isOf<Answer>(name, message) || 'operation' in message) return;
    const asker = waiting.get(message.id);
    waiting.delete(message.id);
    if (message.problem === undefined) asker?.resolve(message.result);
    else asker?.reject(new Error(message.problem));
  });
  return <Result>(operation: string, ...values: unknown[]): Promise<Result> =>
    new Promise<Result>((resolve, reject) => {
      nextId += 1;
      waiting.set(nextId, { resolve: resolve as (result: unknown) => void, reject });
      channel.send({ linehaul: name, id: nextId, operation, values } satisfies Question);
    });
}

/** In the primary: answers a worker's calls with `counters`. */
export function answerCounters({ count, read, enter, leave }: Counters, channel: Channel): void {
  answerQuestions('counters', { count, read, enter, leave }, channel);
}

/** In a worker: the primary's counters. */
export function primaryCounters(channel: Channel): Counters {
  const ask = questionsTo('counters', channel);
  return {
    count: (...values) => ask('count', ...values),
    read: (...values) => ask('read', ...values),
    enter: (...values) => ask('enter', ...values),
    leave: (...values) => ask('leave', ...values),
    health: () => ({ kind: 'primary process', lost: false }),
    close: async () => {},
  };
}

function isOf<Message extends { linehaul: string }>(
  name: string,
  message: unknown,
): message is Message {
  return (
    typeof message === 'object' &&
    message !== null &&
    'linehaul' in message &&
    message.linehaul === name
  );
}
