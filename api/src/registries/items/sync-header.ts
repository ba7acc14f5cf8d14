import type { FastifyReply } from 'fastify';

/** OpenAPI description of the header. */
export const syncHeader = {
  'Registry-Sync': {
    type: 'string',
    enum: ['pending'],
    description: 'The item is stored, but the list of the registry on the host is not updated yet',
  },
};

/** Sets the header `Registry-Sync`, which says that the host's list does not match the items yet (rules: Success). */
export function sendPending(reply: FastifyReply): void {
  reply.header('registry-sync', 'pending');
}
