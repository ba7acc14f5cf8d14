import { channel } from 'node:diagnostics_channel';
import { appendFile, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { buildPlugin } from '../plugin/build.ts';
import { BrokenSite } from './broken-site.ts';
import { openEngine } from './choose-engine.ts';
import { fetchWordPress } from './download.ts';
import type { SiteImage } from './image.ts';
import type { WordPressVersion } from './packages.ts';
import type { EngineName, PhpEngine } from './php-engine.ts';
import { listen } from './server.ts';
import { openSiteFolder } from './site-folder.ts';
import { WarmPhp } from './warm-php.ts';

const pluginFolder = fileURLToPath(new URL('../plugin', import.meta.url));
const themeFolder = fileURLToPath(new URL('../theme', import.meta.url));

// The tests count both.
const boots = channel('largesse:boots');
const runs = channel('largesse:runs');

/** The theme of a new site: Largesse's own, or the one that WordPress comes with. */
export type Theme = 'largesse' | 'default';

/** How to start WordPress. */
export interface WordPressOptions {
  /** Default `6.5`. */
  version?: WordPressVersion;
  /** Port on 127.0.0.1; 0 takes a free one. */
  port: number;
  /** Folder that keeps database, uploads and log. When absent, the site is gone after `close()`. */
  dataFolder?: string;
  /** Default `default`. */
  theme?: Theme;
  /** What a new site begins with, made by `copy()` of a site of the same version and theme. */
  image?: SiteImage | undefined;
  /** The engine that runs PHP; default: `defaultEngine()`. */
  engine?: EngineName | undefined;
  /** Told before each long step, in words. */
  onProgress?: (step: string) => void;
  /** Ends the start between two of its steps. */
  signal?: AbortSignal;
}

/** A WordPress site that runs in this process, with the Largesse plugin active and its theme installed. */
export interface WordPress extends AsyncDisposable {
  /** Address of the site, without trailing slash. */
  url: string;
  /** The engine that runs PHP. */
  engine: Pick<PhpEngine, 'name' | 'label'>;
  /**
   * Runs PHP code (no opening tag) with WordPress loaded; the code finds `input` in `$input`. Returns its output. Memory
   * is restored afterwards, but hooks of loading, such as `init`, do not run again for the next code.
   * @throws {Error} with the line of the log, when PHP ended with an error
   */
  run(php: string, input?: unknown): Promise<string>;
  /** Does the same, but loads WordPress for it, which finds `input` as JSON in the environment variable `INPUT`. */
  load(php: string, input?: unknown): Promise<string>;
  /** Returns what PHP has complained about: errors, warnings, notices and deprecations. */
  log(): Promise<string>;
  /**
   * Copies the site as it is now, but for its uploads, for others to begin with.
   * @param use has PHP compile the code that the others are to find compiled; nothing else of it is in the copy
   */
  copy(use: () => Promise<unknown>): Promise<SiteImage>;
  /** Resets the site to what it was when it was copied: database, files and log; uploads are deleted. */
  restore(image: SiteImage): Promise<void>;
  /** Frees what keeps this process alive, until the next request. A site of a temporary folder is deleted when the process ends. */
  rest(): Promise<void>;
  /** Ends the site and frees all it holds. */
  close(): Promise<void>;
}

/**
 * Boots WordPress in this process: no web server, PHP or database is needed on the machine. The first time its files
 * are fetched over npm.
 * @throws {NodeJS.ErrnoException} `EADDRINUSE` when the port is taken, `EACCES` and the like for the data folder
 * @throws {SetupError} when the files cannot be fetched, or WordPress does not start with the data that is there
 * @throws the reason of the signal
 */
export async function startWordPress(options: WordPressOptions): Promise<WordPress> {
  const { onProgress = () => {}, signal } = options;
  boots.publish(options.version);
  await using opened = new AsyncDisposableStack();
  const server = await listen(options.port); // first: a taken port should show at once
  opened.defer(() => server.close());
  const engine = await openEngine(options.engine);
  const files = await fetchWordPress(options.version ?? '6.5', { onProgress, signal });
  const site = await openSiteFolder(options.dataFolder);
  opened.defer(() => site.discard());
  opened.defer(() => void process.off('exit', site.discardNow));
  onProgress(`Starting WordPress on ${engine.label}`);
  await buildPlugin();
  signal?.throwIfAborted();
  const content = { 'plugins/largesse': pluginFolder, 'themes/largesse': themeFolder };
  const { image } = options;
  const php = await engine.start({ url: server.url, files, site, content, image }).catch((cause) => {
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
    instances: engine.instances,
    staticFolders: {
      ...Object.fromEntries(Object.entries(content).map(([path, folder]) => [`/wp-content/${path}`, folder])),
      '/wp-content/uploads': site.uploads,
      '': files.staticFolder,
    },
    onCrash: (error) => appendFile(site.log, `PHP stopped: ${error}\n`),
  });
  // Before PHP goes: an instance of it that is taken away while it starts would keep this process alive for good.
  opened.defer(() => server.close());
  const all = opened.move();
  const close = () => all.disposeAsync();
  const log = () => readFile(site.log, 'utf8').catch(() => '');
  /** Names the complaint of PHP in an error, whose own message is a whole page of HTML. */
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
    run: (code, input) => {
      runs.publish(code);
      return named(warm.isFree ? warm.run(code, input) : php.run(code, input));
    },
    load: (code, input) => {
      runs.publish(code);
      return named(php.run(code, input));
    },
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
      process.off('exit', site.discardNow).once('exit', site.discardNow);
    },
    close,
    [Symbol.asyncDispose]: close,
  };
}

/** Returns the PHP code that makes a fresh WordPress ready; it wants to know the theme. */
export async function prepareSite(): Promise<string> {
  const code = await readFile(new URL('./prepare-site.php', import.meta.url), 'utf8');
  return code.replace(/^<\?php/, '');
}
