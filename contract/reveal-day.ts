/*
 * The day of the reveal (rules: Surprise), for the service and for page scripts, so this file imports nothing. The
 * plugin has the same rule in `SurpriseRules`; the cases `surprises` of rule-cases.json check both.
 */

/** Day of the reveal of a list without one. It sorts after every other day. */
export const NO_DAY = '9999-12-31';

/** Days from the event to the day of the reveal, if the owner has chosen none. */
export const REVEAL_DAYS_AFTER_EVENT = 1;

const DAY_MS = 24 * 3_600_000;

/** Returns whether a text is a valid date in the format `YYYY-MM-DD`. */
export const isDay = (text: string): boolean => !Number.isNaN(startOf(text));

/** Milliseconds since 1970, in UTC; NaN if the text is no day. */
function startOf(day: string): number {
  if (!/^(?!0000)\d{4}-\d\d-\d\d$/.test(day)) return Number.NaN;
  const time = Date.parse(`${day}T00:00:00Z`);
  // JavaScript reads 31 February as a day in March.
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(day) ? time : Number.NaN;
}

/**
 * Returns the day of the reveal: the day that the owner chose, otherwise the event plus `REVEAL_DAYS_AFTER_EVENT`;
 * `NO_DAY` without both. Days in this format can be compared as texts: the gifts are revealed from this day on.
 * @param chosen null, or a text that may be empty or no day
 * @param event like `chosen`
 */
export function revealDay(chosen: string | null, event: string | null): string {
  if (chosen !== null && isDay(chosen)) return chosen;
  if (event === null || !isDay(event)) return NO_DAY;
  const day = startOf(event) + REVEAL_DAYS_AFTER_EVENT * DAY_MS;
  // The year after NO_DAY has more digits, and would be sorted before all other days.
  return day > startOf(NO_DAY) ? NO_DAY : new Date(day).toISOString().slice(0, 10);
}
