import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { changeInstructions, mentionsAuthorityToLeave, spelledOut } from './instructions.ts';

const make = (specialInstructions: string, authorityToLeave: boolean) => ({
  specialInstructions,
  authorityToLeave,
});

describe('special instructions', () => {
  test('state authority to leave once, at the end unless it is already mentioned', () => {
    for (const [words, isGiven, shown] of [
      ['', false, ''],
      ['', true, 'Authority to leave'],
      ['Ring the bell', false, 'Ring the bell'],
      ['Ring the bell', true, 'Ring the bell; Authority to leave'],
      ['AUTHORITY TO LEAVE; ring', true, 'AUTHORITY TO LEAVE; ring'],
    ] as const)
      assert.equal(spelledOut(make(words, isGiven)), shown);
  });

  test('recognise authority to leave as whole words only', () => {
    assert.ok(mentionsAuthorityToLeave('Has Authority To Leave, at the door'));
    for (const words of ['', 'authority', 'authority to leaven', 'No authority'])
      assert.ok(!mentionsAuthorityToLeave(words));
  });

  for (const [name, before, change, after] of [
    ['nothing given: stay', make('Ring', true), [undefined, undefined], make('Ring', true)],
    ['emptied: all of them go', make('Ring', true), ['', undefined], make('', false)],
    ['emptied beside the choice', make('Ring', false), ['', true], make('', true)],
    [
      'new words: replace all of them',
      make('Ring', true),
      ['Knock', undefined],
      make('Knock', false),
    ],
    [
      'new words with it',
      make('Ring', false),
      ['Knock; authority to leave', undefined],
      make('Knock; authority to leave', true),
    ],
    ['new words and the choice', make('Ring', false), ['Knock', true], make('Knock', true)],
    [
      'the words win over the choice beside them',
      make('Ring', false),
      ['Authority to leave', false],
      make('Authority to leave', true),
    ],
    ['the choice alone: given', make('Ring', false), [undefined, true], make('Ring', true)],
    ['the choice alone: taken back', make('Ring', true), [undefined, false], make('Ring', false)],
    [
      'taken back from among the words',
      make('Ring;Authority to Leave ; Dock 4', true),
      [undefined, false],
      make('Ring; Dock 4', false),
    ],
    [
      'taken back when it is all',
      make('Authority to leave.', true),
      [undefined, false],
      make('', false),
    ],
    [
      'not to be taken out of a sentence',
      make('Neighbour has authority to leave it', true),
      [undefined, false],
      make('Neighbour has authority to leave it', true),
    ],
  ] as const)
    test(`when changed: ${name}`, () => {
      const [specialInstructions, authorityToLeave] = change;
      assert.deepEqual(
        changeInstructions(before, { specialInstructions, authorityToLeave }),
        after,
      );
    });
});
