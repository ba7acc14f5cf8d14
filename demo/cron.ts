/** Time between two calls (milliseconds). Mails leave the queue once a minute on a real site. */
const PAUSE_MS = 15_000;

/**
 * Calls the cron of a site again and again, as a server's own cron does: the site of the demonstration has WordPress's own
 * calls switched off, and nothing would send its mails or run what is due.
 * @param siteUrl address of the site, no trailing slash
 * @param pause milliseconds from the end of a call to the next one
 * @returns ends the calls when it is disposed of, after the one under way was given up
 */
export function callCron(siteUrl: string, pause = PAUSE_MS): AsyncDisposable {
  const ended = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let call = Promise.resolve();
  const next = () => {
    call = fetch(`${siteUrl}/wp-cron.php?doing_wp_cron`, { signal: ended.signal })
      .then((answer) => answer.arrayBuffer())
      // A site that is busy or stops is called again.
      .catch(() => {})
      .then(() => {
        if (!ended.signal.aborted) timer = setTimeout(next, pause).unref();
      });
  };
  next();
  return {
    async [Symbol.asyncDispose]() {
      ended.abort();
      clearTimeout(timer);
      await call;
    },
  };
}
