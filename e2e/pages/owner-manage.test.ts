import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, describe, it } from 'node:test';
import { gzipSync } from 'node:zlib';
import { until } from '../../api/testing/wait.ts';
import { activeItems } from '../plugin/connected.ts';
import { read } from '../wordpress/requests.ts';
import { addressOf, assertNarrow, assertQuiet, type Desk, type Office, openOffice } from './owner-desk.ts';

/** Text that somebody may type, and that must be seen as it is. */
const HOSTILE = ['<script>alert(1)</script>', 'a &amp; b < c', `"double" 'single'`, 'שלום \u202Eolleh', '%s %1$s \\'];

describe('a member who keeps a registry', () => {
  let t: Office;
  before(async () => {
    t = await openOffice('6.5');
  });
  after(async () => {
    const log = await t.site.wordpress.log();
    await t.close();
    assert.equal(log, '', 'WordPress has nothing to complain of');
  });

  const meta = async (id: number) => (await read(t.site, 'owner', id, '?context=edit')).body.meta;
  const stored = async (id: number) => {
    const items = await activeItems(t.counted.whole, id);
    const order: number[] = JSON.parse((await meta(id)).registry_item_ids);
    return order.map((item) => items.find((candidate) => candidate.id === item)?.name);
  };

  it('creates a registry and is led to it', async () => {
    await using desk = await t.visit('owner');
    await desk.field('Title').fill('Ada & Ben <3');
    await desk.field('Occasion').fill('Wedding');
    await desk.field('Date').fill('2027-05-01');
    await desk.page.getByRole('radio', { name: 'Public' }).check();
    await desk.field('Story').fill('We marry.\n\nCome <all>!');
    await desk.page.toNextPage(() => desk.button('Create registry').dblclick());
    const id = Number(new URL(desk.page.url()).searchParams.get('registry'));
    await desk.page.getByRole('heading', { name: 'Ada & Ben <3', exact: true }).waitFor();
    assert.match(await desk.page.locator('.largesse-mine__head').innerText(), /Wedding · .*2027\s· in\s.*\n?.*Public/s);
    assert.equal(await desk.field('Story').inputValue(), 'We marry.\n\nCome <all>!');
    await desk.says('Nothing is wished for yet');
    const { body } = await read(t.site, 'owner', id, '?context=edit');
    assert.equal(body.status, 'publish');
    await desk.page.goto(addressOf(t.site));
    await desk.page.getByRole('link', { name: 'Manage: Ada & Ben <3' }).waitFor();
    assert.equal(await desk.page.getByRole('link', { name: /^Manage/ }).count(), 1, 'a double click made one');
    assertQuiet(desk);
  });

  it('hears what is wrong beside each field, and loses nothing that was typed', async () => {
    const id = await t.registry('owner', {});
    await using desk = await t.visit('owner', id);
    await desk.button('Add a wish').click();
    const dialog = desk.page.getByRole('dialog', { name: 'Add a wish' });
    await desk.field('Name', dialog).fill('Kettle');
    await dialog.getByLabel('Price').fill('-5');
    await dialog.getByLabel('How many are wanted').fill('many');
    await dialog.getByRole('button', { name: 'Save wish' }).click();
    await desk.says('Enter a price such as 19.99, or leave the field empty.');
    const wanted = dialog.getByLabel('How many are wanted');
    assert.equal(await wanted.getAttribute('aria-invalid'), 'true');
    await desk.page.waitForFunction(`document.activeElement.name === 'price'`);
    await wanted.fill('2');
    await dialog.getByLabel('Price').fill('12.345');
    await dialog.getByRole('button', { name: 'Save wish' }).click();
    await desk.says('Did you mean 12,345 or 12.35?');
    await dialog.getByLabel('Price').fill('0');
    await dialog.getByRole('button', { name: 'Save wish' }).click();
    await desk.says('Enter a price above zero, or leave the field empty.');
    const address = desk.field('Address of the product', dialog);
    assert.equal(await address.getAttribute('aria-invalid'), 'true');
    assert.match((await address.getAttribute('aria-describedby')) ?? '', /largesse-item-url-error/);
    assert.match((await dialog.locator('#largesse-item-url-error').textContent()) ?? '', /Enter an address on the web/);
    assert.equal(await dialog.getByLabel('Price').inputValue(), '0');
    assert.deepEqual(await desk.axe('.largesse-mine'), []);
    await dialog.getByLabel('Price').fill('1.249,50');
    await address.fill('https://shop.example/kettle');
    await dialog.getByRole('button', { name: 'Save wish' }).click();
    await desk.says('“Kettle” is on the list.');
    const [item] = await activeItems(t.counted.whole, id);
    assert.partialDeepStrictEqual(item, { name: 'Kettle', price: 1249.5, quantity_needed: 2, quantity_purchased: 0 });
    assert.deepEqual(await desk.names(), ['Kettle']);
    assertQuiet(desk, true);
  });

  it('edits an item, keeps what was typed when the dialog is closed, and gives it up when asked', async () => {
    const id = await t.registry('owner', {}, [['Kettle', { price: 20, retailer: 'Kiste' }], 'Pot']);
    await using desk = await t.visit('owner', id);
    await desk.button('Edit Kettle').click();
    const dialog = desk.page.getByRole('dialog', { name: 'Edit this wish' });
    await dialog.getByLabel('Description').fill('The blue one');
    await desk.page.keyboard.press('Escape');
    await desk.button('Edit Pot').click();
    assert.equal(await dialog.getByLabel('Description').inputValue(), '');
    await dialog.getByRole('button', { name: 'Close' }).click();
    await desk.button('Edit Kettle').click();
    assert.equal(await dialog.getByLabel('Description').inputValue(), 'The blue one');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await desk.button('Edit Kettle').click();
    assert.equal(await dialog.getByLabel('Description').inputValue(), '');
    await dialog.getByLabel('Shop').fill('');
    await dialog.getByRole('button', { name: 'Save wish' }).click();
    await desk.says('“Kettle” is saved.');
    assert.partialDeepStrictEqual((await activeItems(t.counted.whole, id))[0], { price: 20, retailer: '' });
    assertQuiet(desk);
  });

  it('says how much is bought, in as many clicks as pieces', async () => {
    const id = await t.registry('owner', {}, [['Plates', { quantity_needed: 6 }]]);
    await using desk = await t.visit('owner', id);
    const more = desk.button('One more bought of Plates');
    for (let n = 0; n < 4; n++) await more.click();
    await desk.button('One less bought of Plates').click();
    await desk.says('3 of 6 bought');
    assert.partialDeepStrictEqual((await activeItems(t.counted.whole, id))[0], { quantity_purchased: 3 });
    assertQuiet(desk);
  });

  it('is asked before more is bought than is wanted', async () => {
    const id = await t.registry('owner', {}, [['Plates', { quantity_needed: 4, quantity_purchased: 3 }]]);
    const isBought = async (count: number) =>
      assert.partialDeepStrictEqual((await activeItems(t.counted.whole, id))[0], { quantity_purchased: count });
    await using desk = await t.visit('owner', id);
    const question = desk.page.getByRole('alertdialog', { name: 'More than you wish for?' });
    const more = desk.button('One more bought of Plates');
    await more.click();
    await desk.says('4 of 4 bought');
    await more.click();
    await question.waitFor();
    assert.match(await question.innerText(), /You wish for 4\. With this, 5 would be bought\./);
    assert.deepEqual(await desk.axe('.largesse-mine'), []);
    await desk.page.keyboard.press('Escape');
    await question.waitFor({ state: 'hidden' });
    await isBought(4);

    await desk.button('Edit Plates').click();
    const dialog = desk.page.getByRole('dialog', { name: 'Edit this wish' });
    await dialog.getByLabel('How many are bought').fill('6');
    await desk.button('Save wish').click();
    await question.waitFor();
    assert.match(await dialog.locator('form').innerText(), /Save wish/, 'nothing is being saved meanwhile');
    await question.getByRole('button', { name: 'No, go back' }).click();
    await desk.page.waitForFunction(`document.activeElement.name === 'quantity_purchased'`);
    await isBought(4);
    await desk.button('Save wish').click();
    await question.getByRole('button', { name: 'Yes, that is right' }).click();
    await desk.says('“Plates” is saved.');
    await isBought(6);
    // Nobody is asked about what was there before.
    await desk.button('Edit Plates').click();
    await desk.field('Name').fill('Six plates');
    await desk.button('Save wish').click();
    await desk.says('“Six plates” is saved.');
    await desk.button('One more bought of Six plates').click();
    await question.getByRole('button', { name: 'Yes, that is right' }).click();
    await desk.button('One more bought of Six plates').click();
    await desk.says('8 of 4 bought');
    assertQuiet(desk);
  });

  it('invites several people together', async () => {
    const id = await t.registry('owner', {});
    await using desk = await t.visit('owner', id);
    await desk.field('User name or e-mail address').fill('granny, uncle@family.example; Tom,');
    await desk.button('Invite').click();
    await desk.says('Now invited: granny, uncle@family.example, Tom.');
    assert.deepEqual(JSON.parse((await meta(id)).registry_invitees), ['granny', 'uncle@family.example', 'Tom']);
    await desk.field('User name or e-mail address').fill(`aunt, ${'x'.repeat(101)}`);
    await desk.button('Invite').click();
    await desk.says('This is too long: write at most 100 characters.');
    assert.equal(JSON.parse((await meta(id)).registry_invitees).length, 3, 'all of them, or nobody');
    assertQuiet(desk, true);
  });

  it('removes an item and takes that back', async () => {
    const id = await t.registry('owner', {}, ['One', 'Two', 'Three']);
    await using desk = await t.visit('owner', id);
    await desk.button('Remove Two').dblclick();
    await desk.says('“Two” is removed.');
    assert.deepEqual(await desk.names(), ['One', 'Three']);
    await desk.button('Undo').click();
    await desk.says('“Two” is back.');
    assert.deepEqual(await desk.names(), ['One', 'Two', 'Three']);
    assert.deepEqual(await stored(id), ['One', 'Two', 'Three']);
    assertQuiet(desk);
  });

  it('moves items by buttons and mouse, and takes that back', async () => {
    const id = await t.registry('owner', {}, ['One', 'Two', 'Three']);
    await using desk = await t.visit('owner', id, { viewport: { width: 1280, height: 1500 } });
    await desk.button('Move up: Three').click();
    await desk.says('“Three” is number 2 of 3 now.');
    await desk.button('Undo').click();
    await desk.says('Undone.');
    assert.deepEqual(await stored(id), ['One', 'Two', 'Three']);
    assert.deepEqual(await desk.names(), ['One', 'Two', 'Three']);
    const handle = await desk.button(/^Move One:/).boundingBox();
    const target = await desk.card('Three').boundingBox();
    await desk.page.mouse.move(handle!.x + 20, handle!.y + 20);
    await desk.page.mouse.down();
    await desk.page.mouse.move(handle!.x + 20, handle!.y + 60, { steps: 5 });
    const end = target!.y + target!.height - 5;
    await desk.page.mouse.move(handle!.x + 20, end, { steps: 15 });
    await holdUntil(desk, ['Two', 'Three', 'One'], (by) => desk.page.mouse.move(handle!.x + 20, end + by));
    await desk.page.mouse.up();
    await desk.says('“One” is number 3 of 3 now.');
    assert.deepEqual(await desk.names(), ['Two', 'Three', 'One']);
    await desk.button('Undo').waitFor();
    assert.deepEqual(await stored(id), ['Two', 'Three', 'One']);
    assertQuiet(desk);
  });

  it('moves items by touch', async () => {
    const id = await t.registry('owner', {}, ['One', 'Two', 'Three']);
    await using desk = await t.visit('owner', id, {
      hasTouch: true,
      isMobile: true,
      viewport: { width: 360, height: 780 },
    });
    const handle = desk.button(/^Move Three:/);
    await handle.scrollIntoViewIfNeeded();
    const from = await handle.boundingBox();
    const target = await desk.card('One').boundingBox();
    const session = await desk.page.context().newCDPSession(desk.page.context().pages()[0]!);
    const x = from!.x + from!.width / 2;
    const touch = (type: 'touchStart' | 'touchMove', y: number) =>
      session.send('Input.dispatchTouchEvent', { type, touchPoints: [{ x, y }] });
    const start = from!.y + from!.height / 2;
    await touch('touchStart', start);
    const end = target!.y + 5;
    for (let n = 1; n <= 20; n++) {
      await touch('touchMove', start + ((end - start) * n) / 20);
      await desk.page.waitForTimeout(16);
    }
    await holdUntil(desk, ['Three', 'One', 'Two'], (by) => touch('touchMove', end + by));
    await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    await desk.button('Undo').waitFor();
    assert.deepEqual((await desk.names())[0], 'Three');
    assert.deepEqual(await stored(id), await desk.names());
    assertQuiet(desk);
  });

  it('does all of it by keyboard alone', async () => {
    await using desk = await t.visit('owner');
    const { keyboard } = desk.page;
    const tabTo = async (name: string) => {
      for (let n = 0; n < 80; n++) {
        await keyboard.press('Tab');
        const label = await desk.page.evaluate<string>(`(() => { const e = document.activeElement;
          return (e.getAttribute('aria-label') ?? e.labels?.[0]?.textContent ?? e.textContent).trim(); })()`);
        if (label.startsWith(name)) return;
      }
      assert.fail(`${name} cannot be reached`);
    };
    await desk.button('Create registry').click({ trial: true });
    await tabTo('Title');
    await keyboard.type('By keyboard');
    await desk.page.toNextPage(() => keyboard.press('Enter'));
    const id = Number(new URL(desk.page.url()).searchParams.get('registry'));
    for (const name of ['One', 'Two']) {
      await desk.page.waitForFunction(`!document.querySelector('.largesse-mine__gate').disabled`);
      await tabTo('Add a wish');
      await keyboard.press('Enter');
      await keyboard.type(name);
      await keyboard.press('Tab');
      await keyboard.type('https://shop.example/thing');
      await keyboard.press('Enter');
      await desk.says(`“${name}” is on the list.`);
      await desk.page.waitForFunction(`document.activeElement.textContent.trim() === 'Add a wish'`);
      await keyboard.press('Shift+Tab');
    }
    await tabTo('Move Two:');
    await keyboard.press('ArrowUp');
    await desk.button('Undo').waitFor();
    assert.deepEqual(await stored(id), ['Two', 'One']);
    await desk.page.waitForFunction(`document.activeElement.getAttribute('aria-label')?.startsWith('Move Two:')`);
    await keyboard.press('ArrowUp');
    assert.equal(await desk.page.locator('.largesse-unseen[role=status]').textContent(), '“Two” is the first already.');
    await keyboard.press('Tab');
    // Long enough for a page that takes the keyboard back.
    await desk.page.evaluate('new Promise((done) => setTimeout(done, 200))');
    const focused = await desk.page.evaluate<string>(`document.activeElement.getAttribute('aria-label') ?? ''`);
    assert.doesNotMatch(focused, /^Move Two:/);
    await tabTo('Remove Two');
    await keyboard.press('Enter');
    await desk.says('“Two” is removed.');
    await desk.page.waitForFunction(`document.activeElement.textContent === 'Undo'`);
    await keyboard.press('Enter');
    await desk.says('“Two” is back.');
    assert.deepEqual(await stored(id), ['Two', 'One']);
    assertQuiet(desk);
  });

  it('invites and takes that back, and back again', async () => {
    const id = await t.registry('owner', { meta: { registry_invitees: '["granny"]' } });
    await using desk = await t.visit('owner', id);
    await desk.button('Invite').click();
    await desk.page.locator('#largesse-invite-invitee-error:not(:empty)').waitFor();
    await desk.field('User name or e-mail address').fill(' Uncle@Family.example ');
    await desk.button('Invite').click();
    await desk.says('Uncle@Family.example is invited.');
    assert.deepEqual(JSON.parse((await meta(id)).registry_invitees), ['granny', 'Uncle@Family.example']);
    assert.equal(await desk.field('User name or e-mail address').inputValue(), '');
    await desk.button('Remove granny from the invited people').click();
    await desk.says('granny is not invited any more.');
    assert.deepEqual(JSON.parse((await meta(id)).registry_invitees), ['Uncle@Family.example']);
    await desk.button('Undo').click();
    await desk.says('granny is invited.');
    assert.deepEqual(JSON.parse((await meta(id)).registry_invitees).toSorted(), ['Uncle@Family.example', 'granny']);
    assertQuiet(desk, true);
  });

  it('edits the details', async () => {
    const id = await t.registry('owner', { title: 'Old', content: 'Once' });
    await using desk = await t.visit('owner', id);
    await desk.field('Title').fill(' ');
    await desk.button('Save details').click();
    await desk.page.locator('#largesse-details-title-error:not(:empty)').waitFor();
    await desk.field('Title').fill('New');
    await desk.field('Date').fill('2027-06-12');
    await desk.page.getByRole('radio', { name: 'Public' }).check();
    await desk.button('Save details').click();
    await desk.says('The details are saved.');
    await desk.page.getByRole('heading', { name: 'New', exact: true }).waitFor();
    assert.equal((await meta(id)).registry_event_date, '2027-06-12');
    assert.equal((await read(t.site, 'owner', id)).body.status, 'publish');
    assertQuiet(desk, true);
  });

  it('keeps a story with formatting, unless it is written anew', async () => {
    const content =
      '<!-- wp:paragraph --><p>We <em>marry</em></p><!-- /wp:paragraph --><!-- wp:paragraph --><p>in May</p><!-- /wp:paragraph -->';
    const id = await t.registry('owner', { content });
    const raw = async () => (await read(t.site, 'owner', id, '?context=edit')).body.content.raw;
    await using desk = await t.visit('owner', id);
    const shown = desk.page.locator('.largesse-mine__story');
    assert.equal(await shown.textContent(), 'We marry\n\nin May');
    assert.equal(await desk.field('Story').isVisible(), false);
    await desk.field('Title').fill('New');
    await desk.button('Save details').click();
    await desk.says('The details are saved.');
    assert.match((await raw()) ?? '', /<em>marry<\/em>/);

    await desk.button('Write it anew').click();
    assert.equal(await desk.field('Story').inputValue(), 'We marry\n\nin May');
    await desk.field('Story').fill('We marry in June');
    await desk.button('Save details').click();
    await desk.page.getByText('This story has formatting').waitFor({ state: 'hidden' });
    await until('the story is stored', async () => (await raw()) === 'We marry in June');
    assert.equal(await shown.isVisible(), false);
    await desk.page.reload();
    assert.equal(await desk.field('Story').inputValue(), 'We marry in June');
    assertQuiet(desk);
  });

  it('shares the link, as text and as a code', async () => {
    const id = await t.registry('owner', { title: 'Share me', status: 'publish' });
    await using desk = await t.visit('owner', id, { permissions: ['clipboard-read', 'clipboard-write'] });
    const { link } = (await read(t.site, 'owner', id)).body;
    await desk.button('Copy link').click();
    await desk.says('The link is copied.');
    assert.equal(await desk.page.evaluate('navigator.clipboard.readText()'), link);
    await desk.button('QR code').click();
    const dialog = desk.page.getByRole('dialog', { name: 'QR code' });
    await dialog.getByRole('img', { name: link }).waitFor();
    assert.deepEqual(await desk.axe('.largesse-mine'), []);
    const [download] = await Promise.all([
      desk.page.waitForEvent('download'),
      dialog.getByRole('link', { name: 'Download as SVG' }).click(),
    ]);
    assert.match(download.suggestedFilename(), /^qr-\d+\.svg$/);
    assert.match(await readFile(await download.path(), 'utf8'), /^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg"/);
    assertQuiet(desk);
  });

  it('prints the list and nothing to press', async () => {
    const id = await t.registry('owner', {}, ['Kettle']);
    await using desk = await t.visit('owner', id);
    await desk.page.emulateMedia({ media: 'print' });
    assert.ok(await desk.page.getByRole('heading', { name: 'Kettle' }).isVisible());
    assert.equal(await desk.page.getByRole('button').filter({ visible: true }).count(), 0);
  });

  it('deletes a registry after a question that names it', async () => {
    const id = await t.registry('owner', { title: 'Good bye <3' }, ['One', 'Two']);
    await using desk = await t.visit('owner', id);
    await desk.button('Delete registry …').click();
    const dialog = desk.page.getByRole('alertdialog');
    assert.match(await dialog.innerText(), /“Good bye <3”.*\(2\)/s);
    assert.deepEqual(await desk.axe('.largesse-mine'), []);
    await dialog.getByRole('button', { name: 'Keep it' }).click();
    assert.equal((await read(t.site, 'owner', id)).status, 200);
    await desk.button('Delete registry …').click();
    await desk.page.toNextPage(() => dialog.getByRole('button', { name: 'Delete for good' }).click());
    assert.equal(desk.page.url(), addressOf(t.site));
    assert.equal((await read(t.site, 'owner', id)).status, 404);
    assert.deepEqual(await activeItems(t.counted.whole, id), []);
    assertQuiet(desk);
  });

  it('sees hostile text as it was typed, in every field', async () => {
    const [a = '', b = '', c = '', d = '', e = ''] = HOSTILE;
    const id = await t.registry('owner', {
      meta: { registry_event_type: a, registry_invitees: JSON.stringify([b, a]) },
    });
    await using desk = await t.visit('owner', id);
    await desk.field('Title').fill(b);
    await desk.field('Story').fill(`${c}\n${d} ${b}`);
    await desk.button('Save details').click();
    await desk.says('The details are saved.');
    for (const name of [a, e]) {
      await desk.button('Add a wish').click();
      await desk.field('Name').fill(name);
      await desk.field('Address of the product').fill('https://shop.example/?a=1&amp;b="2"');
      await desk.page.getByRole('dialog').getByLabel('Shop').fill(c);
      await desk.page.getByLabel('Description').fill(d);
      await desk.button('Save wish').click();
      await desk.says(`“${name}” is on the list.`);
    }
    const seen = async () => ({
      title: await desk.page.locator('.largesse-mine__title').textContent(),
      names: await desk.names(),
      shops: await desk.page.locator('.largesse-mine__item a').allTextContents(),
      invitees: await desk.page.locator('.largesse-mine__invitees bdi').allTextContents(),
      occasion: await desk.page.locator('.largesse-mine__head bdi').textContent(),
      story: await desk.field('Story').inputValue(),
    });
    const expected = {
      title: b,
      names: [a, e],
      shops: [c, c],
      invitees: [b, a],
      occasion: a,
      story: `${c}\n${d} ${b}`,
    };
    assert.deepEqual(await seen(), expected);
    await desk.page.reload();
    await desk.button('Add a wish').click({ trial: true });
    assert.deepEqual(await seen(), expected, 'and after a reload');
    await desk.button(`Edit ${e}`).click();
    assert.equal(await desk.page.getByRole('dialog').getByLabel('Shop').inputValue(), c);
    await desk.page.keyboard.press('Escape');
    await desk.button(`Remove ${e}`).click();
    await desk.says(`“${e}” is removed.`);
    assertQuiet(desk);
    await using reader = await t.visit('owner', id, { javaScriptEnabled: false });
    assert.equal(await reader.page.locator('.largesse-mine__title').textContent(), b);
    assert.deepEqual(await reader.names(), [a]);
    assert.equal(await reader.page.locator('.largesse-mine__head bdi').textContent(), a);
  });

  it('can read everything without JavaScript, and hears where to change it', async () => {
    const id = await t.registry('owner', { title: 'Plain' }, ['Kettle']);
    await using desk = await t.visit('owner', id, { javaScriptEnabled: false });
    await desk.page.getByRole('heading', { name: 'Plain' }).waitFor();
    assert.deepEqual(await desk.names(), ['Kettle']);
    assert.ok(await desk.button('Add a wish').isDisabled());
    await desk.says(/please switch JavaScript on/);
    assert.equal(await desk.page.locator('.largesse-mine__problem a').count(), 0);
  });

  it('keeps eighty wishes on a narrow phone, zoomed, and in a language from right to left', async () => {
    const names = Array.from({ length: 80 }, (_, n) => `Wish ${n} ${'Donaudampfschifffahrt'.repeat(n === 3 ? 4 : 1)}`);
    const id = await t.registry('owner', {}, names);
    await using desk = await t.visit('owner', id, { viewport: { width: 320, height: 640 } });
    await desk.button('Add a wish').click({ trial: true });
    await assertNarrow(desk.page);
    assert.equal((await desk.names()).length, 80);
    const taken = await desk.page.evaluate<number>(`(async () => {
      const begun = performance.now();
      document.querySelector('[aria-label^="Move down: Wish 0 "]').click();
      await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
      return performance.now() - begun;
    })()`);
    assert.ok(taken < 1_500, `moving took ${taken} ms`);
    await desk.button('Undo').waitFor();
    await desk.page.evaluate(`document.documentElement.dir = 'rtl'`);
    await assertNarrow(desk.page);
    await desk.button('Add a wish').click();
    await assertNarrow(desk.page);
    assert.deepEqual(await desk.axe('.largesse-mine'), []);
    await desk.page.keyboard.press('Escape');
    // 1280 px at 200 % and at 400 %.
    for (const width of [640, 1920]) {
      await desk.page.setViewportSize({ width, height: 800 });
      await assertNarrow(desk.page);
    }
    const small = await desk.page.evaluate<
      string[]
    >(`[...document.querySelectorAll('.largesse-mine :is(button, input:not([type=radio]), .largesse-mine__button)')]
      .filter((e) => e.offsetParent && !e.closest('.largesse-mine__choice')).filter((e) => e.getBoundingClientRect().height < 43.9 || e.getBoundingClientRect().width < 43.9)
      .map((e) => e.outerHTML.slice(0, 120))`);
    assert.deepEqual(small, [], 'everything is big enough for a finger');
    assertQuiet(desk);
  });
});

/**
 * Moves what is held to and fro by a pixel until the list has this order: the page looks only now and then where it is,
 * and only if it has moved.
 */
async function holdUntil(desk: Desk, order: string[], move: (by: number) => Promise<unknown>): Promise<void> {
  // What follows the pointer is a copy.
  const shown = desk.page.locator('.largesse-mine__item:not(.is-dragged) h4');
  let by = 1;
  const isThere = async () => {
    if (String(await shown.allTextContents()) === String(order)) return true;
    await move(by);
    by = -by;
    return false;
  };
  await until(`the order is ${order}`, isThere, 60_000);
}

describe('the script of the page', () => {
  it('comes with the licenses of what it contains', async () => {
    const licenses = await readFile(new URL('../../plugin/build/licenses.txt', import.meta.url), 'utf8');
    assert.match(licenses, /SortableJS.*Permission is hereby granted.*uqr.*Permission is hereby granted/s);
  });

  it('weighs less than 40 KB', async () => {
    const built = await readFile(new URL('../../plugin/build/my-registries.js', import.meta.url));
    assert.ok(gzipSync(built).length < 40_000, `${gzipSync(built).length} bytes`);
  });
});
