// Claims and proofs of delivery, on both engines: what members open and add, what operators decide and enter, and the
// files that both upload.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mostFileBytes } from '../../src/domain/documents/uploaded-file.ts';
import { addScan } from '../support/bookings/shipments.ts';
import { Visitor } from '../support/pages/members-area.ts';
import { describeForOperator, onCredit } from './operator-office.ts';

const picture = Buffer.from([0xff, 0xd8, 0xff, 0xe0, 1, 2, 3]);
const pdf = Buffer.from('%PDF-1.7 invoice');

describeForOperator('claims and proofs of delivery', (fixture) => {
  const signedIn = () => new Visitor(fixture().t, '192.0.2.41').signIn(fixture().jane);

  test('a claim is opened with documents, sent to the carrier, accepted and paid', async () => {
    const { janes, bob, olga, t } = fixture();
    const jane = await signedIn();
    const booked = await janes.book(onCredit);
    const body = {
      booking_id: booked.id,
      reason: 'damaged',
      amount: 250.5,
      note: 'Two tiles broke',
    };
    const opened = await jane.send('POST', '/claims', body);
    assert.equal(opened.statusCode, 201, opened.body);
    const { id } = opened.json();
    const again = await jane.send('POST', '/claims', body);
    assert.equal(again.statusCode, 409, again.body);
    assert.match(again.body, /has a claim that is not decided yet/);
    const issues = async () => (await olga.get('/operator/attention')).json().claims;
    const [waiting, ...others] = await issues();
    assert.deepEqual([waiting.id, waiting.claimed_amount, others], [id, 250.5, []]);

    const added = await jane.send('POST', `/claims/${id}/documents`, {
      name: '../My photo.exe',
      content: picture.toString('base64'),
    });
    assert.equal(added.statusCode, 200, added.body);
    await olga.send('POST', `/operator/claims/${id}/documents`, {
      name: 'invoice',
      content: pdf.toString('base64'),
    });
    const [photo, invoice] = (await jane.get(`/claims/${id}`)).json().documents;
    assert.deepEqual(
      [photo.name, photo.media_type, photo.size, invoice.name],
      ['My photo.jpg', 'image/jpeg', picture.length, 'invoice.pdf'],
    );
    const file = await jane.get(`/claims/${id}/documents/${photo.id}`);
    assert.deepEqual(file.rawPayload, picture);
    const ofOperator = await olga.get(`/operator/claims/${id}/documents/${photo.id}`);
    assert.deepEqual(ofOperator.rawPayload, picture);
    assert.equal(file.headers['content-type'], 'image/jpeg');
    assert.equal(file.headers['content-disposition'], 'attachment; filename="My photo.jpg"');
    assert.equal(file.headers['x-content-type-options'], 'nosniff');
    const bobs = await new Visitor(t, '192.0.2.42').signIn(bob);
    assert.equal((await bobs.get(`/claims/${id}/documents/${photo.id}`)).statusCode, 404);
    assert.deepEqual((await bobs.get('/claims')).json(), []);

    for (const [content, reason] of [
      [Buffer.from('<svg onload="alert(1)"/>').toString('base64'), /not a JPEG, PNG or PDF/],
      ['%%%', /did not arrive whole/],
      [
        Buffer.concat([picture, Buffer.alloc(mostFileBytes)]).toString('base64'),
        /larger than 4 MB/,
      ],
    ] as const) {
      const refused = await jane.send('POST', `/claims/${id}/documents`, { name: 'x', content });
      assert.equal(refused.statusCode, 400, refused.body);
      assert.match(refused.body, reason);
    }

    const move = (state: string, more: object = {}) =>
      olga.send('PUT', `/operator/claims/${id}`, { state, ...more });
    assert.equal((await move('paid')).statusCode, 409, 'it is not accepted yet');
    assert.equal((await move('sent_to_carrier', { note: 'Sent by e-mail' })).statusCode, 200);
    assert.deepEqual(await issues(), [], 'it waits for the carrier');
    assert.equal((await move('accepted')).statusCode, 400, 'without an amount');
    assert.equal((await move('accepted', { accepted_amount: 200 })).statusCode, 200);
    const paid = await move('paid', { note: 'Credited' });
    assert.deepEqual([paid.json().state, paid.json().accepted_amount], ['paid', 200]);
    await jane.send('POST', `/claims/${id}/notes`, { note: 'Thank you' });
    await olga.send('POST', `/operator/claims/${id}/notes`, { note: 'File closed' });
    const whole = (await jane.get(`/claims/${id}`)).json();
    const { notes } = (await olga.get(`/operator/claims/${id}`)).json();
    assert.equal(notes.length, whole.notes.length);
    assert.deepEqual(
      whole.notes.map(
        ({
          state,
          text,
          is_operator,
        }: {
          state: string | null;
          text: string;
          is_operator: boolean;
        }) => [state, text, is_operator],
      ),
      [
        ['open', 'Two tiles broke', false],
        ['sent_to_carrier', 'Sent by e-mail', true],
        ['accepted', '', true],
        ['paid', 'Credited', true],
        [null, 'Thank you', false],
        [null, 'File closed', true],
      ],
    );
    const page = await jane.get(`/bookings/v4/${booked.id}`);
    assert.deepEqual(page.json().claims, [{ id, state: 'paid' }]);
    assert.deepEqual(
      (await olga.get('/operator/claims?state=paid')).json().map((one: { id: number }) => one.id),
      [id],
    );
    assert.deepEqual((await olga.get('/operator/claims?state=open')).json(), []);
    // After the decision, another claim may be opened. Too many notes do not keep it from being decided.
    const next = await jane.send('POST', '/claims', body);
    assert.equal(next.statusCode, 201, next.body);
    const { id: full } = next.json();
    const by = fixture().jane.id;
    const note = { atMs: 0, by, isOperator: false, state: undefined, text: 'x' };
    for (let n = 1; n < 200; n += 1) await t.app.store.claims.addNote(full, note);
    assert.match((await jane.send('POST', `/claims/${full}/notes`, { note: 'y' })).body, /200/);
    const rejected = { state: 'rejected', note: 'No' };
    const decided = await olga.send('PUT', `/operator/claims/${full}`, rejected);
    assert.equal(decided.statusCode, 200, decided.body);
  });

  test('a claim that cannot be right is refused with every wrong field', async () => {
    const { janes } = fixture();
    const jane = await signedIn();
    const wrong = await jane.send('POST', '/claims', {
      booking_id: 'x',
      reason: 'tired',
      amount: 0,
    });
    assert.equal(wrong.statusCode, 400, wrong.body);
    assert.deepEqual(Object.keys(wrong.json().errors).sort(), [
      'amount',
      'booking_id',
      'note',
      'reason',
    ]);
    const quoted = await janes.quote();
    const unpaid = { booking_id: quoted.id, reason: 'lost', amount: 1, note: 'Gone' };
    assert.match((await jane.send('POST', '/claims', unpaid)).body, /No confirmed booking/);
    assert.equal((await jane.get('/claims/999999')).statusCode, 404);
  });

  test('a proof of delivery is shown to the member, and without its picture on the tracking page', async () => {
    const { t, janes, olga } = fixture();
    const jane = await signedIn();
    const booked = await janes.book(onCredit);
    await addScan(t, booked.id, 'delivered', 'Delivered', 'Melbourne');
    const save = (body: object) => olga.send('PUT', `/operator/bookings/${booked.id}/proof`, body);
    for (const [body, field] of [
      [{}, 'signed_by'],
      [{ signed_by: 'Kim', signed_at: 'yesterday-ish' }, 'signed_at'],
      [{ picture: { name: 'x', content: pdf.toString('base64') } }, 'picture'],
    ] as const) {
      const refused = await save(body);
      assert.equal(refused.statusCode, 400, refused.body);
      assert.deepEqual(Object.keys(refused.json().errors), [field]);
    }
    const given = { signed_by: 'Kim Lee', signed_at: '2026-11-16 09:05' };
    const content = picture.toString('base64');
    assert.equal((await save({ ...given, picture: { name: 'pod', content } })).statusCode, 204);
    // Correcting the name keeps the picture.
    assert.equal((await save({ ...given, signed_by: 'Kim <Lee>' })).statusCode, 204);
    const { delivery_proof: proof } = (await jane.get(`/bookings/v4/${booked.id}`)).json();
    assert.deepEqual(proof, {
      signed_by: 'Kim <Lee>',
      signed_at: '2026-11-16T09:05:00+11:00',
      has_picture: true,
      is_entered: true,
      url: null,
    });
    const shown = await jane.get(`/bookings/v4/${booked.id}/proof/picture`);
    assert.deepEqual(shown.rawPayload, picture);
    const ofOperator = await olga.get(`/operator/bookings/${booked.id}/proof/picture`);
    assert.deepEqual(ofOperator.rawPayload, picture);
    const track = async (query: string) =>
      (await t.get(`/track/${booked.connote}${query}`, { accept: 'text/html' })).body;
    const page = await track('?postcode=3000');
    assert.match(page, /Kim &lt;Lee&gt;, .*9:05/);
    assert.doesNotMatch(page, /<img/);
    assert.doesNotMatch(await track(''), /Kim/, 'a connote alone does not reveal the name');
    assert.equal(
      (await olga.send('DELETE', `/operator/bookings/${booked.id}/proof`)).statusCode,
      204,
    );
    const without = await jane.get(`/bookings/v4/${booked.id}`);
    assert.equal(without.json().delivery_proof, undefined);
    assert.equal((await jane.get(`/bookings/v4/${booked.id}/proof/picture`)).statusCode, 404);
  });
});
