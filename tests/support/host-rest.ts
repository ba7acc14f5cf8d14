import { hash } from 'node:crypto';
import { realNow } from '../../contract/testing/clock.ts';
import { HELPER_KEYS, type HostPost, type HostPosts, LIST_KEYS, META_DEFAULTS, metaValue } from './host-posts.ts';
import { type HostUser, isHostAdmin } from './host-users.ts';
import { filterStory, filterTitle, trimTitle } from './kses.ts';

/** A decoded request to the host; `user` is undefined without valid credentials. */
export interface RestRequest {
  method: string;
  /** The route below the REST root, for example `/wp/v2/registries/12`. */
  route: string;
  query: URLSearchParams;
  user: HostUser | undefined;
  /** The decoded JSON body, or `undefined` if there was none. */
  body: unknown;
  /** The header `X-Largesse-If-Meta`. */
  condition: string | undefined;
  /** The header `X-Largesse-Creation`. */
  mark: string | undefined;
}

/** An answer of the REST API before serialisation. */
export interface RestReply {
  status: number;
  headers?: Record<string, string>;
  body: unknown;
}

/**
 * Answers a request to the plugin's route on which the service announces the removal of a gift. Stock WordPress, and a
 * plugin without this route, answer as for any unknown route.
 */
export function answerReleases(posts: HostPosts, { route, method, user, body }: RestRequest): RestReply {
  const id = /^\/largesse\/v1\/registries\/(\d+)\/releases$/.exec(route)?.[1];
  if (id === undefined || method !== 'POST' || !posts.knowsReleases || !posts.comparesLists) return noRoute();
  const post = posts.find(Number(id));
  if (post === undefined || !posts.mayRead(post, user)) return restError(404, 'largesse_no_registry');
  const mayRelease = posts.mayEdit(post, user) || posts.isNamed(post, 'registry_keepers', user);
  if (!mayRelease) return restError(403, 'largesse_forbidden');
  if (!isRecord(body) || typeof body.purchase !== 'string') return restError(422, 'largesse_fields');
  return { status: 200, body: { noted: posts.looksGiftsUp } };
}

/** Answers a request to the plugin's route with those of some registries whose gifts the caller receives. */
export function answerReceived(posts: HostPosts, { method, user, body }: RestRequest): RestReply {
  if (method !== 'POST' || !posts.comparesLists) return noRoute();
  if (user === undefined) return restError(401, 'largesse_not_logged_in');
  if (!isRecord(body) || !Array.isArray(body.registries)) return restError(422, 'largesse_fields');
  return { status: 200, body: { received: body.registries.filter((id) => posts.isReceivedBy(Number(id), user)) } };
}

/** Returns an error in WordPress's format. */
export function restError(status: number, code: string, message = `host-text-of ${code}`): RestReply {
  return { status, body: { code, message, data: { status } } };
}

/**
 * Answers one request to the routes of the registry post type. If the plugin compares lists, a header of the answer
 * names the keys of these lists.
 */
export function answerRegistries(posts: HostPosts, site: string, request: RestRequest): RestReply {
  const reply = answer(posts, site, request);
  const compared = posts.comparesLists ? LIST_KEYS.filter((key) => !posts.ignoredMeta.has(key)) : [];
  const headers = {
    ...reply.headers,
    ...(compared[0] && { 'X-Largesse-If-Meta': compared.join(', ') }),
    ...(posts.knowsMarks && { 'X-Largesse-Creation': 'known' }),
    ...(posts.namesNobody && request.user === undefined && { 'X-Largesse-Caller': 'nobody' }),
  };
  return { ...reply, headers };
}

function answer(posts: HostPosts, site: string, request: RestRequest): RestReply {
  const id = /^\/wp\/v2\/registries\/(\d+)$/.exec(request.route)?.[1];
  if (id === undefined) {
    if (request.method === 'GET') return list(posts, site, request);
    if (request.method === 'POST') return create(posts, site, request);
    return noRoute();
  }
  const post = posts.find(Number(id));
  if (post === undefined || posts.isHidden(post, request.user)) return restError(404, 'rest_post_invalid_id');
  if (request.method === 'GET') return readOne(posts, site, post, request);
  if (request.method === 'POST') return update(posts, site, post, request);
  if (request.method === 'DELETE') return remove(posts, site, post, request);
  return noRoute();
}

/** Returns WordPress's error for an anonymous caller who lists posts with a status other than `publish`. */
function forbiddenStatus(): RestReply {
  const details = {
    status: { code: 'rest_forbidden_status', message: 'Status is \\"forbidden\\".', data: { status: 401 } },
  };
  const data = { status: 400, params: { status: 'Status is forbidden.' }, details };
  return { status: 400, body: { code: 'rest_invalid_param', message: 'host-text-of rest_invalid_param', data } };
}

/** Returns WordPress's answer for an unknown route. */
function noRoute(): RestReply {
  return restError(404, 'rest_no_route');
}

function readOne(posts: HostPosts, site: string, post: HostPost, { query, user }: RestRequest): RestReply {
  const context = query.get('context') ?? 'view';
  if (context === 'edit' && !posts.mayEdit(post, user)) return denied(user, 'rest_forbidden_context');
  if (!posts.mayRead(post, user)) return denied(user, 'rest_forbidden');
  return { status: 200, body: pick(posts.describe(post, user, site, context), query) };
}

/** Lists registries in the order of their ids. Supports only the parameters that the service sends. */
function list(posts: HostPosts, site: string, { query, user }: RestRequest): RestReply {
  const statuses = (query.get('status') ?? 'publish').split(',');
  const [offset, perPage] = [Number(query.get('offset')), Number(query.get('per_page'))];
  const [author, context] = [query.get('author'), query.get('context') ?? 'view'];
  const role = posts.comparesLists ? query.get('largesse_role') : null;
  if (perPage < 1 || perPage > 100 || query.get('orderby') !== 'id') return restError(400, 'rest_invalid_param');
  if (user === undefined && statuses.some((status) => status !== 'publish')) return forbiddenStatus();

  const wanted = posts
    .all()
    .filter((post) => statuses.includes(post.status) && (author === null || author === String(post.author)))
    // WordPress without the companion plugin ignores the parameter `largesse_role`. For other lists, the companion
    // plugin sets `perm=readable`, so these lists omit private posts that the user may not edit.
    .filter((post) =>
      role === null
        ? !posts.comparesLists || post.status !== 'private' || posts.mayEdit(post, user)
        : posts.hasRole(post, user, role) && posts.mayRead(post, user),
    )
    .sort((a, b) => (a.id - b.id) * (query.get('order') === 'asc' ? 1 : -1));
  // On a real WordPress, the total is 0 if the offset is past the end.
  const total = offset >= wanted.length ? 0 : wanted.length;
  const pages = Math.ceil(total / perPage);
  const body = wanted
    .slice(offset, offset + perPage)
    .filter((post) => posts.mayRead(post, user))
    .map((post) => pick(posts.describe(post, user, site, context), query));
  return { status: 200, headers: { 'X-WP-Total': String(total), 'X-WP-TotalPages': String(pages) }, body };
}

function create(posts: HostPosts, site: string, { query, body, user, mark }: RestRequest): RestReply {
  if (user === undefined) return denied(user, 'rest_cannot_create');
  const earlier = posts.knowsMarks && mark !== undefined ? posts.marked(mark, user) : undefined;
  if (earlier) return { status: 200, body: pick(posts.describe(earlier, user, site, 'edit'), query) };
  const given = isRecord(body) ? body : {};
  const post = posts.add({ author: user.id, status: 'draft', title: '' });
  post.mark = mark;
  write(posts, post, given, user);
  return {
    status: 201,
    headers: { Location: `${site}/wp-json/wp/v2/registries/${post.id}` },
    body: pick(posts.describe(post, user, site, 'edit'), query),
  };
}

function update(
  posts: HostPosts,
  site: string,
  post: HostPost,
  { query, body, user, condition }: RestRequest,
): RestReply {
  if (!posts.mayEdit(post, user) || user === undefined) return denied(user, 'rest_cannot_edit');
  const given = isRecord(body) ? body : {};
  const isAsRead = (one: string): boolean => {
    const [key = '', digest] = one.split('=');
    return posts.ignoredMeta.has(key) || digest === hash('sha256', metaValue(post, key));
  };
  if (posts.comparesLists && condition !== undefined && !condition.split(',').every(isAsRead))
    return restError(412, 'largesse_registry_changed');
  const keepers = isRecord(given.meta) ? given.meta.registry_keepers : undefined;
  const isRefused = typeof keepers === 'string' && posts.ownersMadeKeepers(post, keepers).length > 0;
  if (posts.comparesLists && isRefused && !isHostAdmin(user)) return restError(422, 'largesse_keeper_is_owner');
  if (posts.comparesLists && posts.hasManyProposals) return restError(422, 'largesse_many_proposals');
  write(posts, post, given, user);
  return { status: 200, body: pick(posts.describe(post, user, site, 'edit'), query) };
}

function remove(posts: HostPosts, site: string, post: HostPost, { query, user }: RestRequest): RestReply {
  if (!posts.mayDelete(post, user)) return denied(user, 'rest_cannot_delete');
  if (query.get('force') !== 'true') return restError(501, 'rest_trash_not_supported');
  const previous = posts.describe(post, user, site, 'edit');
  posts.remove(post.id);
  return { status: 200, body: pick({ deleted: true, previous }, query) };
}

function write(posts: HostPosts, post: HostPost, given: Record<string, unknown>, user: HostUser): void {
  const trusted = isHostAdmin(user);
  const { title, content } = given;
  if (typeof title === 'string') post.title = trimTitle(trusted ? title : filterTitle(title));
  if (typeof content === 'string') post.content = trusted ? content : filterStory(content);
  if (typeof given.status === 'string') post.status = given.status;
  for (const [key, value] of Object.entries(isRecord(given.meta) ? given.meta : {})) {
    if (!(key in META_DEFAULTS) || posts.ignoredMeta.has(key)) continue;
    if (typeof value !== 'string') post.meta.delete(key);
    else if (posts.comparesLists && HELPER_KEYS.includes(key)) posts.writeHelpers(post, key, value, user);
    else post.meta.set(key, value);
  }
  post.modified = new Date(realNow());
}

function denied(user: HostUser | undefined, code: string): RestReply {
  return restError(user === undefined ? 401 : 403, code);
}

/** Applies `_fields`, including nested fields such as `title.raw`. */
export function pick(whole: Record<string, unknown>, query: URLSearchParams): Record<string, unknown> {
  const fields = query.get('_fields')?.split(',');
  if (fields === undefined) return whole;
  const some: Record<string, unknown> = {};
  for (const field of fields) {
    const [top = '', inner] = field.split('.');
    const value = whole[top];
    if (value === undefined) continue;
    if (inner === undefined || !isRecord(value)) some[top] = value;
    else if (inner in value) some[top] = { ...(isRecord(some[top]) ? some[top] : {}), [inner]: value[inner] };
  }
  return some;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
