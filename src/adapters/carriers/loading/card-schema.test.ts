// Details of carrier.json that a card may repeat or omit.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { changed, goodPack, problemsOf } from '../../../../test/support/rate-cards/packs.ts';

describe('details repeated or omitted in a card', () => {
  const service = '{ "id": "road" }';
  const cases: readonly (readonly [what: string, before: string, after: string])[] = [
    [
      'its services in full',
      service,
      '{ "id": "road", "string_id": "acme_road", "label": "Acme Road", "mode": "road" }',
    ],
    ['its first day', '"valid_from": "2026-01-01",', ''],
    ['its last day', '"valid_to": null,', ''],
    ['one-way lanes', ', "direction": "one_way"', ''],
    [
      'rounding per item beside prices per item',
      '"method": "consignment",',
      '"method": "per_item",',
    ],
  ];
  for (const [what, before, after] of cases) {
    it(what, () => {
      const files = changed('card', before, after);
      if (after.includes('per_item')) {
        const [path] = goodPack.card;
        const round = /,\s*"round": \{[^}]*\}/;
        files.set(path, (files.get(path) ?? '').replace(round, ''));
      }
      assert.deepEqual(problemsOf(files).problems, []);
    });
  }

  it('warns of a pickup term for an unknown zone', () => {
    const files = changed(
      'card',
      '"connote":',
      `"pickup": {
    "cutoffs": { "default": "14:00", "SYD": "15:00" },
    "window": { "from": "13:00", "to": "17:00" },
    "not_from_zones": ["NSW6"]
  },
  "connote":`,
    );
    const [path, content] = goodPack.carrier;
    files.set(path, content.replace(/,\s*"pickup": .*/, ''));
    assert.deepEqual(
      problemsOf(files).problems.map(({ severity, code, value }) => [severity, code, value]),
      [
        ['warning', 'unknown_zone', 'SYD'],
        ['warning', 'unknown_zone', 'NSW6'],
      ],
    );
  });

  it('refuses a service label that differs from carrier.json and quotes that label', () => {
    const { problems } = problemsOf(
      changed('card', service, '{ "id": "road", "label": "Acme Rail" }'),
    );
    assert.deepEqual(
      problems.map(({ severity, value, message }) => [severity, value, message]),
      [['error', 'Acme Rail', 'carrier.json has "Acme Road" for this service']],
    );
  });
});
