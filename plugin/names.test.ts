import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { test } from 'node:test';
import { SPELLING } from './php-names.ts';

// A test, because a sniff sees one file, and this is about the files of several folders.

const src = join(import.meta.dirname, 'src');

/** Files that `npm run modules` and `npm run rules` write. */
const GENERATED = [
  'stored.php',
  'Foundation/Html/SharedNames.php',
  'Foundation/Format/Currencies.php',
  'Foundation/Service/Rule{s,Texts}.php',
];

/** Names of stored data, hooks, cookies, errors, elements and fields of this plugin, in quotes. */
const NAME = /(?<=['"])(?:_?largesse_|largesse-|registry_)\w[\w-]*(?=['"{])/g;

/** Matches code that runs a hook. */
const RUN = /\b(?:do_action|apply_filters)\(\s*['"](largesse_\w+)/g;

/** Fields in data of the service. Code uses their names as they are. */
const FIELDS = new Set(['registry_id', 'registry_ids', 'largesse_confirmed']);

/** Names with several meanings. Each of the files uses the name for something else. */
const MEANINGS: Readonly<Record<string, readonly string[]>> = {
  // A field or an anchor of a form, and a group of personal data.
  'largesse-draws': ['Together/Draws/DrawPrivacy.php', 'Together/Draws/DrawSection.php'],
  'largesse-gifts': ['Pages/Owners/AccountForms.php', 'Promises/Giving/GiftPrivacy.php'],
  'largesse-ideas': ['Together/Presents/IdeaPrivacy.php', 'Together/Presents/IdeaSwitch.php'],
  'largesse-about': ['Together/About/AboutPage.php', 'Together/About/AboutPrivacy.php'],
  'largesse-unlisted': ['Managing/Unlisted/UnlistedPage.php', 'Managing/Unlisted/UnlistedPrivacy.php'],
  // Fields of two forms: the name of a person, and the name of a wish.
  'largesse-name': ['People/Accounts/SignUpForm.php', 'Registries/Registry/TypedWish.php'],
  // A field of a form or of an address, and text in the hash of a key.
  'largesse-circle': ['Together/Circles/CircleForms.php', 'Together/Circles/JoinLink.php'],
  'largesse-confirm': ['People/Accounts/AddressConfirmation.php', 'Registries/Links/SecretParameters.php'],
};

/** Returns the code of each PHP file, except templates: templates contain CSS classes. */
function classFiles(): [file: string, code: string][] {
  const files = globSync('**/*.php', { cwd: src, exclude: [...GENERATED, '**/*.test.php', '**/views/**'] });
  return files.map((file) => [file.split(sep).join('/'), readFileSync(join(src, file), 'utf8')]);
}

function filesByName(codes: readonly [string, string][]): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>();
  for (const [file, code] of codes)
    for (const [name] of code.replace(RUN, '').replace(SPELLING, '').matchAll(NAME))
      found.set(name, (found.get(name) ?? new Set()).add(file));
  return found;
}

test('only one file of the plugin spells each name; other files use its constant', () => {
  const twice = [...filesByName(classFiles())]
    .filter(([name, files]) => files.size > 1 && !FIELDS.has(name))
    .map(([name, files]): [string, string[]] => [name, [...files].sort()]);
  assert.deepEqual(Object.fromEntries(twice.sort()), Object.fromEntries(Object.entries(MEANINGS).sort()));
});

test('modules declare stored data and personal data with constants', () => {
  const spelled = classFiles()
    .filter(([file]) => file.endsWith('/Module.php'))
    .flatMap(([file, code]) =>
      [...code.matchAll(/function (?:stored|personal_data|mails)\(\).*?\n\t\}\n/gs)].flatMap(([method]) =>
        [...method.matchAll(/(?:^\s*|array\( )'([^']+)'\s*=>/gm)].map(([, key]) => `${file}: ${key}`),
      ),
    );
  assert.deepEqual(spelled, []);
});

test('modules spell the names of hooks that the plugin runs, and of constants', () => {
  const all = globSync('**/*.php', { cwd: src, exclude: ['**/*.test.php'] });
  const codes = all.map((file) => readFileSync(join(src, file), 'utf8'));
  const names = (pattern: RegExp) => codes.flatMap((code) => [...code.matchAll(pattern)].map(([, name = '']) => name));
  const constants = names(/\bconst \w+ += '([^']+)';/g);
  // PHP changes the names of headers: X-Largesse-Creation is HTTP_X_LARGESSE_CREATION.
  const headers = constants.map((name) => `HTTP_${name.toUpperCase().replaceAll('-', '_')}`);
  const known = new Set([...names(RUN), ...constants, ...headers]);
  const spelled = codes
    .flatMap((code) => code.match(SPELLING) ?? [])
    .flatMap((method) => [
      ...Array.from(method.matchAll(NAME), ([name]) => name),
      ...Array.from(
        method.matchAll(/Request::has\(([^)]+)\)/g),
        ([, list = '']) => list.match(/(?<=')[^',]+(?=')/g) ?? [],
      ).flat(),
      ...Array.from(method.matchAll(/\$_SERVER\['(\w+)'\]/g), ([, name = '']) => name),
    ]);
  assert.ok(spelled.length > 100, 'found the names');
  assert.deepEqual(
    spelled.filter((name) => !known.has(name)),
    [],
  );
});
