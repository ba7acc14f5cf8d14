import { randomBytes } from 'node:crypto';
import { access, constants, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { openDatabase } from '../../api/src/database/open.ts';
import { openService } from '../../api/src/service.ts';
import { readSettings, type Settings } from '../../api/src/settings.ts';
import { withSite } from '../../api/src/site-mark.ts';
import type { Registry } from '../../client/src/index.ts';
import { startWordPress } from '../wordpress/boot.ts';
import { clientOf, repeat } from './client.ts';
import { configureSite, connectSite, saveMails } from './connect-site.ts';
import type { DemoEnvironment } from './environment.ts';
import { type DemoUser, openPeople, saveState, userNamed } from './people.ts';
import { movePictures, publishPictures } from './pictures.ts';
import { seed } from './seed.ts';

/** Interval of the calls of the site's cron (milliseconds). */
const CRON_MS = 15_000;

/** A running demonstration. */
export interface Demo {
  siteUrl: string;
  /** Address of the page on which owners manage their registries. */
  ownerPage: string;
  apiUrl: string;
  /** Name and version of the PHP program. */
  php: string;
  /** True if the demonstration runs on the machine's own PHP. */
  isNative: boolean;
  dataFolder: string;
  people: DemoUser[];
  /** Owner of the registries that are shown first. */
  owner: DemoUser;
  /** A guest who is invited to the owner's registries. */
  guest: DemoUser;
  /** The owner's registries. */
  registries: Registry[];
}

/**
 * Starts the whole system: WordPress with the plugin, and the API. The first start creates the sample data.
 * @param running receives the started parts; the caller must dispose of `running`, even if the start fails
 * @param onProgress called before each step with its description
 * @param signal cancels the start while WordPress starts. To cancel a later step, the caller disposes of `running`
 */
export async function startDemo(
  { sitePort, apiPort, dataFolder, webhooksAllow }: DemoEnvironment,
  running: AsyncDisposableStack,
  onProgress: (step: string) => void,
  signal = new AbortController().signal,
): Promise<Demo> {
  await mkdir(dataFolder, { recursive: true, mode: 0o700 });
  await access(dataFolder, constants.W_OK); // reports an unwritable folder before WordPress is downloaded
  const siteFolder = join(dataFolder, 'wordpress');
  const wordpress = running.use(
    await startWordPress({ port: sitePort, dataFolder: siteFolder, theme: 'largesse', onProgress, signal }),
  );
  onProgress('Starting the API');
  const siteKey = randomBytes(32).toString('hex');
  const settings = readSettings({
    HOST_URL: wordpress.url,
    PORT: String(apiPort),
    DATABASE_URL: `sqlite:${join(dataFolder, 'items.db')}`,
    LOG_LEVEL: 'warn',
    WEBHOOKS_ALLOW: webhooksAllow,
    // The default. Anyone can open an account on this site, so Site Health would report an unset rule.
    ITEMS_ACCESS: 'authenticated',
    SITE_KEY: siteKey,
  });
  await moveDatabase(settings);
  const service = await openService(settings);
  const apiUrl = await service.listen(); // closes the service if it fails
  // Closes both at the same time, because WordPress and the service may be waiting for each other's answer.
  running.defer(async () => void (await Promise.all([wordpress.close(), service.close()])));
  onProgress('Creating the accounts');
  const state = await openPeople(wordpress, dataFolder);
  const admin = userNamed(state, 'admin');
  await connectSite(wordpress, apiUrl, admin, siteKey);
  await saveMails(wordpress);
  await publishPictures(siteFolder);
  if (!state.isSeeded) {
    onProgress('Creating sample registries');
    await configureSite(wordpress);
    await seed(apiUrl, wordpress.url, state);
    await saveState(dataFolder, { ...state, isSeeded: true });
  }
  // This site turns off WordPress's own calls of its cron. Without other calls, it would send no mails.
  const ended = new AbortController();
  const callCron = () => fetch(`${wordpress.url}/wp-cron.php?doing_wp_cron`, { signal: ended.signal }).catch(() => {});
  const calls = setInterval(callCron, CRON_MS).unref();
  running.defer(() => {
    clearInterval(calls);
    ended.abort();
  });
  // These requests also make the API cache the administrator account that the site uses for its calls. This speeds up
  // the first page.
  await repeat(() => movePictures(clientOf(apiUrl, admin), wordpress.url));
  const owner = userNamed(state, 'anna');
  return {
    siteUrl: wordpress.url,
    ownerPage: await wordpress.run('echo \\Largesse\\Registries\\Links\\OwnerPage::url();'),
    apiUrl,
    php: wordpress.engine.label,
    isNative: wordpress.engine.name === 'native',
    dataFolder,
    people: state.people,
    owner,
    guest: userNamed(state, 'ben'),
    registries: (await repeat(() => clientOf(apiUrl, owner).listRegistries())) ?? [],
  };
}

/** Stores that the database belongs to the site at its present address: with another SITE_PORT, the site has moved. */
async function moveDatabase(settings: Settings): Promise<void> {
  const database = await openDatabase(settings.database);
  await withSite(settings, database, (site) => site.move(settings.host.url));
  await database.close();
}
