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
    ['unknown', 'unknown'],
  ];
  for (const [address, bucket] of cases) assert.equal(addressBucket(address), bucket, address);
});

test('loopback is known in every spelling', () => {
  for (const address of ['127.0.0.1', '127.9.9.9', '::1', '::ffff:127.0.0.1'])
    assert.ok(isLoopback(address), address);
  for (const address of ['192.0.2.1', '::2', '1.127.0.1']) assert.ok(!isLoopback(address), address);
});
