import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { aCardDefinition, aMonday } from '../../../test/support/rate-cards/cards.ts';
import { chooseCard } from './card-choice.ts';
import type { CardDefinition } from './card-definition.ts';
import { compileCard } from './rate-card.ts';

function choose(day: number, ...cards: readonly Partial<CardDefinition>[]): string | undefined {
  const compiled = cards.map((card) => compileCard(aCardDefinition(card)));
  const [there, back] = [compiled, compiled.toReversed()].map(
    (list) => chooseCard(list, 'road', day)?.card.definition.code,
  );
  assert.equal(there, back, 'the order of the cards must not matter');
  return there;
}

describe('the card of a day', () => {
  const spring = { code: 'SPRING', validFrom: 20_260_301, validTo: 20_260_331 };

  it('is in force on its first and on its last day', () => {
    assert.equal(choose(20_260_228, spring), undefined);
    assert.equal(choose(20_260_301, spring), 'SPRING');
    assert.equal(choose(20_260_331, spring), 'SPRING');
    assert.equal(choose(20_260_401, spring), undefined);
  });

  it('has the highest priority, whenever it came into force', () => {
    assert.equal(choose(aMonday, spring, { code: 'OLD', priority: 1 }), 'OLD');
    assert.equal(
      choose(aMonday, { ...spring, priority: 2 }, { code: 'OLD', priority: 1 }),
      'SPRING',
    );
    assert.equal(choose(aMonday, { ...spring, priority: -1 }, { code: 'OLD' }), 'OLD');
  });

  it('is the latest card of equal priority, then the last by code', () => {
    assert.equal(choose(aMonday, spring, { code: 'OLD' }), 'SPRING');
    assert.equal(choose(aMonday, { code: 'A' }, { code: 'B' }), 'B');
  });

  it('prices the requested service', () => {
    const card = compileCard(aCardDefinition());
    assert.equal(chooseCard([card], 'air', aMonday), undefined);
    assert.equal(chooseCard([card], 'road', aMonday)?.service.definition.stringId, 'test_road');
  });
});
