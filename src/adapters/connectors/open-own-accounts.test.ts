// Members' own accounts as they are opened: when they are read, what stays the same, what is sealed anew, and what becomes
// of one that can not be opened.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { auspost } from '../../../carriers/auspost/connector/auspost.ts';
import { dhlExpress } from '../../../carriers/dhl_express/connector/dhl-express.ts';
import { memoryCarrierLine } from '../../../test/support/carriers/carrier-lines.ts';
import { type LogLine, recordingLog } from '../../../test/support/silence.ts';
import type { LiveCarrier, OwnAccount } from '../../application/ports.ts';
import { CarrierTrouble } from '../../domain/connectors/carrier-trouble.ts';
import { type MemberId, memberId } from '../../domain/members/member.ts';
import type { Shipment } from '../../domain/quotes/shipment.ts';
import { sealer } from '../sealer.ts';
import type { GivenAccount } from './carrier-account.ts';
import { OpenOwnAccounts, type OpenOwnAccountsOptions } from './open-own-accounts.ts';

const jane = memberId(1);
const given = { api_key: 'k', password: 'p', account_number: '1234567890' };
const seals = sealer('present secret', 'carrier accounts', 'last secret');
const houseService: LiveCarrier = { stringId: 'auspost_express_eparcel', mode: 'road' };
const otherService: LiveCarrier = { stringId: 'toll', mode: 'road' };

class World {
  revision: number | undefined = 1;
  reads = 0;
  rows: OwnAccount[] = [];
  house: readonly LiveCarrier[] = [houseService, otherService];
  addresses: GivenAccount | undefined;
  readonly opened: { owner: MemberId; account: GivenAccount }[] = [];
  readonly lines: LogLine[];
  readonly own: OpenOwnAccounts;

  constructor() {
    const log = recordingLog();
    this.lines = log.lines;
    const options: Partial<OpenOwnAccountsOptions> = {
      store: {
        configurationRevision: () => this.revision,
        ownAccounts: {
          list: async (owner) => {
            this.reads += 1;
            return this.rows.filter((row) => row.memberId === owner);
          },
          page: async (after, limit) => {
            const isLater = (row: OwnAccount) =>
              after === undefined || row.memberId > after.memberId;
            return this.rows.filter(isLater).slice(0, limit);
          },
          reseal: async (connection, sealed) => {
            this.rows = this.rows.map((row) => (row === connection ? { ...row, sealed } : row));
          },
          put: async () => {},
          remove: async () => true,
        },
      },
      sealer: seals,
      log,
      connectorOf: (carrier) => [auspost, dhlExpress].find((one) => one.carrier === carrier),
      addressesOf: () => this.addresses,
      house: () => this.house,
      modeOf: () => 'road',
      lineWith: (connector, account, { memberId: owner }) => {
        this.opened.push({ owner, account });
        return memoryCarrierLine(connector, account, owner);
      },
    };
    this.own = new OpenOwnAccounts(options as OpenOwnAccountsOptions);
  }

  put(
    owner: MemberId,
    sealed = seals.seal(JSON.stringify(given)),
    connectedAtMs = 5,
    carrier = 'auspost',
  ): void {
    const row = { memberId: owner, carrier, sealed, connectedAtMs };
    this.rows = [...this.rows.filter((one) => one.memberId !== owner), row];
  }

  change(): void {
    this.revision = (this.revision ?? 0) + 1;
  }
}

test('they stand in the places of the house’s, and the list is the same until something has changed', async () => {
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
  assert.equal(world.own.liveOf(jane), live, 'at once');
  assert.equal(world.reads, 1);

  // Something else has changed: it is read again and found to be the same.
  world.change();
  assert.equal(await world.own.liveOf(jane), live);
  assert.equal(world.reads, 2);
  assert.equal(world.opened.length, 1);

  world.put(jane, undefined, 6);
  world.change();
  const anew = await world.own.liveOf(jane);
  assert.notEqual(anew, live);
  const names = new Set([...live, ...anew].flatMap(({ answersAs }) => answersAs ?? []));
  assert.equal(names.size, 4, 'no answer of the first account is one of the second');

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

test('they are asked where the house’s account says, and a new address is a new line', async () => {
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
  world.put(jane, 'sealed by somebody else');
  const live = await world.own.liveOf(jane);
  const lost = live.filter(({ own }) => own !== undefined);
  assert.equal(lost.length, 2);
  assert.ok(!live.includes(houseService));
  for (const carrier of lost) {
    assert.equal(carrier.carrierBooking, undefined);
    const asked = carrier.quote?.({} as Shipment, new AbortController().signal);
    await assert.rejects(asked ?? Promise.resolve(), CarrierTrouble);
  }
  assert.equal(await world.own.lineOf(jane, 'auspost'), undefined);
  assert.match(JSON.stringify(world.lines), /can not be opened: connect it again/);
});

test('services that only a person books stay the house’s, whether the account can be opened or not', async () => {
  const world = new World();
  const byHand: LiveCarrier = { stringId: 'dhl_express_import', mode: 'air' };
  assert.ok(
    dhlExpress.services.some((one) => one.stringId === byHand.stringId && one.isBookedByHand),
  );
  world.house = [byHand];
  for (const [at, sealed] of [undefined, 'sealed by somebody else'].entries()) {
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
  await world.own.sealAnew();
  const present = sealer('present secret', 'carrier accounts');
  assert.ok(world.rows.every(({ sealed }) => present.open(sealed)?.isOutdated === false));
  assert.deepEqual(
    world.rows.filter((_, n) => n % 2 === 0),
    before,
  );
});

test('only so many members’ accounts are kept open', async () => {
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
