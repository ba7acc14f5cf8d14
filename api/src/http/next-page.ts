import type { FastifyReply } from 'fastify';

/** OpenAPI description of `Link`. */
export const nextPageHeader = {
  Link: { type: 'string', description: 'Address of the next page, with `rel="next"`; missing on the last page' },
};

/**
 * Sends the relative address of the next page, which works behind gateways that change paths (rules: Lists).
 * @param changes parameters of the next page that differ from those of this page
 */
export function linkNextPage(reply: FastifyReply, changes: Readonly<Record<string, number | string>>): void {
  const [, query = ''] = (reply.request.raw.url ?? '').split('?');
  const next = new URLSearchParams(query);
  for (const [name, value] of Object.entries(changes)) next.set(name, String(value));
  reply.header('link', `<?${next}>; rel="next"`);
}
