import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { gate } from '../../../test/support/carriers/scripted-carriers.ts';
import { Turns } from './turns.ts';

describe('turns for a name', () => {
  test('run in order under one name without delaying other names', async () => {
    const turns = new Turns();
    const slow = gate();
    const done: string[] = [];
    const work = (name: string, opened?: Promise<void>) => async () => {
      done.push(`${name} begins`);
      await opened;
      done.push(`${name} ends`);
      return name;
    };
    const all = [
      turns.take('booking', work('first', slow.opened)),
      turns.take('booking', work('second')),
      turns.take('booking', work('third')),
    ];
    assert.equal(await turns.take('another', work('other')), 'other');
    slow.open();
    assert.deepEqual(await Promise.all(all), ['first', 'second', 'third']);
    assert.deepEqual(
      done.filter((line) => !line.startsWith('other')),
      ['first', 'second', 'third'].flatMap((name) => [`${name} begins`, `${name} ends`]),
    );
  });

  test('reject only their own caller when they fail', async () => {
    const turns = new Turns();
    const failing = turns.take('booking', () => Promise.reject(new Error('no')));
    const next = turns.take('booking', async () => 'done');
    await assert.rejects(failing, /no/);
    assert.equal(await next, 'done');
    // The queue also continues when it was empty.
    assert.equal(await turns.take('booking', async () => 'again'), 'again');
  });
});
