// Finds out why Australia Post refused a manifest of hundreds of shipments: some are in an order already, others are
// unknown. The carrier refuses a whole request if it contains one unknown number.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { auspost } from '../../carriers/auspost/connector/auspost.ts';

const shipments = Array.from({ length: 500 }, (_, n) => ({
  reference: String(n),
  stringId: 'auspost_regular_eparcel',
  connote: `C${n}`,
  carrierId: `S${n}`,
  pieces: [],
}));
const all = shipments.map(({ carrierId }) => carrierId);

type Carrier = {
  unknown: readonly string[];
  lodged: string;
  /** The carrier's error for unknown numbers. */
  says?: (ids: readonly string[]) => string;
};

/** Returns what the connector finds out, and how many requests it needs. */
function findManifests({ unknown, lodged, says = () => 'not found' }: Carrier) {
  const conversation = auspost.findManifests?.({}, shipments);
  assert.ok(conversation);
  let questions = 0;
  let turn = conversation.next();
  while (turn.done !== true) {
    questions += 1;
    const ids = turn.value.path.replace(/.*=/, '').split(',');
    const isKnown = ids.every((id) => !unknown.includes(id));
    const answer = isKnown
      ? {
          shipments: ids.map((id) => ({
            shipment_id: id,
            ...(id === lodged && { order_id: 'A1' }),
          })),
        }
      : { errors: [{ code: '44013', message: says(ids.filter((id) => unknown.includes(id))) }] };
    const bytes = new TextEncoder().encode(JSON.stringify(answer));
    const status = isKnown ? 200 : 404;
    turn = conversation.next({ status, contentType: 'application/json', bytes });
  }
  return { found: turn.value, questions };
}

test('finds a few unknown consignments among hundreds, and the order of a lodged one', () => {
  const { found, questions } = findManifests({ unknown: ['S7', 'S260', 'S499'], lodged: 'S261' });
  assert.deepEqual(
    [...found].sort(([a], [b]) => (a < b ? -1 : 1)),
    [
      ['S260', 'unknown'],
      ['S261', { manifestId: 'A1' }],
      ['S499', 'unknown'],
      ['S7', 'unknown'],
    ],
  );
  assert.ok(questions < 60, `${questions} questions`);
});

test('asks a carrier that names the unknown consignments only once more for each portion', () => {
  const unknown = all.filter((_id, n) => n % 10 === 3);
  const says = (ids: readonly string[]): string => ids.map((id) => `[${id}]`).join(' ');
  const { found, questions } = findManifests({ unknown, lodged: 'S4', says });
  assert.deepEqual(new Set(found.keys()), new Set([...unknown, 'S4']));
  assert.equal(questions, 20);
});

test('stops asking a carrier that does not name the unknown consignments, and keeps its answers', () => {
  const unknown = all.slice(0, 100);
  const { found, questions } = findManifests({ unknown, lodged: '' });
  assert.ok(questions < 100, `${questions} questions`);
  for (const id of unknown) assert.equal(found.get(id), 'unknown');
  assert.ok(all.filter((id) => !found.has(id)).length >= 400);
});
