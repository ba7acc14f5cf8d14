import type { Event, TestEvent } from './types.ts';

/** An event that a webhook sends. The `purchase_id` of the event is always null. */
export type WebhookEvent = Event | TestEvent;

/** Headers of a request: of a standard `Request`, or of a request in Node's HTTP server. */
export type WebhookHeaders = Pick<Headers, 'get'> | { readonly [name: string]: string | readonly string[] | undefined };

/** Thrown if a request does not come from the service, or is too old. */
export class WebhookVerificationError extends Error {
  override readonly name = 'WebhookVerificationError';
}

/** Seconds by which the timestamp of a request may differ from the clock. */
const TOLERANCE_S = 300;

const PREFIX = 'whsec_';

/**
 * Verifies the signature and the timestamp of a webhook's request, and returns the event. If an event arrives twice,
 * both copies have the same `id`.
 * @param body the bytes of the body as they arrived, or their text; not the decoded JSON
 * @param secrets `whsec_…`; during a rotation, the old and the new secret
 * @throws {WebhookVerificationError} if a header is missing, if no signature matches, or if the timestamp differs by
 *   more than five minutes from the clock. Answer such requests with 400.
 * @throws {TypeError} if a secret does not have the form `whsec_…`
 */
export async function verifyWebhook(
  body: string | Uint8Array,
  headers: WebhookHeaders,
  secrets: string | readonly string[],
): Promise<WebhookEvent> {
  const keys = await Promise.all([secrets].flat().map(keyOf));
  const [id, timestamp, signatures] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) => {
    const value = headerIn(headers, name);
    if (value === '') throw new WebhookVerificationError(`The header ${name} is missing.`);
    return value;
  });
  const late = /^\d{1,12}$/.test(timestamp ?? '') ? Math.abs(Date.now() / 1000 - Number(timestamp)) : Number.NaN;
  if (!(late <= TOLERANCE_S)) throw new WebhookVerificationError('The timestamp is not of the last five minutes.');
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body;
  const start = new TextEncoder().encode(`${id}.${timestamp}.`);
  const signed = new Uint8Array(start.length + bytes.length);
  signed.set(start);
  signed.set(bytes, start.length);
  const given = (signatures ?? '').split(' ').map(signatureIn);
  const checks = keys.flatMap((key) => given.map((one) => one && crypto.subtle.verify('HMAC', key, one, signed)));
  if (!(await Promise.all(checks)).includes(true)) throw new WebhookVerificationError('No signature matches.');
  return JSON.parse(new TextDecoder().decode(bytes)).data;
}

function headerIn(headers: WebhookHeaders, name: string): string {
  if (typeof headers.get === 'function') return headers.get(name) ?? '';
  const [, value] = Object.entries(headers).find(([key]) => key.toLowerCase() === name) ?? [];
  return [value].flat()[0] ?? '';
}

/** Returns the HMAC key in a secret. @throws {TypeError} if the secret does not have the form `whsec_…` */
async function keyOf(secret: string) {
  const bytes = secret.startsWith(PREFIX) ? decoded(secret.slice(PREFIX.length)) : null;
  if (!bytes?.length) throw new TypeError(`A webhook's secret has the form ${PREFIX}…`);
  return crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify']);
}

/** Decodes a signature of version 1. Returns null for other versions, because they do not use symmetric keys. */
function signatureIn(text: string): Uint8Array<ArrayBuffer> | null {
  return text.startsWith('v1,') ? decoded(text.slice(3)) : null;
}

/** Decodes Base64; null if it is invalid. */
function decoded(text: string): Uint8Array<ArrayBuffer> | null {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  } catch {
    return null;
  }
}
