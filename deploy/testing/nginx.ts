import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { freePort } from '../../tests/support/free-port.ts';
import { temporaryFolder } from '../../tests/support/temporary-folder.ts';
import { hasProgram, startProgram } from './program.ts';

/** An nginx that a test started. */
export interface Nginx extends AsyncDisposable {
  readonly url: string;
  /** Folder that contains the configuration files and the logs of nginx. */
  readonly folder: string;
}

export interface NginxOptions {
  /** Returns the contents of the block `http`. The server in this block must listen on 127.0.0.1 and the given port. */
  http: (port: number) => string;
  /** Contents of additional files, by path. Paths are relative to the folder of nginx, here and in nginx's settings. */
  files?: Record<string, string>;
}

export const hasNginx = hasProgram('nginx', '-v');

/** Starts an nginx on a free port, and waits until it answers. */
export async function startNginx({ http, files = {} }: NginxOptions): Promise<Nginx> {
  await using resources = new AsyncDisposableStack();
  const folder = resources.use(await temporaryFolder());
  // If root starts nginx, the workers run as another user. This user needs access to the folder.
  await chmod(folder.path, 0o755);
  const [port, ready] = [await freePort(), await freePort()];
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((one) => `${one}_temp_path ${one};`);
  const main = `
    daemon off; pid nginx.pid; error_log error.log; worker_processes 1;
    events { worker_connections 4096; }
    http {
      access_log off; ${temporary.join(' ')} ${http(port)}
      server { listen 127.0.0.1:${ready}; keepalive_timeout 0; return 204; }
    }`;
  for (const [path, text] of Object.entries({ ...files, 'nginx.conf': main })) {
    await mkdir(join(folder.path, dirname(path)), { recursive: true });
    await writeFile(join(folder.path, path), text);
  }
  const url = `http://127.0.0.1:${port}`;
  resources.use(
    // An open port is not enough, because nginx opens its ports before it can handle signals. The answer of a worker
    // shows that nginx is ready.
    await startProgram(['nginx', '-p', folder.path, '-e', 'error.log', '-c', 'nginx.conf'], () =>
      fetch(`http://127.0.0.1:${ready}`),
    ),
  );
  const started = resources.move();
  return {
    url,
    folder: folder.path,
    [Symbol.asyncDispose]: () => started.disposeAsync(),
  };
}
