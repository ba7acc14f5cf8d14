import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { knownAddress, serviceEnvironment, siteEnvironment } from './service.ts';

/*
 * Command of the container for homes: says what a container with another address is. Without an answer, it changes
 * nothing and sends nothing (rules: Copies).
 *
 *   docker compose exec largesse site moved
 *   docker compose exec largesse site copy
 */

const DATA = process.env.DATA ?? '/data';

const address = await knownAddress(DATA);
if (address === null) {
  console.error('site: the site is not set up yet');
  process.exitCode = 1;
} else {
  const run = (program: string, args: readonly string[], env: NodeJS.ProcessEnv): number =>
    spawnSync(program, args, { env, stdio: 'inherit' }).status ?? 1;
  const [answer, ...more] = process.argv.slice(2);
  const command = join(import.meta.dirname, '../../api/site.ts');
  const args = answer === undefined ? [command] : [command, answer, ...more];
  process.exitCode = run(process.execPath, args, serviceEnvironment(DATA, address));
  // The command of the service has refused every other answer.
  if (process.exitCode === 0 && (answer === 'moved' || answer === 'copy'))
    process.exitCode = run(
      'php',
      [join(import.meta.dirname, 'site/setup.php'), answer],
      siteEnvironment(DATA, address),
    );
}
