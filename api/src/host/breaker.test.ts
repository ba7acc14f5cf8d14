import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { until } from '../../../tests/support/wait.ts';
import { HostBreaker } from './breaker.ts';
import { HostError } from './errors.ts';

/** Time for which a breaker stays open (milliseconds). Every test ends within this time. */
const LONG = 3_600_000;

/** Time for which a breaker stays open (milliseconds). Tests wait for the end of this time. */
const SHORT = 5;

const silent = () => new HostError('timeout', 'the host did not answer in time', { isOutage: true });
const hurried = () => new HostError('timeout', 'the host did not answer in time', { isOutage: false });
const wrong = () => new HostError('invalid-response', 'the host answered 500', { isOutage: true });
const lost = () => new HostError('unavailable', 'the host cannot be reached', { isOutage: true });
const away = () => new HostError('unavailable', 'the host cannot be reached', { isOutage: true, isUnreachable: true });

const answer = async () => 'answer';
const fail = (breaker: HostBreaker, caller: string, error: () => HostError) =>
  assert.rejects(breaker.execute(caller, () => Promise.reject(error())));

/** Starts a call whose result the test supplies. */
function begin(breaker: HostBreaker, caller: string) {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const outcome = breaker.execute(caller, () => promise).catch((error: unknown) => error);
  return {
    answer: () => {
      resolve('answer');
      return outcome;
    },
    fail: (error: HostError) => {
      reject(error);
      return outcome;
    },
  };
}

async function open(breaker: HostBreaker): Promise<void> {
  const calls = ['a', 'b', 'c'].map((caller) => begin(breaker, caller));
  for (const call of calls) {
    assert.equal(breaker.state, 'closed');
    await call.fail(silent());
  }
  assert.equal(breaker.state, 'open');
}

const isAdmitted = (breaker: HostBreaker, caller: string): boolean => {
  try {
    breaker.check(caller);
    return true;
  } catch {
    return false;
  }
};

/** Opens a breaker, and waits until its pause is over. */
async function opened(pause = SHORT): Promise<HostBreaker> {
  const breaker = new HostBreaker(pause);
  await open(breaker);
  await until('the pause is over', () => isAdmitted(breaker, 'anybody'));
  return breaker;
}

describe('an open breaker', () => {
  it('closes after a refusal such as 404, which shows that the host answers', async () => {
    const breaker = await opened();
    await fail(breaker, 'a', () => new HostError('not-found', 'the host has no such registry'));
    assert.equal(breaker.state, 'closed');
  });

  for (const [what, error] of [
    ['is not answered in time', silent],
    ['has too little time', hurried],
    ['gets errors', wrong],
    ['makes PHP crash', lost],
  ] as const) {
    it(`closes after an answer for one caller, though a greedy caller ${what} and tries first`, async () => {
      const breaker = await opened(50);
      await fail(breaker, 'greedy', error);
      assert.equal(isAdmitted(breaker, 'greedy'), false, 'the greedy caller must wait');
      assert.equal(await breaker.execute('healthy', answer), 'answer');
      assert.equal(breaker.state, 'closed');
    });

    it(`admits others between the trials of a caller who ${what}`, async () => {
      const breaker = await opened(50);
      for (let n = 0; n < 3; n++) {
        await fail(breaker, 'greedy', error);
        assert.equal(isAdmitted(breaker, 'healthy'), true);
        await until('the greedy caller may try again', () => isAdmitted(breaker, 'greedy'));
      }
    });
  }

  it('pauses for all callers after failed trials of two callers', async () => {
    const breaker = await opened(50);
    await fail(breaker, 'one', silent);
    await fail(breaker, 'another', wrong);
    assert.equal(isAdmitted(breaker, 'third'), false);
    await until('the pause is over', () => isAdmitted(breaker, 'third'));
  });

  it('pauses for all callers after a trial without a connection', async () => {
    const breaker = await opened(50);
    await fail(breaker, 'one', away);
    assert.equal(isAdmitted(breaker, 'other'), false);
    await until('the pause is over', () => isAdmitted(breaker, 'other'));
  });

  it('ignores late results during a trial and after a successful one', async () => {
    const breaker = new HostBreaker(SHORT);
    const stragglers = Array.from({ length: 30 }, (_, n) => begin(breaker, `early ${n}`));
    const good = begin(breaker, 'early and good');
    await open(breaker);
    await until('the pause is over', () => isAdmitted(breaker, 'healthy'));
    const trial = begin(breaker, 'healthy');
    assert.equal(isAdmitted(breaker, 'other'), false, 'one caller at a time tries');
    await stragglers.shift()?.fail(silent());
    assert.equal(breaker.state, 'half_open');
    await good.answer();
    assert.equal(breaker.state, 'half_open');
    await trial.answer();
    assert.equal(breaker.state, 'closed');
    for (const straggler of stragglers) await straggler.fail(wrong());
    assert.equal(breaker.state, 'closed');
  });
});

describe('a closed breaker', () => {
  it('stays closed after refusals such as 404, and if the host has answered others in the meantime', async () => {
    const breaker = new HostBreaker(LONG);
    for (let n = 0; n < 30; n++)
      await fail(breaker, `caller ${n}`, () => new HostError('not-found', 'the host has no such registry'));
    const calls = ['a', 'b', 'c', 'd'].map((caller) => begin(breaker, caller));
    await breaker.execute('healthy', answer);
    for (const call of calls) await call.fail(silent());
    assert.equal(breaker.state, 'closed');
  });

  it('opens if at least ten calls failed, half of all within ten seconds, and pauses for five seconds', async (t) => {
    let now = 1_000_000;
    t.mock.method(performance, 'now', () => now);
    const breaker = new HostBreaker();
    const failAs = async (callers: number) => {
      for (let n = 0; n < callers; n++) await fail(breaker, `caller ${n}`, lost);
      return breaker.state;
    };
    for (let n = 0; n < 11; n++) await breaker.execute('healthy', answer);
    assert.equal(await failAs(10), 'closed', '10 of 21 calls failed');
    now += 10_000;
    assert.equal(await failAs(9), 'closed', 'only 9 calls are recent');
    for (let n = 0; n < 10; n++) await breaker.execute('healthy', answer);
    assert.equal(await failAs(10), 'open', '10 of 20 calls failed');
    now += 4999;
    assert.equal(isAdmitted(breaker, 'healthy'), false);
    now += 1;
    assert.equal(isAdmitted(breaker, 'healthy'), true);
  });

  it('stays closed for others if one caller loses connections or gets 503', async () => {
    const breaker = new HostBreaker(LONG);
    for (let n = 0; n < 9; n++) await fail(breaker, 'greedy', lost);
    assert.equal(breaker.state, 'closed');
    await fail(breaker, 'greedy', lost);
    assert.equal(isAdmitted(breaker, 'greedy'), false);
    assert.equal(isAdmitted(breaker, 'healthy'), true);
  });

  it('opens if ten callers lose the connection', async () => {
    const breaker = new HostBreaker(LONG);
    for (let n = 0; n < 10; n++) await fail(breaker, `caller ${n}`, lost);
    assert.equal(breaker.state, 'open');
  });

  it('opens after ten calls that cannot reach the host, even if all have the same caller', async () => {
    const breaker = new HostBreaker(LONG);
    for (let n = 0; n < 10; n++) await fail(breaker, 'one', away);
    assert.equal(breaker.state, 'open');
  });
});
