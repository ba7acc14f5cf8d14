import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { MAX_APPEARANCES } from '@largesse/contract';
import { openForSuite } from '../../support/suite.ts';
import { give } from '../pages/gifts.ts';
import { formIn, ask as send } from '../wordpress/guest.ts';
import { type Caller, create, type Draft } from '../wordpress/requests.ts';
import { activeItems, addItem, connect } from './connected.ts';
import { deliver, openMailingSite } from './mailing-site.ts';
import { askDirectly } from './rest-namespace.ts';

const DAY = '2037-06-12';
/** Texts of the second list that guests of the first must never see. */
const CANARY = 'Canaries';

// rules: Appearances
describe('wishes on several lists', () => {
  const t = openForSuite(() => openMailingSite());
  const site = () => t.site;
  const run = (php: string, input?: unknown) => site().wordpress.run(php, input);
  const pathOf = (id: number, page: string | number) => `/my-registries/?registry=${id}&appearances=${page}`;
  const read = (id: number, who: Caller, page: string | number) => send(site(), pathOf(id, page), { who });

  async function list(draft: Draft) {
    const id = await create(site(), 'owner', { status: 'publish', ...draft });
    return { id, path: new URL(await run('echo get_permalink( $input );', id)).pathname };
  }
  /** Ticks exactly these boxes on a page, and saves. */
  async function choose(id: number, page: string | number, chosen: readonly number[], who: Caller = 'owner') {
    const { html, text } = await read(id, who, page);
    const { fields } = formIn(html, 'class="largesse-mine__form"') ?? assert.fail(text);
    // WordPress encodes brackets in the content of a page.
    const sent = Object.entries(fields).map(([name, value]): [string, string] => [
      name.replace('&#91;&#93;', '[0]'),
      value,
    ]);
    const others = sent.filter(([name]) => !name.includes('chosen'));
    const boxes = chosen.map((value, n): [string, string] => [`largesse-chosen[${n}]`, String(value)]);
    return send(site(), pathOf(id, page), { who, form: Object.fromEntries([...others, ...boxes]) });
  }
  const idsOn = async (id: number) => (await activeItems(t, id)).map((item) => item.id);
  const view = async (id: number, who: 'owner' | 'stranger' = 'owner') =>
    (await askDirectly(site(), who, 'GET', `/${id}`)).body.registry;

  before(() => run(`update_option( 'largesse_gifts_per_address', 1000 );`));

  /** An open list, and a hidden list of the same owner with a co-owner; a wish of the first is on both. */
  async function both(fields: object = {}) {
    const home = await list({ title: 'Birthday', slug: 'birthday', meta: { registry_keepers: '["stranger"]' } });
    const other = await list({
      title: CANARY,
      meta: { registry_owners: '["stranger"]', registry_surprise: 'hidden', registry_event_date: DAY },
    });
    const item = await addItem(t, home.id, 'Kettle', fields);
    const saved = await choose(home.id, item, [other.id]);
    assert.equal(saved.status, 303, saved.text);
    return { home, other, item };
  }

  it('are chosen by owners of both lists, repeatedly, and refused with a reason', async () => {
    const { home, other, item } = await both();
    const own = await addItem(t, home.id, 'Lamp');
    assert.deepEqual([await idsOn(other.id), await idsOn(home.id)], [[item], [item, own]]);
    assert.equal((await choose(home.id, item, [other.id])).status, 303, 'again');
    assert.deepEqual(
      [(await view(home.id)).items, (await view(other.id)).items].map((all) => all.map((one) => one.other_lists)),
      [[`Also on ${CANARY}`, ''], ['Also on Birthday']],
    );
    const added = await choose(other.id, 'add', [own, item]);
    assert.equal(added.status, 303, added.text);
    assert.deepEqual(await idsOn(other.id), [item, own]);
    assert.equal((await choose(home.id, own, [])).status, 303);
    assert.deepEqual(await idsOn(other.id), [item]);
    // The co-owner of one list can neither add nor remove wishes of the other.
    assert.doesNotMatch((await read(other.id, 'stranger', 'add')).text, /Birthday|Lamp/);
    assert.equal((await read(home.id, 'stranger', item)).html.includes(CANARY), false);
    assert.equal((await view(other.id, 'stranger')).items[0]?.other_lists, '');
    const path = `/${other.id}/items/${item}`;
    assert.equal((await askDirectly(site(), 'stranger', 'DELETE', path)).status, 403);
    const removed = await askDirectly(site(), 'owner', 'DELETE', path);
    assert.equal(removed.status, 200);
    assert.deepEqual([await idsOn(other.id), await idsOn(home.id)], [[], [item, own]]);
    const back = await askDirectly(site(), 'owner', 'POST', `${path}/restore`, removed.body.undo);
    assert.deepEqual([back.status, await idsOn(other.id)], [200, [item]]);
    await connect(t, 'http://127.0.0.1:1');
    const failed = await choose(home.id, item, []);
    assert.equal(failed.status, 503);
    assert.match(failed.text, /did not answer/);
    await connect(t, t.url);
  });

  it('exchange one of ten other lists for another at once', async () => {
    const { id } = await list({ title: 'Full' });
    const others: number[] = [];
    for (let n = 0; n <= MAX_APPEARANCES; n++) others.push((await list({ title: `Other ${n}` })).id);
    const item = await addItem(t, id, 'Kettle');
    const [oldest = 0, ...newer] = others;
    const newest = newer.at(-1) ?? 0;
    assert.equal((await choose(id, item, others.slice(0, -1))).status, 303);
    const exchanged = await choose(id, item, newer);
    assert.equal(exchanged.status, 303, exchanged.text);
    assert.deepEqual([await idsOn(newest), await idsOn(oldest)], [[item], []]);
    const back = await choose(id, item, others.slice(0, -1));
    assert.equal(back.status, 303, back.text);
    assert.deepEqual([await idsOn(newest), await idsOn(oldest)], [[], [item]]);
  });

  it('stay secret for recipients of one list, and for guests of each', async () => {
    const { home, other, item } = await both({ quantity_needed: 2 });
    const url = (id: number) => `${id === home.id ? home.path : other.path}?giving=1`;
    const shown = async (who: Caller) => [
      (await send(site(), url(home.id), { who })).text,
      (await send(site(), `${home.path}?give=${item}`, { who })).text,
      (await send(site(), `/my-registries/?registry=${home.id}&gifts=list`, { who })).text,
      JSON.stringify((await view(home.id, 'stranger')).items),
    ];
    const before = await shown('stranger');
    assert.match(before[1] ?? '', /This is your own list/);
    const gift = await give(t, home.id, { item_id: item, giver_email: 'gil@people.example', giver_name: 'Gil' });
    const second = await give(t, other.id, { item_id: item, giver_email: 'ann@people.example' });
    assert.deepEqual(await shown('stranger'), before, 'a recipient of the other list learns nothing');
    assert.match((await send(site(), url(home.id), { who: 'nobody' })).text, /given|Given/);
    const ofGuest = await Promise.all([home.path, url(home.id), gift.url].map((path) => send(site(), path)));
    const ofOther = await Promise.all([other.path, url(other.id), second.url].map((path) => send(site(), path)));
    for (const { html } of ofGuest) assert.doesNotMatch(html, new RegExp(`${CANARY}|${DAY}|=${other.id}\\b`, 'i'));
    for (const { html } of ofOther) assert.doesNotMatch(html, /birthday/i);
    await deliver(t);
    // The home list is removed: each guest gets a mail about the list through which the gift was made.
    assert.equal((await askDirectly(site(), 'owner', 'DELETE', `/${home.id}/items/${item}`)).status, 200);
    const mails = await deliver(t);
    const told = mails.map(({ recipients, subject, text }) => [String(recipients), `${subject} ${text}`] as const);
    assert.equal(told.length, 2, JSON.stringify(told));
    for (const [to, text] of told)
      assert.equal(text.includes(CANARY) && !text.includes('Birthday'), /ann/.test(to), text);
  });

  it('follow the level of each list at once, and survive their own list', async () => {
    const { home, other, item } = await both({ quantity_needed: 3 });
    const isSecret = async () => {
      const { id } = await give(t, home.id, { item_id: item });
      const { body } = await t.request<{ data: { is_secret: boolean } }>('admin', 'GET', `/purchases/${id}`);
      return body.data.is_secret;
    };
    assert.equal(await isSecret(), true);
    const { version } = await view(other.id);
    await askDirectly(site(), 'owner', 'PATCH', `/${other.id}`, { version, surprise: 'names' });
    assert.equal(await isSecret(), false);
    const moved = await choose(home.id, 'move', []);
    assert.equal(moved.status, 303, moved.text);
    await run('wp_delete_post( $input, true );', home.id);
    assert.deepEqual(await idsOn(other.id), [item]);
    assert.equal((await view(other.id)).items[0]?.quantity_purchased, 1);
  });
});
