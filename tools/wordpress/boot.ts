import { appendFile, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { build } from '../build.ts';
import { BrokenSite } from './broken-site.ts';
import { openEngine } from './choose-engine.ts';
import { fetchWordPress } from './download.ts';
import type { SiteImage } from './image.ts';
import type { WordPressVersion } from './packages.ts';
import type { EngineName, PhpEngine } from './php-engine.ts';
import { listen } from './server.ts';
import { openSiteFolder } from './site-folder.ts';
import { WarmPhp } from './warm-php.ts';

export const pluginFolder = fileURLToPath(new URL('../../plugin', import.meta.url));
const themeFolder = fileURLToPath(new URL('../../theme', import.meta.url));

/** Theme of a new site: Largesse's own, or WordPress's default. */
export type Theme = 'largesse' | 'default';

/** Options for starting WordPress. */
export interface WordPressOptions {
  /** Default `6.5`. */
  version?: WordPressVersion;
  /** Port on 127.0.0.1; 0 for a free one. */
  port: number;
  /** Folder for the database, the uploads and the log. By default, a temporary folder that `close()` deletes. */
  dataFolder?: string;
  /** Default `default`. */
  theme?: Theme;
  /** Folder with a built copy of the plugin; default: the plugin's own folder. */
  plugin?: string | undefined;
  /** Initial state of a new site, from `copy()` of a site with the same version and theme. */
  image?: SiteImage | undefined;
  /** PHP engine; default: `defaultEngine()`. */
  engine?: EngineName | undefined;
  /** Number of PHP processes, if the engine is the machine's PHP; default: that of the engine. */
  instances?: number | undefined;
  /** True if no PHP file changes after its first use. PHP then does not check files for changes. Default: false. */
  fixedCode?: boolean | undefined;
  /** Called before each long step, with a description of the step. */
  onProgress?: (step: string) => void;
  /** Cancels the start between two of its steps. */
  signal?: AbortSignal;
}

/** A running WordPress site. The Largesse plugin is active, and the Largesse theme is installed. */
export interface WordPress extends AsyncDisposable {
  /** Address of the site, without trailing slash. */
  url: string;
  /** The PHP engine. */
  engine: Pick<PhpEngine, 'name' | 'label'>;
  /**
   * Runs PHP code (no opening tag) with WordPress loaded; `$input` contains `input`. Returns the output. Consecutive
   * calls usually share one loaded WordPress, whose memory is restored between calls. So hooks that run while WordPress
   * loads, such as `init`, do not run for each call.
   * @throws {Error} if PHP ended with an error; the message is the error's line in the log
   */
  run(php: string, input?: unknown): Promise<string>;
  /** Like `run`, but loads WordPress again, with `input` as JSON in the environment variable `INPUT`. */
  load(php: string, input?: unknown): Promise<string>;
  /** Returns PHP's log: errors, warnings, notices and deprecations. */
  log(): Promise<string>;
  /**
   * Copies the current site except its uploads. Other sites can start from the copy.
   * @param use called after the database is copied, and before the files are copied. It runs PHP code, so that the copy
   * contains this code in compiled form. Not called if all sites of the engine share compiled code.
   */
  copy(use: () => Promise<unknown>): Promise<SiteImage>;
  /** Restores the database and the files of the site from an image. Deletes the uploads and the log. */
  restore(image: SiteImage): Promise<void>;
  /**
   * Releases the resources that keep this process alive while the site is idle. The site still answers requests. A
   * temporary site is deleted when the process ends.
   */
  rest(): Promise<void>;
  /** Stops the site and releases all resources. */
  close(): Promise<void>;
}

/**
 * Boots WordPress. The machine needs no web server, PHP or database. The first call downloads WordPress over npm.
 * @throws {NodeJS.ErrnoException} `EADDRINUSE` if the port is in use; `EACCES` and similar if the data folder is not
 * writable
 * @throws {SetupError} if the download fails, or WordPress does not start with the existing data
 * @throws the reason of the signal if the signal cancels the start
 */
export async function startWordPress(options: WordPressOptions): Promise<WordPress> {
  const { onProgress = () => {}, signal } = options;
  await using opened = new AsyncDisposableStack();
  const server = await listen(options.port); // comes first, so that a port in use is reported at once
  opened.defer(() => server.close());
  const engine = await openEngine(options.engine);
  const files = await fetchWordPress(options.version ?? '6.5', { onProgress, signal });
  const site = await openSiteFolder(options.dataFolder);
  opened.defer(() => site.discard());
  opened.defer(() => void process.off('exit', site.discard));
  onProgress(`Starting WordPress on ${engine.label}`);
  await build();
  signal?.throwIfAborted();
  const content = { 'plugins/largesse': options.plugin ?? pluginFolder, 'themes/largesse': themeFolder };
  const { image, fixedCode } = options;
  const php = await engine.start({ url: server.url, files, site, content, image, fixedCode }).catch((cause) => {
    throw new BrokenSite(site.folder, cause);
  });
  opened.defer(() => php[Symbol.asyncDispose]());
  const warm = new WarmPhp(php);
  opened.defer(() => warm.end());
  signal?.throwIfAborted();
  if (!image) {
    await php.run(await prepareSite(), { theme: options.theme ?? 'default' });
  }
  signal?.throwIfAborted();
  server.serve({
    php,
    instances: options.instances ?? engine.instances,
    staticFolders: {
      ...Object.fromEntries(Object.entries(content).map(([path, folder]) => [`/wp-content/${path}`, folder])),
      '/wp-content/uploads': site.uploads,
      '': files.staticFolder,
    },
    onCrash: (error) => appendFile(site.log, `PHP stopped: ${error}\n`),
  });
  // The server must close before PHP stops. Otherwise, PHP could stop while one of its instances starts, and this
  // instance would keep the process alive forever.
  opened.defer(() => server.close());
  const all = opened.move();
  const close = () => all.disposeAsync();
  const log = () => readFile(site.log, 'utf8').catch(() => '');
  /** Replaces PHP's error, which contains a whole HTML page, by an error with the last error in the log. */
  const named = async (running: Promise<string>) => {
    try {
      return await running;
    } catch (cause) {
      const complaint = (await log()).match(/PHP \w+ error: .*/g)?.at(-1);
      throw new Error(complaint ?? 'PHP ended with an error', { cause });
    }
  };
  return {
    url: server.url,
    engine,
    run: (code, input) => named(warm.isFree ? warm.run(code, input) : php.run(code, input)),
    load: (code, input) => named(php.run(code, input)),
    log,
    copy: async (use) => {
      await warm.end();
      const database = await site.readDatabase();
      return { database, entries: await php.copyFiles(use) };
    },
    restore: async ({ database, entries }) => {
      await Promise.all([warm.end(), server.settle()]);
      await site.reset(database);
      await php.restoreFiles(entries);
    },
    rest: async () => {
      await warm.end();
      server.rest();
      process.off('exit', site.discard).once('exit', site.discard);
    },
    close,
    [Symbol.asyncDispose]: close,
  };
}

/** Returns the PHP code that sets up a new WordPress; its input is the theme. */
async function prepareSite(): Promise<string> {
  const code = await readFile(new URL('./prepare-site.php', import.meta.url), 'utf8');
  return code.replace(/^<\?php/, '');
}
