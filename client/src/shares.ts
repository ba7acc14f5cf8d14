import type { Request } from './transport.ts';
import type { Share, SharePut, ShareResponse, SharesQuery } from './types.ts';

/** The operations on shares of wishes, for admins. As for ideas, the caller creates the id of a new share. */
export const shareCalls = (request: Request) => ({
  /** Lists the shares of a registry or of a giver. With `view`, omits secret shares and e-mail addresses. */
  listShares: (query: Partial<SharesQuery>): Promise<Share[] | null> => request('GET', ['shares'], { query }),
  /**
   * Creates or changes a share.
   * @param expected with `updated_at`, the call rejects with 412 if the share was changed or is missing. With `is_new`,
   *   the call rejects with 412 if another share has this id.
   */
  putShare: (
    registryId: number,
    id: string,
    fields: SharePut,
    expected: { updated_at?: string; is_new?: boolean } = {},
  ): Promise<ShareResponse | null> =>
    request('PUT', ['registries', registryId, 'shares', id], {
      body: fields,
      version: expected.updated_at,
      isNew: expected.is_new,
    }),
  /**
   * Deletes a share.
   * @param expected with `updated_at`, the call rejects with 412 if the share was changed
   */
  deleteShare: (registryId: number, id: string, expected: { updated_at?: string } = {}): Promise<null> =>
    request('DELETE', ['registries', registryId, 'shares', id], { version: expected.updated_at }),
});
