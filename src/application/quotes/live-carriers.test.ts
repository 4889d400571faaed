import assert from 'node:assert/strict';
import { test } from 'node:test';
import { circuitBreaker } from '../../domain/carriers/circuit-breaker.ts';
import { memberId } from '../../domain/members/member.ts';
import type { Shipment } from '../../domain/quotes/shipment.ts';
import type { App, LiveCarrier } from '../ports.ts';
import { askLiveCarrier, type QuotingCarrier } from './live-carriers.ts';

const absence = { code: 'no_rate_card', serviceability: 'no_service', message: 'none' } as const;
const carrier: QuotingCarrier = {
  stringId: 'tnt',
  mode: 'road',
  quote: async () => ({ absence }),
};
const own: NonNullable<LiveCarrier['own']> = {
  memberId: memberId(7),
  mark: 'mark',
  watchedAs: 'tnt@7',
};

test('does not record the health of a member’s own carrier account', async () => {
  const noted: string[] = [];
  const app = {
    carriers: {
      breakerOf: () => circuitBreaker(),
      healthOf: (name: string) => ({ note: () => noted.push(name) }),
    },
    clock: { nowMs: () => 0 },
    timing: { carrierDeadlineMs: 10_000, quoteBudgetMs: 10_000 },
  };
  for (const one of [carrier, { ...carrier, own }])
    await askLiveCarrier(app as unknown as App, one, {} as Shipment, undefined);
  assert.deepEqual(noted, ['tnt']);
});
