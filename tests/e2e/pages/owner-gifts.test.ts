// Needs a whole site: levels, days and rights decide what the service answers to the page.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { before, describe, it } from 'node:test';
import { fetchOnce } from '../../support/http-client.ts';
import { openForSuite } from '../../support/suite.ts';
import { warmUp } from '../api/site-with-api.ts';
import { activeItems, addItem } from '../plugin/connected.ts';
import { giftOf, give as giveTo } from '../plugin/gifts.ts';
import { openProxiedSite } from '../plugin/proxied-site.ts';
import { ask } from '../plugin/rest-namespace.ts';
import { ask as askSite } from '../wordpress/guest.ts';
import { create, logIn, page } from '../wordpress/requests.ts';
import type { TestUser } from '../wordpress/site.ts';

// The tests in tests/e2e/secrecy check that owners cannot see secret gifts in any way.
describe('the gifts of a registry', () => {
  const t = openForSuite(() => openProxiedSite('6.5', 'largesse'));
  before(() => warmUp(t.system));

  /** Creates a registry that has this level of surprise and these items. */
  async function setUp(surprise: string, items: Record<string, number>, who: TestUser = 'owner', day = '') {
    const id = await create(t.system.site, who, {
      title: 'Ours',
      meta: { registry_surprise: surprise, registry_event_type: 'Birthday', registry_reveal_date: day },
    });
    const ids: number[] = [];
    for (const [name, needed] of Object.entries(items))
      ids.push(await addItem(t.system, id, name, { quantity_needed: needed, price: 5 }));
    return { id, items: ids };
  }

  const give = (item: number | undefined, fields: object = {}) => giveTo(t.system, item ?? 0, fields);
  const pathOf = (id: number, what = 'list') => `/my-registries/?registry=${id}&gifts=${what}`;
  const list = async (id: number, who: TestUser = 'owner', query = '') =>
    (await page(t.system.site, who, pathOf(id) + query)).html.replace(/&#(\d+);/g, (_, code) =>
      String.fromCharCode(Number(code)),
    );
  const bought = async (id: number) =>
    (await activeItems(t.system, id)).map(({ quantity_purchased: number }) => number);
  const have = (id: number, item: number | undefined, body: object, who: TestUser = 'owner') =>
    ask(t.system.site, who, 'POST', `/${id}/items/${item}/have`, body);
  const haveOnly = (id: number, item: number | undefined, left: number) =>
    ask(t.system.site, 'owner', 'DELETE', `/${id}/items/${item}/have`, { left });
  const reveal = (id: number) => t.system.request('admin', 'POST', '/purchases/reveal', { body: { registry_id: id } });

  /** Sends a form of the list like a browser without scripts; returns the target of the redirect. */
  async function submit(id: number, fields: Record<string, string>, who: TestUser = 'owner', nonce?: string) {
    const sent = nonce ?? (await list(id, who)).match(/name="_wpnonce" value="(\w+)"/)?.[1] ?? '';
    const { status, location } = await askSite(t.system.site, pathOf(id), { who, form: { _wpnonce: sent, ...fields } });
    return [status, new URL(location ?? t.system.site.url).searchParams.get('said')];
  }

  it('owners record what they have, once, and only in this registry', async () => {
    const mine = await setUp('counts', { Kettle: 1, Plates: 6 });
    const theirs = await setUp('counts', { Pot: 1 }, 'stranger');
    const [kettle, plates] = mine.items;
    const purchase = randomUUID();
    for (let n = 0; n < 2; n++) {
      const { status, body } = await have(mine.id, plates, { purchase, quantity: 2 });
      assert.equal(status, 200, JSON.stringify(body));
      assert.partialDeepStrictEqual(body.registry.items[0], { quantity_had: 2, status_text: '2 of 6 given' });
    }
    assert.deepEqual(await bought(mine.id), [0, 2]);

    const guests = await give(kettle);
    for (const [item, body, status] of [
      [theirs.items[0], { purchase: randomUUID(), quantity: 1 }, 404],
      [kettle, { purchase: guests, quantity: 1 }, 404],
      [kettle, { purchase: randomUUID(), quantity: 1 }, 409],
      [plates, { purchase: 'mine', quantity: 1 }, 422],
      [plates, { purchase: randomUUID(), quantity: 0 }, 422],
      [plates, { purchase: randomUUID(), quantity: '1' }, 422],
    ] as const)
      assert.equal((await have(mine.id, item, body)).status, status, JSON.stringify(body));
    assert.equal((await have(mine.id, plates, { purchase: randomUUID(), quantity: 1 }, 'stranger')).status, 404);
    assert.deepEqual([await bought(mine.id), await bought(theirs.id)], [[1, 2], [0]]);

    // The counter is higher than the sum of the purchases, because the owner counted two plates by hand before guests
    // could give.
    await t.system.request('admin', 'PUT', `/items/${plates}`, { body: { quantity_purchased: 4 } });
    await give(plates);
    await have(mine.id, plates, { purchase: randomUUID(), quantity: 1 });
    for (const left of [4, 4, 1, 0, 0])
      assert.equal((await haveOnly(mine.id, plates, left)).body.registry.items[0]?.quantity_had, left);
    await haveOnly(mine.id, kettle, 0);
    assert.deepEqual(await bought(mine.id), [1, 1], 'the guests’ gifts stay');
  });

  it('are shown according to the level, and all after the day', async () => {
    const { id, items } = await setUp('counts', { Kettle: 3, Pot: 1 }, 'owner', '2099-05-01');
    const ada = await give(items[0], { giver_name: 'Aunt <Ada>', message: 'All the\nbest & more', quantity: 2 });
    await give(items[0], { giver_user_id: t.system.site.users.invitee.id });
    await give(items[1]);
    const before = await list(id);
    assert.match(before, /you see here how many, and from May 1, 2099 on also who/);
    assert.match(before, />Kettle<.*Given: 3<.*>Pot<.*Given: 1</s);
    for (const part of ['Ada', 'best', 'type="checkbox"', ada]) assert.ok(!before.includes(part), part);
    assert.ok((await list(id, 'admin')).includes('Aunt &lt;Ada&gt;'), 'an administrator who is not an owner');
    assert.match((await page(t.system.site, 'stranger', pathOf(id))).html, /You cannot manage this registry/);
    assert.match((await page(t.system.site, 'nobody', pathOf(id))).html, /Please sign in/);

    const setMeta = (key: string, value: string) =>
      t.system.site.wordpress.run('update_post_meta( ...$input );', [id, key, value]);
    await setMeta('registry_reveal_date', '');
    assert.match(await list(id), /you see here how many, but not who\. To see the givers, choose/);
    await setMeta('registry_reveal_date', '2099-05-01');
    await setMeta('registry_surprise', 'names');
    const named = await list(id);
    assert.match(named, /2 ×.*Aunt &lt;Ada&gt;.*All the\nbest &amp; more.*invitee.*Without a name/su);
    assert.doesNotMatch(named, /class="largesse-mine__hint"/);
    assert.deepEqual(
      [named.split('>Kettle<').length, named.split('class="largesse-picture"').length],
      [2, 3],
      'one entry for each wish, with its picture',
    );

    await setMeta('registry_surprise', 'hidden');
    await setMeta('registry_reveal_date', '');
    assert.match(await list(id), /You have not chosen a day for the reveal yet/);
    await setMeta('registry_reveal_date', '2020-01-01');
    assert.match(await list(id), /The surprise is over: 3 of 3 still to thank\..*Aunt &lt;Ada&gt;/s);
  });

  it('are visible to an administrator while secret, and to the owner after the reveal', async () => {
    const { id, items } = await setUp('hidden', { Kettle: 1, Pot: 1 }, 'owner', '2099-05-01');
    await give(items[0], { secret: true, giver_name: 'Uncle Ben' });
    await have(id, items[1], { purchase: randomUUID(), quantity: 1 });
    const owners = await list(id);
    assert.match(owners, /Gifts are a surprise: from May 1, 2099 on/);
    assert.match(owners, /Pot.*You have it/s);
    assert.doesNotMatch(owners, /Ben|checkbox/);
    const admins = await list(id, 'admin');
    assert.match(admins, /Please keep the secret.*Uncle Ben.*Secret</s);
    assert.doesNotMatch(admins, /checkbox/, 'thanks would reveal the gift');
    await reveal(id);
    assert.match(await list(id), /Uncle Ben.*type="checkbox"/s);
    assert.doesNotMatch(await list(id, 'admin'), />Secret</);
  });

  it('stay at the end of the list if their wish was removed', async () => {
    const { id, items } = await setUp('names', { Kettle: 1, Pot: 1 });
    await give(items[0], { giver_name: 'Ada' });
    await give(items[1], { giver_name: 'Ben' });
    assert.equal((await ask(t.system.site, 'owner', 'DELETE', `/${id}/items/${items[0]}`)).status, 200);
    assert.match(await list(id), /Pot.*Ben.*A wish that is no longer on the list.*Ada/s);
  });

  it('can be exported to a file for spreadsheets, which contains no formula', async () => {
    const { id, items } = await setUp('names', { '=1+1': 3, 'Pot; "big"': 1 });
    await give(items[0], { giver_name: '@Ada', message: ' +49 30 1234\nBest', quantity: 2 });
    await have(id, items[0], { purchase: randomUUID(), quantity: 1 });
    const thanked = await give(items[1], { giver_name: 'Büchner', message: '＝cmd' });
    await t.system.request('admin', 'PATCH', `/purchases/${thanked}`, { body: { thanked: true } });
    const answer = await fetchOnce(t.system.site.url + pathOf(id, 'csv'), {
      headers: { cookie: await logIn(t.system.site, 'owner') },
    });
    assert.equal(answer.headers.get('content-type'), 'text/csv; charset=utf-8');
    assert.match(answer.headers.get('cache-control') ?? '', /no-cache|no-store/);
    assert.match(answer.headers.get('content-disposition') ?? '', /^attachment; filename="gifts-\d+\.csv"$/);
    const bytes = Buffer.from(await answer.arrayBuffer());
    assert.deepEqual([...bytes.subarray(0, 3)], [0xef, 0xbb, 0xbf]);
    assert.equal(
      // Replaces the dates, because midnight may pass during the test.
      bytes
        .subarray(3)
        .toString()
        .replace(/"\d{4}-\d\d-\d\d"/g, '"DAY"'),
      [
        '"Wish","How many","Who","Message","When","Thanked"',
        `"'=1+1","2","'@Ada","' +49 30 1234\nBest","DAY","No"`,
        `"'=1+1","1","You have it","","DAY",""`,
        `"Pot; ""big""","1","Büchner","'＝cmd","DAY","Yes"`,
        '',
      ].join('\r\n'),
    );
    const counted = await setUp('counts', { Kettle: 3, Pot: 9 });
    const empty = /There is nothing to show yet/;
    assert.match(await list(counted.id), empty);
    // Pieces that count as bought, but belong to no gift.
    await t.system.request('admin', 'PUT', `/items/${counted.items[1]}`, { body: { quantity_purchased: 8 } });
    const had = await list(counted.id);
    assert.doesNotMatch(had, empty);
    assert.match(had, />Pot<.*>8 ×<.*You have it/s);
    for (const quantity of [1, 2]) await give(counted.items[0], { giver_name: 'Ada', quantity });
    assert.match(
      (await page(t.system.site, 'owner', pathOf(counted.id, 'csv'))).html,
      /\r\n"Kettle","3","","","",""\r\n"Pot","8","You have it","","",""\r\n$/,
    );
    t.interference = { before: () => false };
    const failed = await page(t.system.site, 'owner', pathOf(id, 'csv'));
    t.interference = {};
    assert.match(failed.location ?? '', /gifts=list&said=failed$/, 'no empty file');
    assert.match((await page(t.system.site, 'stranger', pathOf(id, 'csv'))).html, /<html/);
  });

  it('work without scripts: thanks, and released gifts', async () => {
    const { id, items } = await setUp('names', { Kettle: 1, Pot: 1 });
    const ada = await give(items[0], { giver_name: 'Ada' });
    const isThanked = async () => / checked/.test(await list(id));
    const unticked = (was: string) => ({ largesse_gifts: 'thank', [`was[${ada}]`]: was });
    const ticked = { ...unticked('0'), [`thanked[${ada}]`]: '1' };
    const open = () => list(id, 'owner', '&thanks=open');
    assert.match(await open(), /1 of 1 still to thank\..*>Kettle</s);
    assert.deepEqual(await submit(id, ticked), [303, 'saved']);
    assert.ok(await isThanked());
    assert.match(await open(), /You have thanked everyone\./);
    assert.doesNotMatch(await open(), />Kettle</);
    assert.deepEqual(await submit(id, unticked('0')), [303, 'saved']);
    assert.ok(await isThanked(), 'unchanged parts of the form stay');
    assert.deepEqual(await submit(id, unticked('1'), 'owner', 'x'), [303, 'failed']);
    assert.ok(await isThanked(), 'a form of another site has no effect');
    await submit(id, unticked('1'));
    assert.equal(await isThanked(), false);

    const mine = randomUUID();
    await have(id, items[1], { purchase: mine, quantity: 1 });
    await submit(id, { largesse_gifts: 'thank', [`was[${mine}]`]: '0', [`thanked[${mine}]`]: '1' });
    assert.equal((await giftOf(t.system, mine))?.thanked_at, null, 'owners cannot thank themselves');
    const free = { largesse_gifts: 'free', purchase: ada };
    assert.deepEqual(await submit(id, free), [303, 'failed'], 'recipients release no gift');
    await t.system.site.wordpress.run(`update_post_meta( $input, 'registry_keepers', '["stranger"]' );`, id);
    assert.deepEqual(await submit(id, ticked, 'stranger'), [303, 'failed'], 'keepers thank nobody');
    assert.equal((await giftOf(t.system, ada))?.thanked_at, null);
    assert.doesNotMatch(await list(id, 'stranger'), /checkbox/);
    for (const time of ['first', 'second'])
      assert.deepEqual(await submit(id, free, 'admin'), [303, 'saved'], `the ${time} time`);
    assert.deepEqual(await bought(id), [0, 1]);
  });
});
