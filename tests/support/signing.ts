import { createHmac, hash } from 'node:crypto';
import { SIGNATURE_HEADER, STATEMENT_HEADER, signedText } from '@largesse/contract';
import { realNow } from '../../contract/testing/clock.ts';

/** A key of tests. */
export const SITE_KEY = 'site-key-of-tests-0123456789abcdef';

/** A request to sign. */
interface SignedRequest {
  method: string;
  /** Path and query. */
  path: string;
  /** Body as it is sent. */
  body?: string | undefined;
  /** Value of the header `Largesse-Site`. */
  statement: string;
  key?: string;
  /** Unix, in seconds. */
  time?: number;
}

/** Returns the headers of a request as the site signs it (rules: Signed requests). */
export function signatureHeaders(request: SignedRequest): Record<string, string> {
  const { method, path, body = '', statement, key = SITE_KEY, time = Math.floor(realNow() / 1000) } = request;
  const digest = hash('sha256', body);
  const mac = createHmac('sha256', key).update(signedText({ time, method, address: path, digest, statement }));
  return { [STATEMENT_HEADER]: statement, [SIGNATURE_HEADER]: `t=${time},body=${digest},v1=${mac.digest('hex')}` };
}

/** Returns the statement of a site in Berlin. @param more further fields, such as `registries` */
export const statementOf = (account: { id: number; name: string }, more: object = {}): string =>
  JSON.stringify({
    account,
    timezone_string: 'Europe/Berlin',
    gmt_offset: 1,
    plugin: '9.8.7',
    currency: 'CHF',
    languages: ['de-CH'],
    ...more,
  });
