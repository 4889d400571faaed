// Claims and proofs of delivery in a real browser: the member opens a claim and adds a picture, the operator enters the
// proof of delivery and decides the claim.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { changeMember } from '../../src/application/members/change-member.ts';
import { Checkout } from '../support/bookings/checkout.ts';
import { MembersArea, overflow, phone, seriousViolations } from '../support/pages/members-pages.ts';

/** A grey pixel. */
const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNoAAAAggCBd81ytgAAAABJRU5ErkJggg==',
  'base64',
);

describe('claims', () => {
  let area: MembersArea;
  before(async () => {
    area = await MembersArea.open();
  });
  after(() => area.close());

  test('a member claims with a picture, and the operator enters the proof of delivery and decides', async () => {
    const janes = new Checkout(area.t, area.jane);
    await janes.giveCredit(1_000);
    const booked = await janes.book({ payment_method: 'credit' });
    const operator = await area.t.addMember('olga@example.com');
    await changeMember(area.t.app, operator.email, { isOperator: true });
    const member = await area.visit(`/bookings/${booked.id}`, { as: area.jane, size: phone });
    const office = await area.visit(`/operator/bookings/${booked.id}`, { as: operator });

    await office.getByRole('button', { name: 'Enter proof…' }).click();
    const box = office.getByRole('dialog');
    await box.getByRole('button', { name: 'Save proof' }).click();
    await box.getByText('Give the name of the person who signed').first().waitFor();
    await box.getByLabel('Signed by').fill('Kim Lee');
    await box.getByLabel('Time').fill('2026-11-16 09:05');
    const picture = { name: 'pod.png', mimeType: 'image/png', buffer: pixel };
    await box.getByLabel('Choose picture').first().setInputFiles(picture);
    await box.getByText('pod.png').waitFor();
    await box.getByRole('button', { name: 'Save proof' }).click();
    await office.getByText('Signed by Kim Lee').waitFor();

    await member.reload();
    await member.getByText('Signed by Kim Lee').waitFor();
    const shown = member.getByRole('img', { name: /^The proof of delivery/ });
    await shown.evaluate((image) => (image as unknown as { decode(): Promise<void> }).decode());
    await member.getByRole('button', { name: 'Open a claim…' }).click();
    await member.getByLabel('Amount').fill('120');
    await member.getByRole('button', { name: 'Open claim' }).click();
    await member.getByText('note is missing').first().waitFor();
    await member.getByLabel('What happened').fill('Two tiles are broken');
    await member.getByRole('button', { name: 'Open claim' }).click();
    await member.waitForURL('**/claims/*');
    await member.getByText('Two tiles are broken').waitFor();
    const text = { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('tiles') };
    await member.getByLabel('Add document').first().setInputFiles(text);
    await member.getByText('The file is not a JPEG, PNG or PDF').waitFor();
    await member
      .getByLabel('Add document')
      .first()
      .setInputFiles({ ...picture, name: 'Tiles.png' });
    await member.getByRole('link', { name: 'Tiles.png' }).waitFor();
    assert.equal(await overflow(member), 0);
    assert.deepEqual(await seriousViolations(member), []);

    await office.goto('/operator/claims');
    await office.getByRole('link', { name: /^Claim / }).click();
    // The next note is written while the first move is still being saved.
    const isWritten = Promise.withResolvers<void>();
    await office.route(
      '**/operator/claims/*',
      async (route) => {
        await isWritten.promise;
        await route.continue();
      },
      { times: 1 },
    );
    await office.getByRole('button', { name: 'Mark as sent to carrier' }).click();
    await office.getByLabel('Accepted amount').fill('100');
    await office.getByLabel('Note for the member').fill('The carrier pays 100');
    isWritten.resolve();
    await office.getByRole('button', { name: 'Accept claim' }).click();
    await office.getByRole('button', { name: 'Mark as paid' }).click();
    await office.getByRole('button', { name: 'Mark as paid' }).waitFor({ state: 'detached' });
    await member.reload();
    await member.getByText('The carrier pays 100').waitFor();
    await member.getByText('$100.00').waitFor();
    assert.deepEqual(area.complaints, []);
    await member.context().close();
    await office.context().close();
  });
});
