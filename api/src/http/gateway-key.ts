import { hash, timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { ApiError } from './errors.ts';

/**
 * Makes a check of `x-api-key`, for sites whose gateway does not make it (rules: Credentials 4). Digests are
 * compared, in constant time, so that the time tells neither length nor content of the key.
 * @returns a check that answers a 403 to tell, or nothing
 */
export function gatewayKeyCheck(key: string): (request: FastifyRequest) => ApiError | undefined {
  const expected = hash('sha256', key, 'buffer');
  return (request) => {
    const given = request.headers['x-api-key'];
    if (typeof given !== 'string' || !timingSafeEqual(hash('sha256', given, 'buffer'), expected))
      return new ApiError('invalidGatewayKey');
    return undefined;
  };
}
