import assert from 'node:assert/strict';
import { openChromium } from '../../tools/browser/chromium.ts';
import type { Tab } from '../../tools/browser/tab.ts';
import { type SiteWithApi, withApi } from '../e2e/api/site-with-api.ts';
import { chromiumPage } from '../e2e/engines/chromium-page.ts';
import { type Hand, handOn } from '../e2e/engines/hand.ts';
import { assertNoHorizontalScroll } from '../e2e/pages/owner-page.ts';
import { addItem, connected } from '../e2e/plugin/connected.ts';
import { deliver } from '../e2e/plugin/mailing-site.ts';
import { addCode } from '../e2e/wordpress/add-code.ts';
import { openPostOffice, type Received } from '../e2e/wordpress/post-office.ts';
import { type Caller, create, type Draft } from '../e2e/wordpress/requests.ts';
import { openSite } from '../e2e/wordpress/site.ts';
import { openVisitor } from '../e2e/wordpress/visitor.ts';
import { type FakeShops, openFakeShops } from '../support/fake-shops.ts';
import { openReceiver, type Receiver } from '../support/receiver.ts';

/** Window of a phone, in CSS pixels. */
const PHONE = { width: 375, height: 667 };

/** A PNG of one pixel. */
export const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
  'base64',
);

/**
 * Raises the time limits of the site's requests to 60 seconds: on a busy machine, service and PHP may pause for longer.
 */
const PATIENCE = `add_filter( 'http_request_args', static fn ( $args ) => array( 'timeout' => 60 ) + $args );`;

/**
 * A person with a phone. `effort()` also counts each choice as a filled field. When the person leaves, the phone must
 * have shown no error.
 */
export interface Person extends Pick<Hand, 'tap' | 'fill' | 'sees' | 'effort'>, AsyncDisposable {
  readonly page: Tab;
  /** Opens a path of the site, or an address. */
  open(address: string): Promise<void>;
  /** Presses a control that leads to another page. */
  follow(name: string): Promise<void>;
  /** Chooses an option of a field, or sets a date (YYYY-MM-DD). */
  choose(label: string, value: string): Promise<void>;
  /** Checks that the page does not show a text. */
  seesNot(text: string): Promise<void>;
  /** Returns the first address in the texts of the page. */
  shownLink(): Promise<string>;
}

/** A WordPress with theme, plugin, service, mail server and shops, and a browser. */
export interface World extends AsyncDisposable {
  readonly system: SiteWithApi;
  readonly shops: FakeShops;
  /** Receives the events of webhooks. */
  readonly receiver: Receiver;
  /** Opens a phone. A user of the site is signed in; `nobody` is a guest. */
  person(who: Caller): Promise<Person>;
  /** Creates a registry of the owner that everyone can open. Each wish is a name, and other fields. */
  registry(draft: Draft, wishes: Record<string, object>): Promise<{ id: number; path: string; items: number[] }>;
  /** Sends all mails that wait, and returns the mails to an address since the previous call. */
  mailsTo(address: string): Promise<Received[]>;
}

/** Opens the world of a suite. A process boots only one site for all its suites. */
export async function openWorld(): Promise<World> {
  await using opened = new AsyncDisposableStack();
  const shops = opened.use(await openFakeShops());
  const receiver = opened.use(await openReceiver());
  const site = await openSite({ theme: 'largesse' });
  await addCode(site, PATIENCE);
  const previews = { internet: shops.internet, resolveOwn: async () => [] };
  const env = { PREVIEWS: 'on', ITEMS_ACCESS: 'registry', HOST_TIMEOUT: '60', WEBHOOKS_ALLOW: receiver.host };
  const system = opened.use(await connected(await withApi(site, env, { previews })));
  const office = opened.use(await openPostOffice(site));
  await site.wordpress.run(`update_option( 'largesse_currency', 'EUR' ); update_option( 'users_can_register', 1 );`);
  const browser = await openChromium();
  opened.defer(() => browser.close());
  const all = opened.move();
  let mails: Received[] = [];
  return {
    system,
    shops,
    receiver,
    person: async (who) => {
      const visitor = await openVisitor(site, browser, who, { viewport: PHONE, hasTouch: true, isMobile: true });
      const { page } = visitor;
      let choices = 0;
      const hand = handOn(chromiumPage(page));
      const onNextPage = async (act: () => Promise<unknown>) => {
        await page.toNextPage(act);
        await assertNoHorizontalScroll(page);
      };
      return {
        page,
        ...hand,
        open: async (address) => {
          await page.goto(address.startsWith('/') ? site.url + address : address);
          await assertNoHorizontalScroll(page);
        },
        follow: (name) => onNextPage(() => hand.tap(name)),
        effort: () => ({ taps: hand.effort().taps, fields: hand.effort().fields + choices }),
        choose: async (label, value) => {
          choices++;
          const field = page.getByLabel(label).filter({ visible: true }).first();
          if (/^\d{4}-\d\d-\d\d$/.test(value)) await field.fill(value);
          else await field.selectOption({ label: value });
        },
        shownLink: async () => {
          const [link = assert.fail('no address')] = /https?:\S+/.exec(await page.locator('main').innerText()) ?? [];
          return link;
        },
        seesNot: async (text) => assert.ok(!(await page.locator('body').innerText()).includes(text), text),
        [Symbol.asyncDispose]: async () => {
          await visitor.close();
          assert.deepEqual(visitor.complaints(), []);
        },
      };
    },
    registry: async (draft, wishes) => {
      const id = await create(site, 'owner', { status: 'publish', ...draft });
      const items: number[] = [];
      for (const [name, fields] of Object.entries(wishes)) items.push(await addItem(system, id, name, fields));
      const address = await site.wordpress.run('echo get_permalink( $input );', id);
      return { id, path: address.replace(site.url, ''), items };
    },
    mailsTo: async (address) => {
      mails = [...mails, ...(await deliver({ site, office }))];
      const theirs = mails.filter(({ recipients }) => recipients.includes(address));
      mails = mails.filter((mail) => !theirs.includes(mail));
      return theirs;
    },
    [Symbol.asyncDispose]: () => all.disposeAsync(),
  };
}
