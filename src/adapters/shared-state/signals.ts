// Signals between processes, for a single process and for the workers of one machine: the primary passes a worker's
// signal on to all others. A process does not receive its own signals. Signals are not stored and may be lost, so
// they carry only information that a process could also look up.
import type { Log, Signals } from '../../application/ports.ts';
import type { Channel } from './cluster.ts';

type Signal = { linehaul: 'signal'; topic: string; data: unknown };

/** A single process has no one to signal. */
export function noSignals(): Signals {
  return { publish: () => {}, subscribe: () => {}, close: async () => {} };
}

/**
 * In the primary: passes on its workers' signals. A worker joins when it starts and leaves when it is gone.
 */
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

/** In a worker: signals go through the primary. */
export function primarySignals(channel: Channel, log: Log): Signals {
  const listeners = new Listeners(log);
  channel.onMessage((message) => {
    if (isSignal(message)) listeners.call(message.topic, message.data);
  });
  return {
    publish: (topic, data) =>
      channel.send({ linehaul: 'signal', topic, data: { ...data } } satisfies Signal),
    subscribe: (topic, listener) => listeners.add(topic, listener),
    close: async () => {},
  };
}

/**
 * Listeners by topic. During an upgrade, other processes may send signals that this version does not understand: the
 * listener throws and the signal is dropped. It is logged once per topic, since there may be thousands a second.
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
      'another process sent a signal that this version does not understand',
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
