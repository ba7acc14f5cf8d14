import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmod, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { addressOf } from '../api/testing/server-address.ts';
import { temporaryFolder } from '../api/testing/temporary-folder.ts';
import { until } from '../api/testing/wait.ts';

/** An nginx in front of processes of the service. */
export interface Gateway extends AsyncDisposable {
  readonly url: string;
}

export interface GatewayOptions {
  /** Ports of the processes. */
  ports: readonly number[];
  /** What is set beyond the defaults: in `upstream`, behind each `server` of it, in `location`. */
  upstream?: string;
  server?: string;
  location?: string;
}

/** True if this machine has an nginx. */
export const hasNginx = spawnSync('nginx', ['-v']).status === 0;

/** Starts an nginx that hands everything on to processes of the service. */
export async function startGateway({
  ports,
  upstream = '',
  server = '',
  location = '',
}: GatewayOptions): Promise<Gateway> {
  const folder = await temporaryFolder();
  // As root its workers run as somebody else.
  await chmod(folder.path, 0o755);
  const port = await freePort();
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((one) => `${one}_temp_path ${one};`);
  await writeFile(
    `${folder.path}/nginx.conf`,
    `daemon off; pid nginx.pid; error_log error.log; worker_processes 1;
     events {}
     http {
       access_log off; ${temporary.join(' ')}
       upstream api { ${ports.map((one) => `server 127.0.0.1:${one} ${server};`).join(' ')} ${upstream} }
       server { listen 127.0.0.1:${port}; location / { proxy_pass http://api; ${location} } }
     }`,
  );
  const nginx = spawn('nginx', ['-p', folder.path, '-e', 'error.log', '-c', 'nginx.conf'], { stdio: 'inherit' });
  const ended = once(nginx, 'close');
  const url = `http://127.0.0.1:${port}`;
  await until('nginx answers', () =>
    fetch(`${url}/health`).then(
      (response) => response.ok,
      () => false,
    ),
  );
  return {
    url,
    async [Symbol.asyncDispose]() {
      nginx.kill('SIGTERM');
      await ended;
      await folder[Symbol.asyncDispose]();
    },
  };
}

/** Finds a port at which nobody listens now, for programs that cannot choose one themselves. */
export async function freePort(): Promise<number> {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = new URL(addressOf(server));
  server.close();
  await once(server, 'close');
  return Number(port);
}
