import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Member } from '../../api/wire.ts';
import { blankDraft, blankItem, type Draft } from './draft.ts';
import { accepted, loadingPrompts } from './loading-prompts.ts';

const member = { suburb: '', postcode: '', state: '', country: 'AU' } as Member;
const draftOf = (quantity: string, weight: string): Draft => ({
  ...blankDraft(member),
  items: [{ ...blankItem(), quantity, weight }],
});
const named = (draft: Draft) => loadingPrompts(draft).map(({ kind, side }) => `${kind} ${side}`);

test('proposes a tailgate for an item that one person cannot lift at a home', () => {
  const draft = draftOf('1', '600 kg');
  const [prompt] = loadingPrompts(draft);
  assert.ok(prompt);
  assert.equal(prompt.words, 'The delivery is to a home, and an item weighs 600 kg.');
  assert.deepEqual(named({ ...draft, ...accepted(prompt, draft) }), []);
  const fromHome: Draft = { ...draft, sender: { ...draft.sender, type: 'residential' } };
  assert.deepEqual(named(fromHome), ['tailgate receiver', 'tailgate sender']);
});

test('proposes to tell the driver about many loose pieces at a home', () => {
  const draft = draftOf('30', '12');
  draft.receiver.instructions = 'Ring twice';
  const [prompt] = loadingPrompts(draft);
  assert.ok(prompt);
  assert.equal(prompt.kind, 'by_hand');
  const told = { ...draft, ...accepted(prompt, draft) };
  assert.equal(told.receiver.instructions, 'Ring twice; Hand unload');
  assert.deepEqual(named(told), []);
});

test('proposes nothing for businesses and light shipments', () => {
  assert.deepEqual(named(draftOf('2', '12')), []);
  const pallet = draftOf('1', '600');
  assert.deepEqual(named({ ...pallet, receiver: { ...pallet.receiver, type: 'business' } }), []);
});
