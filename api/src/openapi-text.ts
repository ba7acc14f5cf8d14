import { openService } from './service.ts';
import { readSettings } from './settings.ts';

/** Returns the text of contract/openapi.json. A running service answers `/openapi.json` with the same text. */
export async function openapiText(): Promise<string> {
  const environment = {
    HOST_URL: 'http://host.example',
    DATABASE_URL: 'sqlite::memory:',
    PORT: '0',
    LOG_LEVEL: 'silent',
  };
  const service = await openService(readSettings(environment));
  try {
    const response = await fetch(`${await service.listen()}/openapi.json`);
    return `${JSON.stringify(await response.json(), null, 2)}\n`;
  } finally {
    await service.close();
  }
}
