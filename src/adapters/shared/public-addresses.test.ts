import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isPublicAddress } from './public-addresses.ts';

const addresses: readonly [isPublic: boolean, ...addresses: string[]][] = [
  [true, '1.1.1.1', '13.236.0.1', '100.128.0.1', '172.32.0.1', '192.169.0.1', '223.255.255.255'],
  [true, '2606:4700::1111', '2404:6800:4006::200e', '64:ff9b::1.1.1.1'],
  [false, '0.0.0.0', '10.1.2.3', '100.64.0.1', '127.0.0.1', '127.255.0.9', '169.254.169.254'],
  [false, '172.16.0.1', '172.31.255.255', '192.168.1.1', '198.18.0.1', '224.0.0.1'],
  [false, '255.255.255.255', '::', '::1', 'fe80::1', 'fd00:ec2::254', 'ff02::1'],
  [
    false,
    '::ffff:10.0.0.1',
    '::ffff:1.1.1.1',
    '::7f00:1',
    '64:ff9b::10.0.0.1',
    '64:ff9b::a9fe:a9fe',
  ],
  [false, '2001:db8::1', '2002:7f00:1::', '2001::1', 'localhost', ''],
];

for (const [isPublic, ...some] of addresses)
  for (const address of some)
    test(`"${address}" is ${isPublic ? 'on the internet' : 'not on the internet'}`, () => {
      assert.equal(isPublicAddress(address), isPublic);
    });
