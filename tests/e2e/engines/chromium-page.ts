import { openChromium } from '../../../tools/browser/chromium.ts';
import type { EnginePage } from './engine-page.ts';

/** Opens a window of Chromium. @param program path of the Chromium to use; default: the Chromium from npm */
export async function openChromiumPage(program?: string): Promise<EnginePage> {
  await using opened = new AsyncDisposableStack();
  const browser = await openChromium(program);
  opened.defer(() => browser.close());
  const context = await browser.newContext({ hasTouch: true });
  const page = await context.newPage();
  const all = opened.move();
  return {
    open: async (address) => void (await page.goto(address)),
    url: () => page.url(),
    evaluate: (expression) => page.evaluate(expression),
    resize: (width, height) => page.setViewportSize({ width, height }),
    press: (x, y) => page.touchscreen.tap(x, y),
    type: (text) => page.keyboard.type(text),
    setCookie: (cookie) => context.addCookies([{ ...cookie, url: new URL(page.url()).origin }]),
    picture: () => page.screenshot(),
    [Symbol.asyncDispose]: () => all.disposeAsync(),
  };
}
