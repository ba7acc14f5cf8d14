import type { Request } from './transport.ts';
import type { Idea, IdeaPut, IdeaResponse, IdeasQuery } from './types.ts';

/**
 * The operations on ideas of guests, for admins. The caller creates the id of a new idea: a random UUID
 * (`crypto.randomUUID()`). So sending the same idea again is harmless.
 */
export const ideaCalls = (request: Request) => ({
  /**
   * Lists the ideas for a registry, or the ideas of a person. With `view`, lists only revealed ideas, without e-mail
   * addresses.
   */
  listIdeas: (query: Partial<IdeasQuery>): Promise<Idea[] | null> => request('GET', ['ideas'], { query }),
  /**
   * Creates or changes an idea.
   * @param expected with `updated_at`, the call rejects with 412 if the idea was changed or is missing. With `is_new`,
   *   the call rejects with 412 if another idea has this id.
   */
  putIdea: (
    id: string,
    fields: IdeaPut,
    expected: { updated_at?: string; is_new?: boolean } = {},
  ): Promise<IdeaResponse | null> =>
    request('PUT', ['ideas', id], {
      body: fields,
      version: expected.updated_at,
      isNew: expected.is_new,
    }),
  /**
   * Deletes an idea of a registry.
   * @param expected with `updated_at`, the call rejects with 412 if the idea was changed
   */
  deleteIdea: (id: string, registryId: number, expected: { updated_at?: string } = {}): Promise<null> =>
    request('DELETE', ['ideas', id], { query: { registry_id: registryId }, version: expected.updated_at }),
});
