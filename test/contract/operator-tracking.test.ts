// Tracking events that the operator enters, removes and imports in the operator area, on both engines.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aShipmentOf, report } from '../support/bookings/shipments.ts';
import { describeForOperator } from './operator-office.ts';

describeForOperator('tracking events entered by an operator', (fixture) => {
  test('an added event moves the shipment, and removing it moves the shipment back', async () => {
    const { t, olga, jane } = fixture();
    const shipment = await aShipmentOf(t, jane);
    await report(t, shipment, { status: 'Picked up', atMs: t.app.clock.nowMs() - 3_600_000 });
    const path = `/operator/bookings/${shipment.id}/events`;
    const event = { status: 'delivered', description: 'Signed by Sam', location: 'PERTH WA' };
    const added = await olga.send('POST', path, event);
    assert.equal(added.statusCode, 200, added.body);
    const { connote, pieces, tracking, events } = added.json();
    assert.deepEqual([connote, pieces, tracking.state], [shipment.connote, 1, 'delivered']);
    assert.deepEqual(
      events.map((one: Record<string, unknown>) => [
        one.status,
        one.description,
        one.location,
        one.piece,
        one.is_removable,
      ]),
      [
        ['Delivered', 'Signed by Sam', 'PERTH WA', null, true],
        ['Picked up', 'Picked up', '', null, false],
      ],
    );
    assert.match(events[0].at, /\+08:00$/);
    assert.deepEqual((await olga.get(path)).json().events, events);
    const carriers = await olga.send('DELETE', `${path}/${events[1].id}`);
    assert.equal(carriers.statusCode, 400, carriers.body);
    assert.match(carriers.body, /came from the carrier/);
    const removed = await olga.send('DELETE', `${path}/${events[0].id}`);
    assert.equal(removed.json().tracking.state, 'picked_up');
    assert.equal(removed.json().events.length, 1);
    const again = await olga.send('DELETE', `${path}/${events[0].id}`);
    assert.match(again.body, /may be removed already/);
  });

  test('refuses an event of no shipment, and names the field of a wrong time or piece', async () => {
    const { t, olga, jane } = fixture();
    const { id } = await aShipmentOf(t, jane);
    for (const unknown of ['999999', 'x']) {
      const path = `/operator/bookings/${unknown}/events`;
      assert.equal((await olga.get(path)).statusCode, 404);
      assert.equal((await olga.send('POST', path, { status: 'delivered' })).statusCode, 404);
      assert.equal((await olga.send('DELETE', `${path}/abc`)).statusCode, 404);
    }
    const path = `/operator/bookings/${id}/events`;
    const wrong = { status: 'delivered', at: 'yesterday', piece: 7 };
    const { errors } = (await olga.send('POST', path, wrong)).json();
    assert.match(errors.at[0], /"yesterday" is not a time/);
    assert.match(errors.piece[0], /No piece 7/);
    assert.equal((await olga.send('POST', path, { status: 'lost' })).statusCode, 400);
    assert.deepEqual((await olga.get(path)).json().events, []);
  });

  test('a preview shows the outcome of each line and stores nothing until the import', async () => {
    const { t, olga, jane } = fixture();
    const shipment = await aShipmentOf(t, jane);
    const { id, connote } = shipment;
    const csv = `booking,connote,status,location,at
${id},,Picked up,SYDNEY NSW,2026-11-16 09:00
${id},,Picked up,SYDNEY NSW,2026-11-16 09:00
,${connote.toLowerCase()},Delivered,MELBOURNE VIC,2026-11-16 10:00
,NOSUCH,Delivered,MELBOURNE VIC,2026-11-16 10:00
${id},,9,MELBOURNE VIC,2026-11-16 10:00
${id},,Delivered,MELBOURNE VIC,soon
`;
    const outcomes = async (url: string, body: object) => {
      const answer = await olga.send('POST', url, body);
      assert.equal(answer.statusCode, 200, answer.body);
      const { added, known, refused, lines } = answer.json();
      const told = lines.map((line: Record<string, unknown>) => [
        line.line,
        line.booking_id,
        line.outcome,
        line.column,
      ]);
      return { counts: [added, known, refused], told, lines };
    };
    const kept = async () => (await olga.get(`/operator/bookings/${id}/events`)).json().events;
    const previewed = await outcomes('/operator/tracking/preview', { csv });
    assert.deepEqual(previewed.counts, [2, 1, 3]);
    assert.deepEqual(previewed.told, [
      [2, id, 'added', null],
      [3, id, 'known', null],
      [4, id, 'added', null],
      [5, null, 'refused', 'connote'],
      [6, null, 'refused', 'status'],
      [7, null, 'refused', 'at'],
    ]);
    assert.deepEqual(
      previewed.lines.map(({ reference }: { reference: string }) => reference),
      [String(id), String(id), connote.toLowerCase(), 'NOSUCH', String(id), String(id)],
    );
    assert.match(previewed.lines[3].reason, /NOSUCH\. Check the connote/);
    assert.deepEqual(await kept(), []);
    const imported = await outcomes('/operator/tracking', { csv, skipped_lines: 500 });
    assert.deepEqual(
      imported.told.map(([line]: [number]) => line),
      [502, 503, 504, 505, 506, 507],
    );
    assert.equal((await kept()).length, 2);
    assert.deepEqual((await outcomes('/operator/tracking', { csv })).counts, [0, 3, 3]);
    const unusable = await olga.send('POST', '/operator/tracking/preview', {
      csv: 'booking,wat\n',
    });
    assert.equal(unusable.statusCode, 400);
    assert.match(unusable.json().errors.file[0], /Unknown column "wat"/);
  });
});
