import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, type SuiteContext, type TestContext } from 'node:test';

/** Something that knows what happened during a test, such as a browser. */
export interface Witness {
  /** Writes what happened into a folder. */
  save(folder: string): Promise<void>;
  /** Forgets what happened, because the test has passed. */
  forget(): Promise<void>;
  close(): Promise<void>;
}

interface Log {
  name: string;
  text: string;
}

/** Log that takes lines and keeps the last ones. */
export interface LineLog {
  write(line: string): void;
  /** Must be called when no more lines come. */
  end(): Promise<void>;
}

/** Number of last lines that a log keeps; it drops older ones when it has twice as many. */
const LINES = 5_000;

/** Number of witnesses that wait for the end of a test, so that a test with many does not fill the memory. */
const WAITING_AT_MOST = 3;

/** Longest name of a folder. */
const NAME_LENGTH = 120;

/** False in commands that use a helper of the tests: they would print totals of tests. */
const isTest = /\.test\.\w+$/.test(process.argv[1] ?? '');

const witnesses = new Set<Witness>();
/** Witnesses that close when the test has ended. */
let closing: Witness[] = [];
const openLogs = new Map<string, () => string | Promise<string>>();
let closedLogs: Log[] = [];
let opened = 0;
let testsUnderWay = 0;

/**
 * Adds a witness that saves its evidence if a test fails.
 * @returns a function that closes the witness: during a test, after the test has ended and a failure has its picture
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
 * Adds a log that is saved if a test fails, in a file with a number after its name.
 * @returns a function to call while the log can still be read
 */
export function addLog(name: string, read: () => string | Promise<string>): () => Promise<void> {
  if (!isTest) return async () => {};
  const file = `${name}-${++opened}.log`;
  openLogs.set(file, read);
  return async () => {
    if (openLogs.delete(file)) closedLogs.push({ name: file, text: await read() });
  };
}

/** Opens a log for a service of this process; `addLog` says when it is saved. */
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
 * Saves all evidence into a folder for one failed test or hook: in the folder `TEST_FAILURES`, or below the temporary
 * folder.
 * @returns the folder
 */
export async function saveEvidence(name: string): Promise<string> {
  const all = process.env.TEST_FAILURES ?? join(tmpdir(), `largesse-failures-${process.pid}`);
  await mkdir(all, { recursive: true });
  const folder = await mkdtemp(join(all, `${name.replace(/\W+/g, '-').slice(0, NAME_LENGTH)}-`));
  const stillOpen = Array.from(openLogs, async ([file, read]) => ({ name: file, text: await read() }));
  for (const { name: file, text } of [...closedLogs, ...(await Promise.all(stillOpen))])
    if (text !== '') await writeFile(join(folder, file), text);
  await Promise.all(Array.from(witnesses, (witness) => witness.save(folder)));
  return folder;
}

/** Saves the evidence if a hook fails, which is no test. */
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
