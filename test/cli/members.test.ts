// Members, their keys and their credit on the command line.
import assert from 'node:assert/strict';
import { rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { linehaul } from '../support/components/program.ts';
import { onEachDatabase, onTheEmbeddedDatabase, temporaryFolder } from './environments.ts';

onEachDatabase('members on the command line', ({ run, json }) => {
  test('a member is registered, given a key and credit, listed and changed', async () => {
    const member = await json('member add --email jo@example.com --password pass --company Jo&Co');
    assert.deepEqual(member, { id: member.id, email: 'jo@example.com' });
    const key = await json(
      'key add --member jo@example.com --type wordpress --site jo.example --demo',
    );
    assert.deepEqual(Object.keys(key), ['id', 'key']);
    assert.match(key.key, /^lh_[\w-]{32}$/);
    const none = await json(`credit show --member ${member.id}`);
    assert.deepEqual(none, { limit: 0, balance: 0, available: 0 });
    const credit = await json(`credit set --member ${member.id} --limit 1500.50`);
    assert.deepEqual(credit, { limit: 1500.5, balance: 0, available: 1500.5 });
    const changed = await json(
      'member set --member JO@example.com --live-booking off --multipickup on --discount 7.5',
    );
    assert.equal(changed.company, 'Jo&Co');
    assert.equal(changed.live_booking, 'off');
    assert.equal(changed.multipickup, 'on');
    assert.equal(changed.discount, 7.5);
    assert.deepEqual(await json('member list'), [changed]);
    const [listed] = await json('key list');
    assert.equal(listed.type, 'wordpress');
    assert.equal(listed.demo, true);
    assert.equal(key.key.startsWith(listed.prefix), true);
    assert.ok(!JSON.stringify(listed).includes(key.key));
    assert.notEqual((await json(`key regenerate --id ${key.id}`)).key, key.key);
    assert.equal((await json(`key set --id ${key.id} --status off`)).status, 'off');
    assert.deepEqual(await json(`key delete --id ${key.id}`), { id: key.id, deleted: true });
    assert.deepEqual(await json('key list'), []);
    const deletedAgain = await run('key', 'delete', '--id', String(key.id));
    assert.match(
      deletedAgain.stderr,
      /no API key with id \d+\. "linehaul key list" shows all keys\.\n$/,
    );
    const unknown = await run('credit', 'show', '--member', 'unknown@example.com');
    assert.match(
      unknown.stderr,
      /unknown@example\.com\. "linehaul member list" shows all members\.\n$/,
    );
  });
});

onEachDatabase('users on the command line', ({ run, json }) => {
  test('a user is added, listed, changed and removed, and an admin stays', async () => {
    const { id: member } = await json('member add --email jo@example.com --password pass');
    const [jo] = await json('user list --member jo@example.com');
    assert.deepEqual(jo, {
      id: jo.id,
      member,
      email: 'jo@example.com',
      role: 'admin',
      two_factor: 'off',
    });
    const { password, ...bob } = await json(`user add --member ${member} --email Bob@example.com`);
    assert.deepEqual(bob, {
      id: bob.id,
      member,
      email: 'Bob@example.com',
      role: 'booker',
      two_factor: 'off',
    });
    assert.match(password, /^[\w-]{16}$/);
    const taken = await run(
      'user',
      'add',
      '--member',
      String(member),
      '--email',
      'bob@Example.com',
    );
    assert.match(taken.stderr, /bob@Example\.com/);
    const link = await json('member reset --member bob@example.com');
    assert.deepEqual([link.id, link.email], [member, 'Bob@example.com']);
    const last = await run('user', 'set', '--user', 'jo@example.com', '--role', 'viewer');
    assert.deepEqual(
      [last.status, last.stderr],
      [1, 'No admin would be left. Make another user an admin first.\n'],
    );
    assert.equal((await json('user set --user bob@example.com --role admin')).role, 'admin');
    assert.deepEqual(await json(`user remove --user ${jo.id}`), { id: jo.id, removed: true });
    assert.deepEqual(await json('user list'), [{ ...bob, role: 'admin' }]);
    const gone = await run('user', 'remove', '--user', 'jo@example.com');
    assert.match(
      gone.stderr,
      /no user jo@example\.com\. "linehaul user list" shows all users\.\n$/,
    );
  });
});

onTheEmbeddedDatabase('details of members on the command line', ({ run, json }) => {
  test("strips terminal control characters from members' details", async () => {
    const email = 'esc\u001b[2J@example.com';
    const company = 'A\u001b]0;owned\u0007 \u009b31mB\r\nC\tD\u007f';
    const added = await run('member', 'add', '--email', email, '--company', company);
    assert.equal(added.status, 0, added.stderr);
    const listed = await run('member', 'list');
    for (const { stdout } of [added, listed]) {
      assert.doesNotMatch(stdout, /(?!\n)\p{Cc}/u);
      assert.match(stdout, /esc�\[2J@example\.com/);
    }
    assert.match(listed.stdout, /A�\]0;owned� �31mB��C�D�/);
    const refused = await run('member', 'add', '--email', email, '--password', 'pass');
    assert.equal(refused.status, 1);
    assert.doesNotMatch(refused.stderr, /(?!\n)\p{Cc}/u);
    const registered = (await json('member list')).find(
      (member: { email: string }) => member.email === email,
    );
    assert.equal(registered.company, company);
  });

  test('makes a member an operator and creates a link to set a new password', async () => {
    const { id } = await json('member add --email op@example.com --password pass');
    const changed = await json(`member set --member ${id} --operator on`);
    assert.equal(changed.operator, 'on');
    const link = await json('member reset --member op@example.com');
    assert.deepEqual([link.id, link.email], [id, 'op@example.com']);
    assert.match(link.url, /^http:\/\/localhost:8080\/reset-password#[\w-]{43}$/);
    assert.ok(Date.parse(link.expires_at) > Date.now() + 23 * 3_600_000);
    const unknown = await run('member', 'reset', '--member', 'unknown@example.com');
    assert.equal(unknown.status, 1);
    assert.match(unknown.stderr, /There is no member unknown@example.com/);
  });

  test('a member created without a password gets a working one', async () => {
    const { email, password } = await json('member add --email made@example.com');
    assert.match(password, /^\S{16}$/);
    assert.equal(email, 'made@example.com');
  });

  test('exits 1 with a sentence on standard error when a command cannot be carried out', async () => {
    for (const [args, sentence] of [
      [['key', 'add', '--member', 'unknown@example.com'], /no member unknown@example.com/],
      [['key', 'set', '--id', '4711', '--status', 'on'], /no API key with id 4711/],
      [['member', 'add', '--email', 'not an address', '--password', 'x'], /not an e-mail address/],
      [['member', 'add', '--email', 'a@example.com', '--password', ''], /password is empty/],
      [['member', 'add', '--email', 'a@example.com', '--country', 'Australia'], /two letters/],
    ] as const) {
      const { status, stdout, stderr } = await run(...args, '--json');
      assert.equal(status, 1, args.join(' '));
      assert.equal(stdout, '');
      assert.match(stderr, sentence);
    }
  });

  test("shows a key's settings, sets them one by one or from a file, and names the place of a mistake", async () => {
    const { id } = await json('member add --email settings@example.com --password x');
    const { id: key } = await json(`key add --member ${id} --type wordpress`);
    const settings = (...more: string[]) =>
      run('key', 'settings', '--id', String(key), ...more, '--json');
    const file = join(temporaryFolder(), 'shop.json');
    writeFileSync(file, JSON.stringify({ warehouses: [{ suburb: 'Perth', postcode: '6000' }] }));
    const set = ['--set', 'default_lenght=30', '--set', 'enabled_courier=["toll"]'];
    assert.equal((await settings(...set, '--file', file)).status, 0);
    const shown = JSON.parse((await settings()).stdout);
    assert.deepEqual(shown.module_setting, { default_lenght: '30', enabled_courier: ['toll'] });
    assert.equal(shown.warehouses.length, 1);
    for (const [args, sentence] of [
      [['--set', 'default_length=30'], /default_length: .* Did you mean default_lenght/],
      [['--set', 'quote_display=display_all'], /quote_display: .* Did you mean quote_diplay/],
      [['--set', 'Default Weight=3'], /Default Weight: .* Did you mean default_weight/],
      [['--set', 'enabled_couriers=toll'], /enabled_couriers: .* Did you mean enabled_courier/],
      [['--set', 'surcharge_amount=-5'], /surcharge_amount must be an amount/],
      [['--set', 'enabled_courier=pony'], /there is no carrier pony\. They are allied, /],
      [['--set', 'enabled_courier=toll, pony'], /there is no carrier pony\. They are allied, /],
      [
        ['--set', 'courier_settings={"pony":{"surcharge":1}}'],
        /courier_settings\.pony: there is no carrier pony\. They are allied, /,
      ],
    ] as const) {
      const { status, stdout, stderr } = await settings(...args);
      assert.deepEqual([status, stdout], [1, ''], args.join(' '));
      assert.match(stderr, sentence);
    }
    assert.deepEqual(JSON.parse((await settings()).stdout), shown);
    const broken = join(temporaryFolder(), 'broken.json');
    writeFileSync(broken, '{"rules": [}');
    for (const [path, sentence] of [
      ['/nope.json', /^There is no file \/nope\.json\.$/m],
      [broken, /broken\.json is not valid JSON\./],
    ] as const) {
      const { status, stdout, stderr } = await settings('--file', path);
      assert.deepEqual([status, stdout], [1, '']);
      assert.match(stderr, sentence);
    }
    assert.equal((await settings('--set', 'default_lenght=')).status, 0);
    // Several carriers without JSON, and a setting that only the shop's plug-in knows.
    const kept = await settings('--set', 'enabled_courier=Allied, toll', '--set', 'my_pref=x');
    assert.equal(kept.status, 0, kept.stderr);
    assert.match(kept.stderr, /my_pref means nothing here/);
    assert.deepEqual(JSON.parse(kept.stdout).module_setting, {
      enabled_courier: ['allied', 'toll'],
      my_pref: 'x',
    });
    assert.equal((await settings('--set', 'my_pref=')).stderr, '');
    writeFileSync(
      file,
      JSON.stringify({ rules: [{ couriers: ['pony'], action: { type: 'show_only' } }] }),
    );
    const refused = await settings('--file', file);
    assert.equal(refused.status, 1);
    assert.match(refused.stderr, /rules\.0\.couriers: there is no carrier pony/);
    rmSync(dirname(file), { recursive: true });
  });
});

test("a member's address is in Australia unless another country is named", async () => {
  const dataDir = temporaryFolder();
  const add = (...args: string[]) =>
    linehaul({ DATA_DIR: dataDir }, 'member', 'add', '--email', 'a@example.com', ...args);
  for (const [option, value] of [
    ['--postcode', '99999'],
    ['--state', 'ZZ'],
  ] as const) {
    const { status, stderr } = await add(option, value);
    assert.equal(status, 2, value);
    assert.ok(stderr.includes(value), stderr);
  }
  assert.equal((await add('--postcode', '90210', '--state', 'CA', '--country', 'US')).status, 0);
  rmSync(dataDir, { recursive: true });
});
