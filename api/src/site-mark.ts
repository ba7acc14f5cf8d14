import { siteName } from '@largesse/contract';
import type { Logger } from 'pino';
import type { Database } from './database/database.ts';
import { SiteOfDatabase } from './database/site.ts';
import { openSqlite } from './database/sqlite/open.ts';
import { SettingError, type Settings } from './settings.ts';

/** Line of the log about a service whose database was made for another site. */
const OTHER_SITE =
  'HOST_URL names another site than the one for which this database was made, so this service changes nothing and sends nothing: run npm run site';

/** Time between two looks at the answer of an operator, and between two lines of the log (milliseconds). */
const LOOK_MS = 1000;
const REPEATED_MS = 3_600_000;

/** Calls a function with the site of a database. An embedded one gets a separate connection. */
export async function withSite<T>(
  { database: setting }: Pick<Settings, 'database'>,
  opened: Database,
  work: (site: SiteOfDatabase) => Promise<T>,
): Promise<T> {
  // The metrics must not count this as writes of callers.
  const database = setting.kind === 'sqlite' ? openSqlite(setting.path) : opened;
  try {
    return await work(new SiteOfDatabase(database));
  } finally {
    if (database !== opened) await database.close();
  }
}

/** @throws {SettingError} if the database was made for another site; commands must not change it then */
export async function requireOwnSite(settings: Pick<Settings, 'database' | 'host'>, opened: Database): Promise<void> {
  const name = await withSite(settings, opened, (site) => site.claim(settings.host.url));
  if (name !== siteName(settings.host.url))
    throw new SettingError(
      `HOST_URL: the database was made for another site, ${name}: run npm run site -- moved, or npm run site -- copy`,
    );
}

/** Knows whether the database of a process was made for another site than that of `HOST_URL` (rules: Copies). */
export class SiteMark {
  readonly #waiting: (() => void)[] = [];
  readonly #timers: NodeJS.Timeout[] = [];
  #isOther = false;
  #home: string | null = null;
  #store: (home: string) => Promise<void> = async () => {};

  /** Opens the mark. A new database, or one of an earlier version, belongs to the site of `HOST_URL` from now on. */
  static async open(
    settings: Pick<Settings, 'database' | 'host'>,
    opened: Database,
    log: Pick<Logger, 'error' | 'warn' | 'info'>,
  ): Promise<SiteMark> {
    const mark = new SiteMark();
    if (settings.database.kind === 'sqlite' && settings.database.path === ':memory:') return mark;
    const own = siteName(settings.host.url);
    try {
      const [name, home] = await withSite(settings, opened, async (site) => [
        await site.claim(settings.host.url),
        await site.home(),
      ]);
      mark.#store = (home) => withSite(settings, opened, (site) => site.keepHome(home));
      // The address belongs to the site for which the database was made.
      if (name === own) mark.#home = home;
      else mark.#warn({ site: own, of: name }, settings, opened, log);
    } catch (error) {
      log.warn({ err: error }, 'the site of the database could not be read; the next start tries again');
    }
    return mark;
  }

  get isOther(): boolean {
    return this.#isOther;
  }

  /**
   * Name of the address that the site named last as its own; null if it has not been asked. It outlives a restart, so
   * that no request of the site waits for an answer of the site.
   */
  get home(): string | null {
    return this.#home;
  }

  /** Keeps the address that the site names as its own. Without the database, it is kept until the service ends. */
  async learnHome(home: string): Promise<void> {
    const name = siteName(home);
    if (name === this.#home) return;
    this.#home = name;
    await this.#store(home).catch(() => {});
  }

  /** Calls a function now or, if the database belongs to another site, as soon as an operator has said what it is. */
  whenOwn(begin: () => void): void {
    if (this.#isOther) this.#waiting.push(begin);
    else begin();
  }

  close(): void {
    this.#timers.forEach(clearInterval);
    this.#waiting.length = 0;
  }

  #warn(
    names: { site: string; of: string },
    settings: Pick<Settings, 'database'>,
    opened: Database,
    log: Pick<Logger, 'error' | 'info'>,
  ): void {
    this.#isOther = true;
    const warn = () => log.error(names, OTHER_SITE);
    warn();
    const look = async () => {
      const name = await withSite(settings, opened, (site) => site.name()).catch(() => null);
      if (name !== names.site || !this.#isOther) return;
      this.#isOther = false;
      log.info(names, 'an operator has said what this database is: the service works again');
      const begun = [...this.#waiting];
      this.close();
      for (const begin of begun) begin();
    };
    this.#timers.push(setInterval(warn, REPEATED_MS).unref(), setInterval(look, LOOK_MS).unref());
  }
}
