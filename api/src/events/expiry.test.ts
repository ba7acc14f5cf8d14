import assert from 'node:assert/strict';
import { it } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { openLog } from '../log.ts';
import { EventExpiry } from './expiry.ts';
import type { EventStore } from './store.ts';

it('expired events are deleted a minute after the start and then every hour, even after a failure', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  let deletions = 0;
  const lines: string[] = [];
  const events: Pick<EventStore, 'expire'> = {
    expire: async () => {
      if (++deletions === 2) throw new Error('the database is locked');
    },
  };
  const expiry = new EventExpiry(events, openLog('warn', { write: (line) => void lines.push(line) }));
  const after = async (minutes: number) => {
    t.mock.timers.tick(minutes * 60_000);
    await turn();
    return deletions;
  };
  assert.equal(await after(0.9), 0);
  assert.equal(await after(0.1), 1);
  assert.equal(await after(59), 1);
  assert.equal(await after(1), 2);
  assert.equal(lines.length, 1);
  assert.match(lines[0] ?? '', /the database is locked.*expired events were not deleted; the next hour tries again/);
  assert.equal(await after(60), 3);
  await expiry.close();
  assert.equal(await after(120), 3);
});
