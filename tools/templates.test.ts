import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { runPhp } from './php.ts';
import { variablesOf, versioned, views } from './templates.ts';

const src = join(import.meta.dirname, '../plugin/src');
const classes = globSync('**/*.php', { cwd: src, exclude: ['**/*.test.php', '**/views/*'] });

/** Classes that contain HTML tags but print none. Each value explains what the class does with the tags. */
const READ_TAGS: Readonly<Record<string, string>> = {
  'Foundation/Format/StoredText.php': 'reads stories',
  'Foundation/Html/Template.php': 'removes the indentation between tags',
  'Pages/Guests/CacheablePage.php': 'looks for the end of a page',
  'Operation/Privacy/EmailProtection.php': 'the text is a message for the profile of WordPress, which prints HTML',
  'Registries/Registry/Story.php': 'reads stories',
  'Registries/Registry/Cover.php': 'the text is a rule for Apache',
};

test('classes of the plugin print no tags: templates do', async () => {
  const script = await readFile(new URL('./find-tags.php', import.meta.url), 'utf8');
  const run = `file_put_contents( '/tmp/find-tags.php', $input['script'] ); $input = $input['files']; chdir( '/folder' ); require '/tmp/find-tags.php';`;
  const { printed, complaints } = await runPhp('8.1', src, run, { script, files: classes });
  assert.equal(complaints, '');
  const lines: string[] = JSON.parse(printed);
  const files = [...new Set(lines.map((line) => line.replace(/:\d+$/, '')))].sort();
  const known = Object.keys(READ_TAGS).sort();
  assert.deepEqual(files, known, lines.filter((line) => !known.includes(line.replace(/:\d+$/, ''))).join('\n'));
});

test('every template is printed somewhere, and every printed template exists', () => {
  const all = views();
  const sources = [...classes.map((file) => readFileSync(join(src, file), 'utf8')), ...all.map(({ source }) => source)];
  const used = sources.flatMap((source) =>
    [...source.matchAll(/(?:Template::(?:print|render)|largesse_print_template)\(\s*'([^']+)'/g)].map(
      ([, name]) => name,
    ),
  );
  assert.deepEqual([...new Set(used)].sort(), all.map(({ name }) => name).sort());
});

for (const { file, name, source } of views())
  test(`${name} begins with a description and its variables, and does nothing without WordPress`, () => {
    assert.match(file, /^[A-Z]\w+[\\/][A-Z]\w+[\\/]views[\\/][a-z]+(?:-[a-z]+)*\.php$/);
    assert.match(
      source,
      /^<\?php\n\/\*\*\n \* [A-Z][^@]*\.\n(?: \*\n(?: \* @var \S.* \$\w+ .*\n(?: \* {5,}.*\n)*)+)? \*\n \* @version [0-9a-f]{8}\n \*\/\n\ndeclare\( strict_types=1 \);\n\ndefined\( 'ABSPATH' \) \|\| exit;\n/,
    );
    const described = variablesOf(source).map((variable) => variable.name);
    const code = source.slice(source.indexOf('*/'));
    for (const variable of described) assert.ok(code.includes(`$${variable}`), `$${variable} is never used`);
    // Copies in themes outlive the names of classes.
    assert.deepEqual(
      code.match(/\b[A-Z]\w*(?=::)|\bnew [A-Z]\w*|\\?Largesse\\\w+/g) ?? [],
      [],
      'templates name no class',
    );
  });

test('the field for programs has the name that forms check', () => {
  const [, name] = /const TRAP += '(.*)'/.exec(readFileSync(join(src, 'Foundation/Http/Fields.php'), 'utf8')) ?? [];
  assert.ok(views().some((view) => view.name === 'http/trap' && view.source.includes(` name="${name}"`)));
});

/** Returns the keys of an array in PHP, without those of arrays inside it. @param code text after `array(` */
function keysOf(code: string): string[] {
  const keys: string[] = [];
  let depth = 0;
  // A text, with the arrow after a key; a comment; or a bracket.
  for (const [token, text, arrow] of code.matchAll(/'((?:[^'\\]|\\.)*)'(\s*=>)?|\/\*[\s\S]*?\*\/|\/\/.*|[()[\]{}]/g)) {
    if (/^[([{]$/.test(token)) depth++;
    if (/^[)\]}]$/.test(token) && depth-- === 0) break;
    if (depth === 0 && arrow !== undefined) keys.push(text ?? '');
  }
  return keys;
}

test('every variable that a class passes to a template is described there, and so is printed', () => {
  const described = new Map(
    views().map(({ name, source }) => [name, variablesOf(source).map((variable) => variable.name)]),
  );
  let count = 0;
  for (const file of classes) {
    const source = readFileSync(join(src, file), 'utf8');
    for (const call of source.matchAll(/Template::(?:print|render)\(\s*'([^']+)',\s*array\(/g)) {
      const passed = keysOf(source.slice(call.index + call[0].length));
      for (const key of passed) assert.ok(described.get(call[1] ?? '')?.includes(key), `${file}: ${call[1]}: ${key}`);
      count += passed.length;
    }
  }
  assert.ok(count > 300, String(count));
});

test('each template has the version of its code (otherwise: npm run modules)', () => {
  const wrong = views().filter(({ source }) => versioned(source) !== source);
  assert.deepEqual(
    wrong.map(({ name }) => name),
    [],
  );
});

test('the version of a template ignores comments and white space, and nothing else', () => {
  const template = "<?php\n/**\n * A note.\n */\n\ndefined( 'ABSPATH' ) || exit;\n?>\n<p>Text</p>\n";
  const versionOf = (source: string) => /@version (.*)/.exec(versioned(source))?.[1];
  assert.equal(versionOf(template), versionOf(versioned(template)));
  assert.equal(versionOf(template), versionOf(template.replace('A note.', 'Another.').replace('<p>', '\t<p>')));
  assert.notEqual(versionOf(template), versionOf(template.replace('Text', 'Other')));
});

test('status messages are paragraphs inside the live region: Orca reads no text directly in one', () => {
  const wrong = views().filter(({ source }) =>
    /role="status"[^>]*>\s*<\?php (?:esc_html_e|echo esc_html)\b/.test(source),
  );
  assert.deepEqual(
    wrong.map(({ name }) => name),
    [],
  );
});

/** Variables and calls whose HTML is printed unchanged, by template. Other templates, or WordPress, have escaped it. */
const PRINTED_UNCHANGED: Readonly<Record<string, readonly string[]>> = {
  'affiliates/screen': ["$row['registry']", "$row['shop']"],
  'blocks/wrapper': ['$wrapper', '$content'],
  // HTML of templates and of other features.
  'circles/circle': ['$head', '$content'],
  'circles/person': ['$extra'],
  'circles/overview': ["$circle['html']"],
  'exchange/export-page': ['$json'],
  'giving/give-page': ['$remaining', '$above', '$own_gift', '$part', '$part'],
  'giving/own-gifts': ['$note'],
  'guests/header': ['$occasion', '$story'],
  'guests/item-cards': ["$card['remaining']", "$card['note']"],
  'guests/listed-occasion': ['$occasion'],
  'guests/page': ['$form'],
  'http/panel': ['$form'],
  'owners/gifts-page': ['$others'],
  'screens/registry-details': ['$html', '$none', '$html'],
};

/** Templates that print addresses without esc_url(), because a class has checked the addresses. */
const CHECKED_BEFORE = ['exchange/export-page', 'mail/message', 'wishes/bookmarklet-help'];

/** A text in PHP. */
const TEXT = /'(?:[^'\\]|\\.)*'/;

/** Calls that return escaped text, with brackets in their arguments. */
const ESCAPED =
  /\b(?:esc_(?:attr|html|url)(?:__)?|largesse_html|largesse_text|nl2br|htmlspecialchars|wp_kses_post)\((?:[^()]|\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\))*\)/g;

/** Returns the variables that an expression prints without escaping. @param code the template */
function unescaped(expression: string, code: string): string[] {
  const rest = expression
    .replaceAll(ESCAPED, '')
    .replaceAll(/\(int\) \$\w+(?:\['\w+'\])*/g, '')
    // The condition of a choice is not printed.
    .replace(/^[^?]*\s\?\s/, '');
  const values = [...code.matchAll(/(\$\w+)\s+= (.*?);/g)];
  const isEscaped = (name: string) =>
    values.some(([, known, value = '']) => known === name && value.replace(ESCAPED, '') === '');
  return [...rest.matchAll(/\$\w+(?:\['\w+'\])*/g)].map(([name]) => name).filter((name) => !isEscaped(name));
}

test('templates escape every value that they print', () => {
  const found: Record<string, string[]> = {};
  for (const { name, source } of views()) {
    const code = source.replaceAll(/\/\*.*?\*\//gs, '');
    const expressions = code.matchAll(
      new RegExp(`\\b(?:echo|print|printf\\() ((?:[^;'?]|${TEXT.source}|\\?(?!>))*)`, 'g'),
    );
    const unchanged = [
      ...[...code.matchAll(/largesse_print_html\( (.*?) \);/gs)].map(([, html = '']) => html),
      ...[...expressions].flatMap(([, expression = '']) => unescaped(expression, code)),
    ];
    if (unchanged.length > 0) found[name] = unchanged;
    assert.doesNotMatch(code, /<\?=/, name);
    const isUnchecked = /\b(?:href|src|action)="<\?php (?!echo esc_url\( |largesse_print_address\( )/.test(code);
    assert.equal(isUnchecked, CHECKED_BEFORE.includes(name), `${name}: an address may be a script`);
  }
  assert.deepEqual(found, PRINTED_UNCHANGED);
});
