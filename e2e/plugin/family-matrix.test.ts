import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { fetchOnce } from '../../api/testing/http-client.ts';
import { openForSuite } from '../../api/testing/suite.ts';
import { type Account, createAccounts } from '../../wordpress/accounts.ts';
import { openGuestSite, type Shown } from '../pages/guest-site.ts';
import { keyIn, linksOn } from '../pages/links.ts';
import { loginPassword } from '../wordpress/site.ts';

/*
 * Permissions on the site as a table: every route and page × every registry × every role (rules: Roles). The test
 * compares the rows with WordPress's list of routes: a route without a row fails.
 */

/** Roles in the order of the tables' columns. Roles of links are visitors with the cookie of a link. */
const ROLES = [
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
type Role = (typeof ROLES)[number];

/** Visitors without an account: the site knows at most a cookie. */
const VISITORS: readonly Role[] = ROLES.slice(0, 5);

/** One role of each kind, for routes that rarely concern registries. */
const SOME = ROLES.filter((role) => !['revoked', 'uninvited', 'personal'].includes(role));

const STATUSES = ['private', 'publish', 'draft'] as const;
type Status = (typeof STATUSES)[number];

/** Invited addresses with a personal link; the second one was removed from the list. */
const GRANNY = 'granny@family.example';
const GONE = 'gone@family.example';

/** Reaches the work of a route, which the test skips: the caller has permission. */
const ALLOWED = 299;

describe('every role on every page and route', () => {
  const t = openForSuite(() => openGuestSite());
  const registries = {} as Record<Status, Shown>;
  const keys: string[] = [];
  const cookies = new Map<Role, string>();
  const ids = new Map<Role, number>();
  const site = () => t.system.site;
  const run = (code: string, input: unknown = null) => site().wordpress.run(code, input);

  before(async () => {
    const { owner, stranger, invitee, admin } = site().users;
    const plan = (username: string) =>
      ({ username, email: `${username}@people.example`, role: 'subscriber', password: loginPassword }) as const;
    const [coowner, keeper] = await createAccounts(site().wordpress, [plan('coowner'), plan('keeper')]);
    assert.ok(coowner && keeper);
    const accounts: [Role, Account][] = Object.entries({ owner, stranger, invitee, admin, coowner, keeper }) as never;
    const sessions: Record<string, string> = JSON.parse(
      await run(SIGN_IN, Object.fromEntries(accounts.map(([role, { id }]) => [role, id]))),
    );
    for (const [role, { id }] of accounts) {
      ids.set(role, id);
      cookies.set(role, sessions[role] ?? '');
    }
    // A registry with the id of a user would be ambiguous in routes with a number.
    await run("wp_insert_post( array( 'import_id' => 1000, 'post_title' => 'Far' ) );");
    for (const status of STATUSES) {
      const secrets = secretsOf(status);
      const meta = {
        registry_invitees: JSON.stringify([secrets.invited, GRANNY, GONE, 'invitee']),
        registry_owners: '["coowner"]',
        registry_keepers: '["keeper"]',
      };
      const slug = `golden-${status}`;
      const wish = { name: secrets.wish, url: 'https://shop.example/kettle', quantity_needed: 9 };
      // Links are created while guests can open it.
      const shown = await t.registry(
        { title: secrets.title, slug, status: status === 'draft' ? 'private' : status, meta },
        [wish],
      );
      registries[status] = shown;
      await enter(shown.id, [secrets.invited, GRANNY, 'invitee']);
    }
    await give();
    await run("wp_update_post( array( 'ID' => $input, 'post_status' => 'draft' ) );", registries.draft.id);
  });

  /** Opens all links, and revokes the links of roles that have lost them. */
  async function enter(id: number, left: string[]): Promise<void> {
    const links = linksOn(site());
    const come = async (role: Role, link: string) => {
      const { origin, pathname } = new URL(link);
      keys.push(keyIn(link));
      const body = new URLSearchParams({ open: keyIn(link) });
      const answer = await fetchOnce(origin + pathname, { method: 'POST', redirect: 'manual', body });
      assert.equal(answer.status, 303, role);
      const set = answer.headers.getSetCookie().map((cookie) => cookie.split(';')[0]);
      cookies.set(role, [cookies.get(role), ...set].filter(Boolean).join('; '));
      await answer.text();
    };
    await come('revoked', await links.family(id));
    await come('family', await links.family(id));
    await come('personal', await links.personal(id, GRANNY));
    await come('uninvited', await links.personal(id, GONE));
    await run("update_post_meta( $input[0], 'registry_invitees', wp_json_encode( $input[1] ) );", [id, left]);
  }

  /** Creates a secret gift on each registry. */
  async function give(): Promise<void> {
    for (const status of STATUSES) {
      const { giver, message } = secretsOf(status);
      const purchase = crypto.randomUUID();
      const answer = await t.system.request('admin', 'PUT', `/purchases/${purchase}`, {
        body: {
          item_id: registries[status].items[0],
          quantity: 2,
          giver_name: giver,
          giver_email: 'ada@givers.example',
          message,
          secret: true,
        },
      });
      assert.equal(answer.status, 201, answer.text);
    }
  }

  const cookieOf = (role: Role) => cookies.get(role) ?? '';

  /** Sends requests to routes as a role, in one run of PHP; the test skips the work of routes with side effects. */
  async function askRoutes(role: Role, asked: readonly Asked[]): Promise<Answer[]> {
    const cookie = VISITORS.includes(role)
      ? Object.fromEntries(
          cookieOf(role)
            .split('; ')
            .map((one) => one.split('=')),
        )
      : {};
    const secrets = [...allSecrets(), ...keys];
    return JSON.parse(await run(ASK_ALL, { user: ids.get(role) ?? 0, cookie, asked, secrets }));
  }

  /** Fetches a page as a role. */
  async function askPage(role: Role, path: string, form?: Record<string, string>): Promise<Answer> {
    const headers = { cookie: cookieOf(role) };
    const sent = form ? { method: 'POST', body: new URLSearchParams(form) } : {};
    const answer = await fetchOnce(site().url + path, { headers, redirect: 'manual', ...sent });
    const told = `${[...answer.headers]} ${await answer.text()}`;
    return [answer.status, [...allSecrets(), ...keys].filter((secret) => told.includes(secret))];
  }

  let routes: Asked[];
  before(async () => {
    routes = JSON.parse(await run(ROUTES));
  });

  it('the table covers every route of registries', () => {
    const found = routes.map(([method, route]) => rowOf(method, route)).filter(isOfRegistries);
    assert.deepEqual([...new Set(found)].sort(), Object.keys(ROWS).sort());
  });

  for (const status of STATUSES)
    it(`has its permissions on the routes of registries, ${status}`, async () => {
      const asked = routes.filter(([method, route]) => isOfRegistries(rowOf(method, route)));
      const found = new Map<string, number[]>(asked.map(([method, route]) => [rowOf(method, route), []]));
      for (const role of ROLES) {
        const answers = await askRoutes(
          role,
          asked.map(([method, route]) => [method, fill(route, registries[status])]),
        );
        for (const [n, [method, route]] of asked.entries()) {
          const [answered, told] = answers[n] ?? [0, []];
          const row = rowOf(method, route);
          found.get(row)?.push(answered);
          assertToldTo(role, told, `${row}, ${status}, ${role}`);
        }
      }
      const table = Object.fromEntries([...found].map(([row, statuses]) => [row, statuses.join(' ')]));
      const expected = Object.fromEntries([...found.keys()].map((row) => [row, ROWS[row]?.(status).join(' ')]));
      assert.deepEqual(table, expected);
    });

  it('gets the same on all other routes as people who have no role on any registry', async () => {
    const asked = routes.filter(([method, route]) => !isOfRegistries(rowOf(method, route)) && !NO_ROUTE.test(route));
    assert.ok(asked.length > 100);
    const filled = asked.map(([method, route]): Asked => [method, fill(route, registries.private)]);
    const others = new Map<boolean, number[]>();
    for (const role of SOME) {
      const answers = await askRoutes(role, filled);
      for (const [n, [, told]] of answers.entries()) assertToldTo(role, told, `${filled[n]}, ${role}`);
      if (role === 'admin') continue;
      const statuses = answers.map(([answered]) => answered);
      // The first visitor and the first member have no role on any registry.
      const isVisitor = VISITORS.includes(role);
      const first = others.get(isVisitor);
      if (first) assert.deepEqual(statuses, first, role);
      else others.set(isVisitor, statuses);
    }
  });

  for (const status of STATUSES)
    it(`has its permissions on the pages of a registry, ${status}`, async () => {
      const pages = pagesOf(registries[status]);
      const found: Record<string, string> = {};
      const toldOn = new Map<string, Set<string>>();
      for (const name of Object.keys(PAGES[status])) {
        const statuses: number[] = [];
        for (const role of rolesAt(status, name)) {
          const [answered, told] = await askPage(role, pages[name] ?? '');
          statuses.push(answered);
          assertToldTo(role, told, `${name}, ${status}, ${role}`);
          toldOn.set(role, (toldOn.get(role) ?? new Set()).union(new Set(told)));
        }
        found[name] = statuses.join(' ');
      }
      const expected = Object.entries(PAGES[status]).map(([name, statuses]) => [
        name,
        statuses.filter((_, n) => rolesAt(status, name).some((role) => role === ROLES[n])).join(' '),
      ]);
      assert.deepEqual(found, Object.fromEntries(expected));
      const toldTo = (secret: string) => ROLES.filter((role) => toldOn.get(role)?.has(secret));
      // The secrets do appear for roles that may see them.
      const { title, wish } = secretsOf(status);
      for (const role of rolesAt(status, 'page'))
        for (const secret of [title, wish])
          assert.equal(toldOn.get(role)?.has(secret), MAY_KNOW(status).title.includes(role), `${secret}, ${role}`);
      if (status !== 'private') return;
      const { giver, message, invited } = secretsOf(status);
      for (const secret of [giver, message])
        assert.deepEqual(toldTo(secret), ['keeper', 'admin'], `${secret} on the list of gifts`);
      assert.deepEqual(toldTo(invited), EDITORS, 'the invitees, only for users who manage it');
    });

  it('can give if it can open a registry, and only then', async () => {
    for (const status of ['private', 'draft'] as const) {
      const { path, items } = registries[status];
      const statuses: number[] = [];
      // A form without the fields of its page: roles that may send it see its errors.
      for (const role of rolesAt(status, 'give')) {
        const [answered, told] = await askPage(role, `${path}?give=${items[0]}`, { quantity: '1', token: 'none' });
        statuses.push(answered);
        assertToldTo(role, told, `${status}, ${role}`);
      }
      const expected = GIVES[status].filter((_, n) => rolesAt(status, 'give').some((role) => role === ROLES[n]));
      assert.deepEqual(statuses, expected, status);
    }
  });

  it('finds registries in other places only if it may see them', async () => {
    const { path } = registries.private;
    for (const page of [
      '/?s=Golden',
      '/?s=goldn+drafd',
      '/?s=canary&post_type=registry',
      '/feed/?post_type=registry',
      '/wp-sitemap-posts-registry-1.xml',
      `/wp-json/oembed/1.0/embed?url=${encodeURIComponent(site().url + path)}`,
      '/my-registries/',
      '/wp-admin/edit.php?post_type=registry',
      '/author/owner/',
    ])
      for (const role of SOME.slice(0, -1)) {
        const [, told] = await askPage(role, page);
        assertToldTo(role, told, `${page}, ${role}`);
        if (page === '/my-registries/' && ['owner', 'coowner'].includes(role))
          for (const status of STATUSES) assert.ok(told.includes(secretsOf(status).title), `${status}, ${role}`);
      }
  });
});

const NO_ROUTE = /block-directory|pattern-directory|url-details/;

type Asked = [method: string, route: string];
/** The status, and the secrets in the answer. */
type Answer = [status: number, told: string[]];
type Row = (status: Status) => number[];

const secretsOf = (status: Status) => ({
  title: `Golden ${status}`,
  wish: `Kettle ${status}`,
  invited: `canary-${status}@family.example`,
  giver: `Aunt Ada ${status}`,
  message: `Sleep tight ${status}`,
});
const allSecrets = () => STATUSES.flatMap((status) => Object.values(secretsOf(status)));

const EDITORS: readonly Role[] = ['coowner', 'owner', 'admin'];
const NAMED: readonly Role[] = ['invitee', 'keeper', ...EDITORS];
const GUESTS: readonly Role[] = ['family', 'personal'];

/** Roles that may ever see each secret of a registry, on any page or route. */
const MAY_KNOW = (status: Status): Record<keyof ReturnType<typeof secretsOf>, readonly Role[]> => {
  const named = status === 'draft' ? EDITORS : NAMED;
  const guests = { private: [...NAMED, ...GUESTS], publish: ROLES, draft: EDITORS }[status];
  return { title: guests, wish: guests, invited: named, giver: ['keeper', 'admin'], message: ['keeper', 'admin'] };
};

/** Asserts that a role may know the secrets it received. */
function assertToldTo(role: Role, told: readonly string[], where: string): void {
  const known = STATUSES.flatMap((status) =>
    Object.entries(secretsOf(status)).filter(([kind]) =>
      Object.entries(MAY_KNOW(status)).some(([other, who]) => other === kind && who.includes(role)),
    ),
  ).map(([, secret]) => secret);
  const isKey = (secret: string) => /^[0-9a-f]{32}$/.test(secret);
  assert.deepEqual(
    told.filter((secret) => !(isKey(secret) ? EDITORS.includes(role) : known.includes(secret))),
    [],
    where,
  );
}

const PARAMETER = /\(\?P<(\w+)>(?:\([^)]*\)|[^()])*\)/g;
const rowOf = (method: string, route: string) => `${method} ${route.replace(PARAMETER, '{$1}')}`;
const isOfRegistries = (row: string) => /\/largesse\/|registr/.test(row);
const fill = (route: string, { id, items }: Shown) =>
  route.replace(PARAMETER, (_, name: string) =>
    name === 'item' ? `${items[0]}` : /^(?:id|parent)$/.test(name) ? `${id}` : 'none',
  );

/** Tests roles with revoked links only on pages with the most secrets. */
const rolesAt = (status: Status, page: string) =>
  status === 'private' && ['page', 'give'].includes(page) ? ROLES : SOME;

const pagesOf = ({ id, path, items }: Shown): Record<string, string> => ({
  page: path,
  'by its id': `/?post_type=registry&p=${id}`,
  giving: `${path}?giving=1`,
  give: `${path}?give=${items[0]}`,
  'to the shop': `${path}?gift=${items[0]}`,
  'picture of a wish': `${path}?largesse-picture=${items[0]}&of=${'0'.repeat(32)}`,
  'as guests see it': `${path}?as=guest`,
  feed: `${path}feed/`,
  embed: `${path}embed/`,
  manage: `/my-registries/?registry=${id}`,
  gifts: `/my-registries/?registry=${id}&gifts=list`,
  'gifts file': `/my-registries/?registry=${id}&gifts=csv`,
  data: `/my-registries/?registry=${id}&export=json`,
  table: `/my-registries/?registry=${id}&export=csv`,
  'page to keep': `/my-registries/?registry=${id}&export=html`,
  import: `/my-registries/?registry=${id}&import=1`,
  editor: `/wp-admin/post.php?post=${id}&action=edit`,
});

/** Statuses of the five visitors, and of the six members. */
const row = (visitor: number, ...members: [number, number, number, number, number, number]) => [
  ...Array(5).fill(visitor),
  ...members,
];
const byStatus =
  (rows: Record<Status, number[]>): Row =>
  (status) =>
    rows[status];
const reads = byStatus({
  private: row(401, 404, 200, 200, 200, 200, 200),
  publish: row(401, 200, 200, 200, 200, 200, 200),
  draft: row(401, 404, 404, 404, 200, 200, 200),
});
const edits = (success: number, ofAuthor = success) =>
  byStatus({
    private: row(401, 404, 403, 403, ofAuthor, success, success),
    publish: row(401, 403, 403, 403, ofAuthor, success, success),
    draft: row(401, 404, 404, 404, ofAuthor, success, success),
  });
const everybody: Row = () => row(200, 200, 200, 200, 200, 200, 200);
const members: Row = () => row(401, ALLOWED, ALLOWED, ALLOWED, ALLOWED, ALLOWED, ALLOWED);
/** WordPress's own routes distinguish forbidden from missing registries. */
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
/** Owners' pages show others a message that they have no such registry; wp-admin ends without permission. */
const ownersPage = row(200, 200, 200, 200, 200, 200, 200);
const editor = row(302, 500, 500, 500, 200, 200, 200);
const instead = (statuses: number[], status: number) => statuses.map((one) => (one === 200 ? status : one));

/** Statuses of an invalid give form. Owners see a message that the registry is theirs. */
const GIVES = {
  private: [404, 404, 404, 422, 422, 404, 422, 422, 200, 200, 422],
  draft: row(404, 404, 404, 404, 200, 200, 422),
};

/** Pages, and each role's status. */
const PAGES: Record<Status, Record<string, number[]>> = {
  private: {
    page: guestPage.private,
    'by its id': instead(guestPage.private, 301),
    giving: guestPage.private,
    give: guestPage.private,
    'to the shop': instead(guestPage.private, 302),
    // thumbnails.test.ts tests who can see an existing picture.
    'picture of a wish': row(404, 404, 404, 404, 404, 404, 404),
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
    editor,
  },
  publish: { page: guestPage.publish, give: guestPage.publish, gifts: ownersPage, data: ownersPage, editor },
  draft: {
    'by its id': guestPage.draft,
    give: guestPage.draft,
    embed: guestPage.draft,
    gifts: ownersPage,
    data: ownersPage,
    editor,
  },
};

/** Every route, and each role's status. */
const ROWS: Record<string, Row> = {
  'GET /largesse/v1/status': everybody,
  'GET /largesse/v1/site-health/{test}': () => row(404, 404, 404, 404, 404, 404, 404),
  'POST /largesse/v1/confirmation': members,
  'GET /largesse/v1/registries': () => row(401, 200, 200, 200, 200, 200, 200),
  'POST /largesse/v1/registries': members,
  'GET /largesse/v1/registries/{id}': reads,
  'PATCH /largesse/v1/registries/{id}': edits(ALLOWED),
  'DELETE /largesse/v1/registries/{id}': edits(ALLOWED, 403),
  'POST /largesse/v1/registries/{id}/items': edits(ALLOWED),
  'PATCH /largesse/v1/registries/{id}/items/{item}': edits(ALLOWED),
  'DELETE /largesse/v1/registries/{id}/items/{item}': edits(ALLOWED),
  'POST /largesse/v1/registries/{id}/items/{item}/restore': edits(ALLOWED),
  'POST /largesse/v1/registries/{id}/items/{item}/move': edits(ALLOWED),
  'POST /largesse/v1/registries/{id}/items/{item}/have': edits(ALLOWED),
  'DELETE /largesse/v1/registries/{id}/items/{item}/have': edits(ALLOWED),
  'POST /largesse/v1/registries/{id}/items/{item}/most-wanted': edits(ALLOWED),
  'DELETE /largesse/v1/registries/{id}/items/{item}/most-wanted': edits(ALLOWED),
  'POST /largesse/v1/registries/{id}/items/{item}/copy': byStatus({
    private: row(401, 404, ALLOWED, ALLOWED, ALLOWED, ALLOWED, ALLOWED),
    publish: row(401, ALLOWED, ALLOWED, ALLOWED, ALLOWED, ALLOWED, ALLOWED),
    draft: row(401, 404, 404, 404, ALLOWED, ALLOWED, ALLOWED),
  }),
  'POST /largesse/v1/registries/{id}/headings': edits(ALLOWED),
  'PATCH /largesse/v1/registries/{id}/headings': edits(ALLOWED),
  'DELETE /largesse/v1/registries/{id}/headings': edits(ALLOWED),
  'POST /largesse/v1/registries/{id}/invitees': edits(ALLOWED),
  'DELETE /largesse/v1/registries/{id}/invitees': edits(ALLOWED),
  'POST /largesse/v1/registries/{id}/invitees/letter': edits(ALLOWED),
  'POST /largesse/v1/registries/{id}/invitees/link': edits(ALLOWED),
  'POST /largesse/v1/registries/{id}/invitees/mail': edits(ALLOWED),
  'POST /largesse/v1/registries/{id}/owners': edits(ALLOWED),
  'DELETE /largesse/v1/registries/{id}/owners': edits(ALLOWED),
  'POST /largesse/v1/registries/{id}/keepers': edits(ALLOWED),
  'DELETE /largesse/v1/registries/{id}/keepers': edits(ALLOWED),
  'POST /largesse/v1/registries/{id}/previews': edits(ALLOWED),
  'POST /largesse/v1/registries/{id}/reveal': edits(ALLOWED),
  'POST /largesse/v1/registries/{id}/past': edits(ALLOWED),
  'DELETE /largesse/v1/registries/{id}/past': edits(ALLOWED),
  'POST /largesse/v1/registries/{id}/watch': edits(ALLOWED),
  'DELETE /largesse/v1/registries/{id}/watch': edits(ALLOWED),
  'DELETE /largesse/v1/registries/{id}/items/{item}/shop-hint': edits(ALLOWED),
  'POST /largesse/v1/registries/{id}/copy': edits(ALLOWED),
  'POST /largesse/v1/registries/{id}/pictures': edits(ALLOWED),
  'POST /largesse/v1/registries/{id}/pictures/check': edits(ALLOWED),
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
  'POST /largesse/v1/registries/{id}/read-file': edits(ALLOWED),
  'POST /largesse/v1/registries/{id}/import': edits(ALLOWED),
  'POST /largesse/v1/registries/read-file': members,
  'POST /largesse/v1/registries/from-file': members,
  'GET /largesse/v1/registries/{id}/family-link': edits(200),
  'POST /largesse/v1/registries/{id}/family-link': edits(ALLOWED),
  'DELETE /largesse/v1/registries/{id}/family-link': edits(ALLOWED),
  'DELETE /largesse/v1/registries/{id}/personal-links': edits(ALLOWED),
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

/** Returns session cookies for each user. */
const SIGN_IN = `
  foreach ( $input as $role => $id ) {
    $expires = time() + DAY_IN_SECONDS;
    $token = WP_Session_Tokens::get_instance( $id )->create( $expires );
    $cookies[ $role ] = LOGGED_IN_COOKIE . '=' . rawurlencode( wp_generate_auth_cookie( $id, $expires, 'logged_in', $token ) )
      . '; ' . AUTH_COOKIE . '=' . rawurlencode( wp_generate_auth_cookie( $id, $expires, 'auth', $token ) );
  }
  echo wp_json_encode( $cookies );`;

/** Lists all methods and routes of the namespaces that contain registries. */
const ROUTES = `
  foreach ( rest_get_server()->get_routes() as $route => $handlers ) {
    if ( ! preg_match( '#^/(largesse/v1|wp/v2)/#', $route ) ) continue;
    foreach ( $handlers as $handler ) foreach ( array_keys( $handler['methods'] ) as $method ) $all[] = array( $method, $route );
  }
  echo wp_json_encode( $all );`;

/** Dispatches like \`WP_REST_Server::serve_request()\`. */
const ASK_ALL = `
  define( 'REST_REQUEST', true );
  $_COOKIE = $input['cookie'];
  wp_set_current_user( $input['user'] );
  add_filter( 'rest_dispatch_request', static fn ( $done, $request ) => 'GET' === $request->get_method() ? $done : new WP_REST_Response( null, 299 ), 10, 2 );
  foreach ( $input['asked'] as list( $method, $route ) ) {
    $request = new WP_REST_Request( $method, $route );
    $response = apply_filters( 'rest_post_dispatch', rest_do_request( $request ), rest_get_server(), $request );
    $text = wp_json_encode( array( $response->get_headers(), rest_get_server()->response_to_data( $response, false ) ) );
    $answers[] = array( $response->get_status(), array_values( array_filter( $input['secrets'], static fn ( $secret ) => str_contains( $text, $secret ) ) ) );
  }
  echo wp_json_encode( $answers );`;
