import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import openapi from '../contract/openapi.json' with { type: 'json' };

/*
 * Checks references in comments, tests and documents. A reference such as `rules: Errors` must name a heading of
 * docs/api-rules.md or docs/site-rules.md, and one such as `pages: Giving` a heading of docs/pages.md. Links must lead
 * to existing files and headings.
 */

const root = fileURLToPath(new URL('..', import.meta.url));
const FILES = '**/*.{ts,tsx,js,php,css,html,md,yml,yaml,sh,conf,py,json,txt}';
const IGNORED = /(^|\/)(node_modules|data|build|dist)(\/|$)|package-lock\.json$/;
const paths = globSync(FILES, { cwd: root, exclude: (path) => IGNORED.test(path) });

/** Content of every text file of the project except this one, by path. */
const texts = new Map(
  paths
    .filter((path) => join(root, path) !== fileURLToPath(import.meta.url))
    .map((path) => [path, readFileSync(join(root, path), 'utf8')]),
);

/** Documents that are not in this repository. */
const NOT_HERE = /\bspec: |\bdecisions(\.md|: )|\bscorecard\b/i;

interface Section {
  heading: string;
  text: string;
}

const rules = [...sectionsOf('docs/api-rules.md'), ...sectionsOf('docs/site-rules.md')];

/** Sections that a reference can name, by its first word: `rules`, or the name of a document. */
const sections = new Map([
  ...globSync('docs/*.md', { cwd: root }).map((path): [string, Section[]] => [
    basename(path, '.md'),
    sectionsOf(path.replaceAll('\\', '/')),
  ]),
  ['rules', rules],
]);

/** These words precede no text other than references. Other words are also names of variables with a type. */
const ALWAYS_REFERENCES = ['rules', 'architecture'];

/** Returns the sections of a document; an empty list if the document does not exist. */
function sectionsOf(path: string): Section[] {
  const [, ...sections] = texts.get(path)?.split(/^#{2,} /m) ?? [];
  return sections.map((text) => ({ heading: text.slice(0, text.indexOf('\n')), text }));
}

/** Returns the comments of a text, and its quoted texts that begin with a name and a colon. */
const commentsOf = (text: string): string =>
  text.match(/\/\*[\s\S]*?\*\/|(?<=^|\s)(?:\/\/|# ).*$|(?<=['"`])[a-z-]+: [^'"`\n]*/gm)?.join('\n') ?? '';

/** Returns the references in a text whose heading, or whose numbered item under that heading, does not exist. */
function brokenReferences(text: string): string[] {
  // A reference may continue on the next line of a comment.
  const flowing = (one: string) => one.replaceAll(/\n\s*(\*|\/\/|#)?\s*/g, ' ');
  const find = (words: readonly string[], one: string) =>
    Array.from(one.matchAll(new RegExp(`(?<![\\w-])(${words.join('|')}): (?=([A-Z][a-z].{0,60}))`, 'g')));
  const others = [...sections.keys()].filter((word) => !ALWAYS_REFERENCES.includes(word));
  return [...find(ALWAYS_REFERENCES, flowing(text)), ...find(others, flowing(commentsOf(text)))]
    .filter(([, word = '', rest = '']) => !sections.get(word)?.some(isNamedBy(rest)))
    .map(([, word, rest]) => `${word}: ${rest}`);
}

const isNamedBy =
  (reference: string) =>
  ({ heading, text }: Section) => {
    if (!reference.startsWith(heading)) return false;
    const [, number] = /^ (\d+)\b/.exec(reference.slice(heading.length)) ?? [];
    if (number !== undefined) return text.split('\n').some((line) => line.startsWith(`${number}. `));
    return !/^\w/.test(reference.slice(heading.length));
  };

/** Returns GitHub's anchor for a heading. */
const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replaceAll(/[^\w\- ]/g, '')
    .replaceAll(' ', '-');

/** Returns the links of a document that lead to a missing file or a missing heading. */
function brokenLinks(path: string, text: string): string[] {
  return Array.from(text.matchAll(/\]\((?![a-z]+:)([^)#\s]*)(?:#([^)\s]*))?\)/g))
    .filter(([, file = '', anchor]) => {
      const target = file === '' ? path : relative(root, join(root, dirname(path), file));
      if (globSync(target, { cwd: root }).length === 0) return true;
      return anchor !== undefined && !sectionsOf(target).some(({ heading }) => anchorOf(heading) === anchor);
    })
    .map(([link]) => link);
}

/** Paths of all files without the endings of code and tests. */
const names = paths.map((path) => path.replaceAll('\\', '/').replace(/(\.test)?\.(ts|php)$/, ''));

/** Returns the names of tests in a document (`*failed-logins*`) that are neither a file nor a folder. */
function missingTests(text: string): string[] {
  const named = Array.from(text.matchAll(/(?<!\*)\*([\w./-]+)\*(?!\*)/g), ([, name = '']) => name);
  return named.filter((name) => {
    const bare = name.replace(/\.test(\.ts|\.php)?$|\.ts$/, '');
    return !names.some((path) => `/${path}/`.includes(`/${bare}/`));
  });
}

/** A file in a folder that a comment names, except `NAME.ts`, and files of WordPress and of themes. */
const NAMED_FILE =
  /(?<![\w./@:*{}$<>-])(?!wp-|largesse\/|[^\s]*NAME)[a-z][\w.-]*(?:\/[\w.-]+)+\.(?:tsx?|php|md)(?![\w/*])/gi;

/** Returns the files that comments of a program name, and that do not exist. */
function missingFiles(text: string): string[] {
  const comments = text.split('\n').filter((line) => /^\s*(?:\/\/|\/?\*)/.test(line));
  return comments
    .flatMap((line) => Array.from(line.matchAll(NAMED_FILE), ([name]) => name))
    .filter((name) => !paths.some((path) => `/${path.replaceAll('\\', '/')}`.endsWith(`/${name}`)));
}

const inFiles = (broken: (text: string, path: string) => string[]) =>
  Array.from(texts).flatMap(([path, text]) => broken(text, path).map((what) => `${path}: ${what}`));

/** Declared roles for cells of the table of routes that contain more than the role. */
const ROLES = new Map([
  ['reader; admins all', 'reader'],
  ['editor of both', 'editor'],
  ['editor, keeper', 'keeper'],
  ['author, admin', 'author'],
  ['giver, admin', 'giver'],
]);

describe('references', () => {
  it('name existing headings of the documents', () => {
    assert.deepEqual(inFiles(brokenReferences), []);
  });

  it('of rules lead to one heading, because none is in both documents', () => {
    const headings = rules.map(({ heading }) => heading);
    assert.deepEqual(
      headings.filter((heading, at) => headings.indexOf(heading) !== at),
      [],
    );
  });

  it('in other tests name each heading of the rules, except the routes (tested here) and the list of words', () => {
    const tests = Array.from(texts, ([path, text]) => (/\.test\.(ts|php)$/.test(path) ? text : '')).join('\n');
    const untested = rules.filter(({ heading }) => !tests.includes(`rules: ${heading}`));
    assert.deepEqual(
      untested.map(({ heading }) => heading),
      ['Routes', 'Words'],
    );
  });

  it('in the table of routes match the OpenAPI document: operations, roles, successes and errors (rules: Routes)', () => {
    const documented = new Map(
      Object.entries(openapi.paths).flatMap(([path, operations]) =>
        Object.entries(operations).map(([method, { responses, ...operation }]) => [
          `${method.toUpperCase()} ${path}`,
          { declared: Object(operation)['x-role'], answers: Object.keys(responses) },
        ]),
      ),
    );
    const routes = rules.find(({ heading }) => heading === 'Routes')?.text ?? '';
    const listed = routes.split('\n').flatMap((line) => {
      const [, names = '', , role = '', successes = '', errors = ''] = line.split('|');
      return Array.from(names.matchAll(/`([A-Z]+ \S+)`/g), ([, name = '']) => ({
        name: name.replace(' R', ' /registries/{id}'),
        role: ROLES.get(role.trim()) ?? role.trim(),
        successes: successes.match(/\d+/g) ?? [],
        errors: errors.match(/\d+/g) ?? [],
      }));
    });
    assert.deepEqual(listed.map(({ name }) => name).sort(), [...documented.keys()].sort());
    for (const { name, role, successes, errors } of listed) {
      const { declared, answers = [] } = documented.get(name) ?? {};
      assert.equal(role, declared === 'item-user' ? 'user' : declared, name);
      assert.deepEqual(
        successes,
        answers.filter((status) => status.startsWith('2')),
        name,
      );
      for (const status of errors) assert.ok(answers.includes(status), `${name}: ${status}`);
    }
  });

  it('are reported if their heading is missing', () => {
    const comment =
      '/**\n * Refuses what is too long (rules:\n * Sizes). See rules: Errors, 422, and architecture: Haste.\n */';
    const found = brokenReferences(comment).map((reference) => reference.slice(0, 19));
    assert.deepEqual(found, ['rules: Sizes). See ', 'architecture: Haste']);
    assert.equal(brokenReferences('// rules: Errorsome').length, 1);
    assert.deepEqual(brokenReferences('// threats: Nobody'), ['threats: Nobody']);
    assert.deepEqual(brokenReferences('/* See (pages: Takings). */'), ['pages: Takings). */']);
    assert.deepEqual(brokenReferences("it('operations: Downgrades')"), ['operations: Downgrades']);
    assert.deepEqual(brokenReferences('(settings: Settings, pages: Page[]) /* pages: Giving, operations: Keys */'), []);
    assert.equal(brokenReferences('// rules: Credentials 4').length, 0);
    assert.equal(brokenReferences('// rules: Credentials 40').length, 1);
  });

  it('in documents lead to existing files and headings', () => {
    assert.deepEqual(
      inFiles((text, path) => (path.endsWith('.md') ? brokenLinks(path, text) : [])),
      [],
    );
  });

  it('in comments name existing files', () => {
    assert.deepEqual(
      inFiles((text, path) => (/\.(?:tsx?|php)$/.test(path) ? missingFiles(text) : [])),
      [],
    );
    assert.deepEqual(missingFiles(' * See no/such-file.ts, and tools/references.test.ts.'), ['no/such-file.ts']);
  });

  it('in the threats name existing tests', () => {
    assert.deepEqual(missingTests(texts.get('docs/threats.md') ?? ''), []);
    assert.deepEqual(missingTests('(*no-test*, *references*, *tests/e2e*)'), ['no-test']);
  });

  it('name only documents of this repository', () => {
    assert.deepEqual(
      inFiles((text) => text.split('\n').filter((line) => NOT_HERE.test(line))),
      [],
    );
  });
});
