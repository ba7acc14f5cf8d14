import assert from 'node:assert/strict';
import type { Browser, BrowserContextOptions, Locator } from 'playwright-core';
import { openChromium } from '../../../tools/browser/chromium.ts';
import type { Tab } from '../../../tools/browser/tab.ts';
import type { WordPressVersion } from '../../../tools/wordpress/packages.ts';
import { addItem } from '../plugin/connected.ts';
import { openProxiedSite, type ProxiedSite } from '../plugin/proxied-site.ts';
import { type Caller, create, type Draft } from '../wordpress/requests.ts';
import type { Site, TestTheme, TestUser } from '../wordpress/site.ts';
import { openVisitor, type Visitor } from '../wordpress/visitor.ts';

/** A browser tab with a user's page My registries. */
export interface OwnerPage extends Visitor {
  /** Finds the button that has this name, anywhere on the page. */
  button(name: string | RegExp): Locator;
  /** Finds the field that has this label. @param place where to search; default: the whole page */
  field(label: string, place?: Locator): Locator;
  /** Waits until the page shows a text. */
  says(text: string | RegExp): Promise<void>;
  /** Returns the names of the items in the order of the page. */
  names(): Promise<string[]>;
  card(name: string): Locator;
  /** Chooses an entry in the menu "⋯". @param name an item, a heading, or `the list` */
  choose(name: string, entry: string): Promise<void>;
  /** Opens the form of a new wish. */
  addWish(): Promise<void>;
  /** Opens a tab of the page that manages a registry. */
  openTab(name: 'Wishes' | 'Share' | 'Settings'): Promise<void>;
}

/** Options of a visit: the options of the browser, and the tab of the page to open. */
export interface VisitOptions extends BrowserContextOptions {
  tab?: 'share' | 'settings';
}

/** A site with the page My registries, a proxy that records the site's calls, and a browser. */
export interface OwnerSite extends AsyncDisposable {
  readonly proxied: ProxiedSite;
  readonly site: Site;
  readonly browser: Browser;
  /** Opens the page My registries as a user. With `registry`, opens the page that manages this registry. */
  visit(who: Caller, registry?: number, options?: VisitOptions): Promise<OwnerPage>;
  /** Creates a registry with items. Each item is a name, or a name and other fields. */
  registry(who: TestUser, registry: Draft, items?: (string | [string, object])[]): Promise<number>;
}

/** Matches messages of the browser about error answers. The page cannot prevent these messages. */
const REFUSED = /^Console: Failed to load resource: .*(status of (400|401|403|404|409|422|503)|net::ERR_)/;

export async function openOwnerSite(version: WordPressVersion, theme: TestTheme = 'largesse'): Promise<OwnerSite> {
  await using opened = new AsyncDisposableStack();
  const proxied = opened.use(await openProxiedSite(version, theme));
  const browser = await openChromium();
  opened.defer(() => browser.close());
  const { site } = proxied.system;
  const all = opened.move();
  return {
    proxied,
    site,
    browser,
    visit: async (who, registry, { tab, ...options } = {}) => {
      const visitor = await openVisitor(site, browser, who, options);
      await visitor.page.goto(addressOf(site, registry, tab));
      return ownerPageOf(visitor);
    },
    registry: async (who, registry, items = []) => {
      const id = await create(site, who, registry);
      for (const item of items) {
        const [name, fields] = typeof item === 'string' ? [item, {}] : item;
        await addItem(proxied.system, id, name, fields);
      }
      return id;
    },
    [Symbol.asyncDispose]: () => all.disposeAsync(),
  };
}

/**
 * Returns the address of the page My registries. With `registry`, returns the address of the page that manages this
 * registry.
 */
export function addressOf(site: Site, registry?: number, tab?: VisitOptions['tab']): string {
  const query = registry === undefined ? '' : `?registry=${registry}${tab ? `&tab=${tab}` : ''}`;
  return `${site.url}/my-registries/${query}`;
}

/**
 * Checks that browser and PHP reported no errors. @param isRefused true if the site was expected to refuse a request
 */
export function assertNoErrors(ownerPage: OwnerPage, isRefused = false): void {
  assert.deepEqual(
    ownerPage.complaints().filter((complaint) => !isRefused || !REFUSED.test(complaint)),
    [],
  );
}

/** Checks that the page does not scroll sideways. */
export async function assertNoHorizontalScroll(page: Tab): Promise<void> {
  const [content, window] = await page.evaluate<number[]>(
    '[document.documentElement.scrollWidth, document.documentElement.clientWidth]',
  );
  assert.ok(content! <= window!, `the page is ${content} px wide in a window of ${window} px`);
}

function ownerPageOf(visitor: Visitor): OwnerPage {
  const { page } = visitor;
  return {
    ...visitor,
    button: (name) => page.getByRole('button', { name, exact: typeof name === 'string' }),
    // Ignores hidden fields, because closed dialogs contain fields with the same labels.
    field: (label, place) =>
      (place ?? page).getByLabel(new RegExp(`^${label}( \\(required\\))?$`)).filter({ visible: true }),
    says: async (text) => {
      await page.getByText(text).filter({ visible: true }).first().waitFor();
    },
    names: () => page.locator('.largesse-mine__item .largesse-mine__name').allTextContents(),
    card: (name) => page.getByRole('listitem').filter({ has: page.getByRole('heading', { name, exact: true }) }),
    choose: async (name, entry) => {
      await page.getByRole('button', { name: `More for ${name}`, exact: true }).click();
      const named = { name: entry, exact: true };
      await page.getByRole('menuitem', named).or(page.getByRole('menuitemcheckbox', named)).click();
    },
    addWish: () => page.getByRole('button', { name: /^(Add a wish|Continue)$/ }).click(),
    openTab: (name) => page.locator('.largesse-mine__tabs').getByRole('link', { name, exact: true }).click(),
  };
}
