import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AnswerTurns } from './answer-turns.ts';
import { ApiError } from './errors.ts';

const work = (ms = 5) => {
  const end = performance.now() + ms;
  while (performance.now() < end);
};

test('builds some of many long answers at once, delays or refuses the others, and continues with short ones', async () => {
  const loop = new AnswerTurns();
  let [begun, most, ended, endedBefore] = [0, 0, 0, -1];
  const long = async () => {
    try {
      await loop.build('first', async () => {
        most = Math.max(most, ++begun);
        work();
      });
    } catch (error) {
      assert.ok(error instanceof ApiError && error.status === 503);
      return;
    }
    for (let part = 1; part < 10; part++) await loop.build('further', async () => work());
    begun--;
    ended++;
  };
  const short = async () => {
    await loop.build('whole', async () => (endedBefore = ended));
  };
  await Promise.all([...Array.from({ length: 200 }, long), short()]);
  assert.ok(ended > 0);
  assert.ok(most < 50, `${most} were begun beside each other`);
  assert.ok(endedBefore < 50, `a short one waited for ${endedBefore} long ones`);
});

test('leaves most turns to new connections while they arrive, but also builds answers', async () => {
  const loop = new AnswerTurns();
  const built: number[] = [];
  let turn = 0;
  const build = () => loop.build('whole', async () => built.push(turn));
  const during = async (turns: number, everyTurn: () => void) => {
    built.length = 0;
    for (const end = turn + turns; turn < end; turn++) {
      everyTurn();
      await new Promise((resolve) => setImmediate(resolve));
    }
    return built.length;
  };
  loop.accepted();
  const all = Promise.all(Array.from({ length: 50 }, build));
  const beside = await during(100, () => loop.accepted());
  assert.ok(beside >= 3 && beside <= 10, `${beside} were built`);
  assert.equal(new Set(built).size, beside);
  // After the last new connection, up to two turns still build no answer or only one answer. So the test waits for
  // three turns before it expects the other answers.
  await during(3, () => {});
  await all;
});

test('returns all parts of a turn together, at its end', async (t) => {
  // A turn ends after some milliseconds, which the parts could take on a busy machine.
  t.mock.method(performance, 'now', () => 0);
  const loop = new AnswerTurns();
  const steps: string[] = [];
  const answer = async (name: string) => {
    await loop.build('whole', async () => steps.push(`${name} built`));
    steps.push(`${name} sent`);
  };
  await Promise.all([answer('one'), answer('two'), answer('three')]);
  assert.deepEqual(steps, ['one built', 'two built', 'three built', 'one sent', 'two sent', 'three sent']);
});

test('a part that cannot be built delays no other part', async () => {
  const loop = new AnswerTurns();
  const failure = new Error('the database is gone');
  const failed = loop.build('whole', () => Promise.reject(failure));
  const built = loop.build('whole', async () => 'built');
  await assert.rejects(failed, failure);
  assert.equal(await built, 'built');
});

for (const [many, one] of [
  ['whole', 'first'],
  ['first', 'whole'],
] as const)
  test(`builds an answer that begins with '${one}' among many repeated requests for '${many}'`, async () => {
    const loop = new AnswerTurns();
    let isOver = false;
    const again = async () => {
      while (!isOver) await loop.build(many, async () => work(0.3)).catch(() => {});
    };
    const all = Promise.all(Array.from({ length: 100 }, again));
    for (let turn = 0; turn < 5; turn++) await new Promise((resolve) => setImmediate(resolve));
    assert.equal(await loop.build(one, async () => 'built'), 'built');
    isOver = true;
    await all;
  });

test('never refuses a later part of an answer, however long the part waits', async () => {
  // With this patience, an answer is refused after any wait.
  const loop = new AnswerTurns(() => {}, 0);
  const build = (part: 'whole' | 'further') =>
    Promise.allSettled(Array.from({ length: 10 }, () => loop.build(part, async () => work())));
  assert.ok((await build('whole')).some(({ status }) => status === 'rejected'));
  assert.ok((await build('further')).every(({ status }) => status === 'fulfilled'));
});

test('refuses no answer because the process was paused', async () => {
  const loop = new AnswerTurns();
  const built = loop.build('whole', async () => 'built');
  work(1100);
  assert.equal(await built, 'built');
});
