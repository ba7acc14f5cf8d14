import assert from 'node:assert/strict';
import { before, describe } from 'node:test';
import { openForSuite } from '../../api/testing/suite.ts';
import { type Caller, page, rest } from '../wordpress/requests.ts';
import { openSite, type TestUser } from '../wordpress/site.ts';
import { testsOn, versions } from '../wordpress/versions.ts';
import { ask } from './rest-namespace.ts';

/** Names in public registries, by the title that a result shows. */
const REGISTRIES: Record<string, { names: string; event_type?: string; event_date?: string }> = {
  One: { names: 'Anna Berger & Tom Müller', event_type: 'Hochzeit', event_date: '2027-06-12' },
  Two: { names: 'Zoë O’Brien', event_type: 'Baby shower', event_date: '2027-09-03' },
  Three: { names: 'שרה לוי', event_type: 'Birthday', event_date: '2028-03-01' },
  Four: { names: 'Дмитрий 🎁 山田太郎', event_type: 'Einweihungsfeier' },
  Five: { names: 'Karl-Heinz Straßer und A. Und', event_date: '2029-12-24' },
};

/**
 * Search texts with their results, best first; `near` if they are only similar. Tests of pure classes cover similarity
 * and the meaning of words (Similarity.test.php, Vocabulary.test.php).
 */
const TYPED: [typed: string, found: string[], near?: 'near'][] = [
  ['  ANNA   berger ', ['One']],
  ['Tom und Anna', ['One']],
  ['Ber', ['One']],
  ['Müller', ['One']],
  ['Mueller', ['One']],
  ['Muller', ['One']],
  ['Begrer', ['One'], 'near'],
  ['Anna Tomas Berger', ['One'], 'near'],
  ['Anna Meier', []],
  ['12. Juni 2027', ['One']],
  ["Anna's wedding", ['One']],
  ["o'brien baby", ['Two']],
  ['\u202eלוי\u202c', ['Three']],
  ['Дмитpий', ['Four'], 'near'],
  ['山田', ['Four']],
  ['🎁', []],
  ['Strasser', ['Five']],
  ['Karlheinz', ['Five']],
  ['a', ['Five']],
  ['_nna', []],
  ['A%B', []],
  ["' OR 1=1 -- ", []],
  ['"Anna\\', ['One']],
  ['%s %1$s {}', []],
  ['Anna '.repeat(2000), []],
];

for (const version of versions) {
  describe(`"Whose wishes?" on WordPress ${version}`, () => {
    const { it, everywhere } = testsOn(version);
    const opened = openForSuite(() => openSite({ version }));
    const site = () => opened;
    const run = (php: string, input?: unknown) => site().wordpress.run(php, input);
    const make = async (fields: object, who: TestUser = 'owner') => {
      const { status, body } = await ask(site(), who, 'POST', '', { title: 'A registry', is_public: true, ...fields });
      assert.equal(status, 201, JSON.stringify(body));
      return body.registry;
    };
    const look = (typed: string, who: Caller = 'nobody') =>
      page(site(), who, `/?post_type=registry&s=${encodeURIComponent(typed)}`);
    const titles = (html: string) =>
      [...html.matchAll(/<h2[^>]*wp-block-post-title[^>]*><a[^>]*>([^<]*)</g)].map(([, title]) => title);

    before(async () => {
      for (const [title, fields] of Object.entries(REGISTRIES)) await make({ title, is_findable: true, ...fields });
      await make({ title: 'Silent', event_type: 'Anniversary' }, 'stranger');
    });

    everywhere('finds what guests type, or similar names', async () => {
      for (const [typed, expected, near] of TYPED) {
        const { status, html } = await look(typed);
        assert.equal(status, 200);
        assert.deepEqual(titles(html), expected, typed.slice(0, 50));
        assert.equal(html.includes('class="largesse-near"'), near === 'near', typed.slice(0, 50));
        assert.equal(html.includes('class="largesse-hint"'), expected.length === 0, typed.slice(0, 50));
      }
    });

    everywhere('finds titles as before, names first, also on a whole site', async () => {
      await make({ title: 'For Anna', story: 'Hello' });
      const { html } = await look('Anna');
      assert.deepEqual(titles(html), ['One', 'For Anna']);
      assert.deepEqual(titles((await page(site(), 'nobody', '/?s=Anna')).html), ['One', 'For Anna']);
      assert.match((await page(site(), 'nobody', '/?s=Anna&feed=rss2')).html, /<title>One<\/title>/);
      assert.deepEqual(titles((await page(site(), 'nobody', '/?s=Anna&post_type=post')).html), []);
    });

    it('shows nothing for parameters that WordPress ignores, and for an empty search', async () => {
      for (const query of ['s[]=Anna', 's[a][b]=Anna', `s=${'x'.repeat(1700)}`, 's=', 's=%20', 's=%ff%fe'])
        assert.deepEqual(titles((await page(site(), 'nobody', `/?post_type=registry&${query}`)).html), [], query);
    });

    everywhere('returns identical bytes whether a closed registry of that name exists or not', async () => {
      const paths = [
        ...['Greta', 'Gerta', 'Engagement'].map((typed) => `/?post_type=registry&s=${typed}`),
        '/?s=Greta',
        '/?s=Greta&feed=rss2',
        '/wp-json/wp/v2/search?search=Greta',
        '/wp-json/wp/v2/registries?search=Greta',
        '/wp-sitemap-posts-registry-1.xml',
      ];
      const answers = (who: Caller) =>
        Promise.all(
          paths.map(async (path) => {
            const authorization = who === 'nobody' ? undefined : site().users[who].authorization;
            const response = await fetch(site().url + path, { headers: authorization ? { authorization } : {} });
            const { date: _, ...headers } = Object.fromEntries(response.headers);
            // The feed contains its build time.
            const text = (await response.text()).replaceAll(/<lastBuildDate>.*?<\/lastBuildDate>/g, '');
            return { path, status: response.status, headers, text };
          }),
        );
      const before = [await answers('nobody'), await answers('stranger')];
      assert.deepEqual(new Set(before.flat().map(({ status }) => status)), new Set([200]));
      const closed = { title: 'Greta', names: 'Greta Closed', is_findable: true, event_type: 'Engagement' };
      const { id } = await make({ ...closed, is_public: false });
      for (const [status, password] of [
        ['private', ''],
        ['draft', ''],
        ['pending', ''],
        ['trash', ''],
        ['publish', 'secret'],
      ]) {
        await run(
          `wp_update_post( array( 'ID' => $input[0], 'post_status' => $input[1], 'post_password' => $input[2] ) );
          // As if something had gone wrong with what is stored.
          update_post_meta( $input[0], '_largesse_found_by', ' greta closed engagement verlobung ' );`,
          [id, status, password],
        );
        assert.deepEqual([await answers('nobody'), await answers('stranger')], before, `${status} ${password}`);
      }
      // Not even its owner and administrators find it there, because others may be looking at the screen.
      for (const who of ['owner', 'admin'] as const) assert.deepEqual(titles((await look('Greta', who)).html), []);
      await run(`wp_update_post( array( 'ID' => $input, 'post_status' => 'publish', 'post_password' => '' ) );`, id);
      assert.deepEqual(titles((await look('Greta')).html), ['Greta'], 'it would have been found');
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
      await make({ title: 'Hidden Hanna', names: 'Hidden Hanna', is_findable: true, is_public: false });
      assert.equal(await count(), without);
    });

    it('hides a registry once it is private, and finds it again once it is public', async () => {
      const made = await make({ title: 'Shy', is_findable: true, names: 'Wilhelmine' });
      const text = () => run(`echo get_post_meta( $input, '_largesse_found_by', true );`, made.id);
      const change = async (version: string, fields: object) =>
        (await ask(site(), 'owner', 'PATCH', `/${made.id}`, { version, ...fields })).body.registry;
      assert.deepEqual(titles((await look('Wilhelmine')).html), ['Shy']);
      const closed = await change(made.version, { is_public: false });
      assert.deepEqual([closed.names, closed.is_findable], ['Wilhelmine', true]);
      assert.deepEqual(titles((await look('Wilhelmine')).html), []);
      assert.equal(await text(), '');
      const open = await change(closed.version, { is_public: true, event_date: '2031-10-01' });
      assert.deepEqual(titles((await look('Wilhelmine Oktober 2031')).html), ['Shy']);
      const off = await change(open.version, { is_findable: false, names: 'Wilhelmine' });
      assert.deepEqual([off.names, off.is_findable, await text()], ['', false, '']);
      assert.deepEqual(titles((await look('Wilhelmine')).html), []);
      const headers = (await fetch(`${site().url}/?s=Wilhelmine`)).headers;
      assert.match(headers.get('cache-control') ?? '', /no-store/);
    });

    it('explains invalid names, and suggests the owners’ names', async () => {
      const made = await make({ title: 'Wrong' });
      assert.deepEqual([made.names, made.is_findable, made.suggested_names], ['', false, 'owner']);
      const wrong = async (fields: object) =>
        (await ask(site(), 'owner', 'PATCH', `/${made.id}`, { version: made.version, ...fields })).body.data.fields;
      const missing = { names: 'Enter the names by which guests find you.' };
      assert.deepEqual(await wrong({ is_findable: true }), missing);
      assert.deepEqual(await wrong({ is_findable: true, names: ' \u0007 ' }), missing);
      assert.deepEqual(await wrong({ is_findable: true, names: '& 🎁' }), missing);
      assert.deepEqual(await wrong({ is_findable: true, names: 'x'.repeat(201) }), {
        names: 'This is too long: write at most 200 characters.',
      });
      assert.deepEqual(await wrong({ is_findable: 'yes', names: ['x'] }), {
        is_findable: 'must be true or false',
        names: 'must be a string',
      });
    });

    it('prevents a member from filling the results or the similar names', async () => {
      for (let n = 0; n < 10; n++)
        await make({ title: `Flood ${n}`, names: 'Anna Berger Burger Bürger', is_findable: true }, 'invitee');
      const { html } = await look('Anna Berger');
      assert.equal(titles(html).filter((title) => title?.startsWith('Flood')).length, 3);
      assert.ok(titles(html).includes('One'));
      const more = await ask(site(), 'invitee', 'POST', '', { title: 'Flood', names: 'Anna', is_findable: true });
      assert.match(more.body.data.fields?.names ?? '', /^10 other registries/);
      // And they cannot store names in someone else's registry.
      const { id, version } = await make({ title: 'Mine' });
      const other = await ask(site(), 'invitee', 'PATCH', `/${id}`, { version, is_findable: true, names: 'Anna' });
      assert.equal(other.status, 403);
      const meta = { _largesse_names: 'Anna', _largesse_found_by: ' anna ' };
      await rest(site(), 'owner', 'POST', `/registries/${id}`, { meta });
      assert.equal(await run(`echo get_post_meta( $input, '_largesse_found_by', true );`, id), '');
    });

    it('shows the names nowhere else', async () => {
      const made = await make({ title: 'Quiet', names: 'Ermintrude', is_findable: true });
      const { pathname } = new URL(made.permalink);
      for (const path of [pathname, '/wp-json/wp/v2/registries', `/wp-json/wp/v2/registries/${made.id}`])
        assert.doesNotMatch((await page(site(), 'nobody', path)).html, /Ermintrude/i, path);
      assert.match((await look('Ermintrude')).html, /<bdi class="largesse-occasion__names">Ermintrude<\/bdi>/);
      assert.match(
        (await page(site(), 'admin', `/wp-admin/post.php?post=${made.id}&action=edit`)).html,
        /Names by which it is found<\/th><td><bdi[^>]*>Ermintrude/,
      );
      const exported = await run(
        `require_once ABSPATH . 'wp-admin/includes/export.php';
        ob_start();
        export_wp( array( 'content' => 'registry' ) );
        header_remove();
        echo ob_get_clean();`,
      );
      assert.match(exported, /<wp:meta_key><!\[CDATA\[_largesse_names\]\]>/);
      assert.doesNotMatch(exported, /_largesse_found_by/);
    });
  });
}
