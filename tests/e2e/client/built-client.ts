import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { build } from '../../../client/build.ts';
import { listen } from '../../support/server-address.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

/** The published client on its own web server, from which pages of any origin can load it. */
export interface BuiltClient extends AsyncDisposable {
  /** Address of the folder with `index.js`, without trailing slash. The address itself returns an empty page. */
  readonly url: string;
}

/** Builds the client into a temporary folder and serves it. */
export async function openBuiltClient(): Promise<BuiltClient> {
  const folder = await temporaryFolder();
  await build(folder.path);
  const server = createServer(async ({ url = '/' }, response) => {
    const script = /^\/([\w-]+\.js)$/.exec(url)?.[1];
    response.setHeader('access-control-allow-origin', '*');
    response.setHeader('content-type', script === undefined ? 'text/html' : 'text/javascript');
    response.end(
      script === undefined ? '<!doctype html><title>Elsewhere</title>' : await readFile(join(folder.path, script)),
    );
  });
  await using stack = new AsyncDisposableStack();
  stack.use(folder);
  const { url } = stack.use(await listen(server));
  const opened = stack.move();
  return { url, [Symbol.asyncDispose]: () => opened.disposeAsync() };
}
