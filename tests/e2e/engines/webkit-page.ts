import { globSync } from 'node:fs';
import { access } from 'node:fs/promises';
import { startProgram } from '../../../deploy/testing/program.ts';
import { freePort } from '../../support/free-port.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { pressing, typing } from './actions.ts';
import type { EnginePage } from './engine-page.ts';

/** Path of the browser in Debian's package of WebKitGTK; undefined if it is not installed. */
export const [MINI_BROWSER] = globSync('/usr/lib/*/webkit2gtk-4.*/MiniBrowser');

/** Size and colour depth of the screen. The widest window of the tests must fit on the screen. */
const SCREEN = '1400x1000x24';

/** Opens a window of WebKit's MiniBrowser over WebDriver. The window is on a virtual screen (Xvfb). */
export async function openWebKitPage(): Promise<EnginePage> {
  if (!MINI_BROWSER) throw new Error('MiniBrowser is not installed');
  await using opened = new AsyncDisposableStack();
  const folder = opened.use(await temporaryFolder());
  const [display, port] = [await freePort(), await freePort()];
  const socket = `/tmp/.X11-unix/X${display}`;
  opened.use(
    await startProgram(['Xvfb', `:${display}`, '-screen', '0', SCREEN, '-nolisten', 'tcp'], () => access(socket)),
  );
  const driver = `http://127.0.0.1:${port}`;
  opened.use(
    await startProgram(['WebKitWebDriver', `--port=${port}`], () => fetch(`${driver}/status`), {
      DISPLAY: `:${display}`,
      HOME: folder.path,
      // WebKit's sandbox needs permissions that containers do not have.
      WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1',
    }),
  );
  // A window with the browser's own controls cannot be as narrow as a phone.
  const options = { binary: MINI_BROWSER, args: ['--automation', '--full-screen'] };
  const { sessionId } = await send<{ sessionId: string }>('POST', `${driver}/session`, {
    capabilities: { alwaysMatch: { 'webkitgtk:browserOptions': options } },
  });
  const session = `${driver}/session/${sessionId}`;
  opened.defer(() => send('DELETE', session));
  let address = 'about:blank';
  const evaluate = async <T>(expression: string): Promise<T> => {
    const script = `const done = arguments[0];
      (async () => [location.href, await ${expression}])().then((value) => done({ value: JSON.stringify(value) }), (error) => done({ error: String(error) }));`;
    const { value, error } = await send<{ value: string; error?: string }>('POST', `${session}/execute/async`, {
      script,
      args: [],
    });
    if (error) throw new Error(`${error}: ${expression}`);
    const [href, result] = JSON.parse(value);
    address = href;
    return result;
  };
  const perform = (actions: object[]) => send('POST', `${session}/actions`, { actions });
  const all = opened.move();
  return {
    open: (url) => send('POST', `${session}/url`, { url }),
    url: () => address,
    evaluate,
    resize: async (width, height) => void (await send('POST', `${session}/window/rect`, { x: 0, y: 0, width, height })),
    press: (x, y) => perform(pressing(x, y)),
    type: (text) => perform(typing(text)),
    setCookie: (cookie) => send('POST', `${session}/cookie`, { cookie: { ...cookie, path: '/' } }),
    [Symbol.asyncDispose]: () => all.disposeAsync(),
  };
}

/** Sends a command of WebDriver and returns its result. @throws if the browser refuses the command */
async function send<T = void>(method: string, url: string, body?: object): Promise<T> {
  const response = await fetch(url, { method, ...(body && { body: JSON.stringify(body) }) });
  const { value } = (await response.json()) as { value: T & { error?: string; message?: string } };
  if (!response.ok) throw new Error(`${value.error}: ${value.message} (${url})`);
  return value;
}
