import { openChromium } from '../../../tools/browser/chromium.ts';
import { openTab, type Tab } from '../../../tools/browser/tab.ts';
import type { EnginePage } from './engine-page.ts';

/** Returns the actions of a person with a phone in a tab of Chromium. */
export function chromiumPage(page: Tab): EnginePage {
  return {
    open: async (address) => void (await page.goto(address)),
    url: () => page.url(),
    evaluate: (expression) => page.evaluate(expression),
    resize: (width, height) => page.setViewportSize({ width, height }),
    press: (x, y) => page.touchscreen.tap(x, y),
    type: async (text) => {
      await page.keyboard.press('ControlOrMeta+A');
      await page.keyboard.type(text);
    },
    setCookie: (cookie) => page.context().addCookies([{ ...cookie, url: new URL(page.url()).origin }]),
    [Symbol.asyncDispose]: () => page.close(),
  };
}

/** Opens a window of Chromium. @param program path of the Chromium to use */
export async function openChromiumPage(program: string): Promise<EnginePage> {
  const browser = await openChromium(program);
  const context = await browser.newContext({ hasTouch: true });
  // Each test waits for its own navigations.
  const tab = await openTab(context, { isScripted: true, complain: () => {} });
  return { ...chromiumPage(tab), [Symbol.asyncDispose]: () => browser.close() };
}
