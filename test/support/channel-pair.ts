// Two ends of a channel that copies messages, like the one between a primary process and its worker.
import { EventEmitter } from 'node:events';
import type { Channel } from '../../src/adapters/shared-state/cluster.ts';

export function channelPair(): [Channel, Channel] {
  const left = new EventEmitter();
  const right = new EventEmitter();
  const end = (own: EventEmitter, other: EventEmitter): Channel => ({
    send: (message) => setImmediate(() => other.emit('message', structuredClone(message))),
    onMessage: (hear) => own.on('message', hear),
  });
  return [end(left, right), end(right, left)];
}
