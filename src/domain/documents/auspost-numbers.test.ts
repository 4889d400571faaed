import assert from 'node:assert/strict';
import { test } from 'node:test';
import { auspostArticle } from './auspost-numbers.ts';

test('reproduces articles that Australia Post has published, including the check digit', () => {
  for (const { connote, article, product, service, number } of [
    {
      connote: 'ABC1234567',
      article: 1,
      product: '00093',
      service: '03',
      number: 'ABC123456701000930304',
    },
    {
      connote: '2JD5418133',
      article: 1,
      product: '00087',
      service: '09',
      number: '2JD541813301000870900',
    },
    {
      connote: 'ZLE0001196',
      article: 1,
      product: '00093',
      service: '02',
      number: 'ZLE000119601000930207',
    },
    {
      connote: '33W4P3454995',
      article: 1,
      product: '00096',
      service: '51',
      number: '33W4P345499501000965104',
    },
  ])
    assert.equal(auspostArticle(connote, article, { product, service }), number);
});
