import { setTimeout as pause } from 'node:timers/promises';
import type { Event } from '@largesse/contract';
import { fetchOnce } from './http-client.ts';

/** A program that reads the feed of all events. It continues at its cursor after failures. */
export interface Follower extends AsyncDisposable {
  /** Received events, in order. An event that arrived twice is there twice. */
  readonly events: readonly Event[];
}

/** Pause after a failed request (milliseconds). */
const PAUSE_MS = 50;

/**
 * Starts a follower.
 * @param url returns the base URL of a process of the service; the follower tries again if it throws
 * @param authorization credentials of an admin
 */
export function follow(url: () => string, authorization: string): Follower {
  const events: Event[] = [];
  const stop = new AbortController();
  let cursor: string | null = null;
  const read = async () => {
    const after = cursor === null ? '' : `&after=${cursor}`;
    const answer = await fetchOnce(`${url()}/events?wait=5&limit=100${after}`, {
      headers: { authorization },
      signal: stop.signal,
    });
    if (answer.status !== 200) throw new Error(`the feed answered ${answer.status}`);
    events.push(...((await answer.json()) as Event[]));
    cursor = answer.headers.get('next-cursor') ?? cursor;
  };
  const ended = (async () => {
    while (!stop.signal.aborted) await read().catch(() => pause(PAUSE_MS));
  })();
  return {
    events,
    async [Symbol.asyncDispose]() {
      stop.abort();
      await ended;
    },
  };
}
