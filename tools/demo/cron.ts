import { setTimeout } from 'node:timers/promises';

/** Pause between two calls (milliseconds). */
const PAUSE_MS = 15_000;

/**
 * Calls the cron of a site repeatedly, like a server's cron. The demonstration's site turns off WordPress's own calls.
 * So the site needs these calls to send mails and to run scheduled tasks.
 * @param siteUrl address of the site, without trailing slash
 * @param pause milliseconds from the end of a call to the next call
 * @returns a handle whose disposal cancels the current call and ends the repetition
 */
export function callCron(siteUrl: string, pause = PAUSE_MS): AsyncDisposable {
  const ended = new AbortController();
  const { signal } = ended;
  const repeat = async () => {
    while (!signal.aborted) {
      // Repeats the call even if the site is busy or stopping.
      await fetch(`${siteUrl}/wp-cron.php?doing_wp_cron`, { signal })
        .then((answer) => answer.arrayBuffer())
        .catch(() => {});
      await setTimeout(pause, undefined, { signal, ref: false }).catch(() => {});
    }
  };
  const calls = repeat();
  return {
    async [Symbol.asyncDispose]() {
      ended.abort();
      await calls;
    },
  };
}
