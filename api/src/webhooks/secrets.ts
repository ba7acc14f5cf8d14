import { randomBytes } from 'node:crypto';

/** A secret, and the time (milliseconds since 1970) until which it signs; null without a limit. */
export interface Secret {
  value: string;
  until: number | null;
}

/** Returns a new secret in the form of the Standard Webhooks specification. */
export const newSecret = (): Secret => ({ value: `whsec_${randomBytes(32).toString('base64')}`, until: null });

/** Returns a new secret and the earlier ones, which continue to sign for a while. */
export function rotated(secrets: readonly Secret[], now: number, rotation: number): [Secret, ...Secret[]] {
  const earlier = valid(secrets, now).map(({ value, until }) => ({ value, until: until ?? now + rotation }));
  return [newSecret(), ...earlier];
}

/** Returns the secrets that still sign. */
export const valid = (secrets: readonly Secret[], now: number): Secret[] =>
  secrets.filter(({ until }) => until === null || until > now);
