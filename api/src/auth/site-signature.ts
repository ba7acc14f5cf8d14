import { createHmac, hash, timingSafeEqual } from 'node:crypto';
import {
  MAX_STATEMENT_BYTES,
  SIGNATURE_HEADER,
  SIGNATURE_SECONDS,
  STATEMENT_HEADER,
  signedText,
} from '@largesse/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type StatedSite, statedIn } from '../host/stated-site.ts';
import { ApiError } from '../http/errors.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** SHA-256 (hex) that the body must have, because the site has signed it; null if the request is not signed. */
    signedDigest: string | null;
  }
}

/**
 * How the service treats a signature, which the header `Site-Signature` of the answer says: it accepted the signature;
 * no key of the service fits; the clocks differ too much; the service has no key.
 */
export type SignatureOutcome = 'accepted' | 'unknown' | 'late' | 'off';

interface CheckedSignature {
  outcome: SignatureOutcome;
  /** Statement of the site; null unless the signature was accepted. */
  site: StatedSite | null;
}

const SIGNATURE = /^t=(\d{1,12}),body=([0-9a-f]{64}),v1=([0-9a-f]{64})$/;

/** SHA-256 of an empty body (hex). */
const EMPTY = hash('sha256', '');

/** Name of the answer's header with the outcome. */
export const OUTCOME_HEADER = 'site-signature';

/**
 * Checks signatures of the site (rules: Signed requests). A signed request needs no question back to the site: while a
 * page of the site waits for the service, the service must not wait for a PHP process that another page occupies.
 */
export class SiteSignatures {
  readonly #keys: readonly string[];
  readonly #clock: () => number;

  /**
   * @param keys accepted keys: none, or two while the operator changes the key
   * @param clock milliseconds since 1970
   */
  constructor(keys: readonly string[], clock: () => number = Date.now) {
    this.#keys = keys;
    this.#clock = clock;
  }

  /** Makes requests whose body is not the signed one fail with 401. Must be registered before the routes. */
  guardBodies(app: FastifyInstance): void {
    app.decorateRequest('signedDigest', null);
    app.addHook('preValidation', ({ signedDigest, bodyDigest }, _reply, done) =>
      done(
        signedDigest === null || signedDigest === (bodyDigest ?? EMPTY)
          ? undefined
          : new ApiError('invalidCredentials'),
      ),
    );
  }

  /** Checks the signature of a request; null if it has none. */
  check(request: FastifyRequest): CheckedSignature | null {
    const { [SIGNATURE_HEADER]: signature, [STATEMENT_HEADER]: statement = '' } = request.headers;
    if (signature === undefined) return null;
    if (this.#keys.length === 0) return { outcome: 'off', site: null };
    const [, time = '', digest = '', sent = ''] = SIGNATURE.exec(String(signature)) ?? [];
    if (sent === '' || typeof statement !== 'string' || statement.length > MAX_STATEMENT_BYTES)
      return { outcome: 'unknown', site: null };
    const { method, url = '' } = request.raw;
    const text = signedText({ time: Number(time), method: String(method), address: url, digest, statement });
    const given = Buffer.from(sent, 'hex');
    const matches = this.#keys.filter((key) => timingSafeEqual(given, createHmac('sha256', key).update(text).digest()));
    const site = matches.length > 0 ? statedIn(statement) : null;
    if (site === null) return { outcome: 'unknown', site: null };
    if (Math.abs(this.#clock() / 1000 - Number(time)) > SIGNATURE_SECONDS) return { outcome: 'late', site: null };
    request.signedDigest = digest;
    return { outcome: 'accepted', site };
  }
}
