// Needs a whole site: WordPress's queries find posts by their visibility.
import assert from 'node:assert/strict';
import { before, describe } from 'node:test';
import { openForSuite } from '../../support/suite.ts';
import { type Caller, dispatch, dispatchAll, page } from '../wordpress/requests.ts';
import { openSite, type TestUser } from '../wordpress/site.ts';
import { testsOn, versions } from '../wordpress/versions.ts';
import { askDirectly as ask, type NamespaceBody } from './rest-namespace.ts';

/** Public registries, by title. Searches find the registries by the names of their owners (`names`). */
const REGISTRIES: Record<string, { names: string; event_type?: string; event_date?: string }> = {
  One: { names: 'Anna Berger & Tom Müller', event_type: 'Hochzeit', event_date: '2027-06-12' },
  Two: { names: 'Zoë O’Brien', event_type: 'Baby shower', event_date: '2027-09-03' },
  Three: { names: 'שרה לוי', event_type: 'Birthday', event_date: '2028-03-01' },
  Four: { names: 'Дмитрий 🎁 山田太郎 Γιώργος', event_type: 'Einweihungsfeier' },
  Five: { names: 'Karl-Heinz Straßer und A. Und', event_date: '2029-12-24' },
};

/** Search texts with their results, best first. SearchWords.test.php tests their words. */
const TYPED: [typed: string, found: string[]][] = [
  ['Tom und Anna', ['One']],
  ['Ber', ['One']],
  ['Mueller', ['One']],
  ['muller', ['One']],
  ['Begrer', []],
  ['Anna Meier', []],
  ['12. Juni 2027', []],
  ['Hochzeit', []],
  ['zoe', ['Two']],
  ['山田', ['Four']],
  ['🎁', []],
  ['Karlheinz', ['Five']],
  ['_nna', []],
  ['A%B', []],
  ['a', ['Five']],
];

// rules: Finding
for (const version of versions) {
  describe(`Finding registries on WordPress ${version}`, () => {
    const { it, everywhere } = testsOn(version);
    const opened = openForSuite(() => openSite({ version }));
    const site = () => opened;
    const run = (php: string, input?: unknown) => site().wordpress.run(php, input);
    const make = async (fields: object, who: TestUser = 'owner') => {
      const { status, body } = await ask(site(), who, 'POST', '', { title: 'A registry', is_public: true, ...fields });
      assert.equal(status, 201, JSON.stringify(body));
      return body.registry;
    };
    /** Runs WordPress's search for a query string. Does not render the search page. */
    const searchFor = async (query: string, who: Caller = 'nobody'): Promise<{ titles: string[]; notice: string }> =>
      JSON.parse(await run(SEARCH, { query, user: who === 'nobody' ? 0 : site().users[who].id }));
    const search = (typed: string, who?: Caller) => searchFor(`post_type=registry&s=${encodeURIComponent(typed)}`, who);
    const found = async (typed: string, who?: Caller) => (await search(typed, who)).titles;
    const look = (typed: string) => page(site(), 'nobody', `/?post_type=registry&s=${encodeURIComponent(typed)}`);
    const titles = (html: string) =>
      [...html.matchAll(/<h2[^>]*wp-block-post-title[^>]*><a[^>]*>([^<]*)</g)].map(([, title]) => title);

    before(async () => {
      await run(`update_option( 'largesse_search_names', '1' );`);
      for (const [title, fields] of Object.entries(REGISTRIES)) await make({ title, ...fields });
      await make({ title: 'Silent', event_type: 'Anniversary' }, 'stranger');
    });

    it('finds what guests type', async () => {
      for (const [typed, expected] of TYPED) {
        const { titles, notice } = await search(typed);
        assert.deepEqual(titles, expected, typed.slice(0, 50));
        assert.equal(notice.includes('class="largesse-hint"'), expected.length === 0, typed.slice(0, 50));
      }
    });

    everywhere('shows the results or a hint', async () => {
      for (const [typed, expected, hint] of [
        ['Tom und Anna', ['One'], false],
        ['Anna Meier', [], true],
      ] as const) {
        const { status, html } = await look(typed);
        assert.equal(status, 200);
        assert.deepEqual(titles(html), expected, typed);
        assert.equal(html.includes('class="largesse-hint"'), hint, typed);
      }
    });

    everywhere('finds titles as before, names first, also on a whole site', async () => {
      await make({ title: 'For Anna', story: 'Hello' });
      assert.deepEqual(await found('Anna'), ['One', 'For Anna']);
      assert.deepEqual((await searchFor('s=Anna')).titles, ['One', 'For Anna']);
      assert.deepEqual((await searchFor('s=Anna&post_type=post')).titles, []);
      assert.match((await page(site(), 'nobody', '/?s=Anna&feed=rss2')).html, /<title>One<\/title>/);
    });

    everywhere('finds names only in searches for registries, unless a setting is on', async () => {
      const cacheOf = async (query: string) => (await fetch(`${site().url}/?${query}`)).headers.get('cache-control');
      await run(`update_option( 'largesse_search_names', '' );`);
      try {
        assert.deepEqual(await searchFor('s=Anna'), { titles: ['For Anna'], notice: '' });
        assert.deepEqual(await searchFor('s=Zoe'), { titles: [], notice: '' });
        assert.deepEqual((await search('Zoe')).titles, ['Two']);
        assert.equal(await cacheOf('s=Zoe'), null);
        assert.match((await cacheOf('s=Anna')) ?? '', /no-store/, 'a found registry may become private');
      } finally {
        await run(`update_option( 'largesse_search_names', '1' );`);
      }
    });

    it('shows nothing for parameters that WordPress ignores, and for an empty search', async () => {
      for (const query of ['s[]=Anna', 's[a][b]=Anna', `s=${'x'.repeat(1700)}`, 's=', 's=%20', 's=%ff%fe'])
        assert.deepEqual((await searchFor(`post_type=registry&${query}`)).titles, [], query);
      const built = (query: string) =>
        run(`${SEARCH} echo '|', apply_filters( 'get_feed_build_date', 'last change', 'Y' );`, { query, user: 0 });
      assert.match(await built('s=Nobody&feed=rss2'), /\|\d{4}$/, 'no date of a change that may be secret');
      const hint = async (who: Caller) => (await search('Anna Meier', who)).notice.includes('Sign in to see it');
      assert.deepEqual([await hint('nobody'), await hint('stranger')], [true, false]);
      for (const query of ['s=', 's=%20'])
        assert.ok((await searchFor(query)).titles.includes('Hello world!'), `${query} lists posts as usual`);
    });

    everywhere('returns identical bytes whether a closed registry of that name exists or not', async () => {
      const paths = [
        ...['Greta', 'Closed Greta', 'Engagement'].map((typed) => `/?post_type=registry&s=${typed}`),
        '/?s=Greta',
        '/?s=Greta&feed=rss2',
        '/wp-json/wp/v2/search?search=Greta',
        '/wp-json/wp/v2/registries?search=Greta',
        '/wp-sitemap-posts-registry-1.xml',
      ];
      const fetchAll = async (who: Caller, some = paths) => {
        const answers = [];
        for (const path of some) {
          const authorization = who === 'nobody' ? undefined : site().users[who].authorization;
          const response = await fetch(site().url + path, { headers: authorization ? { authorization } : {} });
          const { date: _, ...headers } = Object.fromEntries(response.headers);
          // The build time in the feed differs between requests.
          const text = (await response.text()).replaceAll(/<lastBuildDate>.*?<\/lastBuildDate>/g, '');
          answers.push({ path, status: response.status, headers, text });
        }
        return answers;
      };
      const pages = async () => [...(await fetchAll('nobody')), ...(await fetchAll('stranger', paths.slice(0, 1)))];
      const before = await pages();
      assert.deepEqual(new Set(before.map(({ status }) => status)), new Set([200]));
      const closed = { title: 'Greta', names: 'Greta Closed', event_type: 'Engagement' };
      const { id } = await make({ ...closed, is_public: false });
      for (const [status, password] of [
        ['private', ''],
        ['draft', ''],
        ['publish', 'secret'],
      ]) {
        await run(
          `wp_update_post( array( 'ID' => $input[0], 'post_status' => $input[1], 'post_password' => $input[2] ) );
          // Simulates stored data that should have been deleted.
          update_post_meta( $input[0], '_largesse_found_by', ' greta closed ' );`,
          [id, status, password],
        );
        assert.deepEqual(await pages(), before, status);
      }
      // The search also hides the registry from its owner and from administrators, because other people may see the
      // screens of these users.
      for (const who of ['owner', 'admin'] as const) assert.deepEqual(await found('Greta', who), []);
      await run(`wp_update_post( array( 'ID' => $input, 'post_status' => 'publish', 'post_password' => '' ) );`, id);
      assert.deepEqual(await found('Greta'), ['Greta'], 'it would have been found');
      await run(`wp_delete_post( $input, true );`, id);
    });

    it('needs a constant number of database queries', async () => {
      const count = () =>
        run(
          `$GLOBALS['wp_the_query']->query( array( 's' => 'Hidden Hanna', 'post_type' => 'registry' ) );
          $begin = $GLOBALS['wpdb']->num_queries;
          $GLOBALS['wp_the_query']->query( array( 's' => 'Hidden Hanna', 'post_type' => 'registry' ) );
          echo $GLOBALS['wpdb']->num_queries - $begin, ' ', $GLOBALS['wp_the_query']->found_posts;`,
        );
      const without = await count();
      assert.match(without, / 0$/);
      await make({ title: 'Hidden Hanna', names: 'Hidden Hanna', is_public: false });
      assert.equal(await count(), without);
    });

    it('follows changes of a registry: of its status and its names', async () => {
      const made = await make({ title: 'Shy', names: ' Wilhelmine ' });
      const text = () => run(`echo get_post_meta( $input, '_largesse_found_by', true );`, made.id);
      const change = async (version: string, fields: object) =>
        (await ask(site(), 'owner', 'PATCH', `/${made.id}`, { version, ...fields })).body.registry;
      assert.deepEqual(await found('Wilhelmine'), ['Shy']);
      const closed = await change(made.version, { is_public: false });
      const { names } = (await ask(site(), 'owner', 'GET', `/${made.id}`)).body.registry;
      assert.equal(names, 'Wilhelmine');
      assert.deepEqual([await found('Wilhelmine'), await text()], [[], '']);
      const { version } = await change(closed.version, { is_public: true, event_date: '2031-10-01', names: 'Minna' });
      assert.deepEqual([await found('Minna'), await found('Wilhelmine'), await text()], [['Shy'], [], ' minna ']);
      const off = await change(version, { names: null });
      assert.deepEqual([off.names, await text()], ['', '']);
      const headers = (await fetch(`${site().url}/?s=Minna`)).headers;
      assert.match(headers.get('cache-control') ?? '', /no-store/);
    });

    it('explains invalid names, and suggests the owners’ names', async () => {
      const made = await make({ title: 'Wrong' });
      assert.deepEqual([made.names, made.suggested_names], ['', 'owner']);
      const wrong = async (fields: object) =>
        (await ask(site(), 'owner', 'PATCH', `/${made.id}`, { version: made.version, ...fields })).body.data.fields;
      for (const names of ['& 🎁', '', ' '])
        assert.deepEqual(await wrong({ names }), { names: 'Enter the names by which guests find you.' });
      assert.deepEqual(await wrong({ names: 'x'.repeat(201) }), {
        names: 'This is too long: please use at most 200 characters.',
      });
    });

    it('prevents a member from filling the results', async () => {
      const flood = Array.from({ length: 10 }, (_, n) => {
        const body = { title: `Flood ${n}`, names: 'Anna Berger Burger Bürger', is_public: true };
        return ['invitee', 'POST', '/wp-json/largesse/v1/registries', body] as const;
      });
      const made = await dispatchAll<NamespaceBody>(site(), flood);
      for (const { status } of made) assert.equal(status, 201);
      const shown = await found('Anna Berger');
      assert.equal(shown.filter((title) => title.startsWith('Flood')).length, 3);
      assert.ok(shown.includes('One'));
      const eleventh = { title: 'Flood', names: 'Anna' };
      const refused = async () => (await ask(site(), 'invitee', 'POST', '', eleventh)).body.data.fields?.names ?? '';
      assert.match(await refused(), /^10 of your other registries/);
      const { id: first, version: read } = made[0]?.body.registry ?? assert.fail();
      const same = await ask(site(), 'invitee', 'PATCH', `/${first}`, {
        version: read,
        names: 'Anna B',
      });
      assert.equal(same.status, 200, 'one of the ten may change its names');
      // Members cannot store names in someone else's registry.
      const { id, version } = await make({ title: 'Mine' });
      const other = await ask(site(), 'invitee', 'PATCH', `/${id}`, { version, names: 'Anna' });
      assert.equal(other.status, 403);
      const meta = { _largesse_names: 'Anna', _largesse_found_by: ' anna ' };
      await dispatch(site(), 'owner', 'POST', `/registries/${id}`, { meta });
      assert.equal(await run(`echo get_post_meta( $input, '_largesse_found_by', true );`, id), '');
    });

    it('shows the names nowhere else', async () => {
      const made = await make({ title: 'Quiet', names: 'Ermintrude' });
      const { pathname } = new URL(made.permalink);
      assert.doesNotMatch((await page(site(), 'nobody', pathname)).html, /Ermintrude/i);
      await run(`update_post_meta( $input, 'registry_invitees', '["invitee"]' );`, made.id);
      const { registry: invited } = (await ask(site(), 'invitee', 'GET', `/${made.id}`)).body;
      assert.deepEqual([invited.names, invited.suggested_names], ['', '']);
      for (const path of ['/registries', `/registries/${made.id}`])
        assert.doesNotMatch(JSON.stringify(await dispatch(site(), 'nobody', 'GET', path)), /Ermintrude/i, path);
      assert.match((await look('Ermintrude')).html, /<bdi class="largesse-occasion__names">Ermintrude<\/bdi>/);
      assert.match(
        (await page(site(), 'admin', `/wp-admin/post.php?post=${made.id}&action=edit`)).html,
        /Names by which it is found<\/th><td><bdi[^>]*>Ermintrude/,
      );
    });
  });
}

/** PHP that runs a page's main query, and prints the titles of the results and the notice above the list. */
const SEARCH = `
  $GLOBALS['wp'] = new WP();
  wp_set_current_user( $input['user'] );
  wp( $input['query'] );
  Largesse\\Services::get( Largesse\\Managing\\Finding\\SearchPage::class )->prepare();
  echo wp_json_encode( array(
    'titles' => array_column( $GLOBALS['wp_query']->posts, 'post_title' ),
    'notice' => apply_filters( 'render_block_core/query', '', array( 'attrs' => array( 'query' => array( 'inherit' => true ) ) ), null ),
  ) );`;
