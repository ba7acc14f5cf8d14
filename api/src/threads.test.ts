import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { until } from '../../tests/support/wait.ts';
import { Threads, type ThreadsOptions, Unanswered } from './threads.ts';

/**
 * A thread that answers each text with the same text, except texts for which it ends, works forever or names itself.
 */
const ENTRY = new URL(
  `data:text/javascript,${encodeURIComponent(`
    import { parentPort, threadId } from 'node:worker_threads';
    parentPort.on('message', (text) => {
      if (text === 'throw') throw new Error('died');
      if (text === 'exit') process.exit(1);
      while (text === 'forever');
      parentPort.postMessage({ answer: text === 'who' ? threadId : text });
    });
    parentPort.postMessage('ready');`)}`,
);

const open = (options: Partial<ThreadsOptions> = {}) => {
  const threads = new Threads<string, unknown>(ENTRY, { max: 1, maxWaiting: 50, ...options });
  return Object.assign(threads, { [Symbol.asyncDispose]: () => threads.close() });
};

describe('threads', () => {
  it('start again after their thread has died', async () => {
    await using threads = open();
    for (const [way, why] of [
      ['throw', ': died'],
      ['exit', ''],
    ] as const) {
      const [dead, ...others] = await Promise.allSettled([way, 'first', 'second'].map((text) => threads.ask(text)));
      assert.ok(dead?.status === 'rejected');
      assert.deepEqual(dead.reason, new Unanswered(`the thread ended${why}`));
      assert.deepEqual(
        others.map((outcome) => outcome.status === 'fulfilled' && outcome.value),
        ['first', 'second'],
      );
    }
  });

  it('end when they are idle, and start again when needed', async () => {
    await using threads = open({ restMs: 1 });
    const first = await threads.ask('who');
    await until('another one answers', async () => (await threads.ask('who')) !== first);
  });

  it('end if an answer takes too long', async () => {
    await using threads = open({ answerMs: 300 });
    const begun = performance.now();
    await assert.rejects(threads.ask('forever'), new Unanswered('takes longer than 300 ms'));
    assert.ok(performance.now() - begun >= 290);
    assert.equal(await threads.ask('next'), 'next');
  });

  it('end when their caller stops waiting', async () => {
    await using threads = open({ max: 2 });
    const stop = new AbortController();
    const reason = new Error('gone');
    const asked = [1, 2, 3].map(() => threads.ask('forever', stop.signal));
    assert.deepEqual(threads.load, { inUse: 2, waiting: 1, limit: 2 });
    stop.abort(reason);
    for (const one of asked) await assert.rejects(one, reason);
    assert.equal(threads.load.waiting, 0);
    await assert.rejects(threads.ask('next', stop.signal), reason);
    assert.equal(await threads.ask('next'), 'next');
  });

  it('refuse questions when too many wait, and all questions when they close', async () => {
    const threads = open({ maxWaiting: 2 });
    const asked = Promise.allSettled([1, 2, 3].map(() => threads.ask('forever')));
    await assert.rejects(threads.ask('next'), new Unanswered('too many wait'));
    await threads.close();
    for (const { status } of await asked) assert.equal(status, 'rejected');
    await assert.rejects(threads.ask('next'), new Unanswered('closed'));
  });
});
