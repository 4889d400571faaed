// Domain and application return codes and data; sentences live in `src/wording` and at the front doors.
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { parseAst } from 'rolldown/parseAst';

const root = join(import.meta.dirname, '..', '..');

/** Files whose words belong where they are. */
const allowed: readonly [files: RegExp, reason: string][] = [
  [/^src\/domain\/(documents|manifests)\//, 'drawn on documents'],
  [/^src\/application\/documents\/(print-invoice|join-labels)\.ts$/, 'drawn on documents'],
  [/^src\/domain\/bookings\/instructions\.ts$/, 'an instruction for the driver'],
  [/^src\/domain\/(quotes|carriers)\//, 'stored with a quote: the lines of its price'],
  [
    /^src\/domain\/rate-cards\/(breakdown|rating-failure|transit-table|warranty)\.ts$/,
    'stored with a quote',
  ],
  [
    /^src\/application\/quotes\/(caller-quote|card-answer|choose-carriers|live-carriers)\.ts$/,
    'stored with a quote',
  ],
  [/^src\/domain\/connectors\//, 'the words of connectors about accounts and carriers'],
  [/^src\/domain\/rate-cards\/expression(-syntax)?\.ts$/, 'compiler messages, as data of a report'],
  [/^src\/application\/carriers\/carrier-clashes\.ts$/, 'a line of the report about carrier files'],
  [/^src\/domain\/tracking\/demo-journey\.ts$/, 'the words of the demo carrier'],
  [/^src\/domain\/rate-cards\/import\/(sample-shipments|source-values)\.ts$/, 'names, as data'],
  [/^src\/application\/jobs\/(run-jobs|purge-quotes)\.ts$/, 'names of jobs in the log'],
];

type Node = { type: string; start: number; end: number; [key: string]: unknown };

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value;

/** At least three words, two of them in small letters. */
function isSentence(text: string): boolean {
  const words = text.split(/\s+/).filter((word) => /[A-Za-z]/.test(word));
  return words.length >= 3 && words.filter((word) => /^[a-z][a-z'’-]+\W*$/.test(word)).length >= 2;
}

function sentencesIn(code: string): { text: string; line: number }[] {
  const found: { text: string; line: number }[] = [];
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) for (const one of value) visit(one);
    if (!isNode(value) || isForOperators(value, code)) return;
    const text = textOf(value);
    if (text !== undefined && isSentence(text))
      found.push({ text, line: code.slice(0, value.start).split('\n').length });
    for (const one of Object.values(value)) visit(one);
  };
  visit(parseAst(code, { lang: 'ts' }).body);
  return found;
}

/** Log calls, and errors of broken invariants. */
function isForOperators({ type, callee }: Node, code: string): boolean {
  if (!isNode(callee)) return false;
  const name = code.slice(callee.start, callee.end).replaceAll(/\s/g, '');
  return type === 'NewExpression'
    ? name.endsWith('Error')
    : name === 'super' || /\blog\??\.(debug|info|warn|error|fatal)$/.test(name);
}

function textOf({ type, value, quasis }: Node): string | undefined {
  if (type === 'Literal' && typeof value === 'string') return value;
  if (type !== 'TemplateLiteral') return undefined;
  return (quasis as { value: { cooked: string } }[]).map((one) => one.value.cooked).join(' … ');
}

test('domain and application have no sentences of their own', () => {
  const files = globSync('src/{domain,application}/**/*.ts', { cwd: root }).filter(
    (file) => !file.endsWith('.test.ts'),
  );
  assert.ok(files.length > 300);
  const found = files
    .map((file) => ({ file, sentences: sentencesIn(readFileSync(join(root, file), 'utf8')) }))
    .filter(({ sentences }) => sentences.length > 0);
  const isAllowed = (file: string): boolean => allowed.some(([files]) => files.test(file));
  assert.deepEqual(
    found
      .filter(({ file }) => !isAllowed(file))
      .flatMap(({ file, sentences }) =>
        sentences.map(({ line, text }) => `${file}:${line} ${text}`),
      ),
    [],
  );
  const unused = allowed.filter(([files]) => !found.some(({ file }) => files.test(file)));
  assert.deepEqual(unused, []);
});
