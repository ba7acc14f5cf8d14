import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { argumentsOrExit } from '../api/src/arguments.ts';
import { phpRules } from '../contract/php/rules.ts';

const HELP = `npm run rules

Writes the limits and rules of the contract to plugin/src/Api/Rules.php. A new message needs npm run pot as well.

  --help   show this`;

argumentsOrExit(HELP, {});
const path = fileURLToPath(new URL('../plugin/src/Api/Rules.php', import.meta.url));
await writeFile(path, phpRules());
console.log(`written: ${path}`);
