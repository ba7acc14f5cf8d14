import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { freePort } from '../../../deploy/testing/free-port.ts';
import { startProgram } from '../../../deploy/testing/program.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { until } from '../../support/wait.ts';
import { pressing, typing } from './actions.ts';
import { openBidi } from './bidi.ts';
import type { EnginePage } from './engine-page.ts';

export const FIREFOX = '/usr/bin/firefox-esr';

/** Preferences that stop Firefox from sending its own requests and from opening first-start pages. */
const PREFERENCES = {
  'app.normandy.enabled': false,
  'app.update.enabled': false,
  'browser.aboutwelcome.enabled': false,
  'browser.shell.checkDefaultBrowser': false,
  'datareporting.policy.dataSubmissionEnabled': false,
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
  'services.settings.server': 'data:,',
  'toolkit.telemetry.enabled': false,
};

/** JavaScript for the page: sets `touch` to a promise that resolves at the next touch. */
const WATCH_TOUCH = `(() => {
  globalThis.touch = new Promise((met) => addEventListener('pointerdown', () => met(true), { once: true, capture: true }));
})()`;

/**
 * JavaScript for the page: a promise that resolves to true when the page receives a touch. A touch usually arrives
 * within a few milliseconds. After a second, the promise resolves to false, because Firefox has dropped the touch.
 */
const HAS_BEEN_TOUCHED = `Promise.race([globalThis.touch ?? true, new Promise((end) => setTimeout(end, 1000, false))])`;

/** Opens a window of Firefox over WebDriver BiDi, which Firefox itself serves. */
export async function openFirefoxPage(): Promise<EnginePage> {
  await using opened = new AsyncDisposableStack();
  const folder = opened.use(await temporaryFolder());
  const lines = Object.entries(PREFERENCES).map(([name, value]) => `user_pref("${name}", ${JSON.stringify(value)});\n`);
  await writeFile(join(folder.path, 'user.js'), lines.join(''));
  const port = await freePort();
  const args = ['--headless', '--no-remote', '--profile', folder.path, `--remote-debugging-port=${port}`];
  opened.use(await startProgram([FIREFOX, ...args], `http://127.0.0.1:${port}`, { HOME: folder.path }));
  const bidi = opened.use(await openBidi(`ws://127.0.0.1:${port}/session`));
  await bidi.send('session.new', { capabilities: {} });
  const { context } = await bidi.send<{ context: string }>('browsingContext.create', { type: 'tab' });
  let address = 'about:blank';
  const evaluate = async <T>(expression: string): Promise<T> => {
    const { type, result, exceptionDetails } = await bidi.send<Evaluated>('script.evaluate', {
      expression: `(async () => JSON.stringify([location.href, await ${expression}]))()`,
      target: { context },
      awaitPromise: true,
    });
    if (type !== 'success') throw new Error(`${exceptionDetails?.text}: ${expression}`);
    const [href, value] = JSON.parse(result.value);
    address = href;
    return value;
  };
  const perform = (actions: object[]) => bidi.send('input.performActions', { context, actions });
  const all = opened.move();
  return {
    open: async (url) => {
      await bidi.send('browsingContext.navigate', { context, url, wait: 'complete' });
      address = url;
    },
    url: () => address,
    evaluate,
    resize: async (width, height) =>
      void (await bidi.send('browsingContext.setViewport', { context, viewport: { width, height } })),
    // Firefox drops about one of eight touches from WebDriver before the page receives it. So `press` repeats the touch
    // until the page has received it.
    press: async (x, y) => {
      await evaluate(WATCH_TOUCH);
      await until(`a touch reaches ${address}`, async () => {
        await perform(pressing('touch', x, y));
        // The touch may open another page. Then the expression is true, because the new page has no variable `touch`,
        // or the evaluation fails, because Firefox is replacing the page. Both results mean that the first page has
        // received the touch.
        return await evaluate<boolean>(HAS_BEEN_TOUCHED).catch(() => true);
      });
    },
    type: async (text) => void (await perform(typing(text))),
    setCookie: async ({ name, value }) => {
      const cookie = { name, value: { type: 'string', value }, domain: new URL(address).hostname, path: '/' };
      await bidi.send('storage.setCookie', { cookie, partition: { type: 'context', context } });
    },
    picture: async () => {
      const { data } = await bidi.send<{ data: string }>('browsingContext.captureScreenshot', { context });
      return Buffer.from(data, 'base64');
    },
    [Symbol.asyncDispose]: () => all.disposeAsync(),
  };
}

interface Evaluated {
  type: 'success' | 'exception';
  result: { value: string };
  exceptionDetails?: { text: string };
}
