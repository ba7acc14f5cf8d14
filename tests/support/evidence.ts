import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, type SuiteContext, type TestContext } from 'node:test';

/** A source of evidence about a test, such as a browser. */
export interface Witness {
  /** Writes the evidence into a folder. */
  save(folder: string): Promise<void>;
  /** Drops the evidence after a passed test. */
  forget(): Promise<void>;
  close(): Promise<void>;
}

interface Log {
  name: string;
  text: string;
}

/** Log that stores the most recent lines. */
export interface LineLog {
  write(line: string): void;
  /** Ends the log. Call this method after the last line. */
  end(): Promise<void>;
}

/** Number of latest lines that a log keeps. The log removes older lines when it has twice this number of lines. */
const LINES = 5_000;

/**
 * Maximum number of witnesses whose closing waits for the end of the test, so that their evidence can be saved. More
 * open witnesses, such as browsers, would need too much memory.
 */
const WAITING_AT_MOST = 3;

/** Number of lines of each log that the error of a wait shows. */
const SHOWN_LINES = 20;

/** Maximum length of a folder name. */
const NAME_LENGTH = 120;

/** True if this process runs a test file. In other commands, hooks would make Node print a summary of tests. */
const isTest = /\.test\.\w+$/.test(process.argv[1] ?? '');

const witnesses = new Set<Witness>();
/** Witnesses to close at the end of the test. */
let closing: Witness[] = [];
const openLogs = new Map<string, () => Promise<string>>();
let closedLogs: Log[] = [];
let opened = 0;
let testsUnderWay = 0;

/**
 * Adds a witness that saves its evidence if a test fails.
 * @returns a function that closes the witness. During a test, the witness stays open until the evidence of the test
 *   is saved, or until the test closes `WAITING_AT_MOST` further witnesses.
 */
export function addWitness(witness: Witness): () => Promise<void> {
  if (!isTest) return () => witness.close();
  witnesses.add(witness);
  return async () => {
    if (!witnesses.has(witness) || closing.includes(witness)) return;
    closing.push(witness);
    const tooMany = testsUnderWay > 0 ? closing.slice(0, -WAITING_AT_MOST) : closing;
    await closeAll(tooMany);
  };
}

/**
 * Adds a log that is saved if a test fails. The name of its file is `name` with a number.
 * @returns a function that reads the log a last time; call it before the log becomes unreadable
 */
export function addLog(name: string, read: () => string | Promise<string>): () => Promise<void> {
  if (!isTest) return async () => {};
  const file = `${name}-${++opened}.log`;
  const readSafely = async () => {
    try {
      return await read();
    } catch (error) {
      return `this log is unreadable: ${error}\n`;
    }
  };
  openLogs.set(file, readSafely);
  return async () => {
    if (openLogs.delete(file)) closedLogs.push({ name: file, text: await readSafely() });
  };
}

/** Returns all logs of this test, with the present text of open logs. */
async function logsOfTest(): Promise<Log[]> {
  const stillOpen = Array.from(openLogs, async ([name, read]) => ({ name, text: await read() }));
  return [...closedLogs, ...(await Promise.all(stillOpen))].filter(({ text }) => text !== '');
}

/** Returns the last lines of each log of this test, each log after a line with its name; '' without logs. */
export async function lastLines(): Promise<string> {
  const shown = (await logsOfTest()).map(
    ({ name, text }) => `\n— ${name}:\n${text.trimEnd().split('\n').slice(-SHOWN_LINES).join('\n')}`,
  );
  return shown.join('');
}

/** Opens a log for a service in this process. The log is saved if a test fails, as with `addLog`. */
export function openLineLog(name: string): LineLog {
  let lines: string[] = [];
  const end = addLog(name, () => lines.join(''));
  return {
    write: (line) => {
      if (lines.push(line) >= 2 * LINES) lines = lines.slice(-LINES);
    },
    end,
  };
}

/**
 * Saves all evidence of a failed test or hook into a new folder. The new folder is in the folder `TEST_FAILURES`, or in
 * the temporary folder if TEST_FAILURES is not set.
 * @returns the new folder
 */
async function saveEvidence(name: string): Promise<string> {
  const all = process.env.TEST_FAILURES ?? join(tmpdir(), `largesse-failures-${process.pid}`);
  await mkdir(all, { recursive: true });
  const folder = await mkdtemp(join(all, `${name.replace(/\W+/g, '-').slice(0, NAME_LENGTH)}-`));
  for (const { name: file, text } of await logsOfTest()) await writeFile(join(folder, file), text);
  await Promise.all(Array.from(witnesses, (witness) => witness.save(folder)));
  return folder;
}

/** Runs a hook, and saves the evidence if the hook fails. `afterEach` saves the evidence of failed tests. */
export async function saveIfHookFails<T>(context: TestContext | SuiteContext, hook: () => Promise<T>): Promise<T> {
  try {
    return await hook();
  } catch (error) {
    const folder = await saveEvidence(`hook of ${context.name}`);
    if ('diagnostic' in context) context.diagnostic(`Evidence: ${folder}`);
    throw error;
  }
}

async function closeAll(these: readonly Witness[]): Promise<void> {
  closing = closing.filter((witness) => !these.includes(witness));
  for (const witness of these) witnesses.delete(witness);
  await Promise.all(these.map((witness) => witness.close()));
}

if (isTest) {
  beforeEach(() => {
    testsUnderWay++;
  });

  afterEach(async (t) => {
    testsUnderWay--;
    if ('passed' in t && !t.passed) t.diagnostic(`Evidence: ${await saveEvidence(t.fullName)}`);
    closedLogs = [];
    await closeAll(closing);
    await Promise.all(Array.from(witnesses, (witness) => witness.forget()));
  });
}
