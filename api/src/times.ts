/** Returns whether a text is a valid date in the format `YYYY-MM-DD`. */
export const isDay = (text: string): boolean => !Number.isNaN(startOf(text));

/** Milliseconds since 1970, in UTC; NaN if the text is no day. */
function startOf(day: string): number {
  if (!/^(?!0000)\d{4}-\d\d-\d\d$/.test(day)) return Number.NaN;
  const time = Date.parse(`${day}T00:00:00Z`);
  // JavaScript reads 31 February as a day in March.
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(day) ? time : Number.NaN;
}

/** Returns the current day of a site, `YYYY-MM-DD`: an earlier day if its time zone is unknown. */
export type Today = () => Promise<string>;

/** Returns the day of a time (milliseconds since 1970) in a time zone that `Intl` supports. */
export const dayIn = (zone: string, time: number): string =>
  new Intl.DateTimeFormat('en-CA', {
    timeZone: zone,
    calendar: 'iso8601',
    numberingSystem: 'latn',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  }).format(time);

/** Returns the current time, or one millisecond after `other` if that is later (ISO 8601, UTC). */
export const timeAfter = (other?: string): string =>
  new Date(Math.max(Date.now(), other === undefined ? 0 : Date.parse(other) + 1)).toISOString();
