import assert from 'node:assert/strict';
import { it } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import type { Recording } from './database/database.ts';
import { ONE_LOG, PACE } from './database/events.ts';
import { openLog } from './log.ts';
import { beginUpkeep } from './upkeep.ts';

const RECORDING: Recording = { cursorKey: '', ...ONE_LOG, pace: PACE, settle: null, listeners: new Set() };
const PROMISES = { revealPast: async () => {} };
const CREATIONS = { expire: async () => {} };
const ITEMS = { expire: async () => {} };

it('expired events are deleted a minute after the start and then every hour, even after a failure', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  let deletions = 0;
  const lines: string[] = [];
  const events = {
    recording: RECORDING,
    settle: async () => {},
    expire: async () => {
      if (++deletions === 2) throw new Error('the database is locked');
    },
  };
  const end = beginUpkeep(
    CREATIONS,
    events,
    PROMISES,
    ITEMS,
    null,
    openLog('warn', { write: (line) => void lines.push(line) }),
  );
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
  await end();
  assert.equal(await after(120), 3);
});

it('warns once if events have had no positions for ten seconds', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  let now = 0;
  t.mock.method(performance, 'now', () => now);
  let isBroken = true;
  const lines: string[] = [];
  const events = {
    recording: { ...RECORDING, settle: async () => {} },
    expire: async () => {},
    settle: async () => {
      if (isBroken) throw new Error('canceling statement due to lock timeout');
    },
  };
  const end = beginUpkeep(
    CREATIONS,
    events,
    PROMISES,
    ITEMS,
    null,
    openLog('warn', { write: (line) => void lines.push(line) }),
  );
  const afterSeconds = async (seconds: number) => {
    for (let second = 0; second < seconds; second++) {
      now += 1000;
      t.mock.timers.tick(1000);
      await turn();
    }
    return lines.length;
  };
  assert.equal(await afterSeconds(10), 0);
  assert.equal(await afterSeconds(20), 1);
  assert.match(lines[0] ?? '', /lock timeout.*events have waited for their positions for ten seconds/);
  isBroken = false;
  assert.equal(await afterSeconds(20), 1);
  isBroken = true;
  assert.equal(await afterSeconds(20), 2);
  await end();
});

it('the index of the searches is built each minute, even after failures, which are logged once', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const stops: AbortSignal[] = [];
  const lines: string[] = [];
  const searches = {
    build: async (stop: AbortSignal) => {
      if (stops.push(stop) > 1) throw new Error('the database is read-only');
    },
  };
  const log = openLog('warn', { write: (line) => void lines.push(line) });
  const end = beginUpkeep(CREATIONS, null, PROMISES, ITEMS, searches, log);
  for (const seconds of [15, 60, 60]) {
    t.mock.timers.tick(seconds * 1000);
    await turn();
  }
  assert.equal(stops.length, 3);
  assert.equal(lines.length, 1);
  assert.match(lines[0] ?? '', /the database is read-only.*index of the searches was not updated/);
  assert.equal(stops[2]?.aborted, false);
  await end();
  assert.equal(stops[2]?.aborted, true);
});
