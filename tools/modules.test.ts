import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import * as sharedNames from '../plugin/assets/shared-names.ts';
import { COOKIES, DIRECT_MAILS } from './data-protection.ts';
import { declaredModules, pluginClasses } from './modules.ts';

test('the generated files and references contain what the modules declare', async () => {
  for (const [path, text] of Object.entries(await declaredModules(pluginClasses)))
    assert.equal(readFileSync(path, 'utf8'), text, `run npm run modules (${path})`);
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
  const setters = ['setcookie(', 'Request::set_cookie(', 'SignedCookie::set', 'new RegistryCookie('];
  const codes = new Map(setters.flatMap(filesWith));
  const cookies = [...codes.values()].flatMap((code) =>
    Array.from(
      code.matchAll(/const (?:NAME|MARK|COOKIE|FORM) *= (?:'([a-z_-]+)'|SharedNames::(\w+));/g),
      ([, name, constant = '']) => name ?? shared[constant] ?? '',
    ),
  );
  assert.deepEqual(cookies.sort(), Object.keys(COOKIES).sort());
  missing(cookies, 'cookies');
  assert.deepEqual(
    filesWith('wp_mail(').map(([file]) => file),
    ['People/Mail/Outbox.php'],
  );
  const mails = filesWith('Outbox::send(').map(([file]) => file);
  assert.deepEqual(mails.sort(), ['People/Mail/Delivery.php', ...Object.keys(DIRECT_MAILS)].sort());
  const [[, meta = ''] = []] = filesWith('final class RegistryMeta');
  missing(
    Array.from(meta.matchAll(/'((?:registry|_largesse)_[a-z_]+)'/g), ([, name = '']) => name),
    'meta of registries',
  );
});
