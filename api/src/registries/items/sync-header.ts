import type { FastifyReply } from 'fastify';
import type { SyncOutcome } from '../projection.ts';

/** How the header is documented. */
export const syncHeader = {
  'Registry-Sync': {
    type: 'string',
    enum: ['pending'],
    description: 'The item is safe, but the list of the registry on the host is not yet in line',
  },
};

/** Says so when the row is safe but the host's list is not yet in line; the next touch by an editor repairs it. */
export function tellSync(reply: FastifyReply, outcome: SyncOutcome): void {
  if (outcome === 'pending') reply.header('registry-sync', 'pending');
}
