import { hash, timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { ApiError } from './errors.ts';

/**
 * Creates a check of `x-api-key`, for sites without a gateway that checks it (rules: Credentials 4). It compares the
 * digest of each key in constant time, which reveals neither length nor content of a key.
 * @param keys two keys while callers change from an old key to a new key
 * @returns a function that returns the error (403), or undefined if the key is right
 */
export function gatewayKeyCheck(keys: readonly string[]): (request: FastifyRequest) => ApiError | undefined {
  const expected = keys.map((key) => hash('sha256', key, 'buffer'));
  return (request) => {
    const given = request.headers['x-api-key'];
    const digest = hash('sha256', typeof given === 'string' ? given : '', 'buffer');
    const matches = expected.filter((one) => timingSafeEqual(digest, one));
    return matches.length > 0 ? undefined : new ApiError('invalidGatewayKey');
  };
}
