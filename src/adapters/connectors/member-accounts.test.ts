// Members' own accounts: when they are read, opened and resealed, and what happens when one cannot be opened.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { auspost } from '../../../carriers/auspost/connector/auspost.ts';
import { dhlExpress } from '../../../carriers/dhl_express/connector/dhl-express.ts';
import { memoryConnection } from '../../../test/support/carriers/memory-connection.ts';
import { type LogLine, recordingLog } from '../../../test/support/test-logs.ts';
import type { LiveCarrier, StoredAccount } from '../../application/ports.ts';
import { CarrierTrouble } from '../../domain/connectors/carrier-trouble.ts';
import { type MemberId, memberId } from '../../domain/members/member.ts';
import type { Shipment } from '../../domain/quotes/shipment.ts';
import { sealer } from '../sealer.ts';
import type { GivenAccount } from './carrier-account.ts';
import { MemberAccounts, type MemberAccountsOptions } from './member-accounts.ts';
import { resealAccounts } from './open-account.ts';

const jane = memberId(1);
const given = { api_key: 'k', password: 'p', account_number: '1234567890' };
const seals = sealer('present secret', 'carrier accounts', 'last secret');
const houseService: LiveCarrier = { stringId: 'auspost_express_eparcel', mode: 'road' };
const otherService: LiveCarrier = { stringId: 'toll', mode: 'road' };

class World {
  revision: number | undefined = 1;
  reads = 0;
  rows: StoredAccount[] = [];
  house: readonly LiveCarrier[] = [houseService, otherService];
  addresses: GivenAccount | undefined;
  readonly opened: { owner: MemberId; account: GivenAccount }[] = [];
  readonly lines: LogLine[];
  readonly own: MemberAccounts;
  readonly options: MemberAccountsOptions;

  constructor() {
    const log = recordingLog();
    this.lines = log.lines;
    const options: Partial<MemberAccountsOptions> = {
      store: {
        configurationRevision: () => this.revision,
        carrierAccounts: {
          list: async (owner) => {
            this.reads += 1;
            return this.rows.filter((row) => row.memberId === owner);
          },
          find: async () => undefined,
          page: async (after, limit) => {
            const isLater = (row: StoredAccount) => Number(row.memberId) > (after?.memberId ?? 0);
            return this.rows.filter(isLater).slice(0, limit);
          },
          reseal: async (connection, sealed) => {
            this.rows = this.rows.map((row) => (row === connection ? { ...row, sealed } : row));
          },
        },
      },
      sealer: seals,
      log,
      connectorOf: (carrier) => [auspost, dhlExpress].find((one) => one.carrier === carrier),
      addressesOf: () => this.addresses,
      house: () => this.house,
      modeOf: () => 'road',
      connect: (connector, account, { memberId: owner = memberId(0) }) => {
        this.opened.push({ owner, account });
        return memoryConnection(connector, account, owner);
      },
    };
    this.options = options as MemberAccountsOptions;
    this.own = new MemberAccounts(this.options);
  }

  put(
    owner: MemberId,
    sealed = seals.seal(JSON.stringify(given)),
    connectedAtMs = 5,
    carrier = 'auspost',
  ): void {
    const row = { memberId: owner, carrier, sealed, policy: 'live', connectedAtMs } as const;
    this.rows = [...this.rows.filter((one) => one.memberId !== owner), row];
  }

  change(): void {
    this.revision = (this.revision ?? 0) + 1;
  }
}

test('replaces house services by the services of own accounts, and keeps the list until something changes', async () => {
  const world = new World();
  world.put(jane);
  const live = await world.own.liveOf(jane);
  assert.deepEqual(
    live.map(({ stringId, own }) => [stringId, own?.memberId]),
    [
      ['toll', undefined],
      ['auspost_regular_eparcel', jane],
      ['auspost_express_eparcel', jane],
    ],
  );
  assert.equal(world.own.liveOf(jane), live, 'without a promise');
  assert.equal(world.reads, 1);

  // A change elsewhere causes another read, which finds the same account.
  world.change();
  assert.equal(await world.own.liveOf(jane), live);
  assert.equal(world.reads, 2);
  assert.equal(world.opened.length, 1);

  world.put(jane, undefined, 6);
  world.change();
  const anew = await world.own.liveOf(jane);
  assert.notEqual(anew, live);
  const names = new Set([...live, ...anew].flatMap(({ answersAs }) => answersAs ?? []));
  assert.equal(names.size, 4, 'the two accounts share cached answers');

  world.house = [otherService];
  assert.notEqual(await world.own.liveOf(jane), anew);
});

test('shares one reading among callers, and reads every time while changes cannot be detected', async () => {
  const world = new World();
  world.put(jane);
  const [one, other] = await Promise.all([world.own.liveOf(jane), world.own.liveOf(jane)]);
  assert.equal(one, other);
  assert.equal(world.reads, 1);
  world.revision = undefined;
  await world.own.liveOf(jane);
  await world.own.liveOf(jane);
  assert.equal(world.reads, 3);
});

test('sends requests of own accounts to the address of the house account, also after it changes', async () => {
  const world = new World();
  world.addresses = { base_url: 'https://test.example' };
  world.put(jane);
  await world.own.liveOf(jane);
  assert.deepEqual(world.opened, [
    { owner: jane, account: { base_url: 'https://test.example', ...given } },
  ]);
  world.addresses = undefined;
  world.change();
  await world.own.liveOf(jane);
  assert.deepEqual(world.opened[1], { owner: jane, account: given });
});

test('fails the quotes of an own account that cannot be opened, without using the house account', async () => {
  const world = new World();
  world.put(jane, 'sealed with another key');
  const live = await world.own.liveOf(jane);
  const lost = live.filter(({ own }) => own !== undefined);
  assert.equal(lost.length, 2);
  assert.ok(!live.includes(houseService));
  for (const carrier of lost) {
    assert.equal(carrier.carrierBooking, undefined);
    const quote = carrier.quote?.({} as Shipment, new AbortController().signal);
    await assert.rejects(quote ?? Promise.resolve(), CarrierTrouble);
  }
  assert.equal(await world.own.connectionOf(jane, 'auspost'), undefined);
  assert.match(JSON.stringify(world.lines), /cannot be opened: connect it again/);
});

test('leaves services booked by hand to the house account, whether the own account opens or not', async () => {
  const world = new World();
  const byHand: LiveCarrier = { stringId: 'dhl_express_import', mode: 'air' };
  assert.ok(
    dhlExpress.services.some((one) => one.stringId === byHand.stringId && one.isBookedByHand),
  );
  world.house = [byHand];
  for (const [at, sealed] of [undefined, 'sealed with another key'].entries()) {
    world.put(jane, sealed, at, 'dhl_express');
    world.change();
    const live = await world.own.liveOf(jane);
    assert.ok(live.includes(byHand));
    assert.equal(live.length, dhlExpress.services.length);
  }
});

test('reseals accounts sealed with the previous secret key and leaves the others', async () => {
  const world = new World();
  const last = sealer('last secret', 'carrier accounts').seal(JSON.stringify(given));
  for (let n = 1; n <= 450; n += 1) world.put(memberId(n), n % 2 === 0 ? last : undefined);
  const before = world.rows.filter((_, n) => n % 2 === 0);
  await resealAccounts(world.options);
  const present = sealer('present secret', 'carrier accounts');
  assert.ok(world.rows.every(({ sealed }) => present.open(sealed)?.isOutdated === false));
  assert.deepEqual(
    world.rows.filter((_, n) => n % 2 === 0),
    before,
  );
});

test('closes the accounts of the member with the oldest request beyond 1,000 members', async () => {
  const world = new World();
  for (let n = 1; n <= 1_001; n += 1) {
    world.put(memberId(n));
    await world.own.liveOf(memberId(n));
  }
  const reads = world.reads;
  await world.own.liveOf(memberId(1_001));
  assert.equal(world.reads, reads);
  await world.own.liveOf(memberId(1));
  assert.equal(world.reads, reads + 1);
});
