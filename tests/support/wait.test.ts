import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { addLog } from './evidence.ts';
import { until } from './wait.ts';

const never = () => false;

describe('a wait that ends', () => {
  it('names its condition, and shows the last lines of each log of the test', async () => {
    const lines = Array.from({ length: 100 }, (_, number) => `line ${number}`);
    const endLong = addLog('long', () => lines.join('\n'));
    const endShort = addLog('short', async () => 'its only line\n');
    await endShort();
    addLog('silent', () => '');
    const endLost = addLog('lost', () => Promise.reject(new Error('no such container')));
    await assert.rejects(until('the site answers', never, 1), ({ message }: Error) => {
      assert.match(message, /waiting until the site answers\n/);
      assert.match(message, /— short-\d+\.log:\nits only line\n/);
      assert.match(message, /— long-\d+\.log:\nline 80\n(line \d+\n){18}line 99/);
      assert.match(message, /— lost-\d+\.log:\nthis log is unreadable: Error: no such container$/);
      assert.doesNotMatch(message, /silent/);
      return true;
    });
    await Promise.all([endLong(), endLost()]);
  });
});
