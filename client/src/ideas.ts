import type { Request } from './transport.ts';
import type { Idea, IdeaPut, IdeaResponse, IdeasQuery } from './types.ts';

/**
 * The operations on ideas of guests, for admins. The caller makes the id of an idea, a random UUID
 * (`crypto.randomUUID()`), so that sending it again is harmless.
 */
export interface IdeaCalls {
  /** Lists ideas for a registry, or of a person; with `view`, the revealed ones without addresses. */
  listIdeas(query: Partial<IdeasQuery>): Promise<Idea[] | null>;
  /**
   * Creates or changes an idea. @param expected with `updated_at`, a changed or missing idea rejects
   * with 412; with `is_new`, another idea with this id does
   */
  putIdea(
    id: string,
    fields: IdeaPut,
    expected?: { updated_at?: string; is_new?: boolean },
  ): Promise<IdeaResponse | null>;
  /** Deletes an idea of a registry. @param expected with `updated_at`, a changed idea rejects with 412 */
  deleteIdea(id: string, registryId: number, expected?: { updated_at?: string }): Promise<null>;
}

export const ideaCalls = (request: Request): IdeaCalls => ({
  listIdeas: (query) => request('GET', ['ideas'], { query }),
  putIdea: (id, body, { updated_at: version, is_new: isNew } = {}) =>
    request('PUT', ['ideas', id], { body, version, isNew }),
  deleteIdea: (id, registry_id, { updated_at: version } = {}) =>
    request('DELETE', ['ideas', id], { query: { registry_id }, version }),
});
