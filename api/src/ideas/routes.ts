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
  MIN_SHARE,
  SHARE_DAYS,
  wordedRule,
} from '@largesse/contract';
import { requireAdmin } from '../auth/require-admin.ts';
import { versionsIn } from '../http/conditions.ts';
import { ApiError, invalidInput } from '../http/errors.ts';
import { linkNextPage, nextPageHeader } from '../http/next-page.ts';
import type { Routes } from '../http/routes.ts';
import { timeOf } from '../http/validation.ts';
import { SMALLEST } from '../items/rows.ts';
import { lowerCaseAddress } from '../purchases/address.ts';
import { filledOrNull } from '../purchases/giving.ts';
import {
  type IdeaFields,
  type IdeaSelection,
  type IdeaStore,
  isSameIdea,
  needsRoom,
  type StoredIdea,
} from './store.ts';

/** Maximum number of attempts to change an idea. An attempt fails if another request changes the idea first. */
const ATTEMPTS = 20;

const DAY_MS = 86_400_000;

/** Time (milliseconds) by which the clock of the caller may be ahead. */
const CLOCKS_MS = 3_600_000;

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
      const viewOf = query.view === undefined ? wholeView : viewWithoutAddresses;
      return list.map((idea) => viewOf(idea, query.registry_id));
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
          'Without `state`, nobody gives the idea, and the service ignores the fields of the giver. With `item_id` ' +
          'and `amount`, which go together, the idea is a share: the giver promises to pay this amount for a wish on ' +
          'the list. A share needs `state`, and `giver_user_id` or `ends_at`. After `ends_at`, it counts only if all ' +
          'shares together cover the price.',
        params: IdeaPath,
        headers: IdeaHeaders,
        body: IdeaPut,
        response: { 200: IdeaResponse, 201: IdeaResponse },
      },
    },
    async ({ caller, params, headers, body }, reply) => {
      requireAdmin(caller);
      const asked = fieldsIn(params.idea_id, body);
      const registryId = await ideas.homeOf(asked.registryId, asked.itemId);
      const fields = registryId === asked.registryId ? asked : { ...asked, registryId, listId: asked.registryId };
      const versions = versionsIn(headers['if-match']);
      for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
        const before = await ideas.find(fields.registryId, fields.id);
        // The caller may repeat a request whose answer was lost.
        if (before && isSameIdea(fields, before)) return envelope(before, 'Idea found');
        if (versions && !(before && versions.has(before.updatedAt))) throw new ApiError('ideaChanged');
        if (before && headers['if-none-match'] === '*') throw new ApiError('ideaExists');
        requireEndSoon(before, fields);
        await requireRoom(ideas, before, fields);
        if (before) {
          const changed = await ideas.change(before, fields);
          if (changed) return envelope(changed, 'Idea updated');
        } else {
          const made = await ideas.make(fields);
          if (made) {
            reply.code(201).header('location', `/ideas/${made.id}`);
            return envelope(made, 'Idea created');
          }
        }
        if (await ideas.removeEnded(fields.registryId)) continue;
        if (!before) {
          if (await ideas.isFull(fields.registryId)) throw new ApiError('tooManyIdeas');
          if (await ideas.isOfAnotherRegistry(fields.registryId, fields.id))
            throw new ApiError('ideaOfAnotherRegistry');
        }
      }
      throw new ApiError('registryBusy');
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
      for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
        const before = await ideas.find(query.registry_id, params.idea_id.toLowerCase());
        if (!before) throw new ApiError('ideaNotFound');
        if (versions && !versions.has(before.updatedAt)) throw new ApiError('ideaChanged');
        if (await ideas.remove(before)) return reply.code(204).send(null);
      }
      throw new ApiError('registryBusy');
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

/** @throws {ApiError} 422 if a share would end in the past, or too late */
function requireEndSoon(before: StoredIdea | null, { endsAt }: IdeaFields): void {
  if (endsAt === null || endsAt === before?.endsAt) return;
  const rest = Date.parse(endsAt) - Date.now();
  if (rest <= 0 || rest > SHARE_DAYS * DAY_MS + CLOCKS_MS)
    throw invalidInput(wordedRule('ends_at', 'within_days', SHARE_DAYS));
}

/**
 * Checks the amount of a new or changed share.
 * @throws {ApiError} 404 if the item is missing, 409 if the amount exceeds the rest of its price, 422 if it is too small
 */
async function requireRoom(ideas: IdeaStore, before: StoredIdea | null, fields: IdeaFields): Promise<void> {
  const { id, registryId, itemId, amount } = fields;
  const needs = needsRoom(before, fields);
  if (itemId === null || amount === null || (!needs && amount === before?.amount)) return;
  const room = await ideas.roomOf(registryId, itemId, id);
  if (room === null && needs) throw new ApiError('itemNotFound');
  const { left = amount, price = null } = room ?? {};
  if (needs && (left <= SMALLEST || amount > left + SMALLEST)) {
    // Adds a small number, then rounds down to whole cents. Without the small number, the result could be a cent too
    // low, because sums of prices are inexact.
    const limit = Math.max(0, Math.floor(100 * left + 1e-6) / 100);
    throw new ApiError('amountTooLarge', { errors: [{ field: 'amount', rule: 'not_enough_left', limit }] });
  }
  const least = Math.max(MIN_SHARE.amount, (MIN_SHARE.percent / 100) * (price ?? 0));
  if (amount < least - SMALLEST && Math.abs(amount - left) > SMALLEST)
    throw invalidInput(wordedRule('amount', 'minimum', Math.ceil(100 * least - 1e-6) / 100));
}

/** @throws {ApiError} 422 if a share lacks its item, its amount, its giver or its end */
function fieldsIn(id: string, body: IdeaPut): IdeaFields {
  const state = body.state ?? null;
  const [itemId, amount] = [body.item_id ?? null, body.amount ?? null];
  if (itemId !== null && amount === null) throw invalidInput(wordedRule('item_id', 'dependentRequired', ['amount']));
  if (itemId === null && amount !== null) throw invalidInput(wordedRule('amount', 'dependentRequired', ['item_id']));
  if (itemId !== null && state === null) throw invalidInput(wordedRule('state', 'required'));
  const endsAt = itemId === null || body.ends_at == null ? null : timeOf('ends_at', body.ends_at);
  if (itemId !== null && body.giver_user_id == null && endsAt === null)
    throw invalidInput(wordedRule('ends_at', 'required'));
  const address = (email: string | null | undefined) => (email == null ? null : lowerCaseAddress(email));
  return {
    id: id.toLowerCase(),
    registryId: body.registry_id,
    name: body.name,
    url: body.url ?? null,
    note: filledOrNull(body.note),
    itemId,
    amount,
    authorUserId: body.author_user_id ?? null,
    authorName: filledOrNull(body.author_name),
    authorEmail: address(body.author_email),
    state,
    giverUserId: state === null ? null : (body.giver_user_id ?? null),
    giverName: state === null ? null : filledOrNull(body.giver_name),
    giverEmail: state === null ? null : address(body.giver_email),
    endsAt,
    listId: null,
  };
}

/** @param listId the list that the viewer reads; by default, the list through which the idea was made */
const wholeView = (idea: StoredIdea, listId = idea.listId ?? idea.registryId): Idea => ({
  id: idea.id,
  registry_id: listId,
  name: idea.name,
  url: idea.url,
  note: idea.note,
  item_id: idea.itemId,
  amount: idea.amount,
  author_user_id: idea.authorUserId,
  author_name: idea.authorName,
  author_email: idea.authorEmail,
  state: idea.state,
  giver_user_id: idea.giverUserId,
  giver_name: idea.giverName,
  giver_email: idea.giverEmail,
  ends_at: idea.endsAt,
  revealed_at: idea.revealedAt,
  created_at: idea.createdAt,
  updated_at: idea.updatedAt,
});

const viewWithoutAddresses = (idea: StoredIdea, listId?: number): Idea => ({
  ...wholeView(idea, listId),
  author_email: null,
  giver_email: null,
});

const envelope = (idea: StoredIdea, message: string): IdeaResponse => ({
  success: true,
  data: wholeView(idea),
  message,
});
