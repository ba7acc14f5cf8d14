import assert from 'node:assert/strict';
import { before, describe } from 'node:test';
import { CLOSED_ADDRESS } from '../../api/testing/server-address.ts';
import { openForSuite } from '../../api/testing/suite.ts';
import { create, read } from '../wordpress/requests.ts';
import { testsOn, versions } from '../wordpress/versions.ts';
import { activeItems, addItem, connect, openConnected } from './connected.ts';
import { give, storedGift } from './gifts.ts';
import { addCommandLine, wp } from './wp-cli.ts';

/** Text that controls a terminal or changes the text direction. */
const EVIL = '\u001b]0;owned\u0007\u009b31m\u202e<b>"q\'';
/** `EVIL` after cleaning. */
const HARMLESS = ' ]0;owned 31m <b>"q\'';
/** A title that contained `EVIL`, after cleaning. WordPress itself also removes some characters. */
const TITLE = `Ours & ]0;owned 31m <b>"q'`;

for (const version of versions) {
  describe(`wp largesse on WordPress ${version}`, () => {
    const { it, everywhere } = testsOn(version);
    const system = openForSuite(() => openConnected(version));
    let wedding: number;
    let empty: number;
    let pot: number;
    let pan: number;
    const largesse = (...args: string[]) => wp(system.site, 'largesse', ...args);
    const printed = async (...args: string[]) => {
      const outcome = await largesse(...args);
      assert.deepEqual({ stderr: outcome.stderr, code: outcome.code }, { stderr: '', code: 0 });
      return outcome.stdout;
    };
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
      empty = await create(system.site, 'stranger', { title: 'Empty', status: 'publish' });
      pot = await addItem(system, wedding, 'Pot', { description: 'x', price: 12.5 });
      pan = await addItem(system, wedding, `Pan ${EVIL}`);
    });

    everywhere('list shows registries, in every format', async () => {
      const rows = JSON.parse(await printed('list', '--format=json'));
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
      assert.match(await printed('list'), /^id\ttitle\towner/);
      assert.match(
        await printed('list', '--format=csv', '--fields=id,owner'),
        new RegExp(`^id,owner\n${wedding},owner\n`),
      );
      assert.match(
        await printed('list', '--format=yaml', '--fields=id,slug'),
        /^---\n-\n {2}id: \d+\n {2}slug: "ours"\n/,
      );
      assert.equal(await printed('list', '--format=count'), '2');
      assert.equal(await printed('list', '--format=ids'), `${wedding} ${empty}`);
    });

    it('list filters by owner and status', async () => {
      for (const owner of ['owner', 'owner@people.example', String(system.site.users.owner.id)]) {
        assert.equal(await printed('list', `--owner=${owner}`, '--format=ids'), String(wedding), owner);
      }
      assert.equal(await printed('list', '--status=publish', '--format=ids'), String(empty));
      for (const nobody of ['nobody', `${system.site.users.owner.id}abc`]) {
        assert.deepEqual(await largesse('list', `--owner=${nobody}`), {
          stdout: '',
          stderr: `Error: There is no user “${nobody}”.\n`,
          code: 1,
        });
      }
    });

    it('reconcile updates the list of one registry, or of all', async () => {
      assert.match(await printed('reconcile', 'ours'), new RegExp(`\n${wedding}\t2\tup to date\n$`));
      assert.equal((await read(system.site, 'admin', wedding)).body.meta.registry_item_ids, JSON.stringify([pot, pan]));
      assert.deepEqual(JSON.parse(await printed('reconcile', '--format=json')), [
        { registry: wedding, items: 2, result: 'up to date' },
        { registry: empty, items: 0, result: 'up to date' },
      ]);
    });

    it('reconcile finds items whose registry was deleted, and retires them on request', async () => {
      const item = await addItem(system, 4711, 'Item of a deleted registry');
      const gift = await give(system, item, { giver_email: 'anna@people.example', giver_name: 'Anna' });
      const outcome = await largesse('reconcile', '--format=csv');
      assert.equal(outcome.code, 0);
      assert.match(outcome.stdout, /\n4711,1,"deleted, its items are still active"\n$/);
      assert.match(outcome.stderr, /^Warning: .*--retire-gone/);
      assert.match(await printed('reconcile', '--retire-gone'), /\n4711\t1\tdeleted, its items are inactive now\n$/);
      assert.deepEqual(await activeItems(system, 4711), []);
      const { giver_name, giver_email } = await storedGift(system, gift);
      assert.deepEqual([giver_name, giver_email], [null, null]);
      assert.equal((await activeItems(system, wedding)).length, 2);
      assert.equal(JSON.parse(await printed('reconcile', '--format=json')).length, 2);
    });

    it('show prints all data of a registry, by id or slug', async () => {
      const shown = JSON.parse(await printed('show', 'ours', '--format=json'));
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
      assert.match(
        await printed('show', String(wedding)),
        new RegExp(`^field\tvalue\nid\t${wedding}\n(.*\n)*items\t${pot}, ${pan}\n`),
      );
      assert.match(await printed('show', 'ours', '--format=yaml'), /^---\nid: /);
    });

    it('items lists them in order, without characters that control a terminal', async () => {
      const items = JSON.parse(await printed('items', 'ours', '--format=json'));
      assert.deepEqual(
        items.map(({ id, name, price }: { id: number; name: string; price: number }) => [id, name, price]),
        [
          [pot, 'Pot', 12.5],
          [pan, `Pan ${HARMLESS}`, null],
        ],
      );
      assert.equal(await printed('items', 'ours', '--format=ids'), `${pot} ${pan}`);
      assert.equal(
        await printed('items', 'ours', '--format=csv', '--fields=id,description'),
        `id,description\n${pot},x\n${pan},\n`,
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

    it('unknown registries and commands are errors', async () => {
      for (const args of [
        ['show', EVIL],
        ['items', '999999'],
        ['invite', 'nothing', 'ada'],
        ['reconcile', 'nothing'],
      ]) {
        const { stdout, stderr, code } = await largesse(...args);
        assert.deepEqual({ stdout, code }, { stdout: '', code: 1 }, args.join(' '));
        assert.match(stderr, /^Error: There is no registry “[^\p{Cc}]*”\.\n$/u);
      }
    });

    everywhere('doctor reports results, and fails if one is critical', async () => {
      const findings = JSON.parse((await largesse('doctor', '--format=json')).stdout);
      const status = Object.fromEntries(findings.map(({ id, status }: { id: string; status: string }) => [id, status]));
      assert.equal(status.service, 'good');
      assert.equal(status.credentials, 'good');
      assert.equal(status.admin, 'good');
      await connect(system, CLOSED_ADDRESS);
      const { stdout, stderr, code } = await largesse('doctor');
      assert.match(stdout, /^id\tstatus\tlabel\tdescription\tremedy\n/);
      assert.match(stdout, /\tcritical\t/);
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
