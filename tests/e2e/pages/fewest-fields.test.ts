// Needs a browser and site: browsers refuse to send a form if a required field is empty.
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { openChromium } from '../../../tools/browser/chromium.ts';
import { inPage } from '../../../tools/browser/in-page.ts';
import { openForSuite } from '../../support/suite.ts';
import { until } from '../../support/wait.ts';
import { type Declared, declaredIn } from '../secrecy/doors.ts';
import { addCode } from '../wordpress/add-code.ts';
import type { Caller } from '../wordpress/requests.ts';
import { openVisitor } from '../wordpress/visitor.ts';
import { openGuestSite, type Shown } from './guest-site.ts';

const call = inPage('forms.ts');

/*
 * The space: all forms for people without and with an account, on a site with all features and without a currency. The
 * declared doors name the pages; each page is searched for forms. A person fills in only what the browser requires.
 */
describe('the forms of a site without a currency', () => {
  const browser = openForSuite(openChromium);
  const t = openForSuite(() => openGuestSite());
  let declared: Declared;
  let list: Shown;
  let own: Shown;

  before(async () => {
    // The forms send mails, and this site has no mail server.
    const mails = await addCode(t.system.site, `add_filter( 'pre_wp_mail', '__return_true' );`);
    await t.system.site.wordpress.run(
      `delete_option( 'largesse_currency' ); update_option( 'users_can_register', 1 );`,
    );
    declared = await declaredIn(t.system.site);
    const wishes = [
      { name: 'Kettle', quantity_needed: 9 },
      { name: 'Bike', price: 400 },
      { name: 'Lamp', price: 20 },
    ];
    list = await t.registry({ title: 'Our list' }, wishes);
    own = await t.registry({ title: 'Mine' }, wishes);
    await t.system.site.wordpress.run(
      `foreach ( $input as $id ) update_post_meta( $id, '_largesse_suggestions', '1' );`,
      [list.id, own.id],
    );
    return () => mails[Symbol.asyncDispose]();
  });

  for (const [who, areSent] of [
    ['nobody', true],
    ['stranger', true],
    // Owners' forms also delete lists and wishes, so this test only fills them in.
    ['owner', false],
  ] as const satisfies [Caller, boolean][])
    it(`can be sent by ${who} with the fewest fields`, async () => {
      await using visitor = await openVisitor(t.system.site, browser, who, { javaScriptEnabled: false });
      const { page } = visitor;
      const pages = declared.doors.flatMap((door) => (door.page ? [door.page] : []));
      const paths = [
        list.path,
        ...list.items.map((item) => `${list.path}?give=${item}`),
        ...pages.flatMap((name) => [`${list.path}?${name}=1`, `/?${name}=1`]),
        ...(who === 'owner'
          ? ['', '&tab=share', '&tab=settings'].map((tab) => `/my-registries/?registry=${own.id}${tab}`)
          : []),
        '/my-registries/',
      ];
      const seen = new Set<string>();
      const faults: string[] = [];
      const statuses: number[] = [];
      await page.context().route('**', async (route) => {
        if (route.request().method() !== 'POST') return route.fallback();
        statuses.push((await route.fetch({ maxRedirects: 0 })).status());
        // The browser stays on its page.
        return route.fulfill({ status: 204 });
      });
      for (const path of paths) {
        const open = () => page.goto(t.system.site.url + path);
        await open();
        const formsOn = () => page.evaluate<[number, string][]>(call('postForms', null));
        for (const [, names] of await formsOn()) {
          const form = `${path}: ${names}`;
          if (seen.has(names)) continue;
          await open();
          const [index] = (await formsOn()).find(([, others]) => others === names) ?? [];
          // A form that was sent has ended what this one would change.
          if (index === undefined) continue;
          seen.add(names);
          const refused = await page.evaluate<string[]>(call('fillRequired', index));
          if (refused.length > 0) {
            faults.push(`${form}: ${refused}`);
            continue;
          }
          if (!areSent) continue;
          statuses.length = 0;
          await page.evaluate(call('sendForm', index));
          await until(`${form} is sent`, () => statuses.length > 0, 10_000).catch(() => {});
          if (!statuses.every((status) => status < 400) || statuses.length !== 1)
            faults.push(`${form}: ${statuses.join() || 'not sent'}`);
        }
      }
      assert.deepEqual(faults, []);
      assert.ok(seen.size >= 5, `only the forms ${[...seen].join(' | ')}`);
    });

  it('need no currency, because prices of the site are numbers', async () => {
    await using visitor = await openVisitor(t.system.site, browser, 'nobody', { javaScriptEnabled: false });
    await visitor.page.goto(`${t.system.site.url}${list.path}?present=1`);
    const currency = visitor.page.locator('select[name="largesse-currency"]');
    assert.deepEqual([await currency.inputValue(), await currency.getAttribute('required')], ['', null]);
  });
});
