import { chmod, cp, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '../../tests/support/free-port.ts';
import { connected } from '../../tests/support/postgres.ts';
import { temporaryFolder } from '../../tests/support/temporary-folder.ts';
import { hasProgram, startProgram } from './program.ts';

/** A PgBouncer that a test started. */
export interface PgBouncer extends AsyncDisposable {
  /** Returns the address with which clients reach a database through PgBouncer. */
  urlOf(database: string): string;
}

export const hasPgBouncer = hasProgram('pgbouncer', '--version');

const SETTINGS = fileURLToPath(new URL('../pgbouncer/largesse.ini', import.meta.url));

/** Starts a PgBouncer in front of a database server. Uses the settings of deploy/pgbouncer unchanged. */
export async function startPgBouncer(server: string): Promise<PgBouncer> {
  await using resources = new AsyncDisposableStack();
  const folder = resources.use(await temporaryFolder());
  const { hostname, port, username, password } = new URL(server);
  const ownPort = await freePort();
  await cp(SETTINGS, join(folder.path, 'largesse.ini'));
  await writeFile(join(folder.path, 'userlist.txt'), `"${username}" "${password}"\n`);
  const main = join(folder.path, 'pgbouncer.ini');
  await writeFile(
    main,
    `[databases]
    * = host=${hostname} port=${port}
    [pgbouncer]
    %include ${join(folder.path, 'largesse.ini')}
    listen_addr = 127.0.0.1
    listen_port = ${ownPort}
    unix_socket_dir =
    auth_file = ${join(folder.path, 'userlist.txt')}
    admin_users = ${username}`.replaceAll(/^ +/gm, ''),
  );
  // PgBouncer refuses to run as root. So it runs as another user, and this user must be able to read the folder.
  await chmod(folder.path, 0o755);
  const user = process.getuid?.() === 0 ? ['--user=nobody'] : [];
  const urlOf = (database: string) => `postgres://${username}:${password}@127.0.0.1:${ownPort}/${database}`;
  resources.use(
    await startProgram(['pgbouncer', ...user, main], () =>
      // Connects to PgBouncer's admin console, which does not need the database server.
      connected(urlOf('pgbouncer')).then((client) => client.end()),
    ),
  );
  const started = resources.move();
  return { urlOf, [Symbol.asyncDispose]: () => started.disposeAsync() };
}
