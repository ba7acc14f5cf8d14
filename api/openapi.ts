import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { runCommand } from './src/command.ts';
import { openapiText } from './src/openapi-text.ts';

const HELP = `npm run openapi

Writes the OpenAPI description of the service to contract/openapi.json.

  --help   show this`;

await runCommand(HELP, {}, false, async () => {
  const path = fileURLToPath(new URL('../contract/openapi.json', import.meta.url));
  await writeFile(path, await openapiText());
  console.log(`written: ${path}`);
});
