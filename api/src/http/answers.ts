import type { FastifyReply } from 'fastify';
import { lazily, onDemand } from '../on-demand.ts';

/** OpenAPI description of `ETag`. */
export const tagHeader = { ETag: { type: 'string', description: 'For `If-None-Match` of the next request' } };

/** OpenAPI description of `ETag` in item lists, which may be too large for a tag. */
export const listTagHeader = {
  ETag: {
    type: 'string',
    description: 'For `If-None-Match` of the next request; missing for lists that are sent in parts',
  },
};

/** OpenAPI description of an answer that the caller already has. */
export const notModified = { type: 'null', description: 'The caller has this answer', headers: tagHeader };

/**
 * Sets `ETag`, and the status 304 if `If-None-Match` contains the tag (RFC 9110, 13.1.2). Weak and strong tags are equal
 * here.
 * @param tag entity tag with its quotes
 * @returns true if the caller has this answer; the handler must then send nothing
 */
export function isKnown(reply: FastifyReply, tag: string): boolean {
  reply.header('etag', tag);
  const sent = reply.request.headers['if-none-match'];
  if (sent === undefined) return false;
  const isMatch = sent === tag || sent.trim() === '*' || opaqueTags(sent).includes(opaqueTags(tag)[0]);
  if (isMatch) reply.code(304);
  return isMatch;
}

/** Returns the entity tags of a header without the mark of weak tags. */
const opaqueTags = (header: string): (string | undefined)[] => header.match(/"[^"]*"/g) ?? [];

/** OpenAPI description of `Link`. */
export const nextPageHeader = {
  Link: { type: 'string', description: 'Address of the next page, with `rel="next"`; missing on the last page' },
};

/**
 * Sends `Link: …; rel="next"` with the address of the next page (rules: Lists). The address is relative, so it also works
 * behind a gateway that changes paths.
 * @param changes parameters of the next page that differ from those of this page
 */
export function linkNextPage(reply: FastifyReply, changes: Readonly<Record<string, number | string>>): void {
  const [, query = ''] = (reply.request.raw.url ?? '').split('?');
  const next = new URLSearchParams(query);
  for (const [name, value] of Object.entries(changes)) next.set(name, String(value));
  reply.header('link', `<?${next}>; rel="next"`);
}

/**
 * Creates a function that writes the fields of a schema as JSON, and omits all other fields. The function is compiled
 * on first use, so that it does not delay the start.
 */
export function writer(schema: object): (value: unknown) => string {
  const write = lazily(() => onDemand.fastJson().default({ ...schema }));
  return (value) => write()(value);
}
