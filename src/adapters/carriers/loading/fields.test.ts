import assert from 'node:assert/strict';
import { it } from 'node:test';
import { patternWords } from './fields.ts';
import { publishedSchemas } from './published-schemas.ts';

it('every pattern of the schemas has a description whose example matches it', () => {
  const patterns = new Set<string>();
  for (const schema of publishedSchemas().values())
    JSON.parse(schema, (key: string, value: unknown) => {
      if (key === 'pattern' && typeof value === 'string') patterns.add(value);
      return value;
    });
  assert.ok(patterns.size > 10);
  for (const pattern of patterns) {
    const words = patternWords.get(pattern) ?? '';
    const [, example = ''] = /such as (\S+)$/.exec(words) ?? [];
    assert.match(example, new RegExp(pattern), words);
  }
});
