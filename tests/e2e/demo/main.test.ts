// Needs a whole system: one command starts all parts with sample data.
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { patience } from '../../support/patience.ts';

const MAIN = join(import.meta.dirname, '../../../tools/demo/main.ts');

/** A running program and its output so far. */
interface Run {
  process: ChildProcess;
  output: string;
  errors: string;
  /** Resolves to the exit code. */
  ended: Promise<number | null>;
}

/**
 * All started programs. At the end, `after` kills the programs that failing tests left behind. Otherwise, these
 * programs would keep this process alive, and use the folders of other tests.
 */
const children: ChildProcess[] = [];
after(() => {
  for (const child of children) child.kill('SIGKILL');
});

function start(environment: Record<string, string>): Run {
  const child = spawn(process.execPath, [MAIN], {
    env: { ...process.env, SITE_PORT: '0', PORT: '0', ...environment },
  });
  children.push(child);
  const ended = once(child, 'close').then(([code]) => code);
  const run: Run = { process: child, output: '', errors: '', ended };
  child.stdout.setEncoding('utf8').on('data', (text) => {
    run.output += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text) => {
    run.errors += text;
  });
  return run;
}

/** Waits for the greeting of the program. */
async function greeting(run: Run): Promise<string> {
  return outputWith(run, 'Ctrl-C');
}

/** Waits until the program prints some words. @returns all its output */
async function outputWith(run: Run, words: string): Promise<string> {
  while (!run.output.includes(words)) {
    const code = await Promise.race([once(run.process.stdout!, 'data'), run.ended]);
    assert.ok(Array.isArray(code), `ended with ${code}: ${run.errors}`);
  }
  return run.output;
}

/** Returns the accounts in a greeting. The key is a user name. The value is the rest of the user's line. */
function accounts(text: string): Map<string | undefined, string[]> {
  const rows = text.matchAll(/^ {2}(?:owner|guest|stranger|admin).*? {2,}(\w+) +(\S+) +(\w{24})$/gm);
  return new Map(Array.from(rows, ([, name, ...rest]) => [name, rest]));
}

function address(text: string, name: string): string {
  return new RegExp(`^ {2}${name} +(\\S+)$`, 'm').exec(text)?.[1] ?? '';
}

/**
 * Fetches a page of the site, anonymously or as a user in the greeting `text`. Checks that the greeting's sign-in
 * address leads to My registries.
 * @returns the page's HTML
 */
async function page(text: string, url: string, username?: string): Promise<string> {
  if (username === undefined) return (await fetch(url)).text();
  const [password = ''] = accounts(text).get(username) ?? [];
  const [signIn = ''] = /\S+\/wp-login\.php\S*/.exec(text) ?? [];
  const login = await fetch(signIn, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ log: username, pwd: password }),
  });
  assert.equal(new URL(login.headers.get('location') ?? '', signIn).href, address(text, 'My registries'));
  const cookies = login.headers.getSetCookie().map((cookie) => cookie.split(';')[0]);
  return (await fetch(url, { headers: { cookie: cookies.join('; ') } })).text();
}

/** Returns the pictures in the public registry of the greeting `text`. Checks that each picture exists. */
async function pictures(text: string): Promise<string[]> {
  const url = address(text, 'Public registry');
  const found = (await page(text, url)).matchAll(/ src="([^"]+\/largesse-demo\/[^"]+)"/g);
  const sources = Array.from(found, ([, source = '']) => source);
  for (const source of sources) {
    assert.equal(new URL(source).origin, new URL(url).origin);
    const answer = await fetch(source);
    assert.equal(answer.status, 200, source);
    assert.equal(answer.headers.get('content-type'), 'image/svg+xml');
    assert.match(await answer.text(), /^<svg /);
  }
  return sources.map((source) => new URL(source).pathname);
}

describe('npm start', () => {
  let folder: string;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'largesse-test-'));
  });
  after(() => rm(folder, { recursive: true }));

  let text = '';
  let shown: string[] = [];
  test('starts everything with sample data, and stops on a signal', async () => {
    const first = start({ LARGESSE_DATA: folder });
    text = await greeting(first);
    assert.deepEqual([...accounts(text).keys()], ['anna', 'ben', 'clara', 'marta', 'dora', 'admin']);
    assert.match(
      text,
      /^Pages come from PHP (?:[\d.]+ of this machine|in WebAssembly)\b.* about a third of the time\b/m,
    );
    const commands = [...text.matchAll(/curl -u '(.*)' (\S+)/g)];
    const answers = [];
    for (const [, credentials = '', url = ''] of commands) {
      const authorization = `Basic ${Buffer.from(credentials).toString('base64')}`;
      const answer = await fetch(url, { headers: { authorization } });
      assert.equal(answer.status, 200, url);
      answers.push(JSON.parse(await answer.text()));
    }
    assert.equal(answers.length, 2);
    assert.deepEqual(
      answers[0].map(({ status }: { status: string }) => status),
      ['publish', 'private'],
    );
    assert.equal(answers[1].length, 8);
    const links = address(text, 'Affiliate links');
    assert.match(await page(text, links, 'admin'), /Cast-iron casserole/, 'the site does not reach the API');
    shown = await pictures(text);
    assert.ok(shown.length > 15, `${shown.length} pictures`);
    const mine = address(text, 'My registries');
    assert.match(await page(text, mine, 'anna'), /Housewarming in Linden Street/);
    const home = new URL('/', mine).href;
    const [, examples = ''] = / placeholder="([^"]+)"/.exec(await page(text, home)) ?? [];
    for (const example of examples.split(', '))
      assert.match(await page(text, `${home}?post_type=registry&s=${example}`), /our wedding/, example);
    assert.match(await page(text, address(text, 'Private registry'), 'ben'), /Monstera/);
    if (process.platform !== 'win32') assert.equal((await stat(join(folder, 'people.json'))).mode & 0o777, 0o600);
    const beside = start({ LARGESSE_DATA: folder });
    assert.equal(await beside.ended, 1);
    assert.match(
      beside.errors,
      /^LARGESSE_DATA: \S+ is in use by another process of this service: stop that process\n$/,
    );
    first.process.kill('SIGINT');
    assert.equal(await first.ended, 0);
    assert.equal(first.errors, '');
  });

  test('keeps its data for the second start', async () => {
    const second = start({ LARGESSE_DATA: folder });
    const again = await greeting(second);
    assert.deepEqual(accounts(again), accounts(text));
    assert.doesNotMatch(again, /Creating sample registries/);
    assert.equal(again.match(/registries\/\d+/)?.[0], text.match(/registries\/\d+/)?.[0]);
    assert.deepEqual(await pictures(again), shown); // the second start uses another port
    second.process.kill('SIGTERM');
    assert.equal(await second.ended, 0);
    assert.equal(second.errors, '');
  });

  test('reports a port in use or an invalid folder in one line', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const address = other.address();
    const port = address && typeof address === 'object' ? String(address.port) : '';
    const file = join(folder, 'file');
    await writeFile(file, '');
    try {
      for (const [environment, line] of [
        [{ SITE_PORT: port, LARGESSE_DATA: folder }, /^SITE_PORT: \d+ is taken: choose another one\n$/],
        [{ PORT: port, LARGESSE_DATA: folder }, /^PORT: \d+ is taken: choose another one\n$/],
        [{ LARGESSE_DATA: file }, /^LARGESSE_DATA: .* cannot be used as a folder for data \(EEXIST\)\n$/],
        [{ SITE_PORT: 'x' }, /^SITE_PORT must be a port from 0 to 65535\n$/],
      ] as const) {
        const run = start(environment);
        assert.equal(await run.ended, 1);
        assert.match(run.errors, line);
      }
    } finally {
      other.close();
    }
  });
});

describe('Ctrl-C', () => {
  /** Time limit for the end of the program (milliseconds), long enough for a busy machine. */
  const END_TIMEOUT_MS = patience(6000);
  let folder: string;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'largesse-test-'));
  });
  after(() => rm(folder, { recursive: true }));

  /**
   * Sends the signal of Ctrl-C twice, because npm repeats the terminal's signal. Then checks that the program ends
   * quickly and without errors.
   */
  async function press(run: Run): Promise<void> {
    const begun = performance.now();
    run.process.kill('SIGINT');
    await outputWith(run, 'Stopping …');
    run.process.kill('SIGINT');
    assert.equal(await run.ended, 0);
    assert.ok(performance.now() - begun < END_TIMEOUT_MS, `took ${performance.now() - begun} ms`);
    assert.equal(run.errors, '');
  }

  test('ends a first start at any step, and the next one continues it', async () => {
    for (const step of ['Starting WordPress', 'Creating the accounts', 'Creating sample registries']) {
      const run = start({ LARGESSE_DATA: folder });
      await outputWith(run, step);
      await press(run);
      assert.doesNotMatch(run.output, /Largesse is running/);
    }
    const last = start({ LARGESSE_DATA: folder });
    assert.equal((await pictures(await greeting(last))).length > 15, true);
    await press(last);
  });
});
