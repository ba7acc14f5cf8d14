import { Id } from './items.ts';

/*
 * Requests that the site has signed (rules: Signed requests). The plugin signs them in `SiteSignature`; the cases
 * `signatures` of rule-cases.json check both sides.
 */

/** Header with the time, the digest of the body, and the signature: `t=1790000000,body=<hex>,v1=<hex>`. */
export const SIGNATURE_HEADER = 'largesse-signature';

/** Header with what the site says about itself, as JSON in ASCII: `SiteStatement`. */
export const STATEMENT_HEADER = 'largesse-site';

/** Seconds by which the time of a signature may differ from the clock of the service. */
export const SIGNATURE_SECONDS = 60;

/** Minimum length of a key (bytes). */
export const MIN_SITE_KEY_BYTES = 32;

/** Longest JSON of a statement (bytes). Gateways accept headers of 8 kB. */
export const MAX_STATEMENT_BYTES = 4096;

/** Parts of a signed request. */
export interface SignedParts {
  /** Time of the signature (Unix, in seconds). */
  time: number;
  method: string;
  /** Path and query as the service receives them. */
  address: string;
  /** SHA-256 of the body (hex). */
  digest: string;
  /** Value of the header `Largesse-Site`. */
  statement: string;
}

/** Returns the text whose HMAC-SHA-256 is the signature. No part contains a line break. */
export const signedText = ({ time, method, address, digest, statement }: SignedParts): string =>
  ['largesse-1', time, method, address, digest, statement].join('\n');

const text = { type: 'string' } as const;
const nullableText = { type: ['string', 'null'] } as const;

/** A registry of a statement; null if the site has deleted it. */
const statedRegistry = {
  type: ['object', 'null'],
  required: ['author', 'status', 'surprise', 'reveal_date', 'event_date'],
  properties: {
    author: { type: 'integer', minimum: 0 },
    status: text,
    surprise: text,
    reveal_date: text,
    event_date: text,
  },
} as const;

/**
 * Statement of the site in a signed request: its account, facts that the service would otherwise ask for, registries.
 */
export const SiteStatement = {
  type: 'object',
  required: ['account', 'timezone_string', 'gmt_offset', 'plugin', 'currency', 'languages'],
  properties: {
    account: {
      type: 'object',
      required: ['id', 'name'],
      properties: { id: Id, name: { type: 'string', minLength: 1 } },
    },
    timezone_string: text,
    gmt_offset: { type: ['number', 'string'] },
    plugin: text,
    currency: nullableText,
    languages: { type: 'array', items: text },
    registries: { type: 'object', additionalProperties: statedRegistry },
  },
} as const;
