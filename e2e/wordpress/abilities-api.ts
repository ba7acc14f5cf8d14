import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Returns PHP code, without the opening tag, that adds the Abilities API to a WordPress older than 6.9. `ABILITIES_API`
 * may name a folder with WordPress's own implementation (the plugin WordPress/abilities-api), which replaces the
 * stand-in.
 */
export function abilitiesApi(): string {
  const folder = process.env.ABILITIES_API;
  return folder
    ? `require '${folder}/abilities-api.php';`
    : readFileSync(join(import.meta.dirname, 'abilities-api.php'), 'utf8').replace(/^<\?php\n/, '');
}
