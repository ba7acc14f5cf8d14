import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { readArguments } from './src/arguments.ts';
import { reportFailure } from './src/command.ts';
import { openapiText } from './src/openapi-text.ts';

const HELP = `npm run openapi

Writes the OpenAPI description of the service to contract/openapi.json.

  --help   show this`;

try {
  if (readArguments(HELP, {})) {
    const path = fileURLToPath(new URL('../contract/openapi.json', import.meta.url));
    await writeFile(path, await openapiText());
    console.log(`written: ${path}`);
  }
} catch (error) {
  reportFailure(error);
}
