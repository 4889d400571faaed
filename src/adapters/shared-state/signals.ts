// What processes tell each other in passing, for a process alone and for the workers of one machine: the primary passes
// on what one says to all the others. Nobody hears itself, nothing is kept, and whoever is not there misses it: only
// what a process could also find out by itself may be told this way.
import type { Log, Signals } from '../../application/ports.ts';
import type { Channel } from './cluster.ts';

type Signal = { linehaul: 'signal'; topic: string; data: unknown };

/** There is nobody else. */
export function noSignals(): Signals {
  return { tell: () => {}, hear: () => {}, close: async () => {} };
}

/** In the primary: passes on what its workers say. Each is to be joined when it starts and left when it is gone. */
export function relaySignals(): { join(channel: Channel): void; leave(channel: Channel): void } {
  const workers = new Set<Channel>();
  return {
    join: (channel) => {
      workers.add(channel);
      channel.onMessage((message) => {
        if (!isSignal(message)) return;
        for (const other of workers) if (other !== channel) other.send(message);
      });
    },
    leave: (channel) => workers.delete(channel),
  };
}

/** In a worker: by way of the primary. */
export function primarySignals(channel: Channel, log: Log): Signals {
  const listeners = new Listeners(log);
  channel.onMessage((message) => {
    if (isSignal(message)) listeners.call(message.topic, message.data);
  });
  return {
    tell: (topic, data) =>
      channel.send({ linehaul: 'signal', topic, data: { ...data } } satisfies Signal),
    hear: (topic, listener) => listeners.add(topic, listener),
    close: async () => {},
  };
}

/**
 * Those who listen, by topic. While versions are exchanged, others may tell what this one does not understand: a listener
 * then throws, and the signal is dropped. It is said once for each topic, since there may be thousands a second.
 */
export class Listeners {
  readonly #byTopic = new Map<string, ((data: unknown) => void)[]>();
  readonly #log: Log;
  readonly #toldOf = new Set<string>();

  constructor(log: Log) {
    this.#log = log;
  }

  add(topic: string, listener: (data: unknown) => void): void {
    this.#byTopic.set(topic, [...(this.#byTopic.get(topic) ?? []), listener]);
  }

  call(topic: string, data: unknown): void {
    for (const listener of this.#byTopic.get(topic) ?? []) {
      try {
        listener(data);
      } catch (error) {
        this.#notUnderstood(topic, error);
      }
    }
  }

  #notUnderstood(topic: string, error: unknown): void {
    if (this.#toldOf.has(topic)) return;
    this.#toldOf.add(topic);
    this.#log.warn(
      { err: error, topic },
      'another process told what this one does not understand; is it of another version?',
    );
  }
}

function isSignal(message: unknown): message is Signal {
  return (
    typeof message === 'object' &&
    message !== null &&
    'linehaul' in message &&
    message.linehaul === 'signal' &&
    'topic' in message &&
    typeof message.topic === 'string'
  );
}
