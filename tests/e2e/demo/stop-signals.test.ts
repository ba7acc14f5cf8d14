import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import { onStopSignal } from '../../../tools/demo/stop-signals.ts';
import { until } from '../../support/wait.ts';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
const before = SIGNALS.flatMap((signal) => process.listeners(signal));
afterEach(() => {
  for (const signal of SIGNALS) {
    for (const listener of process.listeners(signal)) {
      if (!before.includes(listener)) process.removeListener(signal, listener);
    }
  }
});

test('a signal that npm repeats is not a second Ctrl-C, but a later one is', async () => {
  const asked: string[] = [];
  onStopSignal({ stop: () => asked.push('stop'), hurry: () => asked.push('hurry') }, false);
  process.emit('SIGINT', 'SIGINT');
  process.emit('SIGINT', 'SIGINT');
  process.emit('SIGTERM', 'SIGTERM');
  assert.deepEqual(asked, ['stop']);
  await until('a later signal ends the program at once', () => {
    process.emit('SIGINT', 'SIGINT');
    return asked.length > 1;
  });
  assert.deepEqual(asked, ['stop', 'hurry']);
});
