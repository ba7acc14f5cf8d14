/** Returns the current day of a site, `YYYY-MM-DD`: an earlier day if its time zone is unknown. */
export type Today = () => Promise<string>;

/** The last zone and its format: creating one takes a hundred times as long as its use. */
let last: { zone: string; format: Intl.DateTimeFormat } | null = null;

/** Returns the day of a time (milliseconds since 1970) in a time zone that `Intl` supports. */
export function dayIn(zone: string, time: number): string {
  if (last?.zone !== zone) {
    const format = new Intl.DateTimeFormat('en-CA', {
      timeZone: zone,
      calendar: 'iso8601',
      numberingSystem: 'latn',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
    });
    last = { zone, format };
  }
  return last.format.format(time);
}

/** Longest distance between the beginning of a day in a time zone and in UTC (milliseconds), with a margin. */
const FURTHEST_MS = 15 * 3_600_000;

/** Returns the time at which a day (`YYYY-MM-DD`) begins in a time zone that `Intl` supports (ISO 8601, UTC). */
export function startOfDayIn(zone: string, day: string): string {
  const middle = Date.parse(`${day}T00:00:00.000Z`);
  // Not every day begins at 00:00: clocks may be put forward at midnight.
  let [before, start] = [middle - FURTHEST_MS, middle + FURTHEST_MS];
  while (start - before > 1) {
    const time = Math.floor((before + start) / 2);
    if (dayIn(zone, time) >= day) start = time;
    else before = time;
  }
  return new Date(start).toISOString();
}

/** Returns the current time, or one millisecond after `other` if that is later (ISO 8601, UTC). */
export const timeAfter = (other?: string): string =>
  new Date(Math.max(Date.now(), other === undefined ? 0 : Date.parse(other) + 1)).toISOString();
