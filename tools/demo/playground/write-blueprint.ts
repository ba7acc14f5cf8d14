import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { argumentsOrExit } from '../../../api/src/arguments.ts';
import { demoBlueprint } from './blueprint.ts';

const HELP = `npm run blueprint

Writes tools/demo/blueprint.json. With this file, WordPress Playground opens the sample families in a browser.

  --help   show this`;

argumentsOrExit(HELP, {});
const path = fileURLToPath(new URL('../blueprint.json', import.meta.url));
await writeFile(path, `${JSON.stringify(await demoBlueprint(), null, 2)}\n`);
console.log(`written: ${path}`);
