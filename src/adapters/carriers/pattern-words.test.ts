import assert from 'node:assert/strict';
import { it } from 'node:test';
import { describePattern } from './pattern-words.ts';
import { publishedSchemas } from './published-schemas.ts';

it('every pattern of the schemas is put in words, with an example that it takes', () => {
  const patterns = new Set<string>();
  for (const schema of publishedSchemas().values())
    JSON.parse(schema, (key: string, value: unknown) => {
      if (key === 'pattern' && typeof value === 'string') patterns.add(value);
      return value;
    });
  assert.ok(patterns.size > 10);
  for (const pattern of patterns) {
    const words = describePattern(pattern);
    assert.ok(!words.includes(pattern), pattern);
    const [, example = ''] = /such as (\S+)$/.exec(words) ?? [];
    assert.match(example, new RegExp(pattern), words);
  }
});
