import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';

/*
 * Checks where comments, tests and documents point to: `rules: Errors` to a heading of docs/rules.md,
 * `architecture: Answered together` to one of docs/architecture.md, links to files and headings that are there.
 */

const root = fileURLToPath(new URL('..', import.meta.url));
const FILES = '**/*.{ts,js,php,css,html,md,yml,json,txt}';
const IGNORED = /(^|\/)(node_modules|data|build|dist)(\/|$)|package-lock\.json$/;
const paths = globSync(FILES, { cwd: root, exclude: (path) => IGNORED.test(path) });

/** Maps every text file of the project to what is in it, this one left out. */
const texts = new Map(
  paths
    .filter((path) => join(root, path) !== fileURLToPath(import.meta.url))
    .map((path) => [path, readFileSync(join(root, path), 'utf8')]),
);

/** Documents that a reader of this repository does not have, as comments once named them. */
const NOT_HERE = /\bspec: |\bdecisions(\.md|: )|\bscorecard\b/i;

interface Section {
  heading: string;
  text: string;
}

const sections = { rules: sectionsOf('docs/rules.md'), architecture: sectionsOf('docs/architecture.md') };

/** Returns the sections of a document, none where there is no such document. */
function sectionsOf(path: string): Section[] {
  const [, ...sections] = texts.get(path)?.split(/^#{2,} /m) ?? [];
  return sections.map((text) => ({ heading: text.slice(0, text.indexOf('\n')), text }));
}

/** Returns the references of a text that name no heading, or a number that the section does not have. */
function brokenReferences(text: string): string[] {
  // A reference may go on in the next line of a comment.
  const flowing = text.replaceAll(/\n\s*(\*|\/\/|#)?\s*/g, ' ');
  return Array.from(flowing.matchAll(/\b(rules|architecture): (?=([A-Z][a-z].{0,60}))/g))
    .filter(
      ([, document, rest = '']) => !sections[document === 'rules' ? 'rules' : 'architecture'].some(isNamedBy(rest)),
    )
    .map(([, document, rest]) => `${document}: ${rest}`);
}

const isNamedBy =
  (reference: string) =>
  ({ heading, text }: Section) => {
    if (!reference.startsWith(heading)) return false;
    const [, number] = /^ (\d+)\b/.exec(reference.slice(heading.length)) ?? [];
    if (number !== undefined) return text.split('\n').some((line) => line.startsWith(`${number}. `));
    return !/^\w/.test(reference.slice(heading.length));
  };

/** Returns the anchor that GitHub gives a heading. */
const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replaceAll(/[^\w\- ]/g, '')
    .replaceAll(' ', '-');

/** Returns the links of a document that lead to no file or heading. */
function brokenLinks(path: string, text: string): string[] {
  return Array.from(text.matchAll(/\]\((?![a-z]+:)([^)#\s]*)(?:#([^)\s]*))?\)/g))
    .filter(([, file = '', anchor]) => {
      const target = file === '' ? path : relative(root, join(root, dirname(path), file));
      if (globSync(target, { cwd: root }).length === 0) return true;
      return anchor !== undefined && !sectionsOf(target).some(({ heading }) => anchorOf(heading) === anchor);
    })
    .map(([link]) => link);
}

/** Lists what is wrong in which file. */
const inFiles = (broken: (text: string, path: string) => string[]) =>
  Array.from(texts).flatMap(([path, text]) => broken(text, path).map((what) => `${path}: ${what}`));

describe('references', () => {
  it('name headings of docs/rules.md and docs/architecture.md that are there', () => {
    assert.deepEqual(inFiles(brokenReferences), []);
  });

  it('are found where they name none', () => {
    const comment =
      '/**\n * Refuses what is too long (rules:\n * Sizes). See rules: Errors, 422, and architecture: Haste.\n */';
    const found = brokenReferences(comment).map((reference) => reference.slice(0, 19));
    assert.deepEqual(found, ['rules: Sizes). See ', 'architecture: Haste']);
    assert.equal(brokenReferences('// rules: Errorsome').length, 1);
    assert.equal(brokenReferences('// rules: Credentials 4').length, 0);
    assert.equal(brokenReferences('// rules: Credentials 40').length, 1);
  });

  it('of documents lead to files and headings that are there', () => {
    assert.deepEqual(
      inFiles((text, path) => (path.endsWith('.md') ? brokenLinks(path, text) : [])),
      [],
    );
  });

  it('name no document that is not here', () => {
    assert.deepEqual(
      inFiles((text) => text.split('\n').filter((line) => NOT_HERE.test(line))),
      [],
    );
  });
});
