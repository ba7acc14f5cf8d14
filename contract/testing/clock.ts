import { setTimeout as sleep } from 'node:timers/promises';

/*
 * The machine's clock, for the few tests that need it. Other tests stop the clock (tests/support/clock.ts), or wait for
 * conditions (`until`).
 */

const DAY_MS = 86_400_000;

/**
 * Returns the time of the machine (milliseconds since 1970): for values that another process compares with its clock,
 * such as a day in the future for WordPress, or the signature of a webhook.
 */
export const realNow = (): number => Date.now();

/** Returns today in UTC plus a number of days, `YYYY-MM-DD`, for the same purpose. */
export const dayFromNow = (days: number): string => new Date(realNow() + days * DAY_MS).toISOString().slice(0, 10);

/**
 * Waits for a fixed real time.
 * @param ms milliseconds
 * @param _reason why the test cannot wait for a condition
 */
export const letPass = (ms: number, _reason: string): Promise<void> => sleep(ms);
