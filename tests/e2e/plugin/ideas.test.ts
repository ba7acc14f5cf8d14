// Needs a service and site: ideas, gifts and events meet in both.
import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { before, describe, it } from 'node:test';
import { openForSuite } from '../../support/suite.ts';
import { valuesOf } from '../../support/values-of.ts';
import type { Seen } from '../wordpress/form-browser.ts';
import { type Caller, create } from '../wordpress/requests.ts';
import { loginPassword } from '../wordpress/site.ts';
import { addItem, connect } from './connected.ts';
import { guestPages, plain } from './guest-pages.ts';
import { openMailingSite } from './mailing-site.ts';

// rules: Presents that are not on the list
describe('ideas of guests', () => {
  const system = openForSuite(() => openMailingSite());
  const site = () => system.site;
  const { run, prepare, list, browser: open, stored, promised } = guestPages(system);
  before(prepare);

  /** Opens a browser, with a function that adds an idea. */
  function browser(who: Caller) {
    const guest = open(who);
    const add = async (path: string, name: string, more: Record<string, string> = {}) => {
      const typed = { 'largesse-name': name, ...more };
      const added = await guest.press(await guest.open(path), path, 'largesse-name', 'send', typed);
      assert.equal(added.status, 303, added.html);
      return guest.open(path);
    };
    return { ...guest, add };
  }
  const names = ({ html }: Seen) => [...html.matchAll(/<h3[^>]*>([^<]*)<\/h3>/g)].map(([, name]) => name);

  it('are shared by visitors and members, who give them, return them and delete them', async () => {
    const { id, path } = await list();
    const [ada, ben, member] = [browser('nobody'), browser('nobody'), browser('invitee')];
    const mine = await ada.add(path, 'Reading <lamp>', {
      'largesse-url': 'https://lamps.example/x',
      'largesse-description': 'She loves "it"',
      person: 'Aunt Ada',
    });
    assert.match(mine.cache ?? '', /no-store/);
    assert.match(mine.html, /From Aunt Ada.*value="delete"/s);
    const seen = await ben.open(path);
    assert.match(seen.html, /Reading &lt;lamp&gt;.*She loves &quot;it&quot;.*href="https:\/\/lamps\.example\/x"/s);
    assert.doesNotMatch(seen.html, /value="delete"/);
    const free = await member.open(path);
    for (const what of ['once', 'the same form again'])
      assert.equal((await member.press(free, path, 'Reading', 'give', { person: 'Ben' })).status, 303, what);
    assert.match(plain((await member.open(path)).html), /You give this.*value="return"/s);
    const taken = await ada.open(path);
    assert.match(taken.html, /Ben gives this/);
    assert.doesNotMatch(taken.html, /value="(give|delete|return)"/);
    assert.equal((await member.press(await member.open(path), path, 'Reading', 'return')).status, 303);
    const last = await ada.open(path);
    for (const what of ['once', 'the same form again'])
      assert.equal((await ada.press(last, path, 'Reading', 'delete')).status, 303, what);
    assert.deepEqual(await stored(id), []);
    const own = await member.add(path, 'Book', { gives: '1', person: 'Ben' });
    assert.match(own.html, /From Ben.*You give this/s);
    assert.equal((await member.press(own, path, 'Book', 'return')).status, 303);
    const [kept] = await stored(id);
    assert.deepEqual([kept?.author_user_id, kept?.author_name], [site().users.invitee.id, 'Ben'], 'still their idea');
    assert.deepEqual([kept?.state, kept?.giver_user_id, kept?.giver_name], [null, null, null]);
  });

  it('are forgotten, like gifts, by a browser in which a recipient signs in', async () => {
    const mine = await list();
    const bens = await create(site(), 'invitee', { title: 'Ben’s wishes', status: 'publish' });
    const theirs = { id: bens, path: (await run('echo get_permalink( $input );', bens)).replace(site().url, '') };
    const wishes = [await addItem(system, mine.id, 'Kite'), await addItem(system, bens, 'Drum')];
    const shared = browser('nobody');
    for (const [index, { path }] of [mine, theirs].entries()) {
      await shared.add(path, 'Book', { gives: '1' });
      await shared.send(`${path}?give=${wishes[index]}`);
    }
    /** Returns the registries about which the browser has cookies. */
    const known = () => ({
      ideas: [mine, theirs].filter(({ id }) => /^[ag]/.test(shared.cookies.get(`largesse_guest_ideas_${id}`) ?? '')),
      gifts: [mine, theirs].filter(({ id }) =>
        [...shared.cookies].some(([name, value]) => name.startsWith('largesse_gift-') && value.startsWith(`${id}.`)),
      ),
    });
    assert.deepEqual(known(), { ideas: [mine, theirs], gifts: [mine, theirs] });
    const before = new Map(shared.cookies);
    const signIn = (log: string) => shared.send('/wp-login.php', new URLSearchParams({ log, pwd: loginPassword }));
    assert.equal((await signIn('stranger')).status, 302);
    assert.deepEqual(known(), { ideas: [mine, theirs], gifts: [mine, theirs] });
    assert.equal((await signIn('owner')).status, 302);
    assert.deepEqual(known(), { ideas: [theirs], gifts: [theirs] });
    // The owner may have signed in before the browser got the cookies.
    const owner = browser('owner');
    for (const [name, value] of before) if (name.startsWith('largesse_guest_')) owner.cookies.set(name, value);
    await owner.open(mine.path);
    assert.doesNotMatch(owner.cookies.get(`largesse_guest_ideas_${mine.id}`) ?? '', /^[ag]/);
    assert.match(owner.cookies.get(`largesse_guest_ideas_${bens}`) ?? '', /^[ag]/);
  });

  it('stay with the visitor who gives them, whatever other browsers send', async () => {
    const { id, path } = await list();
    const [ada, ben] = [browser('nobody'), browser('nobody')];
    await ada.add(path, 'Lamp');
    assert.equal((await ben.press(await ben.open(path), path, 'Lamp', 'give', { person: 'Ben' })).status, 303);
    const [lamp] = await stored(id);
    assert.equal(lamp?.giver_name, 'Ben');
    const old = new Map(ben.cookies);
    const page = await ada.open(path);
    const version = { entry: String(lamp?.id), version: String(lamp?.updated_at) };
    for (const act of ['return', 'other']) await ada.press(page, path, 'largesse-name', act, version);
    for (const act of ['delete', 'give'])
      assert.equal((await ada.press(page, path, 'largesse-name', act, version)).status, 409);
    assert.deepEqual(await stored(id), [lamp]);
    const his = await ben.open(path);
    assert.doesNotMatch(his.html, /value="delete"/, 'giving an idea does not make it his');
    assert.equal((await ben.press(his, path, 'Lamp', 'return')).status, 303);
    assert.equal((await ada.press(await ada.open(path), path, 'Lamp', 'give')).status, 303);
    // With his old cookie, Ben cannot return somebody else's gift.
    for (const [name, value] of old) ben.cookies.set(name, value);
    assert.doesNotMatch((await ben.open(path)).html, /value="return"/);
    assert.match((await ben.open(path)).html, /Somebody gives this/);
  });

  it('are stored once, and never overwritten by another form', async () => {
    const { id, path } = await list();
    const [ada, ben] = [browser('nobody'), browser('nobody')];
    const form = await ada.open(path);
    const typed = { 'largesse-name': 'Lamp', person: 'Ada' };
    const twice = await Promise.all([1, 2].map(() => ada.press(form, path, 'largesse-name', 'send', typed)));
    for (const { status } of twice) assert.equal(status, 303);
    assert.equal((await stored(id)).length, 1);
    const [lamp] = await stored(id);
    const other = await ada.press(form, path, 'largesse-name', 'send', {
      'largesse-name': 'Vase',
      'largesse-description': 'Blue',
    });
    assert.equal(other.status, 409, 'this form has added the lamp');
    for (const text of ['value="Vase"', '>Blue</textarea>']) assert.ok(other.html.includes(text), text);
    const his = await ben.open(path);
    const stolen = { entry: String(lamp?.id), 'largesse-name': 'Nothing' };
    assert.equal((await ben.press(his, path, 'largesse-name', 'send', stolen)).status, 422);
    const member = await browser('stranger').press(his, path, 'largesse-name', 'send', { 'largesse-name': 'Nothing' });
    assert.equal(member.status, 422, 'a form belongs to the account for which it was made');
    assert.equal((await stored(id)).length, 1);
    // Ada has two tabs. The idea changes after she opened the second tab.
    const late = await ada.open(path);
    await ben.press(await ben.open(path), path, 'Lamp', 'give', { person: 'Ben' });
    assert.equal((await ada.press(late, path, 'Lamp', 'give')).status, 409);
    // The author sends the form of the idea again. The site must not cancel the gift of another guest.
    assert.equal((await ada.press(form, path, 'largesse-name', 'send', typed)).status, 303);
    assert.doesNotMatch((await ada.open(path)).html, /value="return"/);
    assert.equal((await stored(id))[0]?.giver_name, 'Ben');
  });

  it('come back as they were typed after a mistake, and while the service is away', async () => {
    const { id, path } = await list();
    const ada = browser('nobody');
    const form = await ada.open(path);
    assert.equal(form.policy, 'strict-origin', 'otherwise browsers send forms without their origin');
    const typed = {
      'largesse-url': 'javascript:lamps',
      'largesse-description': 'x'.repeat(501),
      person: 'Ada',
      gives: '1',
    };
    const wrong = await ada.press(form, path, 'largesse-name', 'send', { 'largesse-name': ' ', ...typed });
    assert.equal(wrong.status, 422);
    for (const text of ['500 characters', 'value="javascript:lamps"', 'checked'])
      assert.ok(wrong.html.includes(text), text);
    assert.equal(wrong.html.match(/largesse-field__problem/g)?.length, 3);
    const good = { 'largesse-name': 'Vase' };
    assert.equal(
      (await ada.press(form, path, 'largesse-name', 'send', { ...good, 'largesse-homepage': 'x' })).status,
      422,
    );
    const fields = new URLSearchParams({ present: 'send', ...good });
    const foreign = await ada.send(path, fields, { origin: 'https://other.example', 'sec-fetch-site': 'cross-site' });
    assert.deepEqual([foreign.status, foreign.html.includes('value="Vase"')], [403, true]);
    await connect(system, 'http://127.0.0.1:9');
    const away = await ada.press(form, path, 'largesse-name', 'send', good);
    assert.deepEqual([away.status, away.html.includes('value="Vase"')], [503, true]);
    await connect(system, system.url);
    await run(`delete_transient( Largesse\\Registries\\Registry\\ActiveItems::FAILED . $input );`, id);
    assert.equal((await ada.press(away, path, 'largesse-name', 'send', good)).status, 303);
  });

  it('belong to the people who may see the list, unless an owner closes the page', async () => {
    const { id, path } = await list();
    const hidden = await list({ status: 'private' });
    const locked = await list({ password: 'open sesame' });
    await browser('admin').add(path, 'Secret lamp');
    for (const who of ['nobody', 'stranger'] as const) {
      assert.equal((await browser(who).open(hidden.path)).status, 404);
      assert.doesNotMatch((await browser(who).open(locked.path)).html, /largesse-name/);
      const sent = new URLSearchParams({ present: 'send', 'largesse-name': 'x' });
      assert.doesNotMatch((await browser(who).send(locked.path, sent)).html, /largesse-name/);
    }
    const owner = browser('owner');
    // The owner of a list for a child is no recipient.
    const child = await list({ meta: { registry_keepers: '["owner"]' } });
    assert.match((await owner.send(child.path)).html, /href="[^"]*present=1"/);
    assert.deepEqual(names(await owner.add(child.path, 'Kite')), ['Kite']);
    const manage = `/my-registries/?registry=${id}`;
    const open = await owner.send(manage);
    await owner.send(manage, new URLSearchParams({ 'largesse-ideas': 'off' }));
    assert.equal((await browser('nobody').open(path)).status, 200, 'another site cannot close the page');
    assert.equal((await owner.press(open, manage, 'largesse-ideas', 'off')).status, 303);
    assert.equal((await browser('nobody').open(path)).status, 404);
    assert.equal((await owner.press(await owner.send(manage), manage, 'largesse-ideas', 'on')).status, 303);
    assert.deepEqual(names(await browser('nobody').open(path)), ['Secret lamp']);
  });

  it('are removed by keepers: one idea, or all ideas of a guest', async () => {
    const { id, path } = await list({ meta: { registry_keepers: '["stranger"]' } });
    const [spammer, ada, keeper] = [browser('nobody'), browser('nobody'), browser('stranger')];
    for (const name of ['One', 'Two', 'Three']) await spammer.add(path, name, { person: 'Spam' });
    await ada.add(path, 'Lamp', { person: 'Ada' });
    await ada.add(path, 'Vase');
    assert.equal((await ada.press(await ada.open(path), path, '>Two<', 'give', { person: 'Ada' })).status, 303);
    assert.doesNotMatch((await ada.open(path)).html, /value="(remove|clear)"/);
    const [one] = await stored(id);
    const version = { entry: String(one?.id), version: String(one?.updated_at) };
    for (const what of ['remove', 'clear'])
      assert.equal((await ada.press(await ada.open(path), path, 'largesse-name', what, version)).status, 409);
    assert.match((await keeper.open(path)).html, /Remove all 2 ideas of this guest/);
    assert.equal((await keeper.press(await keeper.open(path), path, '>One<', 'clear')).status, 303);
    const left = async () => (await stored(id)).map(({ name }) => name);
    assert.deepEqual(await left(), ['Two', 'Lamp', 'Vase'], 'an idea that another guest gives stays');
    assert.equal((await keeper.press(await keeper.open(path), path, '>Two<', 'remove')).status, 303);
    assert.deepEqual(await left(), ['Lamp', 'Vase']);
  });

  it('are limited like gifts, exported for their people, and erased with their gifts', async () => {
    const { id, path } = await list();
    const member = browser('mailInvitee');
    await member.add(path, 'Lamp', { 'largesse-description': 'My note' });
    await browser('nobody').add(path, 'Rug', {
      'largesse-description': 'A secret of Ada',
      'largesse-url': 'https://rugs.example/ada',
      person: 'Aunt Ada',
    });
    assert.equal((await member.press(await member.open(path), path, 'Rug', 'give', { person: 'Mel' })).status, 303);
    using items = new DatabaseSync((system.environment.DATABASE_URL ?? '').replace('sqlite:', ''), { timeout: 5000 });
    items.exec(`
      WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 198)
      INSERT INTO ideas (id, registry_id, name, author_user_id, revealed_at, created_at, updated_at)
      SELECT printf('%08d-0000-4000-8000-000000000000', i), ${id}, 'Many ' || i, ${site().users.mailInvitee.id}, ${[1, 2, 3].map(() => "'2020-01-01T00:00:00.000Z'").join()} FROM n;
      INSERT INTO shares (id, registry_id, item_id, name, amount, is_secret, giver_user_id, created_at, updated_at)
      VALUES ('00000000-0000-4000-8000-000000000001', ${id}, 999, 'Bike', 12.5, 1, ${site().users.mailInvitee.id}, '2020', '2020')`);
    const more = await member.press(await member.open(path), path, 'largesse-name', 'send', {
      'largesse-name': 'One more',
    });
    assert.equal(more.status, 422);
    assert.match(more.html, /already 200 ideas/);
    const told = await run(
      `$data = Largesse\\Services::get( Largesse\\Together\\Presents\\IdeaPrivacy::class );
       $gifts = Largesse\\Services::get( Largesse\\Promises\\Giving\\GiftPrivacy::class );
       echo wp_json_encode( array( $data->export( 'mailinvitee@people.example' ), $data->export( 'nobody@people.example' ), $data->export( 'mailinvitee@people.example', 2 ), Largesse\\Services::get( Largesse\\Together\\Shares\\SharePrivacy::class )->export( 'mailinvitee@people.example' ), $gifts->erase( 'mailinvitee@people.example' ) ) );`,
    );
    const [exported, nothing, second, shares, erased] = JSON.parse(told);
    assert.equal(exported.data.length, 200);
    assert.deepEqual(second.data, [], 'nothing twice');
    assert.match(JSON.stringify(shares.data), /Bike.*12\.50/);
    assert.match(JSON.stringify(exported), /Lamp.*My note.*Rug.*Mel.*You give this/);
    assert.doesNotMatch(JSON.stringify(exported), /Ada|rugs\.example/, 'nothing that other guests wrote');
    assert.deepEqual([nothing.data, erased.items_removed], [[], true]);
    items.exec(`DELETE FROM ideas WHERE name LIKE 'Many %'`);
    assert.deepEqual(valuesOf(await promised(id), 'giver_user_id'), [null]);
    const [lamp, rug] = await stored(id);
    assert.deepEqual([rug?.note, rug?.giver_user_id, rug?.giver_name], ['A secret of Ada', null, null]);
    assert.deepEqual([lamp?.name, lamp?.note, lamp?.author_user_id, lamp?.author_name], ['Lamp', null, null, null]);
    await run(`update_option( 'largesse_gifts_per_registry', 1 );`);
    const add = async () =>
      member.press(await member.open(path), path, 'largesse-name', 'send', { 'largesse-name': 'Vase' });
    let full = await add();
    // Some ideas in an hour are reserved for each network.
    for (let number = 0; number < 5 && full.status === 303; number++) full = await add();
    assert.equal(full.status, 429);
    assert.match(full.html, /value="Vase"/);
  });
});
