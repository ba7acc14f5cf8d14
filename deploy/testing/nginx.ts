import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { temporaryFolder } from '../../api/testing/temporary-folder.ts';
import { freePort } from './free-port.ts';
import { hasProgram, startProgram } from './program.ts';

/** An nginx that a test started. */
export interface Nginx extends AsyncDisposable {
  readonly url: string;
  /** Its own folder, with what the test put there and what it logged. */
  readonly folder: string;
  /** Reads its files again, as `nginx -s reload` does; requests that it has begun go on. */
  reload(): void;
}

export interface NginxOptions {
  /** What stands in the block `http`, for a server that listens on this port of 127.0.0.1. */
  http: (port: number) => string;
  /** Further files, by their paths below the folder, to which the paths of `include` and of logs are relative. */
  files?: Record<string, string>;
}

/** True if this machine has an nginx. */
export const hasNginx = hasProgram('nginx', '-v');

/** Starts an nginx on a free port, and waits until it answers. */
export async function startNginx({ http, files = {} }: NginxOptions): Promise<Nginx> {
  await using resources = new AsyncDisposableStack();
  const folder = resources.use(await temporaryFolder());
  // As root its workers run as somebody else.
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
  const program = resources.use(
    // Not once it accepts connections, which it does before it is ready for signals: a worker that answers says that it is.
    await startProgram(['nginx', '-p', folder.path, '-e', 'error.log', '-c', 'nginx.conf'], () =>
      fetch(`http://127.0.0.1:${ready}`),
    ),
  );
  const started = resources.move();
  return {
    url,
    folder: folder.path,
    reload: () => program.signal('SIGHUP'),
    [Symbol.asyncDispose]: () => started.disposeAsync(),
  };
}
