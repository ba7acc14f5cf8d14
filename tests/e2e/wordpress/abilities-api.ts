import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Returns PHP code, without the opening tag, that adds the Abilities API to a WordPress older than 6.9. If the
 * environment variable `ABILITIES_API` names a folder with the plugin WordPress/abilities-api, the code loads this
 * plugin. Otherwise, the code is the stand-in.
 */
export function abilitiesApi(): string {
  const folder = process.env.ABILITIES_API;
  return folder
    ? `require '${folder}/abilities-api.php';`
    : readFileSync(join(import.meta.dirname, 'abilities-api.php'), 'utf8').replace(/^<\?php\n/, '');
}
