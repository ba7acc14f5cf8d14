import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { ANY_NUMBER } from '../../../contract/limits.ts';
import { openForSuite } from '../../support/suite.ts';
import { activeItems } from '../plugin/connected.ts';
import { ask, importAll, readAsPage } from '../plugin/exchange.ts';
import { page } from '../wordpress/requests.ts';
import { give } from './gifts.ts';
import { openGuestSite } from './guest-site.ts';

/**
 * Matches the quantity that the service stores for "any number", in every format that a page could print. No page may
 * show this quantity.
 */
const HUGE = /9[.,\s’']?007[.,\s’']?199|9e\+?15/i;
/** Matches the first digits of the quantity that is still wanted. A few gifts do not change these digits. */
const REST = /90071992547409/;

// rules: Any number
describe('a wish that welcomes any number', () => {
  const t = openForSuite(() => openGuestSite('6.5', 'largesse'));
  const system = () => t.system;
  let id: number;
  let path: string;
  let item: number;
  const html = async (who: Parameters<typeof page>[1], address: string) => {
    const { html, status } = await page(t.system.site, who, address);
    assert.equal(status, 200, address);
    assert.doesNotMatch(html.replace(/<script[^>]*id="largesse-my-registries".*?<\/script>/s, ''), HUGE, address);
    return html;
  };
  before(async () => {
    const list = await t.registry({ title: 'Spring', meta: { registry_surprise: 'hidden' } }, [
      { name: 'Book', quantity_needed: ANY_NUMBER },
      { name: 'Pot', quantity_needed: 3 },
    ]);
    ({ id, path } = list);
    [item = 0] = list.items;
  });
  const given = (quantity: number) =>
    give(system(), id, { item_id: item, quantity, giver_name: 'Ada', state: 'reserved' });

  it('shows guests no count, before and after gifts, and stays open', async () => {
    const views = async () => {
      const pages = [];
      for (const part of ['', '?giving=1', `?give=${item}`]) pages.push(await html('nobody', path + part));
      return pages;
    };
    for (const view of await views()) assert.match(view, /largesse-wanted">Any number is welcome<\/p>/);
    await given(5);
    for (const view of await views()) {
      assert.match(view, /largesse-wanted">Any number is welcome<\/p>/);
      assert.doesNotMatch(view, REST);
    }
    const [, seeking = '', form = ''] = await views();
    assert.match(seeking, /3 of 3 still wanted/);
    assert.match(form, /max="999"/);
    assert.match(form, /How many/);
  });

  it('does not tell the owner how many were given while gifts are a surprise', async () => {
    const { body } = await ask(t.system.site, 'owner', 'GET', `/${id}`);
    const wish = body.registry?.items.find(({ name }) => name === 'Book');
    assert.equal(wish?.is_any_number, true);
    assert.equal(wish?.quantity_purchased, 0);
    assert.equal(wish?.is_complete, false);
    assert.deepEqual(
      [wish?.status_text, body.registry?.surprise_text],
      ['any number is welcome', 'Gifts are a surprise.'],
    );
    for (const part of ['', '?giving=1']) assert.doesNotMatch(await html('owner', path + part), REST);
  });

  it('tells the owner what was given once it is no surprise', async () => {
    const open = await t.registry({ title: 'Open', meta: { registry_surprise: 'names' } }, [
      { name: 'Book', quantity_needed: ANY_NUMBER },
    ]);
    await give(system(), open.id, { item_id: open.items[0], quantity: 4, giver_name: 'Ada', state: 'bought' });
    const { body } = await ask(t.system.site, 'owner', 'GET', `/${open.id}`);
    assert.equal(body.registry?.items[0]?.status_text, '4 given, any number is welcome');
    const cli = await t.system.site.wordpress.run(
      `echo wp_json_encode( Largesse\\Services::get( Largesse\\Owners\\RegistryData::class )->export( 'owner@people.example' )['data'] );`,
    );
    assert.match(cli, /"Wanted","value":"Any number is welcome"/);
    assert.doesNotMatch(cli, HUGE);
  });

  it('stays one in files, and in copies', async () => {
    const json = (await ask(t.system.site, 'owner', 'GET', `/${id}/export`)).body.export;
    assert.partialDeepStrictEqual(json?.wishes, [
      { name: 'Book', any_number: true, quantity_needed: 1 },
      { name: 'Pot', quantity_needed: 3 },
    ]);
    const files: Record<string, string> = {};
    for (const format of ['csv', 'html', 'json'])
      files[format] = await html('owner', `/my-registries/?registry=${id}&export=${format}`);
    assert.match(files.csv ?? '', /"Book",[^\n]*,"any","0",/);
    assert.match(files.html ?? '', /any number is welcome; gifts are a surprise/);
    const { id: target } = await t.registry({ title: 'Imported' });
    const read = await ask(t.system.site, 'owner', 'POST', `/${target}/read-file`, readAsPage(files.csv ?? ''));
    await importAll(t.system.site, 'owner', target, read.body.file?.wishes ?? []);
    const imported = (await activeItems(system(), target)).find(({ name }) => name === 'Book');
    assert.equal(imported?.quantity_needed, ANY_NUMBER);
    const copied = await ask(t.system.site, 'owner', 'POST', `/${id}/copy`, { title: 'Again' });
    const { copy } = copied.body as { copy?: { id: number } };
    assert.equal(
      (await activeItems(system(), copy?.id ?? 0)).find(({ name }) => name === 'Book')?.quantity_needed,
      ANY_NUMBER,
    );
  });
});
