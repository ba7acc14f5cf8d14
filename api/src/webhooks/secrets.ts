import { randomBytes } from 'node:crypto';
import type { Secret } from './store.ts';

/** Returns a new secret in the form of the Standard Webhooks specification. */
export const newSecret = (): Secret => ({ value: `whsec_${randomBytes(32).toString('base64')}`, until: null });

/**
 * Returns a new secret, and the valid earlier ones.
 * @param rotation time for which the newest earlier secret stays valid (milliseconds)
 */
export function rotated(secrets: readonly Secret[], now: number, rotation: number): [Secret, ...Secret[]] {
  const earlier = valid(secrets, now).map(({ value, until }) => ({ value, until: until ?? now + rotation }));
  return [newSecret(), ...earlier];
}

/** Returns the secrets that have not expired. */
export const valid = (secrets: readonly Secret[], now: number): Secret[] =>
  secrets.filter(({ until }) => until === null || until > now);
