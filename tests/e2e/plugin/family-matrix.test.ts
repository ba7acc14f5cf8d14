// Needs a whole site: it walks all routes and pages with each role.
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { type Account, createAccounts } from '../../../tools/wordpress/accounts.ts';
import { fetchOnce } from '../../support/http-client.ts';
import { openForSuite } from '../../support/suite.ts';
import { openGuestSite, type Shown } from '../pages/guest-site.ts';
import { keyIn, linksOn } from '../pages/links.ts';
import { loginPassword } from '../wordpress/site.ts';
import {
  ADDRESS_PAGE,
  allSecrets,
  EDITORS,
  MAY_KNOW,
  namespaced,
  PAGES,
  QUERIES,
  RECIPIENTS,
  ROLES,
  ROWS,
  type Role,
  SEARCHES,
  SOME,
  STATUSES,
  type Status,
  secretsOf,
  VISITORS,
  WORK,
} from './family-rows.ts';
import { give } from './gifts.ts';
import { helpOf, type RouteHelp, schemaProblems } from './rest-namespace.ts';

/*
 * Tests a table of permissions on the site: every role on every registry, for every route and page (rules: Roles). Also
 * compares the table with WordPress's list of routes, and fails if a route has no row.
 */

/** Invited address with a personal link. */
const GRANNY = 'granny@family.example';

/** Invited address with a personal link. The address is removed from the list later. */
const GONE = 'gone@family.example';

describe('every role on every page and route', () => {
  const t = openForSuite(() => openGuestSite());
  const registries = {} as Record<Status, Shown>;
  const keys: string[] = [];
  /** Paths of the pages of a gift. */
  const gifts = {} as Record<Status, string>;
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
    // Makes the ids of posts higher than the ids of users. Otherwise, a number in a route could be the id of a post and
    // of a user.
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
      // The draft starts as private, because the links do not work on a draft.
      const shown = await t.registry(
        { title: secrets.title, slug, status: status === 'draft' ? 'private' : status, meta },
        [wish],
      );
      registries[status] = shown;
      await enter(shown.id, [secrets.invited, GRANNY, 'invitee']);
      const { giver: giver_name, message } = secrets;
      const gift = await give(t.system, shown.items[0] ?? 0, { quantity: 2, giver_name, message, secret: true });
      const url = await run(STORE_ADDRESS, [shown.id, secrets.address, gift]);
      gifts[status] = url.replace(site().url, '');
    }
    await run("wp_update_post( array( 'ID' => $input, 'post_status' => 'draft' ) );", registries.draft.id);
  });

  /** Opens the links of all roles, and revokes the links of the roles `revoked` and `uninvited`. */
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

  const help = new Map<string, RouteHelp>();

  /** Asserts that an answer matches the schema of its route. */
  async function assertMatchesSchema(row: string, [status, , body]: Answer = [0, []]): Promise<void> {
    const [method = '', path = ''] = row.replace('/largesse/v1', '').split(' ');
    const found = help.get(path) ?? (await helpOf(site(), path));
    help.set(path, found);
    assert.equal(schemaProblems(found, status < 400 ? method : 'Error', body), '', `${row}, ${status}`);
  }

  const cookieOf = (role: Role) => cookies.get(role) ?? '';

  /**
   * Sends requests to routes as several roles. All users share one run of PHP. Each visitor needs a separate run,
   * because each visitor has different cookies.
   * @param work false if routes with side effects only check the permission, and then answer `ALLOWED`
   * @returns the answers for each role, in the order of `turns`
   */
  async function askRoutes(turns: readonly [Role, readonly Asked[]][], work = false): Promise<Answer[][]> {
    const secrets = [...allSecrets(), ...keys];
    const ask = async (some: typeof turns, cookie: object): Promise<Answer[][]> => {
      const users = some.map(([role, asked]) => ({ user: ids.get(role) ?? 0, asked }));
      return JSON.parse(await run(ASK_ALL, { cookie, turns: users, secrets, work }));
    };
    const answers = new Map<Role, Answer[]>();
    const members = turns.filter(([role]) => !VISITORS.includes(role));
    const visitors = turns.filter(([role]) => VISITORS.includes(role)).map((one) => [one]);
    for (const some of [members, ...visitors]) {
      const role = some[0]?.[0] ?? 'nobody';
      const cookies = cookieOf(role)
        .split('; ')
        .map((one) => one.split('='));
      const found = await ask(some, VISITORS.includes(role) ? Object.fromEntries(cookies) : {});
      for (const [n, [each]] of some.entries()) answers.set(each, found[n] ?? []);
    }
    return turns.map(([role]) => answers.get(role) ?? []);
  }

  /** Fetches a page, or submits a form, with the cookies of a role. */
  async function askPage(role: Role, path: string, form?: Record<string, string>): Promise<Answer> {
    const headers = { cookie: cookieOf(role) };
    const sent = form ? { method: 'POST', body: new URLSearchParams(form) } : {};
    const answer = await fetchOnce(site().url + path, { headers, redirect: 'manual', ...sent });
    const told = `${[...answer.headers]} ${await answer.text()}`;
    return [answer.status, toldIn(told)];
  }

  const toldIn = (text: string) => [...allSecrets(), ...keys].filter((secret) => text.includes(secret));

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
      // Several routes can share one row of the table.
      const found = asked.map(([method, route]): [row: string, statuses: number[]] => [rowOf(method, route), []]);
      const filled = asked.map(([method, route]): Asked => [method, fill(route, registries[status])]);
      const all = await askRoutes(ROLES.map((role) => [role, filled]));
      for (const [index, role] of ROLES.entries()) {
        const answers = all[index] ?? [];
        for (const [n, [method, route]] of asked.entries()) {
          const [answered, told] = answers[n] ?? [0, []];
          const row = rowOf(method, route);
          found[n]?.[1].push(answered);
          if (answered === 200 && READS.includes(row)) assertToldAll(role, status, told, `${row}, ${status}, ${role}`);
          assertToldTo(role, told, `${row}, ${status}, ${role}`);
        }
      }
      assert.deepEqual(
        found.map(([row, statuses]) => `${row}: ${statuses.join(' ')}`),
        found.map(([row]) => `${row}: ${ROWS[row]?.(status).join(' ')}`),
      );
    });

  it('does the work of each route that it may use, and its answers match their schemas', async () => {
    const works = Object.entries(WORK).map(([row, [expected, body]]) => ({ row: namespaced(row), expected, body }));
    const isPermitted = ([row, of]: [string, (typeof ROWS)[string]]) =>
      row.includes('/largesse/v1/registries') && (of('private').at(-1) ?? 0) < 300;
    assert.deepEqual(
      works.map(({ row }) => row).sort(),
      Object.entries(ROWS)
        .filter(isPermitted)
        .map(([row]) => row)
        .sort(),
    );
    const turns: [Role, Asked[]][] = [];
    const rows: (typeof works)[] = [];
    // The tests above cover all roles. This test uses only the three roles whose permissions differ most.
    const workers: readonly Role[] = ['invitee', 'keeper', 'owner'];
    for (const role of workers) {
      const own = await t.registry({ title: 'Own', status: 'private', meta: PEOPLE }, [{ name: 'Kettle' }]);
      const given = { item: own.items[0] ?? 0, purchase: crypto.randomUUID() };
      const permitted = works.filter(({ row }) => (ROWS[row]?.('private')[ROLES.indexOf(role)] ?? 0) < 300);
      const asked = permitted.map(({ row, body }): Asked => {
        const [method = '', path = ''] = row.split(' ');
        const filled = path.replace('{id}', `${own.id}`).replace('{item}', `${given.item}`);
        return [method, filled, typeof body === 'function' ? body(given) : body];
      });
      turns.push([role, asked]);
      rows.push(permitted);
    }
    for (const [index, answers] of (await askRoutes(turns, true)).entries()) {
      const permitted = rows[index] ?? [];
      assert.deepEqual(
        permitted.map(({ row }, n) => [row, answers[n]?.[0]]),
        permitted.map(({ row, expected }) => [row, expected]),
        workers[index],
      );
      for (const [n, { row }] of permitted.entries()) await assertMatchesSchema(row, answers[n]);
    }
  });

  it('finds no missing registry, none in the trash, and no item of another registry', async () => {
    const trash = await t.registry({ title: 'Golden trash', status: 'private', meta: PEOPLE }, [{ name: 'Kettle' }]);
    await run('wp_trash_post( $input );', trash.id);
    const { private: own, publish } = registries;
    const targets: Shown[] = [trash, { ...own, id: 999_999, items: [999_999] }, { ...own, items: publish.items }];
    const ofRegistry = routes.filter(([, route]) => /^\/largesse\/v1\/registries\/\(\?P<id>/.test(route));
    assert.ok(ofRegistry.length > 35);
    const rows: string[] = [];
    const expectations: number[][] = [];
    const turns: [Role, Asked[]][] = [];
    for (const role of SOME) {
      const expected: number[] = [];
      const asked: Asked[] = [];
      for (const [method, route] of ofRegistry)
        for (const [n, target] of targets.entries()) {
          const isMixed = n === 2;
          if (isMixed && !route.includes('<item>')) continue;
          const [, body] = WORK[rowOf(method, route).replace('/largesse/v1', '')] ?? [];
          const given = { item: target.items[0] ?? 0, purchase: crypto.randomUUID() };
          if (role === SOME[0]) rows.push(rowOf(method, route));
          asked.push([method, fill(route, target), typeof body === 'function' ? body(given) : body]);
          const usual = ROWS[rowOf(method, route)]?.('private')[ROLES.indexOf(role)] ?? 0;
          expected.push(VISITORS.includes(role) ? 401 : isMixed && usual >= 400 ? usual : 404);
        }
      turns.push([role, asked]);
      expectations.push(expected);
    }
    for (const [index, answers] of (await askRoutes(turns, true)).entries()) {
      const [role, asked] = turns[index] ?? ['nobody', []];
      const expected = expectations[index] ?? [];
      assert.deepEqual(
        answers.map(([status], n) => [asked[n]?.slice(0, 2).join(' '), status]),
        expected.map((status, n) => [asked[n]?.slice(0, 2).join(' '), status]),
        role,
      );
      for (const [n, answer] of answers.entries()) {
        assert.deepEqual(answer[1], [], `${asked[n]?.[1]}, ${role}`);
        if (role === 'stranger') await assertMatchesSchema(rows[n] ?? '', answer);
      }
    }
  });

  it('gets from largesse_get_registry() exactly the data of a registry that the role may know', async () => {
    const users = ROLES.filter((role) => role === 'nobody' || !VISITORS.includes(role));
    const texts: string[][] = JSON.parse(
      await run(
        `echo wp_json_encode( array_map( function ( $user ) use ( $input ) {
           wp_set_current_user( $user );
           return array_map( fn ( $id ) => (string) wp_json_encode( largesse_get_registry( $id ) ), $input['registries'] );
         }, $input['users'] ) );`,
        { users: users.map((role) => ids.get(role) ?? 0), registries: STATUSES.map((status) => registries[status].id) },
      ),
    );
    for (const [n, role] of users.entries())
      for (const [m, status] of STATUSES.entries()) {
        const told = toldIn(texts[n]?.[m] ?? '');
        const { title, wish, invited } = secretsOf(status);
        const knows = MAY_KNOW(status);
        const expected = [
          ...(knows.title.includes(role) ? [title, wish] : []),
          ...(knows.invited.includes(role) ? [invited] : []),
        ];
        assert.deepEqual(told.toSorted(), expected.toSorted(), `${status}, ${role}`);
      }
  });

  it('learns from queries of WordPress’s own routes only what it may know', async () => {
    const every = STATUSES.map((status) => registries[status].id);
    const queries = [...STATUSES.flatMap((status) => QUERIES(registries[status].id, every)), ...SEARCHES];
    const asked = queries.map((query): Asked => ['GET', `/wp/v2${query}`]);
    const all = await askRoutes(SOME.map((role) => [role, asked]));
    for (const [index, role] of SOME.entries()) {
      const answers = all[index] ?? [];
      for (const [n, [, told]] of answers.entries()) {
        assertToldTo(role, told, `${queries[n]}, ${role}`);
        if (SEARCHES.includes(queries[n] ?? '') && role !== 'admin')
          assert.deepEqual(told, [], `${queries[n]}, ${role}`);
      }
      if (role !== 'admin') continue;
      const telling = answers.filter(([, told]) => STATUSES.some((status) => told.includes(secretsOf(status).invited)));
      assert.ok(telling.length > 10, 'a leak to other roles would show');
    }
  });

  it('gets the same on all other routes as people who have no role on any registry', async () => {
    const asked = routes.filter(([method, route]) => !isOfRegistries(rowOf(method, route)) && !NO_ROUTE.test(route));
    assert.ok(asked.length > 100);
    const filled = asked.map(([method, route]): Asked => [method, fill(route, registries.private)]);
    const others = new Map<boolean, number[]>();
    const all = await askRoutes(SOME.map((role) => [role, filled]));
    for (const [index, role] of SOME.entries()) {
      const answers = all[index] ?? [];
      for (const [n, [, told]] of answers.entries()) assertToldTo(role, told, `${filled[n]}, ${role}`);
      if (role === 'admin') continue;
      const statuses = answers.map(([answered]) => answered);
      // The first visitor and the first user have no role on any registry. Every visitor must get the same statuses as
      // the first visitor. Every user must get the same statuses as the first user.
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
          assertToldTo(role, told, `${name}, ${status}, ${role}`, name);
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
      // Roles that may know the title must receive the title and the wish. The other roles must receive neither.
      const { title, wish } = secretsOf(status);
      for (const role of rolesAt(status, 'page'))
        for (const secret of [title, wish])
          assert.equal(toldOn.get(role)?.has(secret), MAY_KNOW(status).title.includes(role), `${secret}, ${role}`);
      assert.deepEqual(toldTo(secretsOf(status).address), RECIPIENTS, 'the delivery address');
      if (status !== 'private') return;
      const { giver, message, invited } = secretsOf(status);
      for (const secret of [giver, message])
        assert.deepEqual(toldTo(secret), ['keeper', 'admin'], `${secret} on the list of gifts`);
      assert.deepEqual(toldTo(invited), EDITORS, 'the invitees, only for users who manage it');
    });

  // rules: Delivery address
  it('sees the delivery address on the page of a gift that counts, if it may open the list and is no recipient', async () => {
    for (const status of STATUSES)
      for (const role of SOME) {
        const isRecipient = RECIPIENTS.includes(role);
        const [answered, told] = await askPage(role, gifts[status]);
        assert.equal(answered, isRecipient ? 403 : 200, `${status}, ${role}`);
        const isShown = !isRecipient && status !== 'draft' && MAY_KNOW(status).wish.includes(role);
        assert.equal(told.includes(secretsOf(status).address), isShown, `${status}, ${role}`);
        const [, toldWithoutKey] = await askPage(role, gifts[status].replace('key=', 'key=0'));
        assertToldTo(role, toldWithoutKey, `${status}, ${role}, a wrong key`);
      }
  });

  it('finds registries in other places only if it may see them', async () => {
    const { path } = registries.private;
    const pages = [
      '/?s=Golden',
      '/?s=goldn+drafd',
      '/?s=canary&post_type=registry',
      '/feed/?post_type=registry',
      '/wp-sitemap-posts-registry-1.xml',
      `/wp-json/oembed/1.0/embed?url=${encodeURIComponent(site().url + path)}`,
      '/author/owner/',
    ];
    const membersPages = ['/my-registries/', '/wp-admin/edit.php?post_type=registry'];
    for (const [outsider, some] of [['nobody', pages] as const, ['stranger', membersPages] as const])
      for (const page of some)
        for (const role of [outsider, 'invitee'] as const)
          assertToldTo(role, (await askPage(role, page))[1], `${page}, ${role}`);
    for (const role of ['owner', 'coowner'] as const) {
      const [, told] = await askPage(role, '/my-registries/');
      assertToldTo(role, told, role);
      for (const status of STATUSES) assert.ok(told.includes(secretsOf(status).title), `${status}, ${role}`);
    }
  });
});

const NO_ROUTE = /block-directory|pattern-directory|url-details/;

/** Meta fields with the people of a registry. The tests do not look for these names in answers. */
const PEOPLE = { registry_invitees: '["invitee"]', registry_owners: '["coowner"]', registry_keepers: '["keeper"]' };

/** Routes that return a single registry. */
const READS = ['GET /largesse/v1/registries/{id}', 'GET /wp/v2/registries/{id}'];

type Asked = [method: string, route: string, body?: object | undefined];
/** The status, the secrets in the answer, and the body of the answer if the route ran completely. */
type Answer = [status: number, told: string[], body?: unknown];

/**
 * Asserts that a role received only secrets that it may know.
 * @param page name of the page; the delivery address is only on its own page
 */
function assertToldTo(role: Role, told: readonly string[], where: string, page = ''): void {
  const known = STATUSES.flatMap((status) =>
    Object.entries(secretsOf(status)).filter(
      ([kind]) =>
        (kind !== 'address' || page === ADDRESS_PAGE) &&
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

/**
 * Asserts that a role received the title of a registry if, and only if, the role may know the title. Asserts the same
 * for the invitees.
 */
function assertToldAll(role: Role, status: Status, told: readonly string[], where: string): void {
  const secrets = secretsOf(status);
  for (const kind of ['title', 'invited'] as const)
    assert.equal(told.includes(secrets[kind]), MAY_KNOW(status)[kind].includes(role), `${kind}, ${where}`);
}

const PARAMETER = /\(\?P<(\w+)>(?:\([^)]*\)|[^()])*\)/g;
const rowOf = (method: string, route: string) => `${method} ${route.replace(PARAMETER, '{$1}')}`;
const isOfRegistries = (row: string) => /\/largesse\/|registr/.test(row);
const fill = (route: string, { id, items }: Shown) =>
  route.replace(PARAMETER, (_, name: string) =>
    name === 'item'
      ? `${items[0]}`
      : name === 'gift'
        ? crypto.randomUUID()
        : /^(?:id|parent)$/.test(name)
          ? `${id}`
          : 'none',
  );

/** Returns the roles to test on a page. Tests all roles only on the page of the private registry. */
const rolesAt = (status: Status, page: string) => (status === 'private' && page === 'page' ? ROLES : SOME);

const pagesOf = ({ id, path, items }: Shown): Record<string, string> => ({
  page: path,
  'by its id': `/?post_type=registry&p=${id}`,
  'as a post': `/?p=${id}`,
  'requested by its id': `/?registry=${id}`,
  'requested by its slug': `/?registry=${path.split('/').at(-2)}`,
  giving: `${path}?giving=1`,
  give: `${path}?give=${items[0]}`,
  'to the shop': `${path}?gift=${items[0]}`,
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
  [ADDRESS_PAGE]: `/my-registries/?registry=${id}&address=edit`,
  editor: `/wp-admin/post.php?post=${id}&action=edit`,
});

/** PHP code that stores the delivery address of a registry, and prints the address of the page of a gift. */
const STORE_ADDRESS = `
  list( $id, $address, $gift ) = $input;
  wp_set_current_user( get_post( $id )->post_author );
  Largesse\\Together\\DeliveryAddress\\StoredAddress::save( get_post( $id ), array( $address ), 0 );
  echo Largesse\\Promises\\Giving\\GiftLink::url( Largesse\\Registries\\Registry\\OpenedList::of_visitor( get_post( $id ) ), $gift );`;

/** PHP code that prints session cookies for each user. */
const SIGN_IN = `
  foreach ( $input as $role => $id ) {
    $expires = time() + DAY_IN_SECONDS;
    $token = WP_Session_Tokens::get_instance( $id )->create( $expires );
    $cookies[ $role ] = LOGGED_IN_COOKIE . '=' . rawurlencode( wp_generate_auth_cookie( $id, $expires, 'logged_in', $token ) )
      . '; ' . AUTH_COOKIE . '=' . rawurlencode( wp_generate_auth_cookie( $id, $expires, 'auth', $token ) );
  }
  echo wp_json_encode( $cookies );`;

/** PHP code that prints all methods and routes of the namespaces `largesse/v1` and `wp/v2`. */
const ROUTES = `
  rest_do_request( new WP_REST_Request( 'GET', '/' ) );
  foreach ( rest_get_server()->get_routes() as $route => $handlers ) {
    if ( ! preg_match( '#^/(largesse/v1|wp/v2)/#', $route ) ) continue;
    foreach ( $handlers as $handler ) foreach ( array_keys( $handler['methods'] ) as $method ) $all[] = array( $method, $route );
  }
  echo wp_json_encode( $all );`;

/** PHP code that dispatches requests like `WP_REST_Server::serve_request()`, and prints the answers. */
const ASK_ALL = `
  define( 'REST_REQUEST', true );
  $_COOKIE = $input['cookie'];
  if ( ! $input['work'] ) add_filter( 'rest_dispatch_request', static fn ( $done, $request ) => 'GET' === $request->get_method() ? $done : new WP_REST_Response( null, 299 ), 10, 2 );
  $all = array();
  foreach ( $input['turns'] as $turn ) {
    wp_set_current_user( $turn['user'] );
    $answers = array();
    foreach ( $turn['asked'] as $asked ) {
      $request = WP_REST_Request::from_url( rest_url( $asked[1] ) );
      $request->set_method( $asked[0] );
      if ( isset( $asked[2] ) ) {
        $request->set_header( 'content-type', 'application/json' );
        $request->set_body( wp_json_encode( $asked[2] ) );
      }
      $response = apply_filters( 'rest_post_dispatch', rest_do_request( $request ), rest_get_server(), $request );
      $data = rest_get_server()->response_to_data( $response, $request->has_param( '_embed' ) );
      $text = wp_json_encode( array( $response->get_headers(), $data ) );
      $answers[] = array( $response->get_status(), array_values( array_filter( $input['secrets'], static fn ( $secret ) => str_contains( $text, $secret ) ) ), $input['work'] ? $data : null );
    }
    $all[] = $answers;
  }
  echo wp_json_encode( $all );`;
