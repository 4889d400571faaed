import assert from 'node:assert/strict';
import { test } from 'node:test';
import { emptyDocumentLike, inventedAccount, redactAnswer } from './redact-answer.ts';

const none = new Map<string, string>();
const redact = (value: unknown, replacements = none): unknown =>
  JSON.parse(redactAnswer(JSON.stringify(value), replacements));

test('an invented account keeps settings, product codes and the length of numbers', () => {
  const fields = [
    { name: 'api_key', isSecret: true },
    { name: 'account_number', isSecret: false },
    { name: 'product_road', isSecret: false, defaultText: 'EXP' },
    { name: 'pickups', isSecret: false, defaultText: 'regular', choices: ['regular', 'booked'] },
    { name: 'contact_email', isSecret: false, defaultText: 'To be advised' },
    { name: 'token_url', isSecret: false, isAddress: true as const },
  ];
  const account = {
    api_key: 'k-77',
    account_number: 'AB-90817',
    product_road: 'T28S',
    pickups: 'booked',
    contact_email: 'jo@firm.example',
    token_url: 'https://login.example',
  };
  assert.deepEqual(inventedAccount(fields, account), {
    api_key: 'invented-api_key',
    account_number: 'XX-12345',
    product_road: 'T28S',
    pickups: 'booked',
    contact_email: 'person@example.org',
  });
});

test('replaces values of the account in texts, numbers, names of fields and addresses', () => {
  const replacements = new Map([['90817', '12345']]);
  assert.deepEqual(
    redact(
      { accounts: { '90817': { id: 90817, url: 'https://x.example/90817/a' } } },
      replacements,
    ),
    { accounts: { '12345': { id: 12345, url: 'https://x.example/12345/a' } } },
  );
});

test('replaces a short value of the account only as a whole field', () => {
  assert.deepEqual(redact({ code: 'AB', service: 'ABLE' }, new Map([['AB', 'XX']])), {
    code: 'XX',
    service: 'ABLE',
  });
});

test('removes contacts, and keeps the names of services and errors', () => {
  assert.deepEqual(
    redact({
      name: 'Firm Pty Ltd',
      contact: { name: 'Jo Field', phone: '03 9000 1111', email: 'jo@firm.example' },
      address: { streetLines: ['5 Long Road'], suburb: 'ALTONA' },
      service: { name: 'Express' },
      errors: [{ code: '51104', name: 'INVALID_TRACKING_ID' }],
      signed_by: 'J FIELD',
    }),
    {
      name: 'Removed',
      contact: { name: 'Removed', phone: '0491570156', email: 'person@example.org' },
      address: { streetLines: ['Removed'], suburb: 'ALTONA' },
      service: { name: 'Express' },
      errors: [{ code: '51104', name: 'INVALID_TRACKING_ID' }],
      signed_by: 'Removed',
    },
  );
});

test('removes contacts inside a sentence, and keeps consignment numbers', () => {
  assert.deepEqual(
    redact({
      event: 'Signed for by J FIELD, call 0400 123 456 or jo@firm.example',
      connote: '0400123456',
    }),
    {
      event: 'Signed for by Removed, call 0491570156 or person@example.org',
      connote: '0400123456',
    },
  );
});

test('removes contacts and secrets from XML', () => {
  assert.equal(
    redactAnswer(
      '<a><contactName>Jo Field</contactName><id>90817</id></a>',
      new Map([['90817', '12345']]),
    ),
    '<a><contactName>Removed</contactName><id>12345</id></a>',
  );
});

test('empties documents and keeps their kind', () => {
  const pdf = `%PDF-1.7\n${'Jo Field '.repeat(60)}\n%%EOF\n`;
  const { label } = redact({ label: btoa(pdf) }) as { label: string };
  assert.match(atob(label), /^%PDF-[^J]+%%EOF\n$/);
  assert.equal(
    emptyDocumentLike(new TextEncoder().encode('^XA^FDJo Field^FS^XZ')),
    '^XA^FDlabel^FS^XZ',
  );
});
