import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';

/** The program under way, and what it printed so far. */
interface Run {
  process: ChildProcess;
  output: string;
  errors: string;
  /** Resolves to the exit code. */
  ended: Promise<number | null>;
}

function start(environment: Record<string, string>): Run {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'main.ts')], {
    env: { ...process.env, SITE_PORT: '0', PORT: '0', ...environment },
  });
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

/** Waits until the program greets. */
async function greeting(run: Run): Promise<string> {
  while (!run.output.includes('Ctrl-C')) {
    const code = await Promise.race([once(run.process.stdout!, 'data'), run.ended]);
    assert.ok(Array.isArray(code), `ended with ${code}: ${run.errors}`);
  }
  return run.output;
}

/** The accounts in a greeting: user name → the rest of the line. */
function accounts(text: string): Map<string | undefined, string[]> {
  const rows = text.matchAll(/^ {2}(?:owner|guest|stranger|admin).*? {2,}(\w+) +(\S+) +(\w{24})$/gm);
  return new Map(Array.from(rows, ([, name, ...rest]) => [name, rest]));
}

/** An address in a greeting. */
function address(text: string, name: string): string {
  return new RegExp(`^ {2}${name} +(\\S+)$`, 'm').exec(text)?.[1] ?? '';
}

/** A page of the site as HTML, as one of the people of a greeting sees it, or as nobody in particular. */
async function page(text: string, url: string, username?: string): Promise<string> {
  if (username === undefined) return (await fetch(url)).text();
  const [password = ''] = accounts(text).get(username) ?? [];
  const login = await fetch(new URL('/wp-login.php', url), {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ log: username, pwd: password }),
  });
  const cookies = login.headers.getSetCookie().map((cookie) => cookie.split(';')[0]);
  return (await fetch(url, { headers: { cookie: cookies.join('; ') } })).text();
}

/** The sample pictures that the public registry of a greeting shows to a guest, each of which must be there. */
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

  test('starts everything with sample data, keeps it for the second start, and stops on a signal', async () => {
    const first = start({ LARGESSE_DATA: folder });
    const text = await greeting(first);
    assert.deepEqual([...accounts(text).keys()], ['anna', 'ben', 'clara', 'marta', 'dora', 'admin']);
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
    const shown = await pictures(text);
    assert.ok(shown.length > 15, `${shown.length} pictures`);
    const mine = address(text, 'My registries');
    assert.match(await page(text, mine, 'anna'), /Housewarming in Linden Street/);
    const kept = address(text, 'Private registry');
    assert.match(await page(text, kept, 'ben'), /Monstera/);
    assert.doesNotMatch(await page(text, kept), /Monstera/);
    if (process.platform !== 'win32') assert.equal((await stat(join(folder, 'people.json'))).mode & 0o777, 0o600);
    first.process.kill('SIGINT');
    assert.equal(await first.ended, 0);

    const second = start({ LARGESSE_DATA: folder });
    const again = await greeting(second);
    assert.deepEqual(accounts(again), accounts(text));
    assert.doesNotMatch(again, /Filling in/);
    assert.equal(again.match(/registries\/\d+/)?.[0], text.match(/registries\/\d+/)?.[0]);
    assert.deepEqual(await pictures(again), shown); // the second start took another port
    second.process.kill('SIGTERM');
    assert.equal(await second.ended, 0);
    assert.equal(first.errors + second.errors, '');
  });

  test('says in one line that a port is taken, or that a folder is none', async () => {
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
