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
    [
      'nothing sent: instructions stay',
      make('Ring', true),
      [undefined, undefined],
      make('Ring', true),
    ],
    ['emptied: all instructions are removed', make('Ring', true), ['', undefined], make('', false)],
    [
      'emptied with authority to leave: only the authority stays',
      make('Ring', false),
      ['', true],
      make('', true),
    ],
    [
      'new text replaces all instructions',
      make('Ring', true),
      ['Knock', undefined],
      make('Knock', false),
    ],
    [
      'new text that mentions authority to leave',
      make('Ring', false),
      ['Knock; authority to leave', undefined],
      make('Knock; authority to leave', true),
    ],
    [
      'new text with the authority option',
      make('Ring', false),
      ['Knock', true],
      make('Knock', true),
    ],
    [
      'text takes precedence over the option',
      make('Ring', false),
      ['Authority to leave', false],
      make('Authority to leave', true),
    ],
    [
      'the option alone adds authority to leave',
      make('Ring', false),
      [undefined, true],
      make('Ring', true),
    ],
    [
      'the option alone removes authority to leave',
      make('Ring', true),
      [undefined, false],
      make('Ring', false),
    ],
    [
      'the option removes authority to leave from the text',
      make('Ring;Authority to Leave ; Dock 4', true),
      [undefined, false],
      make('Ring; Dock 4', false),
    ],
    [
      'the option removes a text that only gives authority',
      make('Authority to leave.', true),
      [undefined, false],
      make('', false),
    ],
    [
      'the option removes no part of a sentence',
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
