import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { stoppedClock } from '../../../tests/support/clock.ts';
import { HostError } from '../host/errors.ts';
import { LoginLimiter, networkOf } from './login-limiter.ts';

const ADDRESS = '203.0.113.7';
const REFUSED = { failure: 'unauthorized' };
const refuse = () => Promise.reject(new HostError('unauthorized', 'no'));
const tooMany = (seconds: number) => ({ status: 429, headers: { 'retry-after': String(seconds) } });

/** Returns a limiter, its clock, and functions that try a login that the host rejects, or a login that it accepts. */
function open() {
  const clock = stoppedClock();
  const limiter = new LoginLimiter(clock.now);
  const guess = (username: string, address = ADDRESS, attempt: () => Promise<unknown> = refuse) =>
    limiter.tryUnknown({ address, username }, attempt);
  const guessAll = async (usernames: readonly string[], address?: string) => {
    for (const name of usernames) await assert.rejects(guess(name, address), REFUSED);
  };
  return { clock, limiter, guess, guessAll };
}

const twenty = (...names: string[]) => Array.from({ length: 20 }, (_, n) => names[n % names.length] ?? '');
const strangers = Array.from({ length: 200 }, (_, n) => `nobody${n}`);

describe('rules: Credentials, failed logins', () => {
  it('block a name from an address after 20 in a minute, and nothing else', async () => {
    const { clock, limiter, guess, guessAll } = open();
    await guessAll(twenty('owner'));
    await assert.rejects(guess('owner'), tooMany(60));
    for (const [name, address] of [
      ['guest', ADDRESS],
      ['owner', '203.0.113.8'],
    ] as const)
      await assert.rejects(guess(name, address), REFUSED);
    assert.equal(await limiter.tryGood({ address: ADDRESS, username: 'owner' }, async () => 'known'), 'known');
    clock.pass(59.5);
    await assert.rejects(
      guess('owner', ADDRESS, async () => 'right'),
      tooMany(1),
    );
    clock.pass(0.5);
    assert.equal(await guess('owner', ADDRESS, async () => 'right'), 'right');
  });

  it('of more than a minute ago do not count', async () => {
    const { clock, guess } = open();
    for (let n = 0; n < 60; n++) {
      await assert.rejects(guess('owner'), REFUSED);
      clock.pass(4);
    }
  });

  for (const names of [
    ['admin', 'Admin', 'ADMIN', ' admin '],
    ['ádmin', 'a\u0301dmin', 'ađmin', 'ａdmin', 'admin%10', 'a%<b>10dmin', '<b>admin', 'ad&amp;min'],
  ])
    it(`count for all names under which the host may find one user: ${names.join(', ')}`, async () => {
      const { guess, guessAll } = open();
      await guessAll(twenty(...names));
      for (const name of names) await assert.rejects(guess(name), tooMany(60));
      await guessAll(['administrator', 'admin1', 'dmin']);
    });

  it('block an address after 200 of all names, also an IPv6 network', async () => {
    for (const [address, same, other] of [
      [ADDRESS, ADDRESS, '203.0.113.8'],
      ['2001:db8:1:2::5', '2001:db8:1:2:ffff::1', '2001:db8:1:3::1'],
    ] as const) {
      const { clock, guess, guessAll } = open();
      await guessAll(strangers, address);
      clock.pass(20);
      await assert.rejects(guess('owner', same), tooMany(40));
      await assert.rejects(guess('owner', other), REFUSED);
      clock.pass(40);
      await assert.rejects(guess('owner', same), REFUSED);
    }
  });

  it('count before they have failed, so that a burst exceeds no limit', async () => {
    for (const [names, error] of [
      [twenty('owner'), { status: 429 }],
      [strangers, { status: 503, headers: { 'retry-after': '1' } }],
    ] as const) {
      const { guess } = open();
      const held = Promise.withResolvers<void>();
      const pending = names.map((name) => guess(name, ADDRESS, () => held.promise.then(refuse)));
      await assert.rejects(guess('owner'), error);
      held.resolve();
      for (const one of pending) await assert.rejects(one, REFUSED);
    }
  });

  it('do not include failures of the host', async () => {
    const { guess } = open();
    const error = new HostError('timeout', 'the host did not answer in time');
    for (let n = 0; n < 30; n++)
      await assert.rejects(
        guess('owner', ADDRESS, () => Promise.reject(error)),
        error,
      );
  });
});

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
