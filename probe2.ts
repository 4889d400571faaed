import { startTestApp } from './test/support/test-app.ts';
import { setups } from './test/support/setups.ts';
import { Visitor } from './test/support/members-area.ts';
const t = await startTestApp(setups[0]!);
const jane = await t.addMember();
const v = await new Visitor(t).signIn(jane);
for (const item of [{ weight: '5' }, { weight: 'heavy' }]) {
const a = await v.send('POST', `/keys/${jane.keyId}/preview`, { settings: (await v.get(`/keys/${jane.keyId}/settings`)).json(), cart: { receiver: { country: 'AU', suburb: 'RICHMOND', postcode: '3121', state: 'VIC', type: 'residential' }, items: [{ description: 'Carton', quantity: 1, length: '30', width: '30', height: '30', sku: '', ...item }] } });
console.log(a.statusCode, a.body.slice(0, 500));
}
await t.close();
