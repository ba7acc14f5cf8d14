import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Pulse } from './pulse.ts';

describe('the pulse of a service', () => {
  it('shows every thread that shares its memory whether it is alive or closing', () => {
    const [service, thread] = pair();
    const end = service.begin();
    assert.deepEqual([thread.isDead, thread.isClosing], [false, false]);
    service.close();
    assert.equal(thread.isClosing, true);
    end();
  });

  it('reports the service as dead ten seconds after the last beat', () => {
    const [service, thread] = pair();
    const beat = new BigInt64Array(service.memory);
    const isDeadAfter = (seconds: number) => {
      beat[0] = process.hrtime.bigint() - BigInt(seconds * 1e9);
      return thread.isDead;
    };
    assert.deepEqual([isDeadAfter(8), isDeadAfter(10)], [false, true]);
  });
});

function pair(): [Pulse, Pulse] {
  const service = new Pulse();
  return [service, new Pulse(service.memory)];
}
