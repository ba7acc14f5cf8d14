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
