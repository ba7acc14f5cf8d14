import {
  type Idea,
  IdeaDeleteHeaders,
  IdeaDeleteQuery,
  IdeaHeaders,
  IdeaPath,
  IdeaPut,
  IdeaResponse,
  Ideas,
  IdeasQuery,
} from '@largesse/contract';
import { addressOrNull } from '../database/people.ts';
import { retried } from '../http/attempts.ts';
import { versionsIn } from '../http/conditions.ts';
import { ApiError } from '../http/errors.ts';
import { requireOneOf, requireTogether } from '../http/input-rules.ts';
import { linkNextPage, nextPageHeader } from '../http/next-page.ts';
import { operation, type Routes } from '../http/operation.ts';
import { type IdeaFields, type IdeaStore, isSameIdea } from './ideas.ts';
import { filledOrNull } from './purchase-changes.ts';

/**
 * Adds the operations on ideas of guests (rules: Ideas of guests). Only admins may use them. Every other caller gets
 * the same answer whether or not ideas exist.
 */
export function ideaRoutes(app: Routes, ideas: IdeaStore): void {
  app.get(
    '/ideas',
    operation(
      'Ideas',
      'listIdeas',
      "List guests' ideas",
      'admin',
      {
        description:
          'For admins. Send exactly one of `registry_id`, `person_email` and `person_user_id`. Oldest ideas first. ' +
          'With `view`, which needs `registry_id`, the answer contains only data that a recipient may see. The ideas of a ' +
          'registry are those for its guests, unless `audience` is `owners`.',
        querystring: IdeasQuery,
        response: { 200: { ...Ideas, headers: nextPageHeader } },
      },
      ['read'],
    ),
    async ({ query }, reply) => {
      requireOneOf('query', query, ['registry_id', 'person_email', 'person_user_id']);
      requireTogether(query, 'view', 'registry_id');
      requireTogether(query, 'audience', 'registry_id');
      const list = await ideas.list(query);
      if (list.length === query.limit) linkNextPage(reply, { skip: query.skip + query.limit });
      return query.view === undefined ? list : list.map((idea) => ({ ...idea, author_email: null, giver_email: null }));
    },
  );

  app.put(
    '/ideas/:idea_id',
    operation('Ideas', 'putIdea', 'Add or change an idea of a guest', 'admin', {
      description:
        'For admins. The body is the whole idea: missing fields become null. The status is 201 for a new idea. ' +
        'Without `state`, nobody gives the idea, and the service ignores the fields of the giver.',
      params: IdeaPath,
      headers: IdeaHeaders,
      body: IdeaPut,
      response: { 200: IdeaResponse, 201: IdeaResponse },
    }),
    async ({ params, headers, body }, reply) => {
      const fields = fieldsIn(params.idea_id, body);
      const versions = versionsIn(headers['if-match']);
      return retried(async () => {
        const before = await ideas.find(fields.registry_id, fields.id);
        // The caller may repeat a request whose answer was lost.
        if (before && isSameIdea(fields, before)) return envelope(before, 'Idea found');
        if (versions && !(before && versions.has(before.updated_at))) throw new ApiError('ideaChanged');
        if (before && headers['if-none-match'] === '*') throw new ApiError('ideaExists');
        if (before) {
          const changed = await ideas.change(before, fields);
          return changed ? envelope(changed, 'Idea updated') : undefined;
        }
        const made = await ideas.make(fields);
        if (made) {
          reply.code(201).header('location', `/ideas/${made.id}`);
          return envelope(made, 'Idea created');
        }
        if (await ideas.isFull(fields)) throw new ApiError('tooManyIdeas');
        if (await ideas.isOfAnotherRegistry(fields.registry_id, fields.id)) throw new ApiError('ideaOfAnotherRegistry');
        return undefined;
      });
    },
  );

  app.delete(
    '/ideas/:idea_id',
    operation('Ideas', 'deleteIdea', 'Delete an idea of a guest', 'admin', {
      description: 'For admins. Also deletes the data of the giver.',
      params: IdeaPath,
      querystring: IdeaDeleteQuery,
      headers: IdeaDeleteHeaders,
      response: { 204: { type: 'null', description: 'Deleted' } },
    }),
    async ({ params, query, headers }, reply) => {
      const versions = versionsIn(headers['if-match']);
      await retried(async () => {
        const before = await ideas.find(query.registry_id, params.idea_id.toLowerCase());
        if (!before) throw new ApiError('ideaNotFound');
        if (versions && !versions.has(before.updated_at)) throw new ApiError('ideaChanged');
        return (await ideas.remove(before)) || undefined;
      });
      return reply.code(204).send(null);
    },
  );
}

function fieldsIn(id: string, body: IdeaPut): IdeaFields {
  const { registry_id, name, url = null, state = null, price = null, audience = 'guests' } = body;
  const isGiven = state !== null;
  return {
    id: id.toLowerCase(),
    registry_id,
    name,
    url,
    note: filledOrNull(body.note),
    price,
    currency: price === null ? null : (body.currency ?? null),
    audience,
    author_user_id: body.author_user_id ?? null,
    author_name: filledOrNull(body.author_name),
    author_email: addressOrNull(body.author_email),
    state,
    giver_user_id: isGiven ? (body.giver_user_id ?? null) : null,
    giver_name: isGiven ? filledOrNull(body.giver_name) : null,
    giver_email: isGiven ? addressOrNull(body.giver_email) : null,
  };
}

const envelope = (data: Idea, message: string): IdeaResponse => ({ success: true, data, message });
