import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Pulse } from './pulse.ts';

describe('the pulse of a service', () => {
  it('tells who shares its memory that it lives, and that it closes', () => {
    const [service, thread] = pair();
    const end = service.begin();
    assert.deepEqual([thread.isDead, thread.isClosing], [false, false]);
    service.close();
    assert.equal(thread.isClosing, true);
    end();
  });

  it('tells that it is dead when the last beat was long ago', () => {
    const [, thread] = pair();
    assert.equal(thread.isDead, true);
  });
});

function pair(): [Pulse, Pulse] {
  const service = new Pulse();
  return [service, new Pulse(service.memory)];
}
