import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { argumentsOrExit, numberOrExit } from '../../api/src/arguments.ts';
import { FAILED_SEEDS, type FailedSeed, randomNumbers, readFailedSeeds } from '../../contract/testing/random.ts';
import { endDescendants } from './descendants.ts';

const HELP = `npm run explore -- [--minutes N] [--from SEED] [FILE…]

Runs random tests with new seeds, each time in another time zone, language and moment. Begins with the failures of
earlier runs that depended on these. Stores each failure that repeats in contract/testing/failed-seeds.json; with such a
seed, npm test runs the tests again.

  --minutes N   time for new seeds (default 10); the last tests may take longer
  --from SEED   first seed (default: the time, in seconds)
  --help        show this`;

/** Test files without a WordPress, which would take much longer. */
const FILES = '{api,client,contract,deploy,plugin,theme,tools,tests/simulation}/**/*.test.ts';

/** Modules whose importers depend on the seed. */
const IS_RANDOM =
  /from '[./]*contract\/testing\/(properties|random)\.ts'|from '\.[./]*testing\/(properties|random)\.ts'/;

/** On both sides of UTC, with half hours, with and without summer time. */
const ZONES = ['UTC', 'Europe/Berlin', 'America/St_Johns', 'Pacific/Kiritimati', 'Etc/GMT+12', 'Asia/Kathmandu'];

/** With other numbers, letters and orders than English. */
const LANGUAGES = ['C', 'en_US.UTF-8', 'de_DE.UTF-8', 'tr_TR.UTF-8', 'ar_EG.UTF-8', 'th_TH.UTF-8'];

/** Before and after the beginning of a year, of a leap day, and of summer time. In UTC. */
const TIMES = [
  '2027-12-31 23:59:40',
  '2028-01-01 00:00:01',
  '2028-02-28 23:59:40',
  '2028-02-29 12:00:00',
  '2028-03-26 00:59:40',
  '2028-10-29 00:59:40',
  '2027-06-30 10:15:00',
];

/** Lines of a failure that are printed. */
const SHOWN_LINES = 40;

type World = NonNullable<FailedSeed['env']>;

/** Runs a test file. Returns its output if it fails; otherwise null. */
export type RunFile = (file: string, seed: number, world: World | null) => Promise<string | null>;

/** Arguments of `explore`. */
export interface Exploration {
  files: readonly string[];
  /** First seed. */
  from: number;
  /** Returns whether another file may begin. */
  goesOn: () => boolean;
  known: readonly FailedSeed[];
  runFile: RunFile;
  print: (line: string) => void;
}

/**
 * Runs test files with new seeds, in changing worlds.
 * @returns failures that repeat, and the number of failures that do not
 */
export async function explore(given: Exploration): Promise<{ found: FailedSeed[]; unrepeated: number }> {
  const { files, from, goesOn, known, runFile, print } = given;
  const found: FailedSeed[] = [];
  let unrepeated = 0;
  /** Repeats a failure without its world, and then with it. */
  const judge = async (file: string, seed: number, world: World, output: string) => {
    print(`${file} fails with the seed ${seed}, ${Object.values(world).join(', ')}:\n${output}`);
    if ((await runFile(file, seed, null)) !== null) found.push({ file, seed });
    else if ((await runFile(file, seed, world)) !== null) found.push({ file, seed, env: world });
    else {
      unrepeated++;
      print(`${file}: this failure did not repeat`);
    }
  };
  for (const { file, seed, env } of known) {
    const output = env && (await runFile(file, seed, env));
    if (output) print(`${file} still fails with the seed ${seed}, ${Object.values(env).join(', ')}:\n${output}`);
  }
  for (let seed = from; goesOn(); seed++) {
    const random = randomNumbers(seed);
    for (const file of files) {
      if (!goesOn()) break;
      const world = worldOf(random);
      const output = await runFile(file, seed, world);
      if (output !== null) await judge(file, seed, world, output);
    }
    print(`seed ${seed}: ${found.length} failures so far`);
  }
  return { found, unrepeated };
}

function worldOf(random: () => number): World {
  const one = (of: readonly string[]): string => of[Math.floor(random() * of.length)] ?? '';
  return { TZ: one(ZONES), LANG: one(LANGUAGES), TIME: one(TIMES) };
}

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Debian's program that shows other programs another time. */
const canChangeTime = spawnSync('faketime', ['--version']).status === 0;

const runFile: RunFile = async (file, seed, world) => {
  const { TIME, ...places } = world ?? {};
  const faketime = TIME !== undefined && canChangeTime ? ['faketime', '-f', `@${TIME}`] : [];
  const [program = '', ...args] = [...faketime, process.execPath, '--test', file];
  const child: ChildProcess = spawn(program, args, {
    cwd: root,
    // Durations must stay real: only the date changes.
    env: { ...process.env, ...places, TEST_SEED: String(seed), FAKETIME_DONT_FAKE_MONOTONIC: '1' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const output = child.stdout ? text(child.stdout) : '';
  const [code] = await once(child, 'close');
  return code === 0 ? null : (await output).trimEnd().split('\n').slice(-SHOWN_LINES).join('\n');
};

if (import.meta.main) {
  const { values, positionals } = argumentsOrExit(
    HELP,
    {
      minutes: { type: 'string', default: '10' },
      from: { type: 'string', default: String(Math.floor(Date.now() / 1000)) },
    },
    true,
  );
  const end = performance.now() + numberOrExit('minutes', values.minutes) * 60_000;
  if (!canChangeTime) console.log('faketime is not installed, so the date stays the same');
  process.once('SIGINT', () => void endDescendants().then(() => process.exit(130)));
  const isRandom = (file: string) => IS_RANDOM.test(readFileSync(file, 'utf8'));
  process.chdir(root);
  const files = positionals.length > 0 ? positionals : globSync(FILES).filter(isRandom);
  const known = readFailedSeeds();
  const { found, unrepeated } = await explore({
    files,
    from: numberOrExit('from', values.from),
    goesOn: () => performance.now() < end,
    known,
    runFile,
    print: (line) => console.log(line),
  });
  if (found.length > 0) {
    const lines = [...known, ...found].map((one) => `  ${JSON.stringify(one)}`);
    writeFileSync(FAILED_SEEDS, `[\n${lines.join(',\n')}\n]\n`);
    spawnSync('npx', ['biome', 'format', '--write', FAILED_SEEDS]);
  }
  console.log(`${found.length} failures were stored, ${unrepeated} did not repeat`);
  if (found.length + unrepeated > 0) process.exitCode = 1;
}
