// Reads every recorded webhook with its carrier's connector. One file is one case: carriers/<carrier>/webhooks/<case>.json.
// The facts come from the source that each file names; names, addresses and numbers are invented.
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { type Static, Type } from 'typebox';
import { Value } from 'typebox/value';
import { connectors } from '../../carriers/connectors.ts';
import { completeAccount } from '../../src/adapters/connectors/carrier-account.ts';
import { allStories } from './stories.ts';

const webhookSchema = Type.Object(
  {
    /** The connector's behaviour as the end of a test title: "names the delivery whose status has changed". */
    title: Type.String({ minLength: 10 }),
    /** The public document that the webhook comes from. */
    source: Type.String({ minLength: 3 }),
    /** Changes to the account of the carrier's stories. */
    account: Type.Optional(Type.Record(Type.String(), Type.String())),
    headers: Type.Record(Type.String(), Type.String()),
    /** The key of the address. */
    key: Type.Optional(Type.String()),
    /** As it was sent, because signatures cover the text. */
    body: Type.String(),
    /** What the connector reads. */
    result: Type.Unknown(),
  },
  { additionalProperties: false },
);

type RecordedWebhook = Static<typeof webhookSchema>;

const carriers = new URL('../../carriers/', import.meta.url).pathname;
const files = globSync('*/webhooks/*.json', { cwd: carriers }).sort();
const carrierOf = (file: string): string => file.split('/')[0] ?? '';

for (const file of files) {
  const value: unknown = JSON.parse(readFileSync(`${carriers}${file}`, 'utf8'));
  const [problem] = Value.Errors(webhookSchema, value);
  assert.equal(problem, undefined, `${file}: ${JSON.stringify(problem)}`);
  const { title, account, headers, key = '', body, result } = value as RecordedWebhook;
  test(`${carrierOf(file)} webhook: ${title}`, () => {
    const stories = allStories.find(({ connector }) => connector.carrier === carrierOf(file));
    assert.ok(stories);
    const given = completeAccount(stories.connector, { ...stories.account, ...account });
    const reading = stories.connector.readNotice?.(given, {
      header: (name) => headers[name] ?? '',
      key,
      body: Buffer.from(body),
    });
    assert.deepEqual(JSON.parse(JSON.stringify(reading)), result);
  });
}

for (const { carrier, readNotice } of connectors)
  if (readNotice !== undefined)
    test(`${carrier} has recorded webhooks`, () => {
      assert.ok(files.some((file) => carrierOf(file) === carrier));
    });
