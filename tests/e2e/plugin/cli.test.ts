import assert from 'node:assert/strict';
import { before, describe } from 'node:test';
import { ANY_NUMBER } from '../../../contract/limits.ts';
import { FEATURES } from '../../../plugin/features.ts';
import { CLOSED_ADDRESS } from '../../support/server-address.ts';
import { openForSuite } from '../../support/suite.ts';
import { valuesOf } from '../../support/values-of.ts';
import { addCode } from '../wordpress/add-code.ts';
import { create, read } from '../wordpress/requests.ts';
import { testsOn, versions } from '../wordpress/versions.ts';
import { activeItems, addItem, connect, openConnected } from './connected.ts';
import { give, storedGift } from './gifts.ts';
import { addCommandLine, wp, wpAll } from './wp-cli.ts';

/** Text that controls a terminal or changes the text direction. */
const EVIL = '\u001b]0;owned\u0007\u009b31m\u202e\u061c\u200e\u2028\u2066<b>"q\'';
/** `EVIL` after cleaning. */
const HARMLESS = ' ]0;owned 31m <b>"q\'';
/** A title that contained `EVIL`, after cleaning. WordPress itself also removes some characters. */
const TITLE = `Ours & ]0;owned 31m <b>"q'`;

const KEYS = FEATURES.map(({ key }) => key);

for (const version of versions) {
  describe(`wp largesse on WordPress ${version}`, () => {
    const { it, everywhere } = testsOn(version);
    const system = openForSuite(() => openConnected(version));
    let wedding: number;
    let empty: number;
    let pot: number;
    let pan: number;
    const largesse = (...args: string[]) => wp(system.site, 'largesse', ...args);
    const all = (...commands: string[][]) =>
      wpAll(
        system.site,
        commands.map((command) => ['largesse', ...command]),
      );
    /** Runs commands that must succeed. Returns what each command prints. */
    const allPrinted = async (...commands: string[][]) =>
      (await all(...commands)).map(({ stdout, stderr, code }) => {
        assert.deepEqual({ stderr, code }, { stderr: '', code: 0 });
        return stdout;
      });
    const printed = async (...args: string[]) => String(await allPrinted(args));
    before(async () => {
      await addCommandLine(system.site);
      wedding = await create(system.site, 'owner', {
        title: `Ours &amp; ${EVIL.replace('<', '&lt;')}`,
        slug: 'ours',
        meta: {
          registry_event_type: 'Wedding',
          registry_event_date: '2027-06-05',
          registry_surprise: 'hidden',
          registry_invitees: '["invitee"]',
        },
      });
      empty = await create(system.site, 'stranger', {
        title: 'Empty',
        status: 'publish',
        meta: { registry_owners: '["invitee"]', registry_keepers: '["admin","owner"]' },
      });
      pot = await addItem(system, wedding, 'Pot', { description: 'x', price: 12.5 });
      pan = await addItem(system, wedding, `Pan ${EVIL}`);
    });

    everywhere('list shows registries, in every format', async () => {
      const [json = '', table = '', csv = '', count, ids, people] = await allPrinted(
        ['list', '--format=json'],
        ['list'],
        ['list', '--format=csv', '--fields=id,owner'],
        ['list', '--format=count'],
        ['list', '--format=ids'],
        ['list', '--owner=stranger', '--format=csv', '--fields=co_owners,keepers'],
      );
      const rows = JSON.parse(json);
      assert.equal(rows.length, 2);
      assert.deepEqual(rows[0], {
        id: wedding,
        title: TITLE,
        owner: 'owner',
        status: 'private',
        event_type: 'Wedding',
        event_date: '2027-06-05',
        items: 0,
        invitees: 1,
      });
      assert.match(table, /^id\ttitle\towner/);
      assert.match(csv, new RegExp(`^id,owner\n${wedding},owner\n`));
      assert.equal(count, '2');
      assert.equal(ids, `${wedding} ${empty}`);
      assert.equal(people, 'co_owners,keepers\ninvitee,"admin,owner"\n');
    });

    it('list filters by owner and status', async () => {
      const { id } = system.site.users.owner;
      const filters = ['--owner=owner', '--owner=owner@people.example', `--owner=${id}`, '--status=publish'];
      const found = await all(...filters.map((filter) => ['list', filter, '--format=ids']));
      assert.deepEqual(valuesOf(found, 'stdout'), [wedding, wedding, wedding, empty].map(String));
      const unknown = ['nobody', `${id}abc`];
      assert.deepEqual(
        await all(...unknown.map((nobody) => ['list', `--owner=${nobody}`])),
        unknown.map((nobody) => ({ stdout: '', stderr: `Error: There is no user “${nobody}”.\n`, code: 1 })),
      );
    });

    it('finds registries in all statuses except the trash, and more than one query loads', async () => {
      const found = await system.site.wordpress.run(
        `global $wpdb;
        $before = iterator_to_array( Largesse\\Console\\Lookup::registries(), false );
        foreach ( array( 'publish', 'private', 'draft', 'pending', 'future', 'trash' ) as $status ) {
          $ids[] = wp_insert_post( array( 'post_type' => 'registry', 'post_title' => $status, 'post_status' => $status, 'post_date' => 'future' === $status ? '2099-01-01 00:00:00' : '' ) );
        }
        $row = "(1, '2026-01-01', '2026-01-01', '', 'Many', '', 'private', '', '', '2026-01-01', '2026-01-01', '', 'registry')";
        $wpdb->query( "INSERT INTO $wpdb->posts (post_author, post_date, post_date_gmt, post_content, post_title, post_excerpt, post_status, to_ping, pinged, post_modified, post_modified_gmt, post_content_filtered, post_type) VALUES " . implode( ',', array_fill( 0, 200, $row ) ) );
        $after  = array_column( iterator_to_array( Largesse\\Console\\Lookup::registries(), false ), 'ID' );
        $wpdb->query( "DELETE FROM $wpdb->posts WHERE post_title = 'Many'" );
        array_map( 'wp_delete_post', $ids, array_fill( 0, 6, true ) );
        echo wp_json_encode( array( count( $after ) - count( $before ), count( array_unique( $after ) ) - count( $before ), in_array( $ids[5], $after, true ) ) );`,
      );
      assert.deepEqual(JSON.parse(found), [205, 205, false]);
    });

    it('finds a user by login name first, then by address and id', async () => {
      const found = await system.site.wordpress.run(
        `$id = wp_insert_user( array( 'user_login' => (string) $input, 'user_email' => 'digits@people.example', 'user_pass' => 'x' ) );
        echo Largesse\\Console\\Lookup::user( (string) $input )->ID - $id;
        require_once ABSPATH . 'wp-admin/includes/user.php';
        wp_delete_user( $id );`,
        system.site.users.owner.id,
      );
      assert.equal(found, '0');
    });

    it('reconcile updates the list of one registry, or of all', async () => {
      assert.match(
        await printed('reconcile', 'ours', String(empty)),
        new RegExp(`\n${wedding}\t2\tup to date\n${empty}\t0\tup to date\n$`),
      );
      assert.equal((await read(system.site, 'admin', wedding)).body.meta.registry_item_ids, JSON.stringify([pot, pan]));
      assert.deepEqual(JSON.parse(await printed('reconcile', '--format=json')), [
        { registry: wedding, items: 2, result: 'up to date' },
        { registry: empty, items: 0, result: 'up to date' },
      ]);
    });

    it('reconcile finds items whose registry was deleted, and retires them on request', async () => {
      const item = await addItem(system, 4711, 'Item of a deleted registry');
      await addItem(system, 4712, 'Item of another deleted registry');
      const gift = await give(system, item, { giver_email: 'anna@people.example', giver_name: 'Anna' });
      const outcome = await largesse('reconcile', '--format=csv');
      assert.equal(outcome.code, 0);
      assert.match(outcome.stdout, /\n4711,1,"deleted, its items are still active"\n4712,1,/);
      assert.match(outcome.stderr, /^Warning: .*--retire-gone/);
      const gone = /\n4711\t1\tdeleted, its items are inactive now\n4712\t1\tdeleted, its items are inactive now\n$/;
      assert.match(await printed('reconcile', '--retire-gone'), gone);
      assert.deepEqual([...(await activeItems(system, 4711)), ...(await activeItems(system, 4712))], []);
      const { giver_name, giver_email } = await storedGift(system, gift);
      assert.deepEqual([giver_name, giver_email], [null, null]);
      assert.equal((await activeItems(system, wedding)).length, 2);
      assert.equal(JSON.parse(await printed('reconcile', '--format=json')).length, 2);
    });

    it('reconcile fails if the service erases no givers of a deleted registry', async () => {
      await addItem(system, 4713, 'Item of a deleted registry');
      await using _ = await addCode(
        system.site,
        `add_filter( 'pre_http_request', fn ( $answer, $options, $url ) => str_ends_with( $url, '/purchases/erase' ) ? new WP_Error( 'x', 'x' ) : $answer, 10, 3 );`,
      );
      const { stdout, stderr, code } = await largesse('reconcile', '--retire-gone', '--format=csv');
      assert.match(stdout, /\n4713,,"The registry service did not answer\."\n$/);
      assert.deepEqual([stderr, code], ['Error: 1 registry could not be updated.\n', 1]);
    });

    it('show prints all data of a registry, by id or slug', async () => {
      const [json = '', table = '', other = ''] = await allPrinted(
        ['show', 'ours', '--format=json'],
        ['show', String(wedding)],
        ['show', String(empty), '--format=json'],
      );
      const shown = JSON.parse(json);
      assert.deepEqual(
        { ...shown, permalink: '' },
        {
          id: wedding,
          title: TITLE,
          owner: 'owner',
          status: 'private',
          event_type: 'Wedding',
          event_date: '2027-06-05',
          names: '',
          surprise: 'hidden',
          reveal_date: '2027-06-06',
          slug: 'ours',
          permalink: '',
          items: [pot, pan],
          invitees: ['invitee'],
          co_owners: [],
          keepers: [],
        },
      );
      assert.match(shown.permalink, /[?/].*registry/);
      assert.match(table, new RegExp(`^field\tvalue\nid\t${wedding}\n(.*\n)*items\t${pot}, ${pan}\n`));
      assert.partialDeepStrictEqual(JSON.parse(other), {
        reveal_date: '',
        co_owners: ['invitee'],
        keepers: ['admin', 'owner'],
      });
    });

    it('items lists them in order, without characters that control a terminal', async () => {
      const [json = '', ids, csv] = await allPrinted(
        ['items', 'ours', '--format=json'],
        ['items', 'ours', '--format=ids'],
        ['items', 'ours', '--format=csv', '--fields=id,description'],
      );
      assert.deepEqual(
        JSON.parse(json).map(({ id, name, price }: { id: number; name: string; price: number }) => [id, name, price]),
        [
          [pot, 'Pot', 12.5],
          [pan, `Pan ${HARMLESS}`, null],
        ],
      );
      assert.equal(ids, `${pot} ${pan}`);
      assert.equal(csv, `id,description\n${pot},x\n${pan},\n`);
    });

    it('items shows a word for any number', async () => {
      await addItem(system, empty, 'Song', { quantity_needed: ANY_NUMBER });
      assert.equal(
        await printed('items', String(empty), '--format=csv', '--fields=name,quantity_needed'),
        'name,quantity_needed\nSong,any\n',
      );
    });

    it('invite adds people once, like the API', async () => {
      assert.equal(
        await printed('invite', 'ours', ' Guest@Mail.example ', 'INVITEE', 'guest@mail.EXAMPLE', 'zoë'),
        `Success: Invited 2 people to “${TITLE}”.\n`,
      );
      assert.equal(
        (await read(system.site, 'admin', wedding)).body.meta.registry_invitees,
        '["invitee","Guest@Mail.example","zoë"]',
      );
      assert.match(await printed('invite', 'ours', 'zoë'), /^Success: Invited 0 people/);
      assert.deepEqual(JSON.parse(await printed('invitees', 'ours', '--format=json')), [
        { entry: 'invitee', states: 'Invited' },
        { entry: 'Guest@Mail.example', states: 'Invited' },
        { entry: 'zoë', states: 'Nobody here has this name' },
      ]);
      for (const who of [' ', 'x'.repeat(101)]) {
        const { stderr, code } = await largesse('invite', 'ours', 'fine', who);
        assert.deepEqual({ stderr, code }, { stderr: 'Error: An invitee has 1 to 100 characters.\n', code: 1 });
      }
      assert.doesNotMatch((await read(system.site, 'admin', wedding)).body.meta.registry_invitees, /fine/);
    });

    it('invite respects the limit of a thousand', async () => {
      const full = await create(system.site, 'owner', {
        meta: { registry_invitees: JSON.stringify(Array.from({ length: 999 }, (_, index) => `guest${index}`)) },
      });
      assert.equal(
        (await largesse('invite', String(full), 'one', 'two')).stderr,
        'Error: A registry has at most 1000 invitees.\n',
      );
      assert.match(await printed('invite', String(full), 'one', 'guest1'), /^Success: Invited 1 person/);
    });

    it('invalid options are errors', async () => {
      const refused = [
        [['list', '--user=owner', '--author=owner'], /unknown --author parameter/],
        [['reconcile', 'ours', '--retire-gone'], /--retire-gone cannot be combined with registries/],
        [['reconcile', '--retire-gone=no'], /--retire-gone takes no value/],
      ] as const;
      const outcomes = await all(...refused.map(([args]) => [...args]));
      for (const [index, { stdout, stderr, code }] of outcomes.entries()) {
        const [args = [], error = /./] = refused[index] ?? [];
        assert.deepEqual([stdout, code], ['', 1], args.join(' '));
        assert.match(stderr, error);
      }
    });

    it('features lists and switches features', async () => {
      const on = async () =>
        JSON.parse(await printed('features', 'list', '--format=json'))
          .filter(({ state }: { state: string }) => state === 'on')
          .map(({ feature }: { feature: string }) => feature);
      assert.equal(await printed('features', 'off', '--all'), `Success: Switched off: ${KEYS.join(', ')}\n`);
      assert.deepEqual(await on(), []);
      assert.equal(await printed('features', 'on', 'draws', 'watch'), 'Success: Switched on: draws, watch, circles\n');
      assert.deepEqual((await on()).sort(), ['circles', 'draws', 'watch']);
      for (const args of [[], ['draws', 'nonsense']]) {
        const { stderr, code } = await largesse('features', 'on', ...args);
        assert.deepEqual([stderr, code], [`Error: Name one of these features: ${KEYS.join(', ')}\n`, 1]);
      }
      await printed('features', 'on', '--all');
    });

    it('unknown registries and commands are errors', async () => {
      const outcomes = await all(
        ['show', EVIL],
        ['items', '999999'],
        ['invite', 'nothing', 'ada'],
        ['reconcile', 'nothing'],
        ['reconcile', 'ours', 'nothing'],
      );
      for (const { stdout, stderr, code } of outcomes) {
        assert.deepEqual({ stdout, code }, { stdout: '', code: 1 });
        assert.match(stderr, /^Error: There is no registry “[^\p{Cc}]*”\.\n$/u);
      }
    });

    everywhere('doctor reports results, and fails if one is critical', async () => {
      const findings = JSON.parse(await printed('doctor', '--format=json'));
      const status = Object.fromEntries(findings.map(({ id, status }: { id: string; status: string }) => [id, status]));
      assert.equal(status.gateway_key, 'recommended');
      assert.equal(status.service, 'good');
      assert.equal(status.credentials, 'good');
      assert.equal(status.admin, 'good');
      await connect(system, CLOSED_ADDRESS);
      const { stdout, stderr, code } = await largesse('doctor');
      assert.match(stdout, /^id\tstatus\tlabel\tdescription\tremedy\n/);
      assert.match(stdout, /\tcritical\t/);
      assert.match(stdout, /\nNext step: The registry service cannot be reached\. Check that the service is running/);
      assert.match(stderr, /^Error: \d+ findings? (is|are) critical\.\n$/);
      assert.equal(code, 1);
    });

    it('the other commands fail without the service', async () => {
      const items = await largesse('items', 'ours');
      assert.deepEqual([items.stdout, items.code], ['', 1]);
      assert.match(items.stderr, /^Error: /);
      const one = await largesse('reconcile', 'ours', '--format=json');
      assert.equal(one.code, 1);
      assert.deepEqual(JSON.parse(one.stdout)[0].items, '');
      assert.equal(one.stderr, 'Error: 1 registry could not be updated.\n');
      await connect(system, system.url);
    });
  });
}
