const SECOND = 1000;

const MINUTE = 60 * SECOND;

const HOUR = 60 * MINUTE;

/** Times of the dispatcher, in milliseconds. */
export interface WebhookTimes {
  attempt: number;
  /** Pause before the first retry, before the second retry, and so on. */
  retries: readonly number[];
  /** Time without success after which a webhook is disabled. */
  failing: number;
  /** Time after a rotation during which the previous secret still signs deliveries. */
  rotation: number;
  /** Age at which deliveries are deleted. */
  kept: number;
  /** Interval at which the dispatcher looks for new events. */
  poll: number;
  /** Maximum time until a queue notices deliveries that another process changed. */
  recheck: number;
  /** Interval at which the delivering process confirms that it is running. */
  beat: number;
  /** Time without a beat after which the process stops delivering. */
  lost: number;
  /** Time without a beat after which another process takes over. */
  takeover: number;
  /** Time for which a stopping process waits for running attempts. */
  closing: number;
}

export const TIMES: WebhookTimes = {
  attempt: 10 * SECOND,
  retries: [5 * SECOND, MINUTE, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR, 10 * HOUR, 14 * HOUR, 20 * HOUR],
  failing: 5 * 24 * HOUR,
  rotation: 24 * HOUR,
  kept: 30 * 24 * HOUR,
  poll: 250,
  recheck: 5 * SECOND,
  beat: 3 * SECOND,
  lost: 9 * SECOND,
  takeover: 12 * SECOND,
  closing: 2 * SECOND,
};

/** Limits of a `Retry-After` (milliseconds). */
const RETRY_AFTER = { least: SECOND, most: 24 * HOUR };

/** Maximum random addition to the pause before a retry, as its share, so that many retries do not coincide. */
const JITTER = 0.2;

/**
 * Returns the pause of a `Retry-After` (RFC 9110, 10.2.3) in milliseconds, within RETRY_AFTER; null without a valid
 * one.
 */
export function retryAfterIn(header: string | undefined, now: number): number | null {
  if (header === undefined) return null;
  const isDate = /^[A-Za-z]{3,9}, /.test(header);
  if (!isDate && !/^\d+$/.test(header)) return null;
  const pause = isDate ? Date.parse(header) - now : Number(header) * SECOND;
  return Number.isNaN(pause) ? null : Math.min(Math.max(pause, RETRY_AFTER.least), RETRY_AFTER.most);
}

/**
 * Returns the pause before the next attempt in milliseconds; null if there is none.
 * @param tries number of failed attempts so far
 * @param retryAfter pause that the receiver requested (milliseconds)
 * @param random from 0 to 1
 */
export function pauseAfter(
  tries: number,
  retryAfter: number | null,
  random: number,
  retries: readonly number[] = TIMES.retries,
): number | null {
  const pause = retries[tries - 1];
  if (pause === undefined) return null;
  return retryAfter ?? Math.round(pause * (1 + JITTER * random));
}
