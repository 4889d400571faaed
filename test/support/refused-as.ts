// A check for `assert.rejects`: the refusal has this code, and its message matches.
import assert from 'node:assert/strict';
import { Refusal, type RefusalCode } from '../../src/domain/refusal.ts';
import { refusalSentence } from '../../src/wording/refusals.ts';

export const refusedAs = (code: RefusalCode, words?: RegExp) => (error: unknown) => {
  assert.ok(error instanceof Refusal, String(error));
  assert.equal(error.data.code, code);
  if (words !== undefined) assert.match(refusalSentence(error.data), words);
  return true;
};
