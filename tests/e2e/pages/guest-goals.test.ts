import assert from 'node:assert/strict';
import { join } from 'node:path';
import { before, describe, it } from 'node:test';
import { openChromium } from '../../../tools/browser/chromium.ts';
import type { Tab } from '../../../tools/browser/tab.ts';
import { components, languagesOf, readPo } from '../../../tools/translations.ts';
import { openForSuite } from '../../support/suite.ts';
import { addCode } from '../wordpress/add-code.ts';
import { openVisitor } from '../wordpress/visitor.ts';
import { openGuestSite, type Shown, type Wish } from './guest-site.ts';

/** Window of a small phone. Most goals are defined for this size. */
const PHONE = { width: 375, height: 667 };

/** Maximum height of a page with 24 wishes. The unit is the height of the phone's screen. */
const MOST_SCREENS = 8;

describe('the goals of guests’ pages on a phone', () => {
  const browser = openForSuite(openChromium);
  const t = openForSuite(() => openGuestSite('6.5', 'largesse'));
  let list: Shown;
  before(async () => {
    const wishes = Array.from(
      { length: 24 },
      (_, index): Wish => ({
        name: index % 2 ? 'Oak dining table for ten' : 'Teapot',
        price: 24.5 + index,
        retailer: 'Lakeside Joinery',
        image_url: index % 4 ? t.picture : '',
        description: index % 3 ? 'Made by the joiner two villages on. We are saving for it ourselves.' : '',
        quantity_needed: index % 5 ? 1 : 8,
        quantity_purchased: index % 6 ? 0 : 1,
      }),
    );
    list = await t.registry(
      { title: 'Anna & Tom', content: 'A story. '.repeat(40), meta: { registry_event_date: '2027-06-12' } },
      wishes,
    );
  });

  const site = () => t.system.site;
  const visit = () => openVisitor(site(), browser, 'nobody', { viewport: PHONE, hasTouch: true });
  const cards = (page: Tab) => page.locator('.largesse-item');

  it('24 wishes take at most 8 screens, in English and German', async () => {
    const screens = async () => {
      await using guest = await visit();
      const { page } = guest;
      await page.goto(site().url + list.path);
      // The browser only estimates the height of a card that it has not shown yet. So the test scrolls to each card
      // first.
      await page.evaluate(`(async () => {
        for (const card of document.querySelectorAll('.largesse-item')) {
          card.scrollIntoView();
          await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
        }
      })()`);
      return (await page.evaluate<number>('document.documentElement.scrollHeight')) / PHONE.height;
    };
    const english = await screens();
    await using _ = await addCode(site(), `add_filter( 'locale', fn () => 'de_DE' );`);
    const german = await screens();
    assert.ok(english <= MOST_SCREENS && german <= MOST_SCREENS, `English ${english}, German ${german}`);
  });

  it('the name of the site and both links share a line in German', async () => {
    await using _ = await addCode(site(), `add_filter( 'locale', fn () => 'de_DE' );`);
    await using guest = await visit();
    const { page } = guest;
    await page.goto(site().url + list.path);
    const middle = async (text: string) => {
      const box = await page.getByRole('banner').getByText(text, { exact: true }).boundingBox();
      return Math.round(((box?.y ?? 0) + (box?.height ?? 0) / 2) / 10);
    };
    const links = [await middle('Meine Wunschlisten'), await middle('Anmelden')];
    const name = await middle('Largesse');
    assert.deepEqual(links, [name, name]);
  });

  it('two wishes share a row from 340 pixels, unless the block’s style is one wish in a row', async () => {
    await using guest = await visit();
    const { page } = guest;
    const inRow = async (width: number) => {
      await page.setViewportSize({ ...PHONE, width });
      const [first, second] = await Promise.all([0, 1].map((index) => cards(page).nth(index).boundingBox()));
      return first?.y === second?.y ? 2 : 1;
    };
    await page.goto(site().url + list.path);
    assert.deepEqual([await inRow(339), await inRow(340), await inRow(412)], [1, 2, 2]);
    const address = await site().wordpress.run(
      `echo get_permalink( wp_insert_post( array( 'post_type' => 'page', 'post_status' => 'publish', 'post_title' => 'Ours',
        'post_content' => '<!-- wp:largesse/registry {"registry":"' . $input . '","className":"is-style-one-column"} /-->' ) ) );`,
      list.id,
    );
    await page.goto(address);
    assert.deepEqual([await inRow(340), await inRow(412)], [1, 1]);
  });

  it('a card shows name and price at once, and the owner’s words after a tap', async () => {
    await using guest = await visit();
    const { page } = guest;
    await page.goto(site().url + list.path);
    const card = cards(page).nth(1);
    await card.scrollIntoViewIfNeeded();
    const height = async (part: string) => (await card.locator(`.largesse-item__${part}`).boundingBox())?.height ?? 0;
    assert.ok((await height('name')) > 15 && (await height('price')) > 15);
    assert.equal(await height('description'), 0);
    await card.getByText('More').tap();
    assert.ok((await height('description')) > 30);
    assert.deepEqual(await guest.axe('main'), []);
  });

  it('the button of the form covers no field on a screen of 553 pixels, and errors are visible', async () => {
    await using guest = await visit();
    const { page } = guest;
    await page.setViewportSize({ ...PHONE, height: 553 });
    await page.goto(site().url + list.path);
    await page.locator('.largesse-item__give').first().tap();
    const dialog = page.getByRole('dialog', { name: 'Give a gift' });
    await dialog.getByRole('button', { name: 'Yes, I’ll give this' }).waitFor();
    const covered = await dialog.evaluate((one) => {
      const found: string[] = [];
      for (let top = 0; top <= one.scrollHeight; top += 20) {
        one.scrollTop = top;
        const button = one.querySelector('.largesse-give__button')?.getBoundingClientRect();
        for (const field of one.querySelectorAll('.largesse-field')) {
          const { top: start, bottom: end } = field.getBoundingClientRect();
          if (button && start < button.bottom && end > button.top) found.push(`${field.textContent} at ${top}`);
        }
      }
      return found;
    });
    assert.deepEqual(covered, []);
    await dialog.getByLabel('E-mail address').fill('ada');
    await dialog.getByRole('button', { name: 'Yes, I’ll give this' }).tap();
    const error = dialog.getByText('Enter an e-mail address such as');
    await error.waitFor();
    const { y = 0, height = 0 } = (await error.boundingBox()) ?? {};
    assert.ok(y > 0 && y + height < 553, `the error is visible: ${y}`);
  });

  it('a guest gives with 2 taps and without filling in a field', async () => {
    await using guest = await visit();
    const { page } = guest;
    await page.goto(site().url + list.path);
    await page.evaluate(`{
      globalThis.acts = { taps: 0, fields: new Set() };
      addEventListener('click', () => { acts.taps += 1; }, true);
      addEventListener('input', ({ target }) => acts.fields.add(target.name), true);
      addEventListener('pagehide', () => sessionStorage.setItem('acts', acts.taps + ' taps, ' + acts.fields.size + ' fields'));
    }`);
    await page.locator('.largesse-item__give').nth(1).tap();
    const yes = page.getByRole('dialog').getByRole('button', { name: 'Yes, I’ll give this' });
    await page.toNextPage(() => yes.tap());
    await page.getByText('Thank you! We have noted that you are giving this.').waitFor();
    assert.equal(await page.evaluate(`sessionStorage.getItem('acts')`), '2 taps, 0 fields');
    assert.deepEqual(guest.complaints(), []);
  });

  for (const { language, give, change } of [
    { language: 'fr_FR', give: 'Oui, je l’offre', change: 'Modifier' },
    { language: 'es_ES', give: 'Sí, lo regalo', change: 'Cambiar' },
  ])
    it(`pages of guests have no English texts in ${language}`, async () => {
      const catalogues = components.map((one) => readPo(join(languagesOf(one), `${one.prefix}${language}.po`)));
      const english = (await Promise.all(catalogues))
        .flatMap(({ translations }) => Object.values(translations).flatMap((messages) => Object.values(messages)))
        .filter(({ msgid, msgstr }) => !msgstr.includes(msgid))
        // Ignores short texts, because WordPress may contain the same texts, and WordPress is not translated here.
        .flatMap(({ msgid }) => msgid.split(/%(?:\d\$)?s/).filter((part) => part.trim().length >= 20));
      await using _ = await addCode(site(), `add_filter( 'locale', fn () => '${language}' );`);
      await using guest = await visit();
      const { page } = guest;
      const found: string[] = [];
      const look = async (where: string) => {
        const text = await page.evaluate<string>(`document.body.innerText.replaceAll('\u00a0', ' ')`);
        found.push(...english.filter((one) => text.includes(one)).map((one) => `${where}: ${one}`));
      };
      for (const path of ['/', '/?s=nobody', '/no-such-page/', '/?largesse-sign-up=1', list.path]) {
        await page.goto(site().url + path);
        await look(path);
      }
      await page.locator('.largesse-item__give').nth(1).tap();
      const yes = page.getByRole('dialog').getByRole('button', { name: give });
      await yes.waitFor();
      await look('the form');
      await page.toNextPage(() => yes.tap());
      await page
        .getByRole('button', { name: change })
        .or(page.getByText(change, { exact: true }))
        .first()
        .waitFor();
      await look('the page of the gift');
      assert.deepEqual(found, []);
    });
});
