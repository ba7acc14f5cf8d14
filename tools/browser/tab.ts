import type { BrowserContext, Page, Response } from 'playwright-core';
import { documentOf, untilReady } from './readiness.ts';

/** Playwright's methods that navigate or wait for navigation, but do not wait for the page's scripts. */
type WithoutWaiting =
  | 'goBack'
  | 'goForward'
  | 'goto'
  | 'reload'
  | 'setContent'
  | 'waitForLoadState'
  | 'waitForNavigation'
  | 'waitForURL';

/**
 * Navigation methods. Each method ends when the scripts of the new page are ready, so that the next action can follow
 * at once.
 */
interface Navigation {
  /** Opens an address. */
  goto(address: string): Promise<Response | null>;
  /** Loads the page again. */
  reload(): Promise<void>;
  /** Opens the previous entry of the history. It may belong to the same document. */
  goBack(): Promise<void>;
  /** Runs an action that leads to another page in this tab, possibly with the same address. */
  toNextPage(act: () => Promise<unknown>): Promise<void>;
  /** Runs an action that opens a page in a new tab. @returns that tab */
  toNewTab(act: () => Promise<unknown>): Promise<Tab>;
}

/** A browser tab: Playwright's page, but with navigation methods that wait for the page's scripts. */
export type Tab = Omit<Page, WithoutWaiting> & Navigation;

/** Options that the browser gives to each of its tabs. */
export interface TabOptions {
  /** True if scripts are enabled. */
  isScripted: boolean;
  /**
   * Called if the page navigated or opened a tab, and no method of `Navigation` was running. In this case, nothing
   * waited for the scripts of the new page.
   */
  complain(complaint: string): void;
}

/** Opens an empty tab. */
export async function openTab(context: BrowserContext, options: TabOptions): Promise<Tab> {
  return tabOf(await context.newPage(), options);
}

function tabOf(page: Page, options: TabOptions): Tab {
  const { isScripted, complain } = options;
  let underWay = 0;
  let stray: string | undefined;
  const going = async <T>(way: () => Promise<T>): Promise<T> => {
    underWay++;
    stray = undefined;
    try {
      return await way();
    } finally {
      underWay--;
    }
  };
  page.on('request', (request) => {
    const isLeaving = request.isNavigationRequest() && request.frame() === page.mainFrame();
    if (isLeaving && underWay === 0) stray = request.url();
  });
  page.on('framenavigated', (frame) => {
    if (frame !== page.mainFrame() || stray === undefined || underWay > 0) return;
    complain(`Led to another page outside of toNextPage: ${stray}`);
    stray = undefined;
  });
  page.on('popup', (popup) => {
    if (underWay === 0) complain(`Opened a tab outside of toNewTab: ${popup.url()}`);
  });
  const route = page.route.bind(page);
  let isWatching = false;
  const goto = page.goto.bind(page);
  const reload = page.reload.bind(page);
  const goBack = page.goBack.bind(page);
  const navigation: Navigation & Pick<Page, 'route'> = {
    route: async (...what) => {
      // Adds a first route that is never removed. After the last route is removed, Playwright stops intercepting
      // requests. Chromium may never answer a request that starts at that moment (microsoft/playwright#41802).
      if (!isWatching) await route('**', (one) => one.fallback());
      isWatching = true;
      return await route(...what);
    },
    goto: (address) =>
      going(async () => {
        const response = await goto(address);
        await untilReady(page, isScripted);
        return response;
      }),
    reload: () =>
      going(async () => {
        await reload();
        await untilReady(page, isScripted);
      }),
    goBack: () =>
      going(async () => {
        await goBack();
        await untilReady(page, isScripted);
      }),
    toNextPage: (act) =>
      going(async () => {
        await untilReady(page, isScripted);
        const former = await documentOf(page);
        await act();
        await untilReady(page, isScripted, former);
      }),
    toNewTab: (act) =>
      going(async () => {
        const [popup] = await Promise.all([page.waitForEvent('popup'), act()]);
        const tab = tabOf(popup, options);
        await untilReady(popup, isScripted);
        return tab;
      }),
  };
  return Object.assign(page, navigation);
}
