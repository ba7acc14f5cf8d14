// Needs a browser and site: keyboard, mouse and sessions.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { describe, it } from 'node:test';
import { gzipSync } from 'node:zlib';
import { patience } from '../../support/patience.ts';
import { openForSuite } from '../../support/suite.ts';
import { until } from '../../support/wait.ts';
import { activeItems } from '../plugin/connected.ts';
import { drawn, fromCamera } from '../plugin/picture-files.ts';
import { ask } from '../plugin/rest-namespace.ts';
import { read, rest } from '../wordpress/requests.ts';
import { loginPassword } from '../wordpress/site.ts';
import { recordLayoutShifts } from './layout-shifts.ts';
import { addressOf, assertNoErrors, assertNoHorizontalScroll, openOwnerSite } from './owner-page.ts';

describe('a member who manages a registry', () => {
  const t = openForSuite(() => openOwnerSite('6.5'));

  const meta = async (id: number) => (await read(t.site, 'owner', id, '?context=edit')).body.meta;
  const stored = async (id: number) => {
    const items = await activeItems(t.proxied.system, id);
    const order: number[] = JSON.parse((await meta(id)).registry_item_ids);
    return order.map((item) => items.find((candidate) => candidate.id === item)?.name);
  };

  it('removes and moves items by buttons and mouse, undoes that, and prints the list without controls', async () => {
    const id = await t.registry('owner', {}, ['One', 'Two', 'Three']);
    await ask(t.site, 'owner', 'POST', `/${id}/headings`, { title: 'Kitchen' });
    await using ownerPage = await t.visit('owner', id, { viewport: { width: 1280, height: 1500 } });
    await ownerPage.choose('Two', 'Remove');
    await ownerPage.says('“Two” is removed.');
    const covered = await ownerPage.page.evaluate<number>(`(() => {
      const notice = document.querySelector('[data-largesse-notice]');
      const { top, bottom } = notice.getBoundingClientRect();
      return [...document.querySelectorAll('.largesse-mine :is(a, button, input)')].filter((control) => {
        const box = control.getBoundingClientRect();
        return !notice.contains(control) && control.checkVisibility() && box.top < bottom && box.bottom > top;
      }).length;
    })()`);
    assert.equal(covered, 0, 'the message covers no control');
    await ownerPage.button('Undo').click();
    await ownerPage.says('“Two” is back.');
    assert.deepEqual(await stored(id), ['One', 'Two', 'Three']);
    // Drags the first wish to the heading without wishes.
    const { mouse } = ownerPage.page;
    const empty = ownerPage.page.locator('[data-heading="Kitchen"]');
    const handle = await ownerPage.page.locator('.largesse-mine__picture').first().boundingBox();
    assert.ok(handle);
    const x = handle.x + handle.width / 2;
    let y = handle.y + handle.height / 2;
    await mouse.move(x, y);
    await mouse.down();
    await until('the wish is above the list', async () => {
      const box = await empty.boundingBox();
      assert.ok(box);
      y += Math.max(-12, Math.min(12, box.y + box.height / 2 - y)) || 1;
      await mouse.move(x, y);
      return (await empty.locator('.largesse-mine__item').count()) === 1;
    });
    await mouse.up();
    await ownerPage.says('“One” is below “Kitchen” now, number 1 of 1.');
    assert.deepEqual(await ownerPage.names(), ['Two', 'Three', 'One']);
    await ownerPage.button('Undo').waitFor();
    assert.deepEqual(await stored(id), ['Two', 'Three', 'One']);
    await ownerPage.page.emulateMedia({ media: 'print' });
    assert.ok(await ownerPage.page.getByRole('heading', { name: 'Three' }).isVisible());
    assert.equal(await ownerPage.page.getByRole('button').filter({ visible: true }).count(), 0);
    assertNoErrors(ownerPage);
  });

  it('does everything by keyboard alone', async () => {
    await using ownerPage = await t.visit('owner');
    const { keyboard } = ownerPage.page;
    const tabTo = async (name: string) => {
      for (let n = 0; n < 80; n++) {
        await keyboard.press('Tab');
        const label = await ownerPage.page.evaluate<string>(`(() => { const e = document.activeElement;
          return (e.getAttribute('aria-label') ?? e.labels?.[0]?.textContent ?? e.textContent).trim(); })()`);
        if (label.startsWith(name)) return;
      }
      assert.fail(`${name} cannot be reached`);
    };
    await tabTo('Start a registry');
    await keyboard.press('Enter');
    await tabTo('Title');
    await keyboard.type('By keyboard');
    await ownerPage.page.toNextPage(() => keyboard.press('Enter'));
    const id = Number(new URL(ownerPage.page.url()).searchParams.get('registry'));
    for (const [name, begin, focus] of [
      ['One', 'Paste a shop’s link', '#largesse-wishes'],
      ['Two', 'Add a wish', '.largesse-mine__section-head button'],
    ] as const) {
      await tabTo(begin);
      if (name === 'Two') await keyboard.press('Enter');
      await keyboard.type('https://shop.example/thing');
      if (name === 'One') await keyboard.press('Enter');
      await keyboard.press('Tab');
      await keyboard.type(name);
      await keyboard.press('Enter');
      await ownerPage.says(`“${name}” is on the list.`);
      await ownerPage.page.waitForFunction(`document.activeElement.matches('${focus}')`);
      await keyboard.press('Shift+Tab');
    }
    await tabTo('More for Two');
    await keyboard.press('Enter');
    const isOnMoveUp = `document.activeElement.textContent === 'Move up'`;
    await until('the entry has the focus', async () => {
      await keyboard.press('ArrowDown');
      return await ownerPage.page.evaluate<boolean>(isOnMoveUp);
    });
    await keyboard.press('Enter');
    await ownerPage.button('Undo').waitFor();
    assert.deepEqual(await stored(id), ['Two', 'One']);
    await ownerPage.page.waitForFunction(isOnMoveUp);
    await keyboard.press('Enter');
    assert.equal(
      await ownerPage.page.locator('.largesse-unseen[role=status]').first().textContent(),
      '“Two” is already the first.',
    );
    await keyboard.press('Escape');
    await keyboard.press('Enter');
    await ownerPage.page.waitForFunction(`document.activeElement.textContent === 'We have it'`);
    await keyboard.press('Escape');
    await ownerPage.page.waitForFunction(`document.activeElement.getAttribute('aria-label') === 'More for Two'`);
    await keyboard.press('ArrowDown');
    await keyboard.press('ArrowUp');
    await ownerPage.page.waitForFunction(`document.activeElement.textContent === 'Remove'`);
    await keyboard.press('Enter');
    await ownerPage.says('“Two” is removed.');
    await ownerPage.page.waitForFunction(`document.activeElement.textContent === 'Undo'`);
    await keyboard.press('Enter');
    await ownerPage.says('“Two” is back.');
    assert.deepEqual(await stored(id), ['Two', 'One']);
    assertNoErrors(ownerPage);
  });

  it('signs in again after the session has expired, and saves the input', async () => {
    const id = await t.registry('owner', { title: 'Before' });
    await using ownerPage = await t.visit('owner', id, { tab: 'settings' });
    const { page } = ownerPage;
    await ownerPage.field('Title').fill('After');
    await page.context().clearCookies();
    await ownerPage.button('Save details').click();
    await ownerPage.says(/You are no longer signed in/);
    assert.equal(await ownerPage.field('Title').inputValue(), 'After');
    assert.deepEqual(await ownerPage.axe('.largesse-mine'), []);
    const tab = await page.toNewTab(() => page.getByRole('link', { name: 'Sign in in a new tab' }).click());
    await tab.getByLabel('Username or Email Address').fill(t.site.users.owner.username);
    await tab.getByLabel('Password', { exact: true }).fill(loginPassword);
    await tab.toNextPage(() => tab.getByRole('button', { name: 'Log In' }).click());
    assert.equal(new URL(tab.url()).pathname, '/my-registries/');
    await tab.close();
    await ownerPage.button('Save details').click();
    await ownerPage.says('The details are saved.');
    const title = async () => (await read(t.site, 'owner', id, '?context=edit')).body.title.raw;
    assert.equal(await title(), 'After');

    // Simulates that the user returns to the page and the browser shows the cached page.
    await rest(t.site, 'admin', 'POST', `/registries/${id}`, { title: 'Theirs' });
    await page.evaluate(`dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))`);
    await page.getByRole('heading', { name: 'Theirs', exact: true }).waitFor();
    assert.equal(await ownerPage.field('Title').inputValue(), 'Theirs');
    assertNoErrors(ownerPage, true);
  });

  it('is asked before leaving with unsaved input, and only then', async () => {
    const id = await t.registry('owner', { title: 'Ours' }, ['One', 'Two']);
    await using ownerPage = await t.visit('owner', id);
    // The page stores a move only after half a second, because the user may move the wish again.
    await ownerPage.button('More for One').click();
    const isAsked = await ownerPage.page.evaluate<boolean>(`(() => {
      [...document.querySelectorAll('[role="menuitem"]')].find((entry) => entry.textContent === 'Move down').click();
      return !dispatchEvent(new Event('beforeunload', { cancelable: true }));
    })()`);
    assert.ok(isAsked, 'the order is not stored yet');
    await ownerPage.button('Undo').waitFor();
    await ownerPage.page.keyboard.press('Escape');
    const asked: string[] = [];
    ownerPage.page.on('dialog', (dialog) => {
      asked.push(dialog.type());
      void dialog.accept();
    });
    await ownerPage.addWish();
    await ownerPage.field('Name').fill('Typed');
    await ownerPage.page.keyboard.press('Escape');
    await ownerPage.page.reload();
    assert.deepEqual(asked, ['beforeunload']);
    await ownerPage.addWish();
    await ownerPage.page.keyboard.press('Escape');
    await ownerPage.page.goto(addressOf(t.site));
    assert.deepEqual(asked, ['beforeunload']);
  });

  it('sees the error of a field above the buttons of the form, on a phone', async () => {
    const id = await t.registry('owner', { title: 'Errors' }, ['One']);
    await using ownerPage = await t.visit('owner', id, { viewport: { width: 360, height: 740 }, hasTouch: true });
    await ownerPage.addWish();
    await ownerPage.field('Name').fill('Pan');
    await ownerPage.field('How many are wanted').fill('0');
    await ownerPage.button('Save wish').click();
    const error = await ownerPage.page.getByText('Enter 1 or more.').boundingBox();
    const button = await ownerPage.button('Save wish').boundingBox();
    assert.ok(error && button && error.y + error.height < button.y);
  });

  it('learns what to do if the script does not load', async () => {
    const id = await t.registry('owner', { title: 'Slow' });
    await using ownerPage = await t.visit('owner');
    await ownerPage.page.route(/build\/my-registries\.js/, (route) => route.abort());
    // This page never becomes ready, so `goto` would not return.
    await ownerPage.page.evaluate(`location.assign(${JSON.stringify(addressOf(t.site, id))})`);
    const late = ownerPage.page.getByText('This takes longer than usual.');
    await late.waitFor({ state: 'attached' });
    await ownerPage.page.evaluate('document.getAnimations().forEach((animation) => animation.finish())');
    assert.ok(await late.isVisible());
  });

  for (const width of [360, 1440])
    it(`sees no movement when a page of ${width} pixels is rendered after its frame`, async () => {
      const id = await t.registry('owner', { title: 'Calm' }, ['Kettle', 'Pot']);
      await using ownerPage = await t.visit('owner', id, { viewport: { width, height: 900 } });
      const moved = await recordLayoutShifts(ownerPage.page);
      await ownerPage.page.route(/build\/my-registries\.js/, async (route) => {
        await ownerPage.page.waitForFunction(`performance.getEntriesByName('first-contentful-paint').length > 0`);
        // A font that arrives after the frame may move texts of the frame.
        await ownerPage.page.evaluate('document.fonts.ready.then(() => {})');
        await moved();
        await route.continue();
      });
      for (const [registry, isDrawn] of [
        [id, ownerPage.card('Kettle')],
        [undefined, ownerPage.page.locator('[data-largesse-page="drawn"]')],
      ] as const) {
        await ownerPage.page.goto(addressOf(t.site, registry));
        await isDrawn.waitFor({ state: 'attached' });
        assert.equal(await moved(), 0, addressOf(t.site, registry));
        assertNoErrors(ownerPage);
      }
    });

  it('shows one thing at a time: little on each tab, and every tab has its own address', async () => {
    const id = await t.registry('owner', { title: 'Ada and Ben get married' }, [
      ['Blue teapot', { price: 24.5, retailer: 'Kiste', url: 'https://shop.example/teapot' }],
      ['Dinner plates', { price: 12, quantity_needed: 6 }],
      'A day in the garden',
    ]);
    await using ownerPage = await t.visit('owner', id, { viewport: { width: 375, height: 667 }, hasTouch: true });
    const { page } = ownerPage;
    const screens = () => page.evaluate<number>('document.documentElement.scrollHeight / innerHeight');
    assert.ok((await screens()) <= 2.5);
    const controls = page.locator('.largesse-mine :is(a, button, input, select, summary):visible');
    assert.ok((await controls.count()) <= 12, `${await controls.count()} controls`);
    assert.deepEqual(await ownerPage.axe('.largesse-mine'), []);
    const invited = ownerPage.field('User names or e-mail addresses');
    for (const name of ['Share', 'Settings'] as const) {
      await ownerPage.openTab(name);
      assert.equal(page.url(), addressOf(t.site, id, name === 'Share' ? 'share' : 'settings'));
      if (name === 'Share') await invited.fill('granny');
      assert.ok((await screens()) <= 3, name);
      assert.deepEqual(await ownerPage.axe('.largesse-mine'), []);
    }
    await page.goBack();
    assert.equal(await invited.inputValue(), 'granny', 'input stays');
    await invited.fill('');
    assertNoErrors(ownerPage);
  });

  it('uploads a picture that the browser has reduced and rotated', async () => {
    const id = await t.registry('owner', { title: 'Photos' });
    await using ownerPage = await t.visit('owner', id, { viewport: { width: 375, height: 667 } });
    const { page } = ownerPage;
    const address = ownerPage.field('Address of a picture');
    const remove = ownerPage.button('Remove the picture');
    const choose = (type: string, buffer: Buffer) =>
      page.locator('[data-largesse-file]').setInputFiles({ name: `a.${type}`, mimeType: `image/${type}`, buffer });
    const uploads: number[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('/pictures')) uploads.push(request.postDataBuffer()?.length ?? 0);
    });
    await ownerPage.addWish();
    // Like most photos, this file is too large, so the page cannot send the file unchanged.
    const photo = fromCamera(await drawn(t.site, 'jpeg', 2400, 1200));
    await choose('jpeg', Buffer.concat([photo, Buffer.alloc(700_000)]));
    await remove.waitFor();
    assert.match(await address.inputValue(), /\/uploads\/largesse\/pictures\/[0-9a-f]{32}\.jpg$/);
    assert.ok(uploads.length === 1 && uploads[0]! < 300_000, `sent ${uploads} bytes`);
    // The camera was rotated, so the picture must be rotated, too: it is taller than wide.
    const preview = "document.querySelector('.largesse-mine__picture-preview img')";
    await page.waitForFunction(`${preview}.naturalHeight > 0`);
    assert.deepEqual(await page.evaluate(`[${preview}.naturalWidth, ${preview}.naturalHeight]`), [800, 1600]);
    await assertNoHorizontalScroll(page);
    assert.deepEqual(await ownerPage.axe('dialog[open]'), []);
    assertNoErrors(ownerPage);
  });

  it('manages eighty wishes on a narrow phone, zoomed, and in a right-to-left language', async () => {
    const names = Array.from({ length: 80 }, (_, n) => `Wish ${n} ${'Donaudampfschifffahrt'.repeat(n === 3 ? 4 : 1)}`);
    const id = await t.registry('owner', {}, names);
    await using ownerPage = await t.visit('owner', id, { viewport: { width: 320, height: 640 } });
    await assertNoHorizontalScroll(ownerPage.page);
    assert.equal((await ownerPage.names()).length, 80);
    const taken = await ownerPage.page.evaluate<number>(`(async () => {
      document.querySelector('[aria-label^="More for Wish 0 "]').click();
      await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
      const begun = performance.now();
      [...document.querySelectorAll('[role="menuitem"]')].find((entry) => entry.textContent === 'Move down').click();
      await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
      return performance.now() - begun;
    })()`);
    assert.ok(taken < patience(1500), `moving took ${taken} ms`);
    await ownerPage.button('Undo').waitFor();
    await ownerPage.page.keyboard.press('Escape');
    await ownerPage.page.evaluate(`document.documentElement.dir = 'rtl'`);
    await assertNoHorizontalScroll(ownerPage.page);
    await ownerPage.addWish();
    await assertNoHorizontalScroll(ownerPage.page);
    assert.deepEqual(await ownerPage.axe('.largesse-mine'), []);
    await ownerPage.page.keyboard.press('Escape');
    // 640 px is the width of a window of 1280 px at a zoom of 200 %. 1920 px is the width of a large desktop.
    for (const width of [640, 1920]) {
      await ownerPage.page.setViewportSize({ width, height: 800 });
      await assertNoHorizontalScroll(ownerPage.page);
    }
    const small = await ownerPage.page.evaluate<
      string[]
    >(`[...document.querySelectorAll('.largesse-mine :is(button, input:not([type=radio]), .largesse-mine__button)')]
      .filter((e) => e.offsetParent && !e.closest('.largesse-mine__choice')).filter((e) => e.getBoundingClientRect().height < 43.9 || e.getBoundingClientRect().width < 43.9)
      .map((e) => e.outerHTML.slice(0, 120))`);
    assert.deepEqual(small, [], 'everything is large enough for touch');
    assertNoErrors(ownerPage);
  });
});

describe('the script of the page', () => {
  it('comes with the licenses of its libraries', async () => {
    const licenses = await readFile(new URL('../../../plugin/build/licenses.txt', import.meta.url), 'utf8');
    assert.match(
      licenses,
      /Preact.*Permission is hereby granted.*SortableJS.*Permission is hereby granted.*uqr.*Permission is hereby granted.*htmlparser2.*Permission is hereby granted.*entities.*Redistribution and use/s,
    );
  });

  it('loads the readers of files and of shop pages only when they are needed', async () => {
    const sizes = await Promise.all(
      ['exchange', 'wish-files', 'shop-pages'].map(async (name) => {
        const built = await readFile(new URL(`../../../plugin/build/${name}.js`, import.meta.url), 'utf8');
        assert.equal(built.includes('NETSCAPE'), name === 'wish-files', name);
        return gzipSync(built).length;
      }),
    );
    // The reader of files knows the columns of 26 languages, chats, vCards, shortcuts, tables in frames, links in XML,
    // and pages saved in one file. Names of entities take 6 KB, prices and currencies in words 5 KB, and bought wishes
    // 1 KB.
    for (const [index, most] of [13_000, 66_500, 39_500].entries())
      assert.ok((sizes[index] ?? 0) < most, sizes.join(', '));
  });

  // Some features are large: headings and copies of wishes take 3 KB; pictures, covers and wishes from other sites 3
  // KB; pasted lists of people 6 KB; suggestions from shops 2 KB; changes by other users 1 KB.
  it('weighs less than 59.5 KB', async () => {
    const built = await readFile(new URL('../../../plugin/build/my-registries.js', import.meta.url));
    assert.ok(gzipSync(built).length < 59_500, `${gzipSync(built).length} bytes`);
  });
});
