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
  wordedRule,
} from '@largesse/contract';
import { requireAdmin } from '../auth/user.ts';
import { lowerCaseAddress } from '../database/people.ts';
import { linkNextPage, nextPageHeader } from '../http/answers.ts';
import { retried } from '../http/attempts.ts';
import { ApiError, invalidInput } from '../http/errors.ts';
import { versionsIn } from '../http/input.ts';
import type { Routes } from '../http/routes.ts';
import { filledOrNull } from '../purchases/changes.ts';
import { type IdeaFields, type IdeaSelection, type IdeaStore, isSameIdea, type StoredIdea } from './store.ts';

/**
 * Adds the operations on ideas of guests (rules: Ideas of guests). Only admins may use them. Every other caller gets
 * the same answer whether or not ideas exist.
 */
export function ideaRoutes(app: Routes, ideas: IdeaStore): void {
  app.get(
    '/ideas',
    {
      schema: {
        tags: ['Ideas'],
        operationId: 'listIdeas',
        summary: "List guests' ideas",
        description:
          'For admins. Send exactly one of `registry_id`, `person_email` and `person_user_id`. Oldest ideas first. ' +
          'With `view`, which needs `registry_id`, the answer contains only data that a recipient may see.',
        querystring: IdeasQuery,
        response: { 200: { ...Ideas, headers: nextPageHeader } },
      },
    },
    async ({ caller, query }, reply) => {
      requireAdmin(caller);
      const selection = selectionIn(query);
      const list = await ideas.list(selection, query);
      if (list.length === query.limit) linkNextPage(reply, { skip: query.skip + query.limit });
      return list.map(query.view === undefined ? wholeView : viewWithoutAddresses);
    },
  );

  app.put(
    '/ideas/:idea_id',
    {
      schema: {
        tags: ['Ideas'],
        operationId: 'putIdea',
        summary: 'Add or change an idea of a guest',
        description:
          'For admins. The body is the whole idea: missing fields become null. The status is 201 for a new idea. ' +
          'Without `state`, nobody gives the idea, and the service ignores the fields of the giver.',
        params: IdeaPath,
        headers: IdeaHeaders,
        body: IdeaPut,
        response: { 200: IdeaResponse, 201: IdeaResponse },
      },
    },
    async ({ caller, params, headers, body }, reply) => {
      requireAdmin(caller);
      const fields = fieldsIn(params.idea_id, body);
      const versions = versionsIn(headers['if-match']);
      return retried(async () => {
        const before = await ideas.find(fields.registryId, fields.id);
        // The caller may repeat a request whose answer was lost.
        if (before && isSameIdea(fields, before)) return envelope(before, 'Idea found');
        if (versions && !(before && versions.has(before.updatedAt))) throw new ApiError('ideaChanged');
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
        if (await ideas.isFull(fields.registryId)) throw new ApiError('tooManyIdeas');
        if (await ideas.isOfAnotherRegistry(fields.registryId, fields.id)) throw new ApiError('ideaOfAnotherRegistry');
        return undefined;
      });
    },
  );

  app.delete(
    '/ideas/:idea_id',
    {
      schema: {
        tags: ['Ideas'],
        operationId: 'deleteIdea',
        summary: 'Delete an idea of a guest',
        description: 'For admins. Also deletes the data of the giver.',
        params: IdeaPath,
        querystring: IdeaDeleteQuery,
        headers: IdeaDeleteHeaders,
        response: { 204: { type: 'null', description: 'Deleted' } },
      },
    },
    async ({ caller, params, query, headers }, reply) => {
      requireAdmin(caller);
      const versions = versionsIn(headers['if-match']);
      await retried(async () => {
        const before = await ideas.find(query.registry_id, params.idea_id.toLowerCase());
        if (!before) throw new ApiError('ideaNotFound');
        if (versions && !versions.has(before.updatedAt)) throw new ApiError('ideaChanged');
        return (await ideas.remove(before)) || undefined;
      });
      return reply.code(204).send(null);
    },
  );
}

/**
 * @throws {ApiError} 422 unless the query names exactly one registry or person; also 422 for a view without a registry
 */
function selectionIn({ registry_id: registryId, person_email: email, person_user_id: userId, view }: IdeasQuery) {
  const named = [registryId, email, userId].filter((value) => value !== undefined);
  if (named.length !== 1)
    throw invalidInput(wordedRule('query', 'oneOf', ['registry_id', 'person_email', 'person_user_id']));
  if (view !== undefined && registryId === undefined)
    throw invalidInput(wordedRule('view', 'dependentRequired', ['registry_id']));
  if (email !== undefined) return { personEmail: lowerCaseAddress(email) } satisfies IdeaSelection;
  if (userId !== undefined) return { personUserId: userId } satisfies IdeaSelection;
  return { registryId: registryId ?? 0, isRevealed: view !== undefined } satisfies IdeaSelection;
}

function fieldsIn(id: string, body: IdeaPut): IdeaFields {
  const state = body.state ?? null;
  const address = (email: string | null | undefined) => (email == null ? null : lowerCaseAddress(email));
  return {
    id: id.toLowerCase(),
    registryId: body.registry_id,
    name: body.name,
    url: body.url ?? null,
    note: filledOrNull(body.note),
    authorUserId: body.author_user_id ?? null,
    authorName: filledOrNull(body.author_name),
    authorEmail: address(body.author_email),
    state,
    giverUserId: state === null ? null : (body.giver_user_id ?? null),
    giverName: state === null ? null : filledOrNull(body.giver_name),
    giverEmail: state === null ? null : address(body.giver_email),
  };
}

const wholeView = (idea: StoredIdea): Idea => ({
  id: idea.id,
  registry_id: idea.registryId,
  name: idea.name,
  url: idea.url,
  note: idea.note,
  author_user_id: idea.authorUserId,
  author_name: idea.authorName,
  author_email: idea.authorEmail,
  state: idea.state,
  giver_user_id: idea.giverUserId,
  giver_name: idea.giverName,
  giver_email: idea.giverEmail,
  revealed_at: idea.revealedAt,
  created_at: idea.createdAt,
  updated_at: idea.updatedAt,
});

const viewWithoutAddresses = (idea: StoredIdea): Idea => ({
  ...wholeView(idea),
  author_email: null,
  giver_email: null,
});

const envelope = (idea: StoredIdea, message: string): IdeaResponse => ({
  success: true,
  data: wholeView(idea),
  message,
});
