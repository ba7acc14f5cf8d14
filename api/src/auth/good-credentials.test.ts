import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { stoppedClock } from '../../../tests/support/clock.ts';
import { GoodCredentials } from './good-credentials.ts';

/** One day in seconds. */
const DAY = 86_400;

describe('credentials that the host has accepted', () => {
  it('count as good until a day after they were last accepted', () => {
    const clock = stoppedClock();
    const good = new GoodCredentials(clock.now);
    good.add('a', 1);
    clock.pass(DAY / 2);
    good.add('a', 1);
    clock.pass(DAY - 1);
    assert.equal(good.userOf('a'), 1);
    clock.pass(1);
    assert.equal(good.userOf('a'), null);
  });

  it('stay remembered when another member sends many spellings of their own', () => {
    const good = new GoodCredentials(stoppedClock().now);
    good.add('owner', 1);
    for (let n = 0; n < 100_000; n++) good.add(`spelling ${n}`, 2);
    assert.equal(good.userOf('owner'), 1);
    assert.equal(good.userOf('spelling 0'), null);
    assert.equal(good.userOf('spelling 99999'), 2);
  });

  it('are limited in number; those accepted longest ago are forgotten first', () => {
    const good = new GoodCredentials(stoppedClock().now);
    for (let n = 0; n < 50_000; n++) good.add(`of ${n}`, n);
    good.add('of 0', 0);
    good.add('one more', 50_000);
    assert.equal(good.userOf('of 0'), 0);
    assert.equal(good.userOf('of 1'), null);
    assert.equal(good.userOf('of 2'), 2);
  });
});
