import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addressBucket, isLoopback } from './client-address.ts';

test('addresses that belong to one client share a bucket', () => {
  const cases: [string, string][] = [
    ['192.0.2.1', '192.0.2.1'],
    ['::ffff:192.0.2.1', '192.0.2.1'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:0db8:0001:0002::1', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['10.0.0.7:101', '10.0.0.7'],
    ['10.0.0.7:102', '10.0.0.7'],
    ['[2001:db8::1]:443', '2001:db8:0:0::/64'],
    ['[2001:db8::1]', '2001:db8:0:0::/64'],
    ['::ffff:c000:0201', '192.0.2.1'],
    ['::FFFF:c000:201', '192.0.2.1'],
    ['0:0:0:0:0:ffff:192.0.2.1', '192.0.2.1'],
    ['::ffff:c000:0202', '192.0.2.2'],
    ['[::ffff:192.0.2.1]:80', '192.0.2.1'],
    ['64:ff9b::192.0.2.1', '64:ff9b:0:0::/64'],
    ['unknown', '198.51.100.9'],
    ['_hidden', '198.51.100.9'],
    ['10.0.0.7:101:102', '198.51.100.9'],
    ['', '198.51.100.9'],
  ];
  for (const [address, bucket] of cases)
    assert.equal(addressBucket(address, '198.51.100.9'), bucket, address);
  assert.equal(addressBucket('unknown', ''), '');
});

test('recognises loopback in every spelling', () => {
  for (const address of ['127.0.0.1', '127.9.9.9', '::1', '::ffff:127.0.0.1'])
    assert.ok(isLoopback(address), address);
  for (const address of ['192.0.2.1', '::2', '1.127.0.1']) assert.ok(!isLoopback(address), address);
});
