import { globSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { onDemand } from './on-demand.ts';
import { openService } from './service.ts';
import { readSettings } from './settings.ts';

const here = import.meta.dirname;

/**
 * Compiles all code of the service. Node stores the result when the process ends. A start with the stored result takes
 * half the time and 25 MB less memory.
 */
export async function compileAll(): Promise<void> {
  // Some imports fail: worker modules need a service, and packages for tracing may be missing. Node still compiles the
  // modules that it loaded before the failure.
  for (const file of globSync('**/*.ts', { cwd: here, exclude: ['**/*.test.ts'] }))
    await import(pathToFileURL(join(here, file)).href).catch(() => {});
  for (const load of Object.values(onDemand)) load();
  // Node stores only the code of functions that have run. Starts a service and sends requests to run these functions.
  const service = await openService(
    readSettings({ HOST_URL: 'http://127.0.0.1:9', PORT: '0', DATABASE_URL: 'sqlite::memory:' }),
  );
  const url = await service.listen();
  const answers = ['/health', '/items', '/openapi.json'].map(async (path) => (await fetch(url + path)).text());
  await Promise.all(answers);
  await service.close();
}
