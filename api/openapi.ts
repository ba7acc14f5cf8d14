import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { reportFailure } from './src/command.ts';
import { openapiText } from './src/openapi-text.ts';

/** `npm run openapi`: writes what the service says of itself to contract/openapi.json. */
try {
  const path = fileURLToPath(new URL('../contract/openapi.json', import.meta.url));
  await writeFile(path, await openapiText());
  console.log(`written: ${path}`);
} catch (error) {
  reportFailure(error);
}
