import type { Request } from './transport.ts';
import type { Share, SharePut, ShareResponse, SharesQuery } from './types.ts';

/** The operations on shares of wishes, for admins. As for ideas, the caller creates the id of a new share. */
export interface ShareCalls {
  /** Lists the shares of a registry or of a giver. With `view`, omits secret shares and e-mail addresses. */
  listShares(query: Partial<SharesQuery>): Promise<Share[] | null>;
  /**
   * Creates or changes a share.
   * @param expected with `updated_at`, the call rejects with 412 if the share was changed or is missing. With `is_new`,
   *   the call rejects with 412 if another share has this id.
   */
  putShare(
    registryId: number,
    id: string,
    fields: SharePut,
    expected?: { updated_at?: string; is_new?: boolean },
  ): Promise<ShareResponse | null>;
  /**
   * Deletes a share.
   * @param expected with `updated_at`, the call rejects with 412 if the share was changed
   */
  deleteShare(registryId: number, id: string, expected?: { updated_at?: string }): Promise<null>;
}

export const shareCalls = (request: Request): ShareCalls => ({
  listShares: (query) => request('GET', ['shares'], { query }),
  putShare: (registryId, id, body, { updated_at: version, is_new: isNew } = {}) =>
    request('PUT', ['registries', registryId, 'shares', id], { body, version, isNew }),
  deleteShare: (registryId, id, { updated_at: version } = {}) =>
    request('DELETE', ['registries', registryId, 'shares', id], { version }),
});
