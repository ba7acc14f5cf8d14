// Needs a whole site: the visitor's access and page caches decide what a page shows.
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { openForSuite } from '../../support/suite.ts';
import { openGuestSite, type Shown } from '../pages/guest-site.ts';
import { keyIn, linksOn } from '../pages/links.ts';
import { ask as askSite, decoded, type Seen } from '../wordpress/guest.ts';
import { type Caller, page } from '../wordpress/requests.ts';
import { ask } from './exchange.ts';

// rules: Good to know
describe('the text about a person', () => {
  const t = openForSuite(() => openGuestSite());
  const site = () => t.system.site;
  const run = (php: string, input?: unknown) => site().wordpress.run(php, input);
  let open: Shown;
  let closed: Shown;
  let child: Shown;
  before(async () => {
    const wishes = [{ name: 'Ring', url: 'https://shop.example/ring' }];
    open = await t.registry({ title: 'Open list' }, wishes);
    closed = await t.registry(
      { title: 'Closed list', status: 'private', meta: { registry_invitees: '["invitee"]' } },
      wishes,
    );
    const meta = { registry_keepers: '["owner"]', registry_owners: '["stranger"]' };
    child = await t.registry({ title: 'For Mia', meta }, wishes);
  });

  const address = (registry?: number) =>
    `/my-registries/?${registry === undefined ? '' : `registry=${registry}&`}about=edit`;

  const send = (who: Caller, path: string, method: string, form?: URLSearchParams) =>
    askSite(site(), path, { who, method, form: form && Object.fromEntries(form) });
  const cookieOf = ({ cookies }: Seen) => cookies.map((cookie) => cookie.split(';')[0]).join('; ');
  const hiddenIn = (html: string) =>
    [...html.matchAll(/name="(largesse-about-[a-z]+|_wpnonce)" value="([^"]*)"/g)].map(
      ([, name = '', value = '']): [string, string] => [name, value],
    );
  /** Opens the form. Returns the hidden fields of the form. */
  async function opened(who: Caller, registry?: number): Promise<URLSearchParams> {
    const { html } = await send(who, address(registry), 'GET');
    const hidden = hiddenIn(html);
    assert.equal(hidden.length, 3, html.slice(0, 500));
    return new URLSearchParams(hidden);
  }
  /** Submits a form that contains this text and these hidden fields. */
  function submit(who: Caller, text: string, hidden: URLSearchParams, registry?: number) {
    const form = new URLSearchParams(hidden);
    form.append('largesse-about', text);
    return send(who, address(registry), 'POST', form);
  }
  async function save(who: Caller, text: string, registry?: number): Promise<void> {
    const { status, location } = await submit(who, text, await opened(who, registry), registry);
    assert.equal(status, 303);
    assert.match(location ?? '', /about=saved/);
  }
  const shown = async (who: Caller, { path }: Shown) =>
    /<aside class="largesse-registry__about".*?<\/aside>/s.exec((await page(site(), who, path)).html)?.[0] ?? '';
  const texts = (html: string) => [...html.matchAll(/<p dir="auto">(.*?)<\/p>/gs)].map(([, text]) => text);

  it('of an owner appears on all their lists, for members', async () => {
    await save('owner', '39 & "Wiide" <b>\r\n \r\n Grandma\'s \\ blue 🎁 ');
    for (const list of [open, closed])
      assert.deepEqual(texts(await shown('invitee', list)), [
        '39 &amp; &quot;Wiide&quot; &lt;b&gt;<br />\nGrandma&#039;s &#92; blue 🎁',
      ]);
    assert.match(await shown('owner', open), /39/);
    assert.match((await send('owner', '/my-registries/?about=saved', 'GET')).html, /is saved/);
    assert.match((await send('owner', '/my-registries/', 'GET')).html, /about=edit/);
    assert.match(
      (await send('owner', `/my-registries/?registry=${open.id}`, 'GET')).html,
      /my-registries\/\?about=edit/,
    );
  });

  it('is hidden from strangers on a public list, and so from the cache of pages', async () => {
    const { html, headers } = await askSite(site(), open.path, { headers: { 'x-largesse-page': 'may-be-kept' } });
    assert.equal(headers.get('x-largesse-page'), 'keep');
    assert.doesNotMatch(html, /Wiide/);
    for (const path of [
      `${open.path}feed/`,
      '/?s=list',
      `/wp-json/wp/v2/registries/${open.id}`,
      `/wp-json/wp/v2/users/1`,
    ])
      assert.doesNotMatch((await page(site(), 'nobody', path)).html, /Wiide/, path);
  });

  it('appears to guests with a link, on pages that nobody caches', async () => {
    const link = await linksOn(site()).family(open.id);
    const entered = await askSite(site(), open.path, { form: { open: keyIn(link) } });
    const visit = (path: string) =>
      askSite(site(), path, { cookie: cookieOf(entered), headers: { 'x-largesse-page': 'may-be-kept' } });
    const { html, headers } = await visit(open.path);
    assert.match(html, /Wiide/);
    assert.match(headers.get('cache-control') ?? '', /no-store.*private/);
    assert.equal(headers.get('x-largesse-page'), null);
    assert.doesNotMatch((await visit(child.path)).html, /Wiide/, 'the link opens one list');
  });

  it('appears to guests who know the password of a list', async () => {
    const locked = await t.registry({ title: 'Locked', password: 'sesame' });
    const headers = { referer: site().url + locked.path };
    const answer = await askSite(site(), '/wp-login.php?action=postpass', {
      form: { post_password: 'sesame' },
      headers,
    });
    assert.doesNotMatch((await askSite(site(), locked.path)).html, /Wiide/);
    assert.match((await askSite(site(), locked.path, { cookie: cookieOf(answer) })).html, /Wiide/);
  });

  it('about the child of a list is stored with the list', async () => {
    assert.equal(await shown('invitee', child), '', 'not the text of the owner');
    // Each owner of the list may edit it.
    for (const [who, size] of [
      ['stranger', '27'],
      ['owner', '28'],
    ] as const) {
      await save(who, `Shoe size ${size}`, child.id);
      assert.deepEqual(texts(await shown('invitee', child)), [`Shoe size ${size}`]);
    }
    assert.match(await shown('invitee', open), /39/);
    assert.match(
      (await send('owner', `/my-registries/?registry=${child.id}`, 'GET')).html,
      new RegExp(`registry=${child.id}&#038;about=edit`),
    );
  });

  it('about co-owners has their names', async () => {
    const both = await t.registry({
      title: 'Both',
      meta: { registry_owners: '["stranger","Stranger@people.example"]' },
    });
    await save('stranger', 'Ring size 54');
    const html = await shown('invitee', both);
    assert.deepEqual(texts(html).slice(-1), ['Ring size 54']);
    const names = (page: string) =>
      [...page.matchAll(/about-of" dir="auto">([^<]*)</g)].map(([, name]) => name?.trim());
    assert.deepEqual(names(html), ['owner', 'stranger']);
    await save('stranger', '');
    assert.deepEqual(names(await shown('invitee', both)), ['Good to know']);
  });

  it('comes back with every word after a mistake, and nothing is stored', async () => {
    const long = 'ö'.repeat(3001);
    const wrong = await submit('owner', long, await opened('owner'));
    assert.equal(wrong.status, 422);
    for (const text of [`>${long}</textarea>`, 'shorten this to 3,000 characters', 'aria-invalid="true"'])
      assert.ok(decoded(wrong.html).includes(text), text);
    assert.match(await shown('owner', open), /39/);
  });

  it('saved in two tabs is not overwritten', async () => {
    const [first, second] = [await opened('owner'), await opened('owner')];
    assert.equal((await submit('owner', 'Hat 55', first)).status, 303);
    assert.equal((await submit('owner', 'Hat 55', first)).status, 303, 'the same form twice');
    const late = await submit('owner', 'Gloves 7', second);
    assert.equal(late.status, 409);
    assert.match(late.html, /changed on another page/);
    assert.match(late.html, /<p dir="auto">Hat 55<\/p>/);
    assert.match(late.html, />Gloves 7<\/textarea>/);
    assert.deepEqual(texts(await shown('owner', open)), ['Hat 55']);
    const again = new URLSearchParams(hiddenIn(late.html));
    assert.equal((await submit('owner', 'Hat 55\nGloves 7', again)).status, 303);
    assert.deepEqual(texts(await shown('owner', open)), ['Hat 55<br />\nGloves 7']);
  });

  it('can be changed only by its owners', async () => {
    const hidden = await opened('invitee');
    for (const registry of [child.id, closed.id, 999]) {
      const answer = await submit('invitee', 'Shoe size 99', hidden, registry);
      assert.equal(answer.status, 200);
      assert.doesNotMatch(answer.html, /size 99/);
    }
    assert.equal((await submit('nobody', 'Shoe size 99', hidden)).status, 200);
    assert.doesNotMatch((await shown('invitee', child)) + (await shown('invitee', open)), /99/);
  });

  it('is in files of the list; only that of the list itself is imported and copied', async () => {
    const exported = (list: Shown) => ask(site(), 'owner', 'GET', `/${list.id}/export`);
    const { body: own } = await exported(open);
    assert.deepEqual(own.export?.registry.about, [{ person: 'owner', text: 'Hat 55\nGloves 7' }]);
    const { body: kept } = await exported(child);
    assert.deepEqual(kept.export?.registry.about, [{ person: null, text: 'Shoe size 28' }]);
    const sizes = [
      { label: 'Shoe size', value: '26', person: null },
      { label: 'Hat', value: '55', person: 'Ada' },
    ];
    const { about, ...details } = { ...kept.export?.registry };
    const earlier = { ...kept.export, registry: { ...details, sizes } };
    const stored = (id?: number) =>
      run(`echo Largesse\\Together\\About\\StoredAbout::of_registry( $input )->text();`, id);
    for (const [file, text] of [
      [kept.export, 'Shoe size 28'],
      [own.export, ''],
      [earlier, 'Shoe size: 26'],
    ]) {
      const { status, body } = await ask(site(), 'owner', 'POST', '/from-file', { file });
      assert.deepEqual([status, await stored(body.registry?.id)], [201, text]);
    }
    const copied = await ask(site(), 'owner', 'POST', `/${child.id}/copy`, { title: 'Next year' });
    const { copy } = copied.body as { copy?: { id: number } };
    assert.equal(await stored(copy?.id), 'Shoe size 28');
    for (const wrong of [[{ text: 'x'.repeat(3001), person: null }], ['x'], 'x']) {
      const file = { ...kept.export, registry: { ...kept.export?.registry, about: wrong } };
      const refused = await ask(site(), 'owner', 'POST', '/from-file', { file });
      assert.deepEqual([refused.status, Object.keys(refused.body.data?.fields ?? {})], [422, ['about']]);
    }
  });

  it('is in exports of personal data, and can be erased', async () => {
    const tool = (method: string) =>
      run(
        `echo wp_json_encode( Largesse\\Services::get( Largesse\\Together\\About\\AboutPrivacy::class )->${method}( 'owner@people.example' ) );`,
      ).then((printed) => JSON.parse(printed));
    const { data, done } = await tool('export');
    assert.equal(done, true);
    assert.match(JSON.stringify(data), /"Hat 55<br \/>\\nGloves 7".*"For Mia".*"Shoe size 28"/);
    assert.equal((await tool('erase')).items_removed, true);
    assert.deepEqual((await tool('export')).data, []);
    assert.equal((await tool('erase')).items_removed, false);
    assert.equal((await shown('owner', open)) + (await shown('owner', child)), '');
  });
});
