import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { networkOf } from './login-limiter.ts';

describe('the network of an address', () => {
  for (const [address, network] of [
    ['203.0.113.7', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
    ['2001:DB8:1:2::', '2001:db8:1:2'],
    ['2001:db8::6', '2001:db8:0:0'],
    ['2001:db8:1:0002:ffff::', '2001:db8:1:2'],
    ['::1', '0:0:0:0'],
    ['fe80::1%eth0', 'fe80:0:0:0'],
    ['unknown', 'unknown'],
  ] as const)
    it(`of ${address} is ${network}`, () => assert.equal(networkOf(address), network));
});
