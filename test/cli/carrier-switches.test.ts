// `linehaul carriers on` and `off`: which carriers and services are quoted.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { onEachDatabase } from './environments.ts';

onEachDatabase('carriers switched off', ({ run, json }) => {
  test('carriers off: switches off one service, or all services of a carrier', async () => {
    const isOff = async (): Promise<string[]> =>
      (await json('carriers list'))
        .filter(({ status }: { status: string }) => status === 'off')
        .map((service: { string_id: string }) => service.string_id);
    const express = 'auspost_express_eparcel';
    assert.deepEqual(await json(`carriers off ${express}`), {
      string_id: express,
      status: 'off',
    });
    assert.deepEqual(await isOff(), [express]);
    const named = await run('carriers', 'off', 'auspost');
    assert.equal(named.status, 1);
    assert.match(named.stderr, /auspost_express_eparcel.*--all-services/);
    const both = await json('carriers off auspost --all-services');
    assert.deepEqual(
      await isOff(),
      both.map((service: { string_id: string }) => service.string_id),
    );
    assert.ok(both.length > 1);
    await json('carriers on auspost --all-services');
    assert.deepEqual(await isOff(), []);
    const none = await run(...'carriers off pony_express --all-services'.split(' '));
    assert.match(
      none.stderr,
      /no carrier pony_express\. "linehaul carriers list" shows all services/,
    );
  });
});
