import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { knownAddress, serviceEnvironment } from './service.ts';

/*
 * Command of the container for homes: checks the service, its database, and the age of the last backup.
 *
 *   docker compose exec largesse doctor
 */

const DATA = process.env.DATA ?? '/data';

const address = await knownAddress(DATA);
if (address === null) {
  console.error('doctor: the site is not set up yet, so there is nothing to check');
  process.exitCode = 1;
} else {
  const command = join(import.meta.dirname, '../../api/doctor.ts');
  const env = serviceEnvironment(DATA, address);
  process.exitCode =
    spawnSync(process.execPath, [command, ...process.argv.slice(2)], { env, stdio: 'inherit' }).status ?? 1;
}
