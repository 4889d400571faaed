// Counters for several workers on one machine without Redis: the primary process keeps them in memory,
// and its workers ask it over their channel. Same contract as the other two.
import type { Counters } from '../../application/ports.ts';

type Operation = 'count' | 'read' | 'enter' | 'leave';
type Question = { linehaul: 'counters'; id: number; operation: Operation; values: unknown[] };
type Answer = { linehaul: 'counters'; id: number; result?: unknown; problem?: string };

/** One end of the channel between the primary and a worker. */
export type Channel = {
  send(message: object): void;
  onMessage(hear: (message: unknown) => void): void;
};

/** The worker's end of its channel to the primary. */
export const channelToPrimary: Channel = {
  send: (message) => process.send?.(message),
  onMessage: (hear) => process.on('message', hear),
};

/** In the primary: answers one worker's questions from `counters`. */
export function answerCounters(counters: Counters, channel: Channel): void {
  channel.onMessage((message) => {
    if (!isOurs<Question>(message) || !('operation' in message)) return;
    const { id, operation, values } = message;
    const ask = counters[operation] as (...values: unknown[]) => Promise<unknown>;
    ask(...values).then(
      (result) => channel.send({ linehaul: 'counters', id, result } satisfies Answer),
      (error: unknown) =>
        channel.send({ linehaul: 'counters', id, problem: String(error) } satisfies Answer),
    );
  });
}

/** In a worker: the primary's counters. */
export function primaryCounters(channel: Channel): Counters {
  const waiting = new Map<number, { resolve(result: unknown): void; reject(error: Error): void }>();
  let nextId = 0;
  channel.onMessage((message) => {
    if (!isOurs<Answer>(message) || 'operation' in message) return;
    const asker = waiting.get(message.id);
    waiting.delete(message.id);
    if (message.problem === undefined) asker?.resolve(message.result);
    else asker?.reject(new Error(message.problem));
  });
  const ask = <Result>(operation: Operation, ...values: unknown[]): Promise<Result> =>
    new Promise<Result>((resolve, reject) => {
      nextId += 1;
      waiting.set(nextId, { resolve: resolve as (result: unknown) => void, reject });
      channel.send({ linehaul: 'counters', id: nextId, operation, values } satisfies Question);
    });
  return {
    count: (...values) => ask('count', ...values),
    read: (...values) => ask('read', ...values),
    enter: (...values) => ask('enter', ...values),
    leave: (...values) => ask('leave', ...values),
    health: () => ({ kind: 'primary process', lost: false }),
    close: async () => {},
  };
}

function isOurs<Message extends { linehaul: 'counters' }>(message: unknown): message is Message {
  return (
    typeof message === 'object' &&
    message !== null &&
    'linehaul' in message &&
    message.linehaul === 'counters'
  );
}
