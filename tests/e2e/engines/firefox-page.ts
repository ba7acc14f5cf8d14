import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startProgram } from '../../../deploy/testing/program.ts';
import { freePort } from '../../support/free-port.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
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
    press: async (x, y) => void (await perform(pressing(x, y))),
    type: async (text) => void (await perform(typing(text))),
    setCookie: async ({ name, value }) => {
      const cookie = { name, value: { type: 'string', value }, domain: new URL(address).hostname, path: '/' };
      await bidi.send('storage.setCookie', { cookie, partition: { type: 'context', context } });
    },
    [Symbol.asyncDispose]: () => all.disposeAsync(),
  };
}

interface Evaluated {
  type: 'success' | 'exception';
  result: { value: string };
  exceptionDetails?: { text: string };
}
