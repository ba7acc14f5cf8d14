import assert from 'node:assert/strict';
import type { Browser, BrowserContextOptions, Locator } from 'playwright-core';
import type { Theme } from '../../demo/wordpress/boot.ts';
import type { WordPressVersion } from '../../demo/wordpress/packages.ts';
import { openChromium } from '../browser/chromium.ts';
import type { Tab } from '../browser/tab.ts';
import { openVisitor, type Visitor } from '../browser/visitor.ts';
import { addItem } from '../plugin/connected.ts';
import { type Counted, openCounted } from '../plugin/counting-api.ts';
import { type Caller, create, type Draft } from '../wordpress/requests.ts';
import type { Person, Site } from '../wordpress/site.ts';

/** Somebody in front of the page on which members keep their registries. */
export interface Desk extends Visitor {
  /** The button of that name, anywhere on the page. */
  button(name: string | RegExp): Locator;
  /** The field with that label. @param place where to look; without it, the whole page */
  field(label: string, place?: Locator): Locator;
  /** Waits until the page says something. */
  says(text: string | RegExp): Promise<void>;
  /** Names of the items as they stand on the page. */
  names(): Promise<string[]>;
  /** The card of an item. */
  card(name: string): Locator;
}

/** A site with members and the service, and a browser. */
export interface Office extends AsyncDisposable {
  readonly counted: Counted;
  readonly site: Site;
  readonly browser: Browser;
  /** Opens the page for somebody; with a registry, the one that manages it. */
  visit(who: Caller, registry?: number, options?: BrowserContextOptions): Promise<Desk>;
  /** Makes a registry with items; an item is a name, or a name with fields. */
  registry(who: Person, registry: Draft, items?: (string | [string, object])[]): Promise<number>;
  close(): Promise<void>;
}

/** What browsers say of an answer that is an error, and nobody can keep them from. */
const REFUSED = /^Console: Failed to load resource: .*(status of (400|401|403|404|409|422|503)|net::ERR_)/;

export async function openOffice(version: WordPressVersion, theme: Theme = 'largesse'): Promise<Office> {
  await using opened = new AsyncDisposableStack();
  const counted = opened.use(await openCounted(version, 0, theme));
  const browser = await openChromium();
  opened.defer(() => browser.close());
  const { site } = counted.whole;
  const all = opened.move();
  const close = () => all.disposeAsync();
  return {
    counted,
    site,
    browser,
    visit: async (who, registry, options) => {
      const visitor = await openVisitor(site, browser, who, options);
      await visitor.page.goto(addressOf(site, registry));
      return deskOf(visitor);
    },
    registry: async (who, registry, items = []) => {
      const id = await create(site, who, registry);
      for (const item of items) {
        const [name, fields] = typeof item === 'string' ? [item, {}] : item;
        await addItem(counted.whole, id, name, fields);
      }
      return id;
    },
    close,
    [Symbol.asyncDispose]: close,
  };
}

/** Address of the page; with a registry, of the one that manages it. */
export function addressOf(site: Site, registry?: number): string {
  return `${site.url}/my-registries/${registry === undefined ? '' : `?registry=${registry}`}`;
}

/** Checks that nothing went wrong behind the page. @param isRefused whether the site was meant to refuse something */
export function assertQuiet(desk: Desk, isRefused = false): void {
  assert.deepEqual(
    desk.complaints().filter((complaint) => !isRefused || !REFUSED.test(complaint)),
    [],
  );
}

/** Checks that the page does not scroll sideways. */
export async function assertNarrow(page: Tab): Promise<void> {
  const [content, window] = await page.evaluate<number[]>(
    '[document.documentElement.scrollWidth, document.documentElement.clientWidth]',
  );
  assert.ok(content! <= window!, `the page is ${content} px wide in a window of ${window} px`);
}

function deskOf(visitor: Visitor): Desk {
  const { page } = visitor;
  return {
    ...visitor,
    button: (name) => page.getByRole('button', { name, exact: typeof name === 'string' }),
    field: (label, place) => (place ?? page).getByLabel(new RegExp(`^${label}( \\(needed\\))?$`)),
    says: async (text) => {
      await page.getByText(text).filter({ visible: true }).first().waitFor();
    },
    names: () => page.locator('.largesse-mine__item h4').allTextContents(),
    card: (name) => page.getByRole('listitem').filter({ has: page.getByRole('heading', { name, exact: true }) }),
  };
}
