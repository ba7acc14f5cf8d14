import { type ExecFileOptions, execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, readFile, writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join, sep } from 'node:path';
import { promisify } from 'node:util';
import { argumentsOrExit } from '../api/src/arguments.ts';
import { INSTALLED } from '../tests/support/postgres.ts';
import { cachedFolder, cacheFolders } from './cache/cached-folder.ts';
import { SetupError } from './cache/setup-error.ts';

const HELP = `node tools/citus.ts

Builds Citus for the installed PostgreSQL, and prints the folder of its programs, for TEST_CITUS. The installed
PostgreSQL stays as it is: a copy gets the extension, and the next call finds the copy in the cache.
TEST_CITUS_SOURCE=FOLDER names the source; without it, git fetches the source.`;

/** The version that is tested. It supports PostgreSQL 15 to 17. */
const VERSION = '13.2.2';
const REPOSITORY = 'https://github.com/citusdata/citus';
/** Commit of this version. The tests run no other code, even if somebody moves the tag. */
const COMMIT = 'cc91f4c29cc358f66e70eb1ef204a45999933926';

/** Time limits (milliseconds). A machine without a network must not wait long. */
const TIMES = { ask: 10_000, fetch: 120_000, configure: 300_000, make: 1_800_000 };

/** Length of the output of a failed command that an error contains. */
const OUTPUT_LENGTH = 2000;

interface CitusOptions {
  /** Folder with the programs of PostgreSQL; null if it is not installed. */
  bin?: string | null;
  /** Folder with the source of Citus; if undefined, git fetches it. */
  source?: string | undefined;
  caches?: string[];
}

/**
 * Builds Citus for a PostgreSQL, or finds an earlier build in the cache.
 * @returns the folder with the programs of a copy of PostgreSQL that has Citus
 * @throws {SetupError} if something that the build needs is missing; the message names it
 */
export async function buildCitus({
  bin = INSTALLED,
  source = process.env.TEST_CITUS_SOURCE,
  caches = cacheFolders(),
}: CitusOptions = {}): Promise<string> {
  if (bin === null) throw new SetupError('Citus cannot be built: PostgreSQL is not installed (postgresql-15)');
  const postgres = await placesOf(bin);
  const version = source === undefined ? VERSION : await versionOf(source);
  const name = `citus-${version}-postgresql-${postgres.version}`;
  const folder = await cachedFolder(name, caches, (staging) => build(postgres, source, staging));
  return join(folder, postgres.bindir);
}

type Places = Awaited<ReturnType<typeof placesOf>>;

/** Returns the version of a PostgreSQL, and its folders. */
async function placesOf(bin: string) {
  const config = join(bin, 'pg_config');
  const read = async (flag: string) => (await run(config, [flag], { timeout: TIMES.ask })).trim();
  const version = /[\d.]+/.exec(await read('--version'))?.[0] ?? '';
  const [bindir, pkglibdir, sharedir, headers] = await Promise.all([
    read('--bindir'),
    read('--pkglibdir'),
    read('--sharedir'),
    read('--includedir-server'),
  ]);
  return { config, version, bindir, pkglibdir, sharedir, headers };
}

/** Returns the version of a source. */
async function versionOf(source: string): Promise<string> {
  const text = await readFile(join(source, 'configure'), 'utf8').catch(() => '');
  const version = /^PACKAGE_NAME='Citus'\nPACKAGE_TARNAME='citus'\nPACKAGE_VERSION='([\w.]+)'$/m.exec(text)?.[1];
  if (version === undefined)
    throw new SetupError(`Citus cannot be built: TEST_CITUS_SOURCE=${source} does not contain its source`);
  return version;
}

/** Builds Citus in a folder: its subfolder `files` gets a copy of PostgreSQL with the extension. */
async function build(postgres: Places, source: string | undefined, staging: string): Promise<void> {
  const { config, version, bindir, pkglibdir, sharedir, headers } = postgres;
  if (!existsSync(join(headers, 'postgres.h'))) {
    const missing = `postgresql-server-dev-${Number.parseInt(version, 10)}`;
    throw new SetupError(`Citus cannot be built: the headers of PostgreSQL ${version} are missing (${missing})`);
  }
  const cwd = join(staging, 'source');
  if (source === undefined) await fetchSource(cwd);
  else await cp(source, cwd, { recursive: true, verbatimSymlinks: true });
  await removeDuplicate(cwd, headers);
  await configure(cwd, config);
  // Tests need no optimized code, and PostgreSQL's compiler for queries needs no copy of Citus.
  const options = ['CFLAGS=-O0 -fPIC -std=gnu99 -w', 'with_llvm=no'];
  const make = (...args: string[]) => run('make', [...args, ...options], { cwd, timeout: TIMES.make });
  await make(`-j${availableParallelism()}`, 'extension');
  const files = join(staging, 'files');
  for (const folder of [bindir, pkglibdir, sharedir])
    await cp(folder, join(files, folder), {
      recursive: true,
      verbatimSymlinks: true,
      filter: (path) => !path.split(sep).includes('bitcode'),
    });
  await make('install-extension', `DESTDIR=${files}`);
}

/** Fetches the source. Asks for it first, because a machine without a network learns so within seconds. */
async function fetchSource(folder: string): Promise<void> {
  const env = { ...process.env, GIT_TERMINAL_PROMPT: '0' };
  const tag = `v${VERSION}`;
  try {
    await run('git', ['ls-remote', '--exit-code', REPOSITORY, `refs/tags/${tag}`], { env, timeout: TIMES.ask });
    const clone = ['-c', 'advice.detachedHead=false', 'clone', '--quiet', '--depth=1', `--branch=${tag}`, REPOSITORY];
    await run('git', [...clone, folder], { env, timeout: TIMES.fetch });
  } catch {
    const help = `set TEST_CITUS_SOURCE to a folder with the source of ${tag}`;
    throw new SetupError(`Citus cannot be built: git cannot fetch ${REPOSITORY} (${help})`);
  }
  const commit = (await run('git', ['rev-parse', 'HEAD'], { cwd: folder, timeout: TIMES.ask })).trim();
  if (commit !== COMMIT) throw new Error(`${tag} of ${REPOSITORY} is ${commit}, and not ${COMMIT}`);
}

/** Removes a function that Citus has for PostgreSQL 15, if this PostgreSQL has it, too, as Debian's does. */
async function removeDuplicate(source: string, headers: string): Promise<void> {
  const own = await readFile(join(headers, 'commands/dbcommands.h'), 'utf8');
  if (!own.includes('have_createdb_privilege')) return;
  const header = join(source, 'src/include/pg_version_compat.h');
  const text = await readFile(header, 'utf8');
  const copy = /^static inline bool\nhave_createdb_privilege\(void\)\n\{\n.*?^\}\n/ms;
  await writeFile(header, text.replace(copy, '#include "commands/dbcommands.h"\n'));
}

/** @throws {SetupError} if a library or the compiler is missing */
async function configure(cwd: string, config: string): Promise<void> {
  try {
    await run('./configure', [`PG_CONFIG=${config}`], { cwd, timeout: TIMES.configure });
    await run('make', ['--version'], { timeout: TIMES.ask });
  } catch (error) {
    const [, reason = String(error)] = /^(?:configure: error: |Error: spawn )(.*)$/m.exec(String(error)) ?? [];
    throw new SetupError(`Citus cannot be built: ${reason.trim()}`);
  }
}

/** Runs a command. @returns its output @throws {Error} with the end of the output */
async function run(command: string, args: readonly string[], options: ExecFileOptions): Promise<string> {
  try {
    const { stdout } = await promisify(execFile)(command, args, {
      maxBuffer: Number.POSITIVE_INFINITY,
      ...options,
      encoding: 'utf8',
    });
    return stdout;
  } catch (error) {
    if (!(error instanceof Error && 'stderr' in error && error.stderr !== '')) throw error;
    throw new Error(`${command} failed:\n${String(error.stderr).slice(-OUTPUT_LENGTH)}`, { cause: error });
  }
}

if (import.meta.main) {
  argumentsOrExit(HELP, {});
  await buildCitus().then(console.log, (error) => {
    if (!(error instanceof SetupError)) throw error;
    console.error(error.message);
    process.exitCode = 1;
  });
}
