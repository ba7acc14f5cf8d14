import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { openService } from '../api/src/service.ts';
import { readSettings } from '../api/src/settings.ts';
import { connectSite } from './connect-site.ts';
import type { DemoEnvironment } from './environment.ts';
import { authorizationOf, type DemoPerson, openPeople, personNamed, saveState } from './people.ts';
import { type FoundRegistry, listRegistries, seed } from './seed.ts';
import { startWordPress } from './wordpress/boot.ts';

/** A running demonstration. */
export interface Demo {
  siteUrl: string;
  apiUrl: string;
  dataFolder: string;
  people: DemoPerson[];
  /** Who owns the registries. */
  owner: DemoPerson;
  /** Who is invited to them. */
  guest: DemoPerson;
  registries: FoundRegistry[];
}

/**
 * Starts the whole system: WordPress with the plugin, the API, and sample data the first time.
 * @param running what was started is added here, to be disposed of by the caller, also when this fails half-way
 * @param onProgress told before each step, in words
 */
export async function startDemo(
  { sitePort, apiPort, dataFolder }: DemoEnvironment,
  running: AsyncDisposableStack,
  onProgress: (step: string) => void,
): Promise<Demo> {
  await mkdir(dataFolder, { recursive: true, mode: 0o700 });
  const siteFolder = join(dataFolder, 'wordpress');
  const wordpress = running.use(await startWordPress({ port: sitePort, dataFolder: siteFolder, onProgress }));
  onProgress('Starting the API');
  const service = await openService(
    readSettings({
      HOST_URL: wordpress.url,
      PORT: String(apiPort),
      DATABASE_URL: `sqlite:${join(dataFolder, 'items.db')}`,
      LOG_LEVEL: 'warn',
    }),
  );
  running.defer(() => service.close());
  const apiUrl = await service.listen();
  onProgress('Opening the accounts');
  const state = await openPeople(wordpress, dataFolder);
  await connectSite(wordpress, apiUrl, personNamed(state, 'admin'));
  const owner = personNamed(state, 'anna');
  if (!state.isSeeded) {
    onProgress('Filling in sample registries');
    await seed(apiUrl, authorizationOf(owner));
    await saveState(dataFolder, { ...state, isSeeded: true });
  }
  const registries = await listRegistries(apiUrl, authorizationOf(owner));
  const guest = personNamed(state, 'ben');
  return { siteUrl: wordpress.url, apiUrl, dataFolder, people: state.people, owner, guest, registries };
}
