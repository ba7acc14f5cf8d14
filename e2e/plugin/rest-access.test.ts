import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type Account, createAccounts } from '../../wordpress/accounts.ts';
import { type Caller, create, logIn, read, rest } from '../wordpress/requests.ts';
import { activeItems, addItem } from './connected.ts';
import { openProxiedSite } from './proxied-site.ts';
import { ask, helpOf, schemaProblems } from './rest-namespace.ts';

const t = await openProxiedSite('6.5');
after(() => t.close());
let neighbour: Account;
before(async () => {
  const plan = { username: 'neighbour', email: 'neighbour@people.example', role: 'subscriber' } as const;
  const [account] = await createAccounts(t.system.site.wordpress, [plan]);
  assert.ok(account);
  neighbour = account;
});

const run = (code: string, input: unknown = null) => t.system.site.wordpress.run(code, input);

/** Callers in the order of the table's statuses. */
const CALLERS = ['nobody', 'stranger', 'invitee', 'owner', 'admin'] as const satisfies Caller[];

/**
 * Registries of the table, each with an item. `own` is a private registry of `owner`, with `invitee` invited. `open` and
 * `other` are a neighbour's public and private ones. `mixed` is `own` with the item of `open`. `trash` is an own
 * registry in the trash. `missing` does not exist.
 */
const TARGETS = ['own', 'open', 'other', 'mixed', 'trash', 'missing'] as const;
type Target = (typeof TARGETS)[number];
type Statuses = [nobody: number, stranger: number, invitee: number, owner: number, admin: number];
interface Row {
  body?: object;
  cases: Partial<Record<Target | 'any', Statuses>>;
}

const gone: Statuses = [401, 404, 404, 404, 404];
const write = (success: number) =>
  ({
    own: [401, 404, 403, success, success],
    open: [401, 403, 403, 403, success],
    other: [401, 404, 404, 404, success],
    trash: gone,
    missing: gone,
  }) satisfies Row['cases'];
/** Does the same for an item: no one can find an item of another registry. */
const writeItem = (success: number) => ({ ...write(success), mixed: [401, 404, 403, 404, 404] }) satisfies Row['cases'];

const FILE = { format: 'largesse.registry/1', wishes: [{ name: 'Kettle', url: 'https://shop.example/kettle' }] };

// The requests contain no valid version: callers with permission get an error about that.
const TABLE: Record<string, Row> = {
  'POST /registries': { body: { title: 'New' }, cases: { any: [401, 201, 201, 201, 201] } },
  'GET /registries/{id}': {
    cases: {
      own: [401, 404, 200, 200, 200],
      open: [401, 200, 200, 200, 200],
      other: [401, 404, 404, 404, 200],
      trash: gone,
      missing: gone,
    },
  },
  'PATCH /registries/{id}': { body: { title: 'Changed', version: 'old' }, cases: write(409) },
  'DELETE /registries/{id}': { cases: write(200) },
  'POST /registries/{id}/items': { body: { name: 'Kettle', url: 'https://shop.example/k' }, cases: write(201) },
  'PATCH /registries/{id}/items/{item}': { body: { name: 'Changed', version: 'old' }, cases: writeItem(409) },
  'DELETE /registries/{id}/items/{item}': { cases: writeItem(200) },
  'POST /registries/{id}/items/{item}/restore': { body: { before: null }, cases: writeItem(200) },
  'POST /registries/{id}/items/{item}/move': { body: { before: null }, cases: writeItem(200) },
  'POST /registries/{id}/items/{item}/have': {
    body: { purchase: '0b9d1e34-6f0a-4a55-9a3c-6f0f2b7d1c11', quantity: 1 },
    // Only one purchase has this id: that of the first registry.
    cases: { ...writeItem(200), open: [401, 403, 403, 403, 404], other: [401, 404, 404, 404, 404] },
  },
  'DELETE /registries/{id}/items/{item}/have': { body: { left: 0 }, cases: writeItem(200) },
  'POST /registries/{id}/items/{item}/most-wanted': { cases: writeItem(200) },
  'DELETE /registries/{id}/items/{item}/most-wanted': { cases: writeItem(200) },
  'POST /registries/{id}/items/{item}/copy': {
    body: { title: 'Copy' },
    cases: {
      own: [401, 404, 201, 201, 201],
      open: [401, 201, 201, 201, 201],
      other: [401, 404, 404, 404, 201],
      mixed: gone,
      trash: gone,
      missing: gone,
    },
  },
  'GET /registries': { cases: { any: [401, 200, 200, 200, 200] } },
  // The second caller finds the work done.
  'POST /registries/{id}/headings': {
    body: { title: 'Kitchen' },
    cases: { ...write(201), own: [401, 404, 403, 201, 422] },
  },
  'PATCH /registries/{id}/headings': { body: { heading: 'Kitchen', title: 'Kitchen' }, cases: write(200) },
  'DELETE /registries/{id}/headings': {
    body: { heading: 'Kitchen' },
    cases: { ...write(200), own: [401, 404, 403, 200, 409] },
  },
  'POST /registries/{id}/invitees': { body: { invitee: 'grandma' }, cases: write(200) },
  'DELETE /registries/{id}/invitees': { body: { invitee: 'grandma' }, cases: write(200) },
  'POST /registries/{id}/owners': { body: { person: 'helper@mail.example' }, cases: write(200) },
  'DELETE /registries/{id}/owners': { body: { person: 'helper@mail.example' }, cases: write(200) },
  'POST /registries/{id}/keepers': { body: { person: 'keeper@mail.example' }, cases: write(200) },
  'DELETE /registries/{id}/keepers': { body: { person: 'keeper@mail.example' }, cases: write(200) },
  'GET /registries/{id}/export': { cases: write(200) },
  'POST /registries/{id}/read-file': { body: { file: FILE }, cases: write(200) },
  'POST /registries/{id}/import': {
    body: { wishes: [{ place: 1, by: 'name', nth: 1, fields: { name: 'Kettle', url: 'https://shop.example/k' } }] },
    cases: write(200),
  },
  'POST /registries/read-file': {
    body: { file: FILE },
    cases: { any: [401, 200, 200, 200, 200] },
  },
  'POST /registries/from-file': {
    body: { file: FILE, title: 'New' },
    cases: { any: [401, 201, 201, 201, 201] },
  },
  'GET /registries/{id}/family-link': { cases: write(200) },
  // The administrator gets the link that the owner has created.
  'POST /registries/{id}/family-link': { cases: { ...write(201), own: [401, 404, 403, 201, 200] } },
  'DELETE /registries/{id}/family-link': { cases: write(200) },
  'DELETE /registries/{id}/personal-links': { cases: write(200) },
  'POST /registries/{id}/invitees/link': { body: { invitee: 'grandma' }, cases: write(422) },
  'POST /registries/{id}/invitees/letter': { body: { invitees: ['grandma'] }, cases: write(200) },
  'POST /registries/{id}/invitees/mail': { body: { invitees: ['grandma'] }, cases: write(200) },
  'POST /registries/{id}/previews': { body: { url: 'https://shop.example/k' }, cases: write(200) },
  'POST /registries/{id}/releases': {
    body: { purchase: '0b9d1e34-6f0a-4a55-9a3c-6f0f2b7d1c11' },
    cases: write(200),
  },
  'POST /registries/{id}/reveal': { cases: write(200) },
  'POST /registries/{id}/past': { cases: write(200) },
  'DELETE /registries/{id}/past': { cases: write(200) },
  'POST /registries/{id}/watch': { cases: write(200) },
  'DELETE /registries/{id}/watch': { cases: write(200) },
  'DELETE /registries/{id}/items/{item}/shop-hint': { cases: writeItem(200) },
  // Without a file, callers with permission get an error about that.
  'POST /registries/{id}/pictures': { cases: write(422) },
  'POST /registries/{id}/pictures/check': { body: { url: 'ftp://shop.example' }, cases: write(200) },
  'POST /registries/{id}/copy': { body: { title: 'Copy' }, cases: write(201) },
};

describe('permissions', () => {
  it('the table covers every route', async () => {
    const { body } = await rest<{ routes: Record<string, { methods: string[] }> }>(
      t.system.site,
      'nobody',
      'GET',
      '/wp-json/largesse/v1',
    );
    const routes = Object.entries(body.routes)
      .filter(([path]) => path.startsWith('/largesse/v1/registries'))
      .flatMap(([path, { methods }]) => methods.map((method) => `${method} ${path.slice('/largesse/v1'.length)}`))
      .map((route) => route.replace('(?P<id>\\d+)', '{id}').replace('(?P<item>\\d+)', '{item}'));
    assert.deepEqual([...new Set(routes)].sort(), Object.keys(TABLE).sort());
    for (const [route, { cases }] of Object.entries(TABLE)) {
      const wanted = TARGETS.filter((target) => target !== 'mixed' || route.includes('{item}'));
      assert.deepEqual(Object.keys(cases).sort(), route.includes('{id}') ? wanted.sort() : ['any'], route);
    }
  });

  type Planted = [registry: number, item: number];
  /** Creates registries, each with an item, in one PHP process. */
  async function plant(...plans: [owner: string, status: string, name: string][]): Promise<Planted[]> {
    const printed = await run(
      `$client = new Largesse\\Service\\Client( new Largesse\\Service\\Settings() );
       foreach ( $input as list( $owner, $status, $name ) ) {
         $id = wp_insert_post( array(
           'post_type'   => 'registry',
           'post_title'  => 'A registry',
           'post_author' => get_user_by( 'login', $owner )->ID,
           'post_status' => $status,
           'meta_input'  => array( 'registry_invitees' => 'owner' === $owner ? '["invitee"]' : '[]' ),
         ) );
         $item = $client->create_item( array( 'registry_id' => $id, 'name' => $name, 'url' => 'https://shop.example/x' ) );
         $all[] = array( $id, $item['data']['id'] );
       }
       echo wp_json_encode( $all );`,
      plans,
    );
    return JSON.parse(printed);
  }
  async function plantAll(): Promise<Record<Target, Planted>> {
    const [own, open, other, trash] = await plant(
      ['owner', 'private', 'Mine'],
      ['neighbour', 'publish', 'Theirs'],
      ['neighbour', 'private', 'Theirs'],
      ['owner', 'trash', 'Mine'],
    );
    assert.ok(own && open && other && trash);
    return { own, open, other, trash, mixed: [own[0], open[1]], missing: [999999, 999999] };
  }

  /** Sends requests as several people in one PHP process: checking their passwords would take most of the time. */
  async function answers(method: string, asked: { path: string; callers: readonly Caller[] }[], body: unknown) {
    const printed = await run(
      `foreach ( $input['asked'] as $one ) {
         $told = array();
         foreach ( $one['callers'] as $caller ) {
           $user = get_user_by( 'login', $caller );
           wp_set_current_user( $user ? $user->ID : 0 );
           $request = new WP_REST_Request( $input['method'], '/largesse/v1/registries' . $one['path'] );
           $request->set_header( 'content-type', 'application/json' );
           $request->set_body( $input['body'] );
           $response = rest_do_request( $request );
           $told[ $caller ] = array( $response->get_status(), wp_json_encode( $response->get_data() ) );
         }
         $all[] = $told;
       }
       echo wp_json_encode( $all );`,
      { method, asked, body: JSON.stringify(body) ?? '' },
    );
    const all: Record<string, [status: number, body: string]>[] = JSON.parse(printed);
    return all;
  }

  let first: Promise<Record<Target, Planted>> | undefined;
  for (const [route, { body, cases }] of Object.entries(TABLE))
    it(`are enforced by ${route}, and its answers match its schema`, async () => {
      const [method = '', path = ''] = route.split(' /registries');
      // The test recreates deleted registries for the administrator.
      const isDeleting = method === 'DELETE' && /\}$|items\/\{item\}$/.test(path);
      first ??= plantAll();
      const rounds = isDeleting
        ? [
            { callers: CALLERS.slice(0, -1), targets: await plantAll() },
            { callers: CALLERS.slice(-1), targets: await plantAll() },
          ]
        : [{ callers: CALLERS, targets: await first }];
      const asked = Object.keys(cases).flatMap((name) =>
        rounds.map(({ callers, targets }) => {
          const [id, item] = targets[TARGETS.find((one) => one === name) ?? 'missing'];
          return { name, callers, path: path.replace('{id}', String(id)).replace('{item}', String(item)) };
        }),
      );
      const help = await helpOf(t.system.site, `/registries${path}`);
      const found: Record<string, Record<string, number>> = {};
      for (const [index, told] of (await answers(method, asked, body)).entries())
        for (const [caller, [status, text]] of Object.entries(told)) {
          const { name = '' } = asked[index] ?? {};
          found[name] = { ...found[name], [caller]: status };
          assert.equal(schemaProblems(help, status < 400 ? method : 'Error', JSON.parse(text)), '', text);
          if (status < 400 || status === 409) continue;
          assert.equal(JSON.parse(text).data.status, status);
          assert.doesNotMatch(text, /Mine|Theirs/);
        }
      const wanted = Object.entries(cases).map(([name, statuses]) => [
        name,
        Object.fromEntries(CALLERS.map((caller, index) => [caller, statuses[index]])),
      ]);
      assert.deepEqual(found, Object.fromEntries(wanted));
    });

  it('depend on the path, whatever id the body or the query string contains', async () => {
    const {
      own: [own],
      open: [open],
    } = await plantAll();
    const { body } = await ask(t.system.site, 'owner', 'GET', `/${own}`);
    const version = body.registry.version;
    assert.equal((await ask(t.system.site, 'owner', 'PATCH', `/${open}?id=${own}`, { id: own, version })).status, 403);
    const changed = await ask(t.system.site, 'owner', 'PATCH', `/${own}?id=${open}&title=No`, { id: open, version });
    assert.partialDeepStrictEqual(changed.body.registry, { id: own, title: 'A registry' });
    for (const odd of [`0${own}`, '0', '99999999999999999999'])
      assert.equal((await ask(t.system.site, 'owner', 'GET', `/${odd}`)).status, 404, odd);
    for (const odd of ['0', '9007199254740992', '99999999999999999999'])
      assert.equal((await ask(t.system.site, 'owner', 'DELETE', `/${own}/items/${odd}`)).status, 404, odd);
  });

  it('hide invitees from strangers of a public registry, and its contents if it has a password', async () => {
    const id = await create(t.system.site, 'owner', {
      status: 'publish',
      content: 'Inside',
      meta: { registry_invitees: '["invitee"]', registry_event_type: 'Inside' },
    });
    await addItem(t.system, id, 'Inside');
    const stranger = async () => (await ask(t.system.site, 'stranger', 'GET', `/${id}`)).body.registry;
    assert.partialDeepStrictEqual(await stranger(), { story: 'Inside', invitees: [], version: '' });
    assert.deepEqual((await ask(t.system.site, 'invitee', 'GET', `/${id}`)).body.registry.invitees, ['invitee']);
    await rest(t.system.site, 'owner', 'POST', `/registries/${id}`, { password: 'sesame' });
    assert.doesNotMatch(JSON.stringify(await stranger()), /Inside/);
    assert.equal((await ask(t.system.site, 'invitee', 'GET', `/${id}`)).body.registry.story, 'Inside');
  });

  it('a member without a role on the site may create nothing', async () => {
    await run(`get_user_by( 'login', 'neighbour' )->set_role( '' );`);
    const answer = await fetch(`${t.system.site.url}/wp-json/largesse/v1/registries`, {
      method: 'POST',
      headers: { authorization: neighbour.authorization, 'content-type': 'application/json' },
      body: JSON.stringify({ title: 'New' }),
    });
    assert.equal(answer.status, 403);
  });
});

describe('a browser', () => {
  it('never caches an answer, whether success or failure', async () => {
    const id = await create(t.system.site, 'owner', {});
    for (const caller of ['nobody', 'stranger', 'owner'] as const) {
      const { headers } = await ask(t.system.site, caller, 'GET', `/${id}`);
      assert.match(headers.get('cache-control') ?? '', /no-store/, caller);
    }
  });

  async function nonceOf(cookie: string): Promise<string> {
    const answer = await fetch(`${t.system.site.url}/wp-admin/admin-ajax.php?action=rest-nonce`, {
      headers: { cookie },
    });
    return answer.text();
  }
  const send = async (id: number, method: string, headers: Record<string, string>) => {
    const url = `${t.system.site.url}/wp-json/largesse/v1/registries/${id}/invitees`;
    const body = JSON.stringify({ invitee: 'grandma' });
    const answer = await fetch(url, { method, headers: { 'content-type': 'application/json', ...headers }, body });
    const told: { code?: string } = JSON.parse(await answer.text());
    return [answer.status, told.code];
  };

  it('needs cookie and nonce; without a valid nonce nothing changes', async () => {
    const id = await create(t.system.site, 'owner', {});
    const cookie = await logIn(t.system.site, 'owner');
    const nonce = await nonceOf(cookie);
    const foreign = await nonceOf(await logIn(t.system.site, 'stranger'));
    assert.deepEqual(await send(id, 'POST', { cookie }), [401, 'largesse_signed_out']);
    assert.deepEqual(await send(id, 'POST', { 'x-wp-nonce': nonce }), [403, 'rest_cookie_invalid_nonce']);
    for (const wrong of ['wrong', foreign])
      assert.deepEqual(await send(id, 'POST', { cookie, 'x-wp-nonce': wrong }), [403, 'rest_cookie_invalid_nonce']);
    assert.equal((await read(t.system.site, 'owner', id)).body.meta.registry_invitees, '[]');
    assert.deepEqual(await send(id, 'POST', { cookie, 'x-wp-nonce': nonce }), [200, undefined]);
    assert.deepEqual(await send(id, 'DELETE', { cookie }), [401, 'largesse_signed_out']);
    assert.equal((await read(t.system.site, 'owner', id)).body.meta.registry_invitees, '["grandma"]');
  });
});

describe('invitees', () => {
  const invite = (id: number, body: unknown) => ask(t.system.site, 'owner', 'POST', `/${id}/invitees`, body);
  const uninvite = (id: number, invitee: unknown) =>
    ask(t.system.site, 'owner', 'DELETE', `/${id}/invitees`, { invitee });

  it('cause a question if the site does not know them and the page asks for questions; the others are invited', async () => {
    const id = await create(t.system.site, 'owner', { meta: { registry_invitees: '["Grandma B"]' } });
    const invitees = ['INVITEE', 'grandma', 'owne', 'a@mail.example', 'a@mail', ' ', 'x'.repeat(101)];
    const { status, body } = await invite(id, { invitees, ask: true });
    assert.equal(status, 200);
    assert.deepEqual(body.registry.invitees, ['Grandma B', 'INVITEE', 'a@mail.example']);
    assert.deepEqual(
      body.asked?.map(({ text, suggestions }) => [text, ...suggestions]),
      [
        ['We know nobody called “grandma”. Enter an e-mail address instead.', 'Grandma B'],
        ['We know nobody called “owne”. Enter an e-mail address instead.'],
        ['“a@mail” is no complete e-mail address.'],
        ['Enter a user name or an e-mail address.'],
        ['This is too long: write at most 100 characters.'],
      ],
    );
    const [old] = body.registry.invitations;
    assert.deepEqual(old?.states, [{ key: 'nobody', text: 'Nobody here has this name' }]);
    assert.deepEqual((await ask(t.system.site, 'invitee', 'GET', `/${id}`)).body.registry.invitations, []);
  });

  it('have a daily limit for name look-ups, so no one can read the list of members', async () => {
    const names = Array.from({ length: 205 }, (_, n) => `name${n}`);
    // A member who makes no other look-ups here.
    const by = (caller: 'stranger' | 'admin', id: number, invitees: string[]) =>
      ask(t.system.site, caller, 'POST', `/${id}/invitees`, { invitees, ask: true });
    const id = await create(t.system.site, 'stranger', {});
    const first = await by('stranger', id, names);
    const told = (texts: { text: string }[] = []) => texts.filter(({ text }) => /^We know nobody/.test(text)).length;
    assert.equal(told(first.body.asked), 200);
    const later = await by('stranger', id, ['owner', 'name1', 'nobody else']);
    assert.deepEqual(
      later.body.asked?.map(({ entry, text }) => [entry, /^You have tried many names today/.test(text)]),
      [
        ['owner', true],
        ['name1', false],
        ['nobody else', true],
      ],
      'repeated look-ups are answered again, others are not',
    );
    // Nor by adding people as co-owners or keepers.
    for (const list of ['owners', 'keepers'])
      for (const person of ['owner', 'nobody else']) {
        const { status, body } = await ask(t.system.site, 'stranger', 'POST', `/${id}/${list}`, { person });
        assert.deepEqual([status, body.code], [422, 'largesse_many_names'], `${list}: ${person}`);
      }
    // Names on a list, which the API accepts, do not extend the limit.
    await rest<unknown>(t.system.site, 'stranger', 'PATCH', `/registries/${id}`, {
      meta: { registry_invitees: JSON.stringify([...names, 'owner']) },
    });
    const { body } = await ask(t.system.site, 'stranger', 'GET', `/${id}`);
    const marked = body.registry.invitations.filter(({ states }) => states.some(({ key }) => key === 'nobody'));
    assert.equal(marked.length, 200);
    assert.equal(told((await by('admin', id, names)).body.asked), 205, 'users who may list users have no limit');
  });

  it('are added once, trimmed, and removed in any spelling', async () => {
    const id = await create(t.system.site, 'owner', {});
    await invite(id, { invitee: ' Grandma ' });
    await invite(id, { invitee: 'GRANDMA' });
    const both = await invite(id, { invitee: 'joe@mail.example' });
    assert.deepEqual(both.body.registry.invitees, ['Grandma', 'joe@mail.example']);
    const seen = await t.system.request('owner', 'GET', `/registries/${id}/invitees`);
    assert.deepEqual(seen.body, { invitees: ['Grandma', 'joe@mail.example'] });
    assert.deepEqual((await uninvite(id, ' GrandMa')).body.registry.invitees, ['joe@mail.example']);
    const again = await uninvite(id, 'grandma');
    assert.deepEqual([again.status, again.body.registry.invitees], [200, ['joe@mail.example']]);
  });

  it('are refused with a reason next to the field', async () => {
    const id = await create(t.system.site, 'owner', {});
    for (const [body, message] of [
      [{}, 'Enter a user name or an e-mail address.'],
      [undefined, 'Enter a user name or an e-mail address.'],
      [{ invitee: 7 }, 'must be a string'],
      [{ invitee: ['a'] }, 'must be a string'],
      [{ invitee: ' ' }, 'Enter a user name or an e-mail address.'],
      [{ invitee: 'x'.repeat(101) }, 'This is too long: write at most 100 characters.'],
      [{ invitee: 'a\0b' }, 'There are characters in it that cannot be stored. Please type it again.'],
      [{ invitees: ['a', ''] }, 'Enter a user name or an e-mail address.'],
      [{ invitees: Array.from({ length: 501 }, (_, n) => `u${n}`) }, 'Invite at most 500 people at once.'],
      [{ invitees: [7], invitee: ' ' }, 'Enter a user name or an e-mail address.'],
    ] as const) {
      const answer = await invite(id, body);
      assert.deepEqual([answer.status, answer.body.code], [422, 'largesse_fields']);
      assert.deepEqual(answer.body.data.fields, { invitee: message });
    }
    const list = await invite(id, ['grandma']);
    assert.deepEqual([list.status, list.body.message], [422, 'The request must hold a JSON object.']);
    assert.equal((await read(t.system.site, 'owner', id)).body.meta.registry_invitees, '[]');
  });

  it('are all added if two requests add some simultaneously', async () => {
    const id = await create(t.system.site, 'owner', {});
    await Promise.all(['a', 'b', 'c'].map((invitee) => invite(id, { invitee })));
    assert.deepEqual((await ask(t.system.site, 'owner', 'GET', `/${id}`)).body.registry.invitees.sort(), [
      'a',
      'b',
      'c',
    ]);
  });
});

it('deleting a registry removes its items', async () => {
  const id = await create(t.system.site, 'owner', {});
  const add = await ask(t.system.site, 'owner', 'POST', `/${id}/items`, { name: 'A', url: 'https://shop.example/a' });
  assert.equal((await activeItems(t.system, id)).length, 1);
  const answer = await ask(t.system.site, 'owner', 'DELETE', `/${id}`);
  assert.deepEqual([add.status, answer.status, answer.body], [201, 200, { deleted: true }]);
  assert.deepEqual(await activeItems(t.system, id), []);
  assert.equal((await read(t.system.site, 'owner', id)).status, 404);
});
