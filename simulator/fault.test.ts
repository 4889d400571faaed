// How faults are written, and which of them apply to a request.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Fault, FaultBook, formatFault, parseFault } from './fault.ts';
import { parseLatency } from './latency.ts';
import { seededRandom } from './random.ts';

const carriers = ['auspost', 'fedex'];
const fault = (text: string): Fault => {
  const parsed = parseFault(text, carriers);
  if (typeof parsed === 'string') return assert.fail(parsed);
  return parsed;
};

test('a fault is printed in the form in which it was parsed', () => {
  for (const text of [
    'auspost:book:accepted-but-answer-lost:1',
    '*:quote:latency=normal(200,50)',
    'fedex:*:server-error=503:2',
    'fedex:token:expired-token',
    'auspost:quote:reset:10%',
    'auspost:book:wrong-price=120',
  ]) {
    assert.equal(formatFault(fault(text)), text);
  }
  assert.equal(formatFault(fault('fedex:quote:rate-limit')), 'fedex:quote:rate-limit=60');
});

test('names a mistake in a fault and the right form', () => {
  const wrong: [string, RegExp][] = [
    ['auspost:book', /CARRIER:OPERATION:KIND/],
    ['ausposst:book:reset', /No carrier is called "ausposst"; there are auspost, fedex/],
    ['auspost:buy:reset', /No operation is called "buy"/],
    ['auspost:book:explode', /No fault is called "explode"/],
    ['auspost:book:latency', /milliseconds/],
    ['auspost:book:hang=3', /hang takes no value/],
    ['auspost:book:server-error=404', /500 to 599/],
    ['auspost:book:reset:often', /neither a number of times/],
    ['auspost:book:reset:120%', /at most 100%/],
    ['auspost:book:reset:1:2', /CARRIER:OPERATION:KIND/],
  ];
  for (const [text, sentence] of wrong) {
    const mistake = parseFault(text, carriers);
    assert.ok(typeof mistake === 'string', text);
    assert.match(mistake, sentence);
  }
});

test('a fault applies as often as stated, to its own carrier and operation only', () => {
  const book = new FaultBook();
  const random = seededRandom(1);
  book.add(fault('auspost:book:reset:2'));
  assert.deepEqual(book.take('auspost', 'quote', random), []);
  assert.deepEqual(book.take('fedex', 'book', random), []);
  assert.equal(book.take('auspost', 'book', random).length, 1);
  assert.deepEqual(book.list(), ['auspost:book:reset:1']);
  assert.equal(book.take('auspost', 'book', random).length, 1);
  assert.deepEqual(book.take('auspost', 'book', random), []);
  assert.deepEqual(book.list(), []);
});

test('adds delays up, and applies other faults one at a time in their order', () => {
  const book = new FaultBook();
  for (const text of ['*:*:latency=5', 'auspost:*:hang:1', 'auspost:*:reset:1', '*:*:latency=7']) {
    book.add(fault(text));
  }
  const kinds = () => book.take('auspost', 'book', seededRandom(1)).map(({ kind }) => kind);
  assert.deepEqual(kinds(), ['latency', 'hang', 'latency']);
  assert.deepEqual(kinds(), ['latency', 'reset', 'latency']);
  assert.deepEqual(kinds(), ['latency', 'latency']);
  book.clear('*');
  assert.deepEqual(kinds(), []);
});

test('chances and delays repeat for the same seed and differ for another', () => {
  const story = (seed: number): unknown[] => {
    const book = new FaultBook();
    const random = seededRandom(seed);
    const latency = parseLatency('exp(100)');
    book.add(fault('auspost:quote:reset:30%'));
    return Array.from({ length: 40 }, () => [
      book.take('auspost', 'quote', random).length,
      latency?.(random),
    ]);
  };
  assert.deepEqual(story(3), story(3));
  assert.notDeepEqual(story(3), story(4));
  const hits = story(3).filter((one) => Array.isArray(one) && one[0] === 1).length;
  assert.ok(hits > 3 && hits < 25, `${hits} of 40`);
});

test('delays follow their configured distribution', () => {
  const random = seededRandom(5);
  const draws = (text: string) => {
    const latency = parseLatency(text);
    assert.ok(latency);
    return Array.from({ length: 4000 }, () => latency(random));
  };
  const mean = (list: number[]) => list.reduce((sum, ms) => sum + ms, 0) / list.length;
  assert.deepEqual([...new Set(draws('250'))], [250]);
  assert.ok(draws('100-300').every((ms) => ms >= 100 && ms <= 300));
  assert.ok(Math.abs(mean(draws('100-300')) - 200) < 5);
  assert.ok(Math.abs(mean(draws('normal(200,50)')) - 200) < 5);
  assert.ok(Math.abs(mean(draws('exp(200)')) - 200) < 20);
  assert.ok(draws('normal(1,50)').every((ms) => ms >= 0));
  for (const wrong of ['', '-5', 'fast', 'normal(1)', '1.5']) {
    assert.equal(parseLatency(wrong), undefined, wrong);
  }
});
