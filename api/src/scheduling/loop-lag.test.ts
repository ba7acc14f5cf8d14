import assert from 'node:assert/strict';
import { it } from 'node:test';
import { letPass } from '../../../contract/testing/clock.ts';
import { LoopLag } from './loop-lag.ts';

/** Blocks the event loop. */
function block(ms: number): void {
  for (const end = performance.now() + ms; performance.now() < end; );
}

it('requests that are read after a busy turn may have waited for as long as the turn', async () => {
  const lag = new LoopLag();
  await letPass(1, 'the lag is measured with real timers');
  block(500);
  const before = lag.ms;
  assert.ok(before >= 350, `${before}`);
  // Timers run before the requests of the next turn are read.
  await letPass(0, 'the lag is measured with real timers');
  const after = lag.ms;
  assert.ok(after >= 350, `${after}`);
  lag.stop();
});
