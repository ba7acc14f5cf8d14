// Needs a whole site: sizes depend on the visitor's access, and on page caches.
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { openForSuite } from '../../support/suite.ts';
import { openGuestSite, type Shown } from '../pages/guest-site.ts';
import { keyIn, linksOn } from '../pages/links.ts';
import { ask as askSite, type Seen } from '../wordpress/guest.ts';
import { type Caller, page } from '../wordpress/requests.ts';
import { ask } from './exchange.ts';

type Row = [label: string, value: string];

// rules: Sizes and notes
describe('sizes and notes', () => {
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
    `/my-registries/?${registry === undefined ? '' : `registry=${registry}&`}sizes=edit`;

  const send = (who: Caller, path: string, method: string, form?: URLSearchParams) =>
    askSite(site(), path, { who, method, form: form && Object.fromEntries(form) });
  const cookieOf = ({ cookies }: Seen) => cookies.map((cookie) => cookie.split(';')[0]).join('; ');
  const hiddenIn = (html: string) =>
    [...html.matchAll(/name="(largesse-sizes-[a-z]+|_wpnonce)" value="([^"]*)"/g)].map(
      ([, name = '', value = '']): Row => [name, value],
    );
  /** Opens the form. Returns the hidden fields of the form. */
  async function opened(who: Caller, registry?: number): Promise<URLSearchParams> {
    const { html } = await send(who, address(registry), 'GET');
    const hidden = hiddenIn(html);
    assert.equal(hidden.length, 3, html.slice(0, 500));
    return new URLSearchParams(hidden);
  }
  /** Submits a form that contains these rows and these hidden fields. */
  function submit(who: Caller, rows: readonly Row[], hidden: URLSearchParams, registry?: number) {
    const form = new URLSearchParams(hidden);
    for (const [number, [label, value]] of rows.entries()) {
      form.append(`largesse-sizes[${number}][label]`, label);
      form.append(`largesse-sizes[${number}][value]`, value);
    }
    return send(who, address(registry), 'POST', form);
  }
  async function save(who: Caller, rows: readonly Row[], registry?: number): Promise<void> {
    const { status, location } = await submit(who, rows, await opened(who, registry), registry);
    assert.equal(status, 303);
    assert.match(location ?? '', /sizes=saved/);
  }
  const shown = async (who: Caller, { path }: Shown) =>
    /<aside class="largesse-registry__sizes".*?<\/aside>/s.exec((await page(site(), who, path)).html)?.[0] ?? '';
  const texts = (html: string) => [...html.matchAll(/<d[td][^>]*>([^<]*)</g)].map(([, text]) => text);

  it('of an owner appear on all their lists, for members', async () => {
    await save('owner', [
      ['Shoe size', '39 & "Wiide" <b>'],
      ['', ''],
      ['Colour', "Grandma's \\ blue 🎁"],
    ]);
    for (const list of [open, closed])
      assert.deepEqual(texts(await shown('invitee', list)), [
        'Shoe size',
        '39 &amp; &quot;Wiide&quot; &lt;b&gt;',
        'Colour',
        'Grandma&#039;s &#92; blue 🎁',
      ]);
    assert.match(await shown('owner', open), /39/);
    assert.match((await send('owner', '/my-registries/?sizes=saved', 'GET')).html, /are saved/);
    assert.match((await send('owner', '/my-registries/', 'GET')).html, /sizes=edit/);
    assert.match(
      (await send('owner', `/my-registries/?registry=${open.id}`, 'GET')).html,
      /my-registries\/\?sizes=edit/,
    );
  });

  it('are hidden from strangers on a public list, and so from the cache of pages', async () => {
    const { html, headers } = await askSite(site(), open.path, { headers: { 'x-largesse-page': 'may-be-kept' } });
    assert.equal(headers.get('x-largesse-page'), 'keep');
    assert.doesNotMatch(html, /Shoe size|Wiide/);
    for (const path of [
      `${open.path}feed/`,
      `/?s=Shoe`,
      `/wp-json/wp/v2/registries/${open.id}`,
      `/wp-json/wp/v2/users/1`,
    ])
      assert.doesNotMatch((await page(site(), 'nobody', path)).html, /Shoe size|Wiide|largesse_sizes/, path);
  });

  it('appear to guests with a link, on pages that nobody caches', async () => {
    const link = await linksOn(site()).family(open.id);
    const entered = await askSite(site(), open.path, { form: { open: keyIn(link) } });
    const visit = (path: string) =>
      askSite(site(), path, { cookie: cookieOf(entered), headers: { 'x-largesse-page': 'may-be-kept' } });
    const { html, headers } = await visit(open.path);
    assert.match(html, /Shoe size/);
    assert.match(headers.get('cache-control') ?? '', /no-store.*private/);
    assert.equal(headers.get('x-largesse-page'), null);
    assert.doesNotMatch((await visit(child.path)).html, /Shoe size/, 'the link opens one list');
  });

  it('appear to guests who know the password of a list', async () => {
    const locked = await t.registry({ title: 'Locked', password: 'sesame' });
    const headers = { referer: site().url + locked.path };
    const answer = await askSite(site(), '/wp-login.php?action=postpass', {
      form: { post_password: 'sesame' },
      headers,
    });
    assert.doesNotMatch((await askSite(site(), locked.path)).html, /Shoe size/);
    assert.match((await askSite(site(), locked.path, { cookie: cookieOf(answer) })).html, /Shoe size/);
  });

  it('of a list for a child are stored with the list', async () => {
    assert.equal(await shown('invitee', child), '', 'not those of the owner');
    // Each owner of the list may edit them.
    for (const [who, size] of [
      ['stranger', '27'],
      ['owner', '28'],
    ] as const) {
      await save(who, [['Shoe size', size]], child.id);
      assert.deepEqual(texts(await shown('invitee', child)), ['Shoe size', size]);
    }
    assert.match(await shown('invitee', open), /39/);
    assert.match(
      (await send('owner', `/my-registries/?registry=${child.id}`, 'GET')).html,
      new RegExp(`registry=${child.id}&#038;sizes=edit`),
    );
  });

  it('of co-owners have their names', async () => {
    const both = await t.registry({
      title: 'Both',
      meta: { registry_owners: '["stranger","Stranger@people.example"]' },
    });
    await save('stranger', [['Ring size', '54']]);
    const html = await shown('invitee', both);
    assert.deepEqual(texts(html).slice(-2), ['Ring size', '54']);
    assert.equal(html.split('largesse-registry__sizes-of').length, 3);
    await save('stranger', []);
    assert.doesNotMatch(await shown('invitee', both), /sizes-of|Ring size/);
  });

  it('come back with every word after a mistake, and nothing is stored', async () => {
    const hidden = await opened('owner');
    const long = 'ö'.repeat(201);
    const wrong = await submit(
      'owner',
      [
        ['Hat', '55'],
        ['Coat', long],
      ],
      hidden,
    );
    assert.equal(wrong.status, 422);
    for (const text of ['value="55"', `value="${long}"`, 'shorten this to 200 characters', 'aria-invalid="true"'])
      assert.ok(wrong.html.includes(text), text);
    assert.doesNotMatch(await shown('owner', open), /Hat|Coat/);
  });

  it('saved in two tabs do not overwrite each other', async () => {
    const [first, second] = [await opened('owner'), await opened('owner')];
    assert.equal((await submit('owner', [['Hat', '55']], first)).status, 303);
    assert.equal((await submit('owner', [['Hat', '55']], first)).status, 303, 'the same form twice');
    const late = await submit('owner', [['Gloves', '7']], second);
    assert.equal(late.status, 409);
    assert.match(late.html, /changed on another page/);
    assert.match(late.html, /<li><bdi>Hat<\/bdi>.{0,9}<bdi>55/);
    assert.match(late.html, /value="Gloves"/);
    assert.deepEqual(texts(await shown('owner', open)), ['Hat', '55']);
    const again = new URLSearchParams(hiddenIn(late.html));
    const both: Row[] = [
      ['Hat', '55'],
      ['Gloves', '7'],
    ];
    assert.equal((await submit('owner', both, again)).status, 303);
    assert.deepEqual(texts(await shown('owner', open)), ['Hat', '55', 'Gloves', '7']);
  });

  it('can be changed only by their owners', async () => {
    const hidden = await opened('invitee');
    for (const registry of [child.id, closed.id, 999]) {
      const answer = await submit('invitee', [['Shoe size', '99']], hidden, registry);
      assert.equal(answer.status, 200);
      assert.doesNotMatch(answer.html, /value="99"/);
    }
    assert.equal((await submit('nobody', [['Shoe size', '99']], hidden)).status, 200);
    assert.doesNotMatch((await shown('invitee', child)) + (await shown('invitee', open)), /99/);
  });

  it('are in files of the list; only those of the list itself are imported and copied', async () => {
    const exported = (list: Shown) => ask(site(), 'owner', 'GET', `/${list.id}/export`);
    const { body: own } = await exported(open);
    assert.deepEqual(
      own.export?.registry.sizes?.map(({ label, person }) => [label, person]),
      [
        ['Hat', 'owner'],
        ['Gloves', 'owner'],
      ],
    );
    const { body: kept } = await exported(child);
    assert.deepEqual(kept.export?.registry.sizes, [{ label: 'Shoe size', value: '28', person: null }]);
    const imported = await ask(site(), 'owner', 'POST', '/from-file', { file: kept.export });
    const others = await ask(site(), 'owner', 'POST', '/from-file', { file: own.export });
    assert.deepEqual([imported.status, others.status], [201, 201]);
    const stored = (id?: number) =>
      run(`echo count( Largesse\\Together\\Sizes\\StoredSizes::of_registry( $input )->fields() );`, id);
    assert.equal(await stored(imported.body.registry?.id), '1');
    assert.equal(await stored(others.body.registry?.id), '0');
    const copied = await ask(site(), 'owner', 'POST', `/${child.id}/copy`, { title: 'Next year' });
    const { copy } = copied.body as { copy?: { id: number } };
    assert.equal(await stored(copy?.id), '1');
    const sizes = Array(13).fill({ label: 'a', value: 'b' });
    const file = { ...kept.export, registry: { ...kept.export?.registry, sizes } };
    const refused = await ask(site(), 'owner', 'POST', '/from-file', { file });
    assert.deepEqual([refused.status, Object.keys(refused.body.data?.fields ?? {})], [422, ['sizes']]);
  });

  it('are in exports of personal data, and can be erased', async () => {
    const tool = (method: string) =>
      run(
        `echo wp_json_encode( Largesse\\Services::get( Largesse\\Together\\Sizes\\SizesPrivacy::class )->${method}( 'owner@people.example' ) );`,
      ).then((printed) => JSON.parse(printed));
    const { data, done } = await tool('export');
    assert.equal(done, true);
    assert.match(JSON.stringify(data), /"Hat","value":"55".*"For Mia".*"Shoe size","value":"28"/);
    assert.equal((await tool('erase')).items_removed, true);
    assert.deepEqual((await tool('export')).data, []);
    assert.equal((await tool('erase')).items_removed, false);
    assert.equal((await shown('owner', open)) + (await shown('owner', child)), '');
  });
});
