// Needs WP-CLI on a whole site: the command reads the service.
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { CLOSED_ADDRESS } from '../../support/server-address.ts';
import { openForSuite } from '../../support/suite.ts';
import { create } from '../wordpress/requests.ts';
import { addItem, connect, openConnected } from './connected.ts';
import { give, giveTogether, storedGift } from './gifts.ts';
import { addCommandLine, wp, wpAll } from './wp-cli.ts';

const SURPRISE = 'Warning: 1 of these gifts is a surprise. Do not tell the owner of the registry.\n';

// cli.test.ts tests the formats of lists on the newest WordPress.
describe('wp largesse gifts on WordPress 6.5', () => {
  const system = openForSuite(() => openConnected('6.5'));
  let birthday: number;
  let wedding: number;
  let secret: string;
  let open: string;
  let mail: string;
  const gifts = (...args: string[]) => wp(system.site, 'largesse', 'gifts', ...args);
  const allGifts = (commands: readonly (readonly string[])[]) =>
    wpAll(
      system.site,
      commands.map((args) => ['largesse', 'gifts', ...args]),
    );
  /** Returns the ids of the gifts that each list contains. */
  const listed = async (...filters: string[][]) =>
    (await allGifts(filters.map((filter) => ['list', '--format=ids', ...filter]))).map(({ stdout }) =>
      stdout.split(' ').filter(Boolean).sort(),
    );
  before(async () => {
    await addCommandLine(system.site);
    birthday = await create(system.site, 'owner', {
      title: 'Birthday \u001b]0;owned\u0007',
      slug: 'birthday',
      meta: { registry_surprise: 'hidden' },
    });
    wedding = await create(system.site, 'stranger', { title: 'Wedding' });
    const bike = await addItem(system, birthday, 'Bike', { quantity_needed: 9 });
    const pot = await addItem(system, wedding, 'Pot', { quantity_needed: 9 });
    const user = { giver_user_id: system.site.users.invitee.id };
    secret = await give(system, bike, { ...user, secret: true, giver_name: 'Ida \u001b[31m', message: 'Psst' });
    open = await give(system, pot, { ...user, giver_email: 'ida@people.example', quantity: 2 });
    mail = await give(system, pot, { giver_email: 'mail@people.example', giver_name: 'Mai' });
  });

  it('lists all gifts, and marks surprises', async () => {
    const outcome = await gifts('list');
    assert.equal(outcome.code, 0);
    assert.equal(outcome.stderr, SURPRISE);
    assert.match(
      outcome.stdout,
      /^id\tregistry_id\titem_id\tquantity\tamount\tstate\tis_secret\tis_owner\tgiver_name\tgiver_email\tcreated_at\n/,
    );
    assert.match(
      outcome.stdout,
      new RegExp(`\n?${secret}\t${birthday}\t\\d+\t1\t\treserved\ttrue\tfalse\tIda  \\[31m\t`),
    );
    assert.deepEqual(await listed([]), [[secret, open, mail].sort()]);
  });

  it('filters by registry, user and address', async () => {
    const lists: [filter: string[], ids: string[]][] = [
      [['--registry=birthday'], [secret]],
      [[`--registry=${wedding}`], [open, mail]],
      [['--giver-user=invitee@people.example'], [secret, open]],
      [['--email=MAIL@people.example'], [mail]],
      [['--giver-user=invitee', `--registry=${wedding}`], [open]],
      [['--registry=4711', '--giver-user=4711'], []],
    ];
    assert.deepEqual(
      await listed(...lists.map(([filter]) => filter)),
      lists.map(([, ids]) => ids.toSorted()),
    );
  });

  it('refuses unknown arguments', async () => {
    const refused: [error: RegExp, ...commands: string[]][] = [
      [/unknown --owner/, 'list --owner=ada'],
      [/use --giver-user instead of --user/, 'list --user=stranger', 'erase --user=stranger --yes'],
      [/There is no user “nobody”/, 'list --giver-user=nobody'],
      [/There is no registry/, 'reveal nothing --yes'],
      [/Use exactly one of/, 'erase --yes', 'erase --giver-user=invitee --email=ida@people.example --yes'],
      [/--giver-user needs a value/, 'erase --registry=birthday --giver-user= --yes'],
      [/--registry needs a value/, 'erase --registry= --yes'],
      [/--email needs a value/, 'list --email', 'erase --email= --yes'],
      [/--yes takes no value/, 'erase --registry=birthday --yes=no'],
    ];
    for (const [error, ...commands] of refused)
      for (const { stdout, stderr, code } of await allGifts(commands.map((command) => command.split(' ')))) {
        assert.deepEqual([stdout, code], ['', 1], commands.join());
        assert.match(stderr, error);
      }
    const { giver_name } = await storedGift(system, secret);
    assert.match(giver_name ?? '', /^Ida/);
  });

  it('erases givers after confirmation, and keeps the gift', async () => {
    const asked = await gifts('erase', '--email=ida@people.example');
    assert.deepEqual(asked, { stdout: 'Erase this for good? [y/n] ', stderr: '', code: 0 });
    assert.equal(
      (await gifts('erase', '--giver-user=invitee', '--yes')).stdout,
      'Success: Erased the data of 2 gifts.\n',
    );
    const ofRegistry = await gifts('erase', `--registry=${wedding}`, '--yes');
    assert.equal(ofRegistry.stdout, 'Success: Erased the data of 1 gift.\n');
    const { giver_name, giver_email } = await storedGift(system, mail);
    assert.deepEqual([giver_name, giver_email], [null, null]);
    const { giver_user_id, quantity } = await storedGift(system, open);
    assert.deepEqual([giver_user_id, quantity], [null, 2]);
  });

  it('reveals gifts permanently, after confirmation', async () => {
    const title = 'Birthday ]0;owned';
    const asked = await gifts('reveal', 'birthday');
    assert.deepEqual(asked, {
      stdout: `Reveal all gifts to the owner of “${title}” now? [y/n] `,
      stderr: '',
      code: 0,
    });
    const items = async () =>
      JSON.parse((await wp(system.site, 'largesse', 'items', 'birthday', '--format=json')).stdout);
    assert.equal((await items())[0].quantity_purchased, 0, 'the owner’s view');
    assert.equal((await gifts('reveal', 'birthday', '--yes')).stdout, `Success: Revealed 1 gift for “${title}”.\n`);
    assert.equal((await items())[0].quantity_purchased, 1);
    assert.equal((await gifts('reveal', 'birthday', '--yes')).stdout, `Success: Revealed 0 gifts for “${title}”.\n`);
    const shown = await gifts('list', '--registry=birthday', '--format=json', '--fields=id,is_secret');
    assert.deepEqual(shown, { stdout: JSON.stringify([{ id: secret, is_secret: false }]), stderr: '', code: 0 });
  });

  it('lists parts of gifts with their amount', async () => {
    const { stranger, invitee } = system.site.users;
    const tent = await addItem(system, birthday, 'Tent', { price: 300 });
    const part = { registry: birthday, item: tent, amount: 90 };
    const mine = await giveTogether(system, { ...part, giver_user_id: invitee.id });
    const other = await giveTogether(system, { ...part, giver_user_id: stranger.id });
    const shown = ['--format=json', '--fields=id,quantity,amount,state,is_owner'];
    const { stdout } = await gifts('list', '--giver-user=invitee', '--registry=birthday', ...shown);
    assert.deepEqual(JSON.parse(stdout), [{ id: mine, quantity: null, amount: 90, state: null, is_owner: false }]);
    assert.deepEqual(await listed([`--registry=${wedding}`], ['--giver-user=stranger']), [
      [open, mail].sort(),
      [other],
    ]);
  });

  it('explains if the service does not answer', async () => {
    await connect(system, CLOSED_ADDRESS);
    const commands = [['list'], ['reveal', 'birthday', '--yes'], ['erase', '--giver-user=invitee', '--yes']];
    const outcome = { stdout: '', stderr: 'Error: The registry service did not answer.\n', code: 1 };
    assert.deepEqual(await allGifts(commands), Array(3).fill(outcome));
    await connect(system, system.url);
  });
});
