import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { openForSuite } from '../../support/suite.ts';
import { until } from '../../support/wait.ts';
import { activeItems } from '../plugin/connected.ts';
import { addressOf, assertNoErrors, assertNoHorizontalScroll, type OwnerPage, openOwnerSite } from './owner-page.ts';

const PHONE = { viewport: { width: 375, height: 700 } };

describe('export and import on a phone', () => {
  const t = openForSuite(() => openOwnerSite('6.5'));

  /** Opens the import page through the link on the page My registries. */
  async function openImport(registry?: number): Promise<OwnerPage> {
    const ownerPage = await t.visit('owner', registry, { ...PHONE, tab: 'settings' });
    if (registry) await ownerPage.unfold('Export and import');
    const link = registry ? 'Import wishes …' : 'Create one from a file';
    const { page } = ownerPage;
    await page.toNextPage(() => page.getByRole('link', { name: link }).click());
    return ownerPage;
  }
  const choose = (ownerPage: OwnerPage, name: string, content: string) =>
    ownerPage.page
      .getByLabel('A file', { exact: true })
      .setInputFiles({ name, mimeType: 'application/octet-stream', buffer: Buffer.from(content) });
  /** Returns false if the browser would ask before it leaves the page. */
  const canLeave = (page: OwnerPage['page']) =>
    page.evaluate<boolean>(`dispatchEvent(new Event('beforeunload', { cancelable: true }))`);
  const states = (ownerPage: OwnerPage) =>
    ownerPage.page.evaluate<string[]>(
      `[...document.querySelectorAll('[data-largesse-state]')].map((row) => row.dataset.largesseState)`,
    );

  it('previews the wishes, adds the chosen ones, and adds none twice', async () => {
    const id = await t.registry('owner', { title: 'Ours' }, [['Pot', { url: 'https://shop.example/pot' }]]);
    const ownerPage = await openImport(id);
    const { page } = ownerPage;
    await ownerPage.button('Preview').click();
    await ownerPage.says('Choose a file, or paste something.');
    await page
      .getByLabel('Or paste it here')
      .fill('Pot https://shop.example/pot\nRed kettle https://shop.example/kettle\nLamp https://shop.example/lamp\nhm');
    // When the user asks for the preview, the page loads the code that reads files. The first attempt fails.
    const loaded: string[] = [];
    await page.route(/wish-files/, (route) => {
      loaded.push(route.request().url());
      return loaded.length === 1 ? route.abort() : route.continue();
    });
    await ownerPage.button('Preview').click();
    await ownerPage.says(/The site cannot be reached/);
    await ownerPage.button('Preview').click();
    await ownerPage.says('Recognized as a list of addresses.');
    assert.equal(loaded.length, 2);
    await ownerPage.says('Address of the product: There is no address in this line.');
    assert.deepEqual(await states(ownerPage), ['there', 'new', 'new', 'wrong']);
    assert.equal((await activeItems(t.proxied.system, id)).length, 1);
    await assertNoHorizontalScroll(page);
    await page.getByLabel('Lamp').uncheck();
    await ownerPage.button('Choose something else').click();
    await ownerPage.button('Preview').click();
    await ownerPage.button('Add these wishes: 2').waitFor();
    await page.getByLabel('Lamp').uncheck();
    await ownerPage.button('Add these wishes: 1').click();
    await ownerPage.says('Added: 1');
    assert.deepEqual(
      (await activeItems(t.proxied.system, id)).map(({ name }) => name),
      ['Pot', 'Red kettle'],
    );
    await page.toNextPage(() => ownerPage.button('Open the registry').click());
    assert.deepEqual(await ownerPage.names(), ['Pot', 'Red kettle']);
    assertNoErrors(ownerPage, true);
  });

  it('continues after the connection broke', async () => {
    const id = await t.registry('owner', { title: 'Many' });
    const ownerPage = await openImport(id);
    const { page } = ownerPage;
    const lines = Array.from({ length: 120 }, (_, n) => `Wish ${n},https://shop.example/${n},24.5,3`);
    await choose(ownerPage, 'wishes.txt', ['name,url,price,quantity_needed', ...lines].join('\n'));
    await ownerPage.button('Preview').click();
    await ownerPage.says('Recognized as a table (CSV).');
    const facts = page.locator('[data-largesse-state] .largesse-mine__facts').nth(1).locator('bdi');
    assert.deepEqual(await facts.allTextContents(), ['24.50', 'Wanted: 3', 'https://shop.example/0']);
    let sent = 0;
    // The site adds the wishes of the second request, but the site's answer is lost. Then the connection breaks.
    await page.route(/\/import$/, async (route) => {
      if (++sent !== 2 && sent !== 3) return route.continue();
      if (sent === 2) await route.fetch();
      return route.abort();
    });
    await ownerPage.button('Add these wishes: 120').click();
    await ownerPage.says(/The site cannot be reached/);
    await ownerPage.says('50 of 120');
    assert.equal(await canLeave(page), false);
    await page.evaluate(`dispatchEvent(new Event('online'))`);
    await until('the page tries again by itself', () => sent === 3);
    await ownerPage.button('Go on').click();
    await ownerPage.says('Added: 70');
    await ownerPage.says('Already on the list: 50');
    assert.equal(await canLeave(page), true);
    await page.toNextPage(() => ownerPage.button('Open the registry').click());
    assert.deepEqual(
      await ownerPage.names(),
      lines.map((line) => line.split(',')[0]),
    );
    assertNoErrors(ownerPage, true);
  });

  it('creates a private registry from an exported page', async () => {
    const id = await t.registry('owner', { title: 'Birthday <3', content: 'Come!', status: 'publish' }, [
      'Bike',
      'Ball',
    ]);
    const ownerPage = await t.visit('owner', id, { ...PHONE, tab: 'settings' });
    await ownerPage.unfold('Export and import');
    const { page } = ownerPage;
    const downloading = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Export as a page' }).click();
    const download = await downloading;
    assert.match(download.suggestedFilename(), /^birthday-3-\d{4}-\d\d-\d\d\.html$/);
    const file = Buffer.concat(await Array.fromAsync<Buffer>(await download.createReadStream())).toString();
    await page.goto(addressOf(t.site));
    await page.toNextPage(() => page.getByRole('link', { name: 'Create one from a file' }).click());
    await choose(ownerPage, 'any name', file);
    await ownerPage.button('Preview').click();
    await ownerPage.says('Recognized as a registry from Largesse, as a page.');
    assert.equal(await ownerPage.field('Title').inputValue(), 'Birthday <3');
    await ownerPage.field('Title').fill('');
    await ownerPage.button('Create the registry with these wishes: 2').click();
    await ownerPage.says('Title: Enter a title.');
    await ownerPage.field('Title').fill('Again');
    await ownerPage.button('Create the registry with these wishes: 2').click();
    await ownerPage.says('Added: 2');
    await page.toNextPage(() => ownerPage.button('Open the registry').click());
    assert.deepEqual(await ownerPage.names(), ['Bike', 'Ball']);
    await ownerPage.says('Invited people only');
    await assertNoHorizontalScroll(page);
    assertNoErrors(ownerPage, true);
  });

  it('explains errors in a file, and keeps the pasted text', async () => {
    const ownerPage = await openImport(await t.registry('owner', { title: 'Wrong' }));
    assert.equal(await canLeave(ownerPage.page), true);
    await ownerPage.page.getByLabel('Or paste it here').fill('Dear Granny');
    assert.equal(await canLeave(ownerPage.page), false, 'the browser asks before it leaves the pasted text');
    await ownerPage.button('Preview').click();
    await ownerPage.says(/^We do not recognize this format/);
    for (const [content, said] of [
      ['{"name": "Kettle"}', 'This file is not a registry from Largesse.'],
      ['{"format": "largesse.registry/1", "wishes": [', 'This file is incomplete. Please export it again.'],
    ] as const) {
      await choose(ownerPage, 'any.json', content);
      await ownerPage.button('Preview').click();
      await ownerPage.says(said);
    }
    await ownerPage.page.getByLabel('A file', { exact: true }).setInputFiles([]);
    assert.equal(await ownerPage.page.getByLabel('Or paste it here').inputValue(), 'Dear Granny');
    await choose(ownerPage, 'large.txt', 'x'.repeat(2_000_001));
    await ownerPage.button('Preview').click();
    await ownerPage.says('This file is too large: choose one of at most 2 MB.');
    assertNoErrors(ownerPage, true);
  });
});
