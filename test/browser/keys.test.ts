// API keys in a real browser: created, copied once and changed, and their shop settings with a preview.
import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { changeKeySettings } from '../../src/application/keys/change-key-settings.ts';
import { MembersArea, phone } from '../support/pages/members-pages.ts';
import type { TestMember } from '../support/test-app.ts';

describe('API keys in the members area', () => {
  let area: MembersArea;
  let jane: TestMember;
  before(async () => {
    area = await MembersArea.open();
    ({ jane } = area);
  });
  after(() => area.close());
  beforeEach(() => {
    area.complaints.length = 0;
  });

  const works = async (key: string): Promise<boolean> =>
    (await fetch(`${area.url}/api/v5/member`, { headers: { 'api-key': key } })).ok;

  test('a key is created, shown once, copied, deactivated and deleted', async () => {
    const page = await area.visit('/keys', { as: jane });
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.getByRole('button', { name: 'Create a key' }).click();
    await page.getByRole('radio', { name: 'WordPress' }).check();
    await page.getByRole('textbox', { name: 'Site' }).fill('tiles.example');
    await page.getByRole('button', { name: 'Create key' }).click();
    const dialog = page.getByRole('dialog', { name: 'Your new key' });
    const key = await dialog.locator('code').first().innerText();
    assert.match(key, /^lh_/);
    await dialog.getByRole('button', { name: 'Copy the key' }).click();
    await dialog.getByRole('button', { name: 'the key copied' }).waitFor();
    assert.equal(await page.evaluate('navigator.clipboard.readText()'), key);
    assert.ok(await works(key));
    await dialog.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('link', { name: 'tiles.example' }).waitFor();
    assert.ok(!(await page.content()).includes(key), 'the key is shown only once');
    await page.getByRole('switch', { name: 'tiles.example is on' }).click({ force: true });
    await page.getByRole('switch', { name: 'tiles.example is on', checked: false }).waitFor();
    await page.getByRole('link', { name: 'tiles.example' }).click();
    await page.getByText('Off', { exact: true }).waitFor();
    assert.equal(await works(key), false);
    await page.getByRole('tab', { name: 'Details' }).click();
    await page.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete key' }).click();
    await page.waitForURL('**/keys');
    await page.getByRole('link', { name: 'tiles.example' }).waitFor({ state: 'detached' });
    assert.deepEqual(area.complaints, []);
    await page.context().close();
  });

  test('says what a shop still needs until it has a warehouse and default sizes', async () => {
    const lee = await area.t.addMember('lee@example.com');
    const page = await area.visit(`/keys/${lee.keyId}`, { as: lee });
    const notice = page.getByRole('alert').filter({ hasText: 'Shop plug-ins may get no prices' });
    await notice.getByText('Add a warehouse').waitFor();
    await notice.getByText('Set default sizes').waitFor();
    await changeKeySettings(area.t.app, lee.keyId, {
      parts: {
        module_setting: {
          default_weight: 1,
          default_lenght: 30,
          default_width: 20,
          default_height: 10,
        },
        warehouses: [{ suburb: 'Alexandria', postcode: '2015' }],
      },
    });
    await page.reload();
    await page.getByRole('tab', { name: 'Warehouses' }).waitFor();
    assert.equal(await notice.count(), 0);
    assert.deepEqual(area.complaints, []);
    await page.context().close();
  });

  test('a new secret replaces the old one', async () => {
    const kim = await area.t.addMember('kim@example.com');
    const page = await area.visit(`/keys/${kim.keyId}`, { as: kim });
    await page.getByRole('tab', { name: 'Details' }).click();
    await page.getByRole('button', { name: 'Rotate secret' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Rotate secret' }).click();
    const dialog = page.getByRole('dialog', { name: 'New secret' });
    const key = await dialog.locator('code').first().innerText();
    assert.ok(await works(key));
    assert.equal(await works(kim.key), false);
    await page.context().close();
  });

  test('previews unsaved settings and applies them once they are saved', async () => {
    const page = await area.visit(`/keys/${jane.keyId}`, { as: jane });
    // The preview updates with every change.
    const preview = page.getByRole('complementary', { name: 'Preview' });
    await preview.getByText('Add a warehouse to see prices').waitFor();
    await page.getByRole('tab', { name: 'Warehouses' }).click();
    await page.getByRole('button', { name: 'Add a warehouse' }).click();
    await page.getByLabel('Name', { exact: true }).fill('Main');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Choose the suburb it sends from').waitFor();
    await page.getByRole('dialog').getByRole('combobox', { name: 'Suburb' }).fill('alexandria');
    await page.getByRole('option', { name: /Alexandria NSW 2015/ }).click();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await preview.getByText(/This cart to 3121 would show \d\d prices/).waitFor();
    await page.getByRole('tab', { name: 'Prices' }).click();
    await page.getByLabel('Prices to show').selectOption('display_cheapest');
    await preview.getByText('This cart to 3121 would show 1 price').waitFor();
    await page.getByRole('tab', { name: 'Rules' }).click();
    await page.getByRole('button', { name: 'Add a rule' }).click();
    await page.getByLabel('Name', { exact: true }).fill('Victoria for a tenner');
    await page.getByRole('button', { name: 'Always; add a condition' }).click();
    await page.getByLabel('With what').fill('3000');
    await page.getByLabel('What, condition 1', { exact: true }).selectOption('state');
    assert.equal(
      await page.getByLabel('With what').inputValue(),
      '',
      'changing the field clears the postcode',
    );
    await page.getByLabel('With what').fill('VIC');
    // Screen readers must be able to tell the conditions apart.
    await page.getByRole('button', { name: 'Add a condition' }).click();
    await page.getByLabel('How it is compared, condition 2').waitFor();
    await page.getByRole('button', { name: 'Remove condition 2' }).click();
    await page.getByLabel('Then').selectOption('fixed_price');
    await page.getByLabel('How much').fill('10');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('When the state is VIC: costs $10').waitFor();
    await preview.getByText('$10.00').waitFor();
    await page.getByRole('button', { name: 'Save settings' }).click();
    await page.getByText('The settings are saved').waitFor();
    await page.reload();
    await page.getByRole('tab', { name: 'Rules' }).click();
    await page.getByText('When the state is VIC: costs $10').waitFor();
    const { rules } = (await area.t.app.store.keys.findSettings(jane.keyId)) ?? { rules: [] };
    assert.equal(rules.length, 1);
    assert.deepEqual(area.complaints, []);
    await page.context().close();
  });

  test('does not save a warehouse without a postcode and focuses the empty field', async () => {
    const una = await area.t.addMember('una@example.com');
    const settings = await area.t.app.store.keys.findSettings(una.keyId);
    assert.ok(settings);
    await area.t.app.store.keys.changeSettings(una.keyId, {
      ...settings,
      warehouses: [{ suburb: 'ALEXANDRIA', country: 'AU' }],
    });
    const page = await area.visit(`/keys/${una.keyId}`, { as: una, size: phone });
    await page.getByRole('tab', { name: 'Warehouses' }).click();
    await page.getByRole('button', { name: 'Change Warehouse 1' }).click();
    const suburb = page.getByRole('dialog').getByRole('combobox', { name: 'Suburb' });
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Choose the suburb it sends from').waitFor();
    await suburb.and(page.locator(':focus')).waitFor();
    // The dialog's header stays visible above the scrolled content.
    const isVisible = await suburb.evaluate((field) => {
      const { x, y, width } = field.getBoundingClientRect();
      return field.ownerDocument.elementFromPoint(x + width / 2, y + 2) === field;
    });
    assert.ok(isVisible);
    // Saving again focuses the field again.
    await page.getByLabel('Name', { exact: true }).fill('Main');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await suburb.and(page.locator(':focus')).waitFor();
    await page.context().close();
  });

  test('focuses the warehouse that was just made the default', async () => {
    const wes = await area.t.addMember('wes@example.com');
    const settings = await area.t.app.store.keys.findSettings(wes.keyId);
    assert.ok(settings);
    const suburb = { suburb: 'ALEXANDRIA', postcode: '2015', state: 'NSW', country: 'AU' };
    await area.t.app.store.keys.changeSettings(wes.keyId, {
      ...settings,
      warehouses: [
        { id: 1, name: 'Main', is_default: true, ...suburb },
        { id: 2, name: 'Spare', ...suburb },
      ],
    });
    const page = await area.visit(`/keys/${wes.keyId}`, { as: wes });
    await page.getByRole('tab', { name: 'Warehouses' }).click();
    await page.getByRole('button', { name: 'Make default: Spare' }).press('Enter');
    await page.locator('div:focus').filter({ hasText: 'SpareDefault' }).waitFor();
    await page.keyboard.press('Tab');
    await page.getByRole('button', { name: 'Change Spare' }).and(page.locator(':focus')).waitFor();
    await page.context().close();
  });

  test('the preview follows the cart and shows its mistakes', async () => {
    const sid = await area.t.addMember('sid@example.com');
    const page = await area.visit(`/keys/${sid.keyId}`, { as: sid });
    await page.getByRole('tab', { name: 'Warehouses' }).click();
    await page.getByRole('button', { name: 'Add a warehouse' }).click();
    await page.getByRole('dialog').getByRole('combobox', { name: 'Suburb' }).fill('alexandria');
    await page.getByRole('option', { name: /Alexandria NSW 2015/ }).click();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    const preview = page.getByRole('complementary', { name: 'Preview' });
    const first = await preview.getByRole('listitem').first().innerText();
    await preview.getByLabel('Weight').fill('400');
    await preview.getByRole('listitem').filter({ hasText: first }).waitFor({ state: 'detached' });
    await preview.getByLabel('Weight').fill('heavy');
    await preview.getByText('Weight must be a number').waitFor();
    await preview.getByLabel('Weight').fill('5');
    await preview.getByLabel('Quantity').fill('none');
    await preview.getByText(/Quantity must be/).waitFor();
    await preview.getByLabel('Quantity').fill('2');
    await preview.getByText(/This cart to 3121 would show \d\d prices/).waitFor();
    // If no carrier serves the preview's shipment, it shows the reason.
    await preview.getByLabel('Each side').fill('1200');
    await preview.getByText('This cart to 3121 would show 0 prices').waitFor();
    await preview.getByText(/carrier services gave no price/).waitFor();
    await preview.getByRole('listitem').first().waitFor();
    assert.deepEqual(area.complaints, []);
    await page.context().close();
  });

  test('keeps unsaved settings while the member looks at the calls', async () => {
    const tom = await area.t.addMember('tom@example.com');
    const page = await area.visit(`/keys/${tom.keyId}`, { as: tom });
    await page.getByLabel('Added to every price').fill('4.50');
    await page.getByRole('tab', { name: 'Calls' }).click();
    await page.getByText('No calls yet').waitFor();
    await area.t.get('/api/v5/bookings/v4/999999', { 'api-key': tom.key });
    await page.getByText('There is no booking 999999 of yours.').waitFor();
    await page.getByRole('tab', { name: 'Settings' }).click();
    assert.equal(await page.getByLabel('Added to every price').inputValue(), '4.50');
    assert.ok(await page.getByRole('button', { name: 'Save settings' }).isEnabled());
    const question = page.getByRole('dialog', { name: 'Leave without saving the settings?' });
    await page.getByRole('link', { name: 'Tracking' }).click();
    await question.getByRole('button', { name: 'Stay on page' }).click();
    await question.waitFor({ state: 'detached' });
    assert.equal(await page.getByLabel('Added to every price').inputValue(), '4.50');
    await page.getByRole('link', { name: 'Tracking' }).click();
    await question.getByRole('button', { name: 'Leave page' }).click();
    await page.waitForURL('**/tracking');
    assert.deepEqual(area.complaints, []);
    await page.context().close();
  });

  test('saves which orders a shop imports and which warehouse sends them', async () => {
    const ray = await area.t.addMember('ray@example.com');
    const page = await area.visit(`/keys/${ray.keyId}`, { as: ray });
    await page.getByRole('tab', { name: 'Orders' }).click();
    assert.equal(await page.getByLabel('Processing').inputValue(), '');
    await page.getByLabel('Orders are', { exact: true }).selectOption('enabled');
    await page.getByLabel('On hold').selectOption('on');
    await page.getByLabel('Completed').selectOption('off');
    await page.getByRole('tab', { name: 'Warehouses' }).click();
    await page.getByRole('switch', { name: 'Choose the warehouse by its products' }).check();
    await page.getByRole('button', { name: 'Add a warehouse' }).click();
    await page.getByRole('dialog').getByRole('combobox', { name: 'Suburb' }).fill('alexandria');
    await page.getByRole('option', { name: /Alexandria NSW 2015/ }).click();
    await page.getByLabel('Products kept here').fill('TILE-1\nTILE-2\n');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('button', { name: 'Save settings' }).click();
    await page.getByText('The settings are saved').waitFor();
    const sync = await area.t.get('/api/bookings/sync', { 'api-key': ray.key });
    const { onhold, completed, multiwarehouse_enabled } = sync.json();
    assert.deepEqual([onhold, completed, multiwarehouse_enabled], ['on', undefined, 'on']);
    const full = await area.t.get('/api/v5/bookings/v4/api_details/full', { 'api-key': ray.key });
    assert.deepEqual(full.json().warehouses[0].skus, ['TILE-1', 'TILE-2']);
    assert.deepEqual(area.complaints, []);
    await page.context().close();
  });

  test('settings with a mistake are not saved and the mistake is shown', async () => {
    const lou = await area.t.addMember('lou@example.com');
    const page = await area.visit(`/keys/${lou.keyId}`, { as: lou });
    await page.getByLabel('Added to every price').fill('a lot');
    await page.getByRole('button', { name: 'Save settings' }).click();
    await page.getByText('The settings are not saved').waitFor();
    assert.ok(
      (await page.getByLabel('Added to every price').getAttribute('aria-invalid')) === 'true',
    );
    await page.getByRole('button', { name: 'Undo changes' }).click();
    assert.equal(await page.getByLabel('Added to every price').inputValue(), '');
    await page.context().close();
  });

  test('another member’s key does not exist', async () => {
    const stranger = await area.t.addMember('stranger@example.com');
    const page = await area.visit(`/keys/${jane.keyId}`, { as: stranger });
    await page.getByText(`There is no API key ${jane.keyId} of yours.`).first().waitFor();
    await page.context().close();
  });
});
