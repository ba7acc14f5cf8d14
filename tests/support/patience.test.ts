import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { describe, it } from 'node:test';

/** Returns the time limits that a new process prints. */
function limits(env: Record<string, string>, code: string): number[] {
  const path = new URL('./patience.ts', import.meta.url).href;
  const script = `const { knowSlowness, patience } = await import('${path}'); console.log(JSON.stringify(${code}));`;
  const args = ['--input-type=module', '-e', script];
  return JSON.parse(execFileSync(process.execPath, args, { encoding: 'utf8', env: { ...env } }));
}

describe('the time limits of tests', () => {
  it('grow with the factor of the run', () => {
    assert.deepEqual(limits({ TEST_SLOWNESS: '3' }, '[knowSlowness(), patience(500)]'), [3, 1500]);
  });

  it('are measured once if the run has no factor, and passed to all processes', () => {
    const [factor = 0, limit, again, handed] = limits(
      {},
      '[knowSlowness(), patience(100), patience(100), Number(process.env.TEST_SLOWNESS)]',
    );
    assert.ok(factor >= 1 && factor <= 20, `${factor}`);
    assert.deepEqual([limit, again, handed], [Math.round(100 * factor), Math.round(100 * factor), factor]);
  });
});
