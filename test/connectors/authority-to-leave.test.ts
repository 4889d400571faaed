// Aramex prints the instructions on its label. Authority to leave must be in them exactly once, however it was set.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { completeAccount } from '../../src/adapters/connectors/carrier-account.ts';
import { aramexStories } from './stories/aramex.ts';
import { order } from './story.ts';

for (const [specialInstructions, printed] of [
  ['Ring the bell', 'Authority to leave. Ring the bell'],
  ['Authority to leave; ring the bell', 'Authority to leave; ring the bell'],
  ['', 'Authority to leave'],
] as const)
  test(`aramex: prints "${printed}" in the instructions`, () => {
    const { connector, account, consignment } = aramexStories;
    const change = { specialInstructions, authorityToLeave: true };
    const request = order(consignment.stringId, change);
    const { value } =
      connector.book?.(completeAccount(connector, account), request, 0).next() ?? {};
    const { json } = (value as { body: { json: { InstructionsPublic: string } } }).body;
    assert.equal(json.InstructionsPublic, printed);
  });
