import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { createClient, RegistryApiError } from './src/index.ts';
import {
  type CaseSettings,
  type ClientCase,
  type Outcome,
  play,
  type SettingName,
  typedCases,
  written,
} from './testing/cases.ts';

describe('the TypeScript client in Node', { concurrency: 8 }, () => {
  for (const one of typedCases) it(one.name, () => play(one, perform));
});

async function perform({ settings, call, arguments: given }: ClientCase): Promise<Outcome> {
  const client = configured(settings);
  const method = Object.entries(client).find(([name]) => name === call)?.[1];
  try {
    return { value: written(await method(...given)) };
  } catch (error) {
    if (!(error instanceof RegistryApiError)) throw error;
    const { code, message, data, errors, isTemporary, requestId } = error;
    return { error: { code, message, data, errors, isTemporary, requestId } };
  }
}

/** Creates a client. Sets the environment variables of a case only during this call, so cases can run concurrently. */
function configured(settings: CaseSettings) {
  const option = (name: SettingName) => settings[name]?.option;
  const folder = mkdtempSync(join(tmpdir(), 'largesse-client-'));
  const variables = Object.entries(settings).flatMap(([name, { environment, file }]) => {
    const path = join(folder, name);
    if (typeof file === 'string') writeFileSync(path, file);
    return [
      [name.toUpperCase(), environment],
      [`${name.toUpperCase()}_FILE`, file === undefined ? undefined : path],
    ] as const;
  });
  for (const [name, value] of variables) if (value !== undefined) process.env[name] = value;
  try {
    return createClient({
      baseUrl: option('registry_api_base_url'),
      gatewayKey: option('registry_api_gateway_key'),
      username: option('registry_api_username'),
      appPassword: option('registry_api_app_password'),
    });
  } finally {
    for (const [name] of variables) delete process.env[name];
    rmSync(folder, { recursive: true });
  }
}
