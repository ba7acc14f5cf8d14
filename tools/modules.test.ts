import assert from 'node:assert/strict';
import { cpSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import * as sharedNames from '../plugin/assets/shared-names.ts';
import { COOKIES, DIRECT_MAILS } from './data-protection.ts';
import { hookReference } from './hooks.ts';
import { declaredModules, pluginClasses } from './modules.ts';

test('the generated files and references contain what the modules declare', async () => {
  for (const [path, text] of Object.entries(await declaredModules(pluginClasses)))
    assert.equal(readFileSync(path, 'utf8'), text, `run npm run modules (${path})`);
});

test('a hook with a condition that does not exist, or without the argument of its condition, is an error', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'largesse-test-'));
  cpSync(pluginClasses, folder.path, { recursive: true });
  const file = join(folder.path, 'Guests', 'Module.php');
  const code = readFileSync(file, 'utf8');
  for (const [condition, message] of [
    ['has_hat', /there is no condition has_hat\(\)/],
    ['has_header', /the condition has_header\(\) has a wrong number of arguments/],
    ['has_input x', /the condition has_input\(\) has a wrong number of arguments/],
  ] as const) {
    const changed = code.replace("'has_header ' . CacheablePage::REQUEST_HEADER", `'${condition}'`);
    assert.notEqual(changed, code);
    writeFileSync(file, changed);
    await assert.rejects(declaredModules(folder.path), message);
  }
});

test('a hook without a description of each argument is an error', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'largesse-test-'));
  const write = (parameters: string) =>
    writeFileSync(
      join(folder.path, 'Hook.php'),
      `<?php\n/**\n * Filters a text.\n *${parameters}\n */\n$text = apply_filters( 'largesse_text', of( $a, $b ), $c );\n`,
    );
  write('\n * @param string $text The text.');
  assert.throws(() => hookReference(folder.path), /largesse_text passes 2 arguments, but describes 1 \(Hook.php\)/);
  write('\n * @param string $text The text.\n * @param int $c The number.');
  assert.match(hookReference(folder.path), /- `int \$c`: The number\.\n/);
});

/** Returns the name and the code of each PHP file of the plugin that contains a text. */
function filesWith(text: string): [file: string, code: string][] {
  return globSync('**/*.php', { cwd: pluginClasses, exclude: ['**/*.test.php'] })
    .map((file): [string, string] => [file, readFileSync(join(pluginClasses, file), 'utf8')])
    .filter(([, code]) => code.includes(text));
}

test('the data protection sheet has each transient, cookie, mail and meta key of the code', async () => {
  const texts = await declaredModules(pluginClasses);
  const sheet = Object.entries(texts).find(([path]) => path.endsWith('data-protection.md'))?.[1] ?? '';
  const transients = sheet.split('\n').filter((line) => /^(\| |- )transient\b/.test(line));
  const missing = (names: readonly string[], what: string) =>
    assert.deepEqual(
      names.filter((name) => !sheet.includes(`\`${name}\``)),
      [],
      what,
    );
  const names = (code: string) => Array.from(code.matchAll(/'(largesse_[a-z_]+)'/g), ([, name = '']) => name);
  for (const [file, code] of filesWith('set_transient('))
    assert.ok(
      names(code).some((name) => transients.some((line) => line.includes(`\`${name}\``))),
      file,
    );
  const shared: Readonly<Record<string, string>> = sharedNames;
  const cookies = [
    ...filesWith('setcookie('),
    ...filesWith('LinkCookie::set('),
    ...filesWith('new RegistryCookie('),
  ].flatMap(([, code]) =>
    Array.from(
      code.matchAll(/const (?:NAME|MARK|COOKIE|FORM) *= (?:'([a-z_-]+)'|SharedNames::(\w+));/g),
      ([, name, constant = '']) => name ?? shared[constant] ?? '',
    ),
  );
  assert.deepEqual(cookies.sort(), Object.keys(COOKIES).sort());
  missing(cookies, 'cookies');
  const mails = filesWith('wp_mail(').map(([file]) => file);
  assert.deepEqual(mails.sort(), ['Mail/Delivery.php', ...Object.keys(DIRECT_MAILS)].sort());
  const [[, meta = ''] = []] = filesWith('final class RegistryMeta');
  missing(
    Array.from(meta.matchAll(/'((?:registry|_largesse)_[a-z_]+)'/g), ([, name = '']) => name),
    'meta of registries',
  );
});
