import type { FastifyReply } from 'fastify';

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
 * Sets `ETag`, and the status 304 if `If-None-Match` contains the tag, weak or strong (RFC 9110, 13.1.2).
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
