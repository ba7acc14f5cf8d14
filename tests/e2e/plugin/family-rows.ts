/* Permissions on the site as data (rules: Roles). family-matrix.test.ts sends the requests. */

/**
 * Roles, in the order of the columns in the tables below. Some roles, such as `family`, have a link to the registry
 * instead of an account. The site recognizes these roles only by the cookie that the link has set.
 */
export const ROLES = [
  'nobody',
  'revoked',
  'uninvited',
  'family',
  'personal',
  'stranger',
  'invitee',
  'keeper',
  'coowner',
  'owner',
  'admin',
] as const;
export type Role = (typeof ROLES)[number];

/** Visitors without an account. Some visitors have a cookie, and the site identifies them only by this cookie. */
export const VISITORS: readonly Role[] = ROLES.slice(0, 5);

/** All roles except three whose permissions usually equal those of `nobody` or `family`. */
export const SOME = ROLES.filter((role) => !['revoked', 'uninvited', 'personal'].includes(role));

export const STATUSES = ['private', 'publish', 'draft'] as const;
export type Status = (typeof STATUSES)[number];

/**
 * Status that replaces the answer of a route with side effects if the caller has permission. The tests of the tables
 * below only run the permission check of such a route, not its code.
 */
export const ALLOWED = 299;

export const secretsOf = (status: Status) => ({
  title: `Golden ${status}`,
  wish: `Kettle ${status}`,
  invited: `canary-${status}@family.example`,
  giver: `Aunt Ada ${status}`,
  message: `Sleep tight ${status}`,
  address: `Canary Lane ${status}`,
});
export const allSecrets = () => STATUSES.flatMap((status) => Object.values(secretsOf(status)));

export const EDITORS: readonly Role[] = ['coowner', 'owner', 'admin'];
const NAMED: readonly Role[] = ['invitee', 'keeper', ...EDITORS];
const GUESTS: readonly Role[] = ['family', 'personal'];
export const RECIPIENTS: readonly Role[] = ['coowner', 'owner'];

/** The only page on which owners see the delivery address. */
export const ADDRESS_PAGE = 'delivery address';

/** Returns the roles that may see each secret of a registry with this status, on any page or route. */
export const MAY_KNOW = (status: Status): Record<keyof ReturnType<typeof secretsOf>, readonly Role[]> => {
  const named = status === 'draft' ? EDITORS : NAMED;
  const guests = { private: [...NAMED, ...GUESTS], publish: ROLES, draft: EDITORS }[status];
  const keepers: readonly Role[] = ['keeper', 'admin'];
  return { title: guests, wish: guests, invited: named, giver: keepers, message: keepers, address: RECIPIENTS };
};

/** Returns a row of a table: the same status for all five visitors, then a status for each of the six members. */
const row = (visitor: number, ...members: [number, number, number, number, number, number]) => [
  ...Array(5).fill(visitor),
  ...members,
];
/** Returns the HTTP status for each role, on a registry with the given post status. */
type Row = (status: Status) => number[];

const byStatus =
  (rows: Record<Status, number[]>): Row =>
  (status) =>
    rows[status];
const reads = byStatus({
  private: row(401, 404, 200, 200, 200, 200, 200),
  publish: row(200, 200, 200, 200, 200, 200, 200),
  draft: row(401, 404, 404, 404, 200, 200, 200),
});
const edits = (success: number, ofAuthor = success) =>
  byStatus({
    private: row(401, 404, 403, 403, ofAuthor, success, success),
    publish: row(401, 403, 403, 403, ofAuthor, success, success),
    draft: row(401, 404, 404, 404, ofAuthor, success, success),
  });
/** Recipients may not look for gifts on their own registry. */
const gives = (success: number) =>
  byStatus({
    private: row(401, 404, success, success, 403, 403, success),
    publish: row(401, success, success, success, 403, 403, success),
    draft: row(401, 404, 404, 404, 403, 403, success),
  });
const ownReads: Row = () => row(401, 200, 200, 200, 200, 200, 200);
const everybody: Row = () => row(200, 200, 200, 200, 200, 200, 200);
const members: Row = () => row(401, ALLOWED, ALLOWED, ALLOWED, ALLOWED, ALLOWED, ALLOWED);
/** WordPress's own routes answer 403 to a stranger who requests a private registry. The plugin's routes answer 404. */
const hostEdits = (coowner: number) =>
  byStatus({
    private: row(401, 403, 403, 403, coowner, ALLOWED, ALLOWED),
    publish: row(401, 403, 403, 403, coowner, ALLOWED, ALLOWED),
    draft: row(404, 404, 404, 404, coowner, ALLOWED, ALLOWED),
  });
const autosaves =
  (success: number): Row =>
  () =>
    row(401, 403, 403, 403, success, success, success);

const guestPage = {
  private: [404, 404, 404, 200, 200, 404, 200, 200, 200, 200, 200],
  publish: row(200, 200, 200, 200, 200, 200, 200),
  draft: row(404, 404, 404, 404, 200, 200, 200),
};
/** Pages for owners answer 200 to everybody. People without permission see a message instead of the registry. */
const ownersPage = row(200, 200, 200, 200, 200, 200, 200);
const editor = row(302, 500, 500, 500, 200, 200, 200);
const instead = (statuses: number[], status: number) => statuses.map((one) => (one === 200 ? status : one));

/** Expected status codes of each page, one for each role. */
export const PAGES: Record<Status, Record<string, number[]>> = {
  private: {
    page: guestPage.private,
    'by its id': instead(guestPage.private, 301),
    'as a post': row(404, 404, 301, 301, 301, 301, 301),
    'requested by its id': guestPage.private,
    'requested by its slug': guestPage.private,
    giving: guestPage.private,
    give: guestPage.private,
    'to the shop': instead(guestPage.private, 302),
    'as guests see it': guestPage.private,
    feed: row(404, 404, 404, 404, 404, 404, 404),
    embed: row(404, 404, 200, 200, 200, 200, 200),
    manage: ownersPage,
    gifts: ownersPage,
    'gifts file': ownersPage,
    data: ownersPage,
    table: ownersPage,
    'page to keep': ownersPage,
    import: ownersPage,
    [ADDRESS_PAGE]: ownersPage,
    editor,
  },
  publish: {
    page: guestPage.publish,
    give: guestPage.publish,
    gifts: ownersPage,
    data: ownersPage,
    [ADDRESS_PAGE]: ownersPage,
    editor,
  },
  draft: {
    'by its id': guestPage.draft,
    give: guestPage.draft,
    embed: guestPage.draft,
    gifts: ownersPage,
    data: ownersPage,
    [ADDRESS_PAGE]: ownersPage,
    editor,
  },
};

/** Ids that a request in `WORK` can contain. */
interface Ids {
  item: number;
  /** Id of a purchase that no other request creates. */
  purchase: string;
}

const FILE = { format: 'largesse.registry/1', wishes: [{ name: 'Kettle', url: 'https://shop.example/kettle' }] };
const KETTLE = { name: 'Kettle', url: 'https://shop.example/k' };

/**
 * Request body for each route of registries, and the status for roles that have permission. The test sends these
 * requests in this order. Each role has a separate registry.
 */
export const WORK: Record<string, [status: number, body?: object | ((ids: Ids) => object)]> = {
  'GET /registries': [200],
  'POST /registries': [201, { title: 'New' }],
  'GET /registries/{id}': [200],
  'PATCH /registries/{id}': [409, { title: 'Changed', version: 'old' }],
  'POST /registries/{id}/items': [201, KETTLE],
  'PATCH /registries/{id}/items/{item}': [409, { name: 'Changed', version: 'old' }],
  'DELETE /registries/{id}/items/{item}': [200],
  'POST /registries/{id}/items/{item}/restore': [200, { before: null }],
  'POST /registries/{id}/items/{item}/move': [200, { before: null }],
  'POST /registries/{id}/items/{item}/have': [200, ({ purchase }) => ({ purchase, quantity: 1 })],
  'DELETE /registries/{id}/items/{item}/have': [200, { left: 0 }],
  'POST /registries/{id}/items/{item}/most-wanted': [200],
  'POST /registries/{id}/items/{item}/copy': [201, { title: 'Copy' }],
  'POST /registries/{id}/headings': [201, { title: 'Kitchen' }],
  'PATCH /registries/{id}/headings': [200, { heading: 'Kitchen', title: 'Kitchen' }],
  'DELETE /registries/{id}/headings': [200, { heading: 'Kitchen' }],
  'POST /registries/{id}/invitees': [200, { invitee: 'grandma' }],
  'POST /registries/{id}/invitees/letter': [200, { invitees: ['grandma'] }],
  // Only invitees with an e-mail address have links.
  'POST /registries/{id}/invitees/link': [422, { invitee: 'grandma' }],
  'POST /registries/{id}/invitees/mail': [200, { invitees: ['grandma'] }],
  'DELETE /registries/{id}/invitees': [200, { invitee: 'grandma' }],
  'POST /registries/{id}/owners': [200, { person: 'helper@mail.example' }],
  'DELETE /registries/{id}/owners': [200, { person: 'helper@mail.example' }],
  'POST /registries/{id}/keepers': [200, { person: 'keeper@mail.example' }],
  'DELETE /registries/{id}/keepers': [200, { person: 'keeper@mail.example' }],
  'POST /registries/{id}/previews': [200, { url: 'https://shop.example/k' }],
  'GET /registries/{id}/giving': [200],
  'POST /registries/{id}/items/{item}/gifts': [201, ({ purchase }) => ({ gift: purchase })],
  'POST /registries/{id}/releases': [200, ({ purchase }) => ({ purchase })],
  'POST /registries/{id}/reveal': [200],
  'POST /registries/{id}/past': [200],
  // The requests contain no file.
  'POST /registries/{id}/pictures': [422],
  'POST /registries/{id}/pictures/check': [200, { url: 'ftp://shop.example' }],
  'POST /registries/{id}/read-file': [200, { file: FILE }],
  'POST /registries/{id}/import': [200, { wishes: [{ place: 1, by: 'name', nth: 1, fields: KETTLE }] }],
  'POST /registries/read-file': [200, { file: FILE }],
  'POST /registries/from-file': [201, { file: FILE, title: 'New' }],
  'GET /registries/{id}/edits': [200],
  'GET /registries/{id}/export': [200],
  'POST /registries/{id}/family-link': [201],
  'GET /registries/{id}/family-link': [200],
  'DELETE /registries/{id}/family-link': [200],
  'DELETE /registries/{id}/personal-links': [200],
  'POST /registries/{id}/copy': [201, { title: 'Copy' }],
  'DELETE /registries/{id}': [200],
};

/** Returns a row of `WORK` with the namespace of the plugin. */
export const namespaced = (row: string) => row.replace(' /', ' /largesse/v1/');

/**
 * Expected status codes of each route, one for each role. By default, the routes in `WORK` are for users who may edit
 * the registry.
 */
export const ROWS: Record<string, Row> = {
  ...Object.fromEntries(Object.keys(WORK).map((row) => [namespaced(row), edits(ALLOWED)])),
  'GET /largesse/v1/status': everybody,
  'GET /largesse/v1/site-health': () => row(401, 403, 403, 403, 403, 403, 200),
  'POST /largesse/v1/confirmation': members,
  'GET /largesse/v1/registries': ownReads,
  'GET /largesse/v1/lists': ownReads,
  'POST /largesse/v1/received-registries': members,
  'GET /largesse/v1/gifts': ownReads,
  'DELETE /largesse/v1/gifts/{gift}': members,
  'GET /largesse/v1/registries/{id}/giving': gives(200),
  'POST /largesse/v1/registries/{id}/items/{item}/gifts': gives(ALLOWED),
  'POST /largesse/v1/registries': members,
  'GET /largesse/v1/registries/{id}': reads,
  'GET /largesse/v1/registries/{id}/edits': edits(200),
  'DELETE /largesse/v1/registries/{id}': edits(ALLOWED, 403),
  'POST /largesse/v1/registries/{id}/items/{item}/copy': byStatus({
    private: row(401, 404, ALLOWED, ALLOWED, ALLOWED, ALLOWED, ALLOWED),
    publish: row(401, ALLOWED, ALLOWED, ALLOWED, ALLOWED, ALLOWED, ALLOWED),
    draft: row(401, 404, 404, 404, ALLOWED, ALLOWED, ALLOWED),
  }),
  'GET /largesse/v1/registries/{id}/export': byStatus({
    private: row(401, 404, 403, 200, 200, 200, 200),
    publish: row(401, 403, 403, 200, 200, 200, 200),
    draft: row(401, 404, 404, 404, 200, 200, 200),
  }),
  'POST /largesse/v1/registries/{id}/releases': byStatus({
    private: row(401, 404, 403, ALLOWED, ALLOWED, ALLOWED, ALLOWED),
    publish: row(401, 403, 403, ALLOWED, ALLOWED, ALLOWED, ALLOWED),
    draft: row(401, 404, 404, 404, ALLOWED, ALLOWED, ALLOWED),
  }),
  'POST /largesse/v1/registries/read-file': members,
  'POST /largesse/v1/registries/from-file': members,
  'GET /largesse/v1/registries/{id}/family-link': edits(200),
  'GET /wp/v2/registries': everybody,
  'POST /wp/v2/registries': members,
  'GET /wp/v2/registries/{id}': byStatus({
    private: row(401, 403, 200, 200, 200, 200, 200),
    publish: row(200, 200, 200, 200, 200, 200, 200),
    draft: row(404, 404, 404, 404, 200, 200, 200),
  }),
  'POST /wp/v2/registries/{id}': hostEdits(ALLOWED),
  'PUT /wp/v2/registries/{id}': hostEdits(ALLOWED),
  'PATCH /wp/v2/registries/{id}': hostEdits(ALLOWED),
  'DELETE /wp/v2/registries/{id}': hostEdits(403),
  'GET /wp/v2/registries/{id}/autosaves': autosaves(200),
  'POST /wp/v2/registries/{id}/autosaves': autosaves(ALLOWED),
  'GET /wp/v2/registries/{parent}/autosaves/{id}': autosaves(404),
};

/** Paths of WordPress's own REST routes, with query parameters that could reveal more of a registry. */
export const QUERIES = (id: number, all: readonly number[]): string[] => [
  `/registries/${id}?_embed`,
  `/registries/${id}?context=edit`,
  `/registries/${id}/revisions`,
  `/registries/${id}/autosaves`,
  `/posts/${id}`,
  `/registries?include=${all}`,
  `/registries?include=${all}&_fields=meta`,
  `/registries?include=${all}&context=embed`,
  `/registries?include=${all}&context=edit`,
  `/registries?include=${all}&status=publish,private,draft`,
  '/registries?per_page=100',
  '/registries?search=golden',
  `/search?subtype=registry&include=${all}&_embed`,
  '/search?search=golden',
];

/** Requests that search for an invited address. Only administrators may find a registry by this address. */
export const SEARCHES = ['/registries?search=canary', '/search?search=canary'];
