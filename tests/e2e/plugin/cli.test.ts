// Needs WP-CLI on a whole site: commands write posts, users and files.
import assert from 'node:assert/strict';
import { before, describe } from 'node:test';
import { FEATURES } from '../../../plugin/features.ts';
import { CLOSED_ADDRESS } from '../../support/server-address.ts';
import { openForSuite } from '../../support/suite.ts';
import { valuesOf } from '../../support/values-of.ts';
import { addCode } from '../wordpress/add-code.ts';
import { create, read } from '../wordpress/requests.ts';
import { testsOn, versions } from '../wordpress/versions.ts';
import { activeItems, addItem, connect, openConnected } from './connected.ts';
import { give } from './gifts.ts';
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
      const [json = '', table = '', csv = '', ids, people] = await allPrinted(
        ['list', '--format=json'],
        ['list'],
        ['list', '--format=csv', '--fields=id,owner'],
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
      assert.equal(ids, `${wedding} ${empty}`);
      assert.equal(people, 'co_owners,keepers\ninvitee,"admin,owner"\n');
    });

    it('list filters by owner and status', async () => {
      const { id } = system.site.users.owner;
      const filters = ['--owner=owner', '--owner=owner@people.example', `--owner=${id}`, '--status=publish'];
      const found = await all(...filters.map((filter) => ['list', filter, '--format=ids']));
      assert.deepEqual(valuesOf(found, 'stdout'), [wedding, wedding, wedding, empty].map(String));
      const unknown = await largesse('list', `--owner=${id}abc`);
      assert.deepEqual(unknown, { stdout: '', stderr: `Error: There is no user “${id}abc”.\n`, code: 1 });
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
      assert.equal((await system.request('admin', 'GET', `/purchases/${gift}`)).status, 404);
      assert.equal((await activeItems(system, wedding)).length, 2);
      assert.equal(JSON.parse(await printed('reconcile', '--format=json')).length, 2);
    });

    it('reconcile fails if the service does not retire a deleted registry', async () => {
      await addItem(system, 4713, 'Item of a deleted registry');
      await using _ = await addCode(
        system.site,
        `add_filter( 'pre_http_request', fn ( $answer, $options, $url ) => 'DELETE' === $options['method'] && str_ends_with( $url, '/registries/4713' ) ? new WP_Error( 'x', 'x' ) : $answer, 10, 3 );`,
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
      assert.partialDeepStrictEqual(JSON.parse(json), {
        id: wedding,
        title: TITLE,
        surprise: 'hidden',
        reveal_date: '2027-06-06',
        slug: 'ours',
        items: [pot, pan],
        invitees: ['invitee'],
      });
      assert.match(table, new RegExp(`^field\tvalue\nid\t${wedding}\n(.*\n)*items\t${pot}, ${pan}\n`));
      assert.partialDeepStrictEqual(JSON.parse(other), {
        reveal_date: '',
        co_owners: ['invitee'],
        keepers: ['admin', 'owner'],
      });
      assert.deepEqual(
        Object.keys(JSON.parse(other)).filter((field) => /owner|keeper/.test(field)),
        ['owner', 'co_owners', 'keepers', 'proposed_owners', 'proposed_keepers'],
      );
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

    it('invite adds people once, like the API', async () => {
      assert.equal(
        await printed('invite', 'ours', ' Guest@Mail.example ', 'INVITEE', 'guest@mail.EXAMPLE', 'zoë'),
        `Success: Added 2 guests to “${TITLE}”.\n`,
      );
      assert.equal(
        (await read(system.site, 'admin', wedding)).body.meta.registry_invitees,
        '["invitee","Guest@Mail.example","zoë"]',
      );
      assert.deepEqual(JSON.parse(await printed('invitees', 'ours', '--format=json')), [
        { entry: 'invitee', states: 'Invited' },
        { entry: 'Guest@Mail.example', states: 'Invited' },
        { entry: 'zoë', states: 'Nobody here has this name' },
      ]);
      const { stderr, code } = await largesse('invite', 'ours', 'fine', 'x'.repeat(101));
      assert.deepEqual(
        { stderr, code },
        { stderr: 'Error: This is too long: please use at most 100 characters.\n', code: 1 },
      );
      assert.doesNotMatch((await read(system.site, 'admin', wedding)).body.meta.registry_invitees, /fine/);
    });
    it('invite respects the limit of a thousand', async () => {
      const guests = JSON.stringify(Array.from({ length: 999 }, (_, index) => `guest${index}`));
      const full = String(await create(system.site, 'owner', { meta: { registry_invitees: guests } }));
      const { stderr } = await largesse('invite', full, 'one', 'two');
      assert.equal(stderr, 'Error: A registry has at most 1000 invitees.\n');
      assert.match(await printed('invite', full, 'one', 'guest1'), /^Success: Added 1 guest/);
    });

    it('invalid options, unknown registries and commands are errors', async () => {
      const noRegistry = /^Error: There is no registry “[^\p{Cc}]*”\.\n$/u;
      const refused = [
        [['list', '--user=owner', '--author=owner'], /unknown --author parameter/],
        [['reconcile', 'ours', '--retire-gone'], /--retire-gone cannot be combined with registries/],
        [['reconcile', '--retire-gone=no'], /--retire-gone takes no value/],
        [['show', EVIL], noRegistry],
        [['items', '999999'], noRegistry],
        [['invite', 'nothing', 'ada'], noRegistry],
        [['reconcile', 'ours', 'nothing'], noRegistry],
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
      assert.equal(
        await printed('features', 'on', 'draws', 'finding'),
        'Success: Switched on: draws, finding, circles\n',
      );
      assert.deepEqual((await on()).sort(), ['circles', 'draws', 'finding']);
      for (const args of [[], ['draws', 'nonsense']]) {
        const { stderr, code } = await largesse('features', 'on', ...args);
        assert.deepEqual([stderr, code], [`Error: Name one of these features: ${KEYS.join(', ')}\n`, 1]);
      }
      await printed('features', 'on', '--all');
    });

    everywhere('doctor reports results, and fails if one is critical', async () => {
      const findings = JSON.parse(await printed('doctor', '--format=json'));
      const status = Object.fromEntries(findings.map(({ id, status }: { id: string; status: string }) => [id, status]));
      assert.partialDeepStrictEqual(status, { gateway_key: 'recommended', service: 'good', admin: 'good' });
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
