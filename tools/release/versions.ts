import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join, matchesGlob } from 'node:path';
import semver from 'semver';
import type { Component, VersionRule } from './components.ts';
import { git } from './git.ts';
import { Refusal } from './refusal.ts';

/** One copy of a component's version. */
export interface VersionCopy {
  /** Path from the top of the repository. */
  file: string;
  /** Line, counted from 1. */
  line: number;
  version: string;
  /** Start and end of the version in the file's text. */
  span: readonly [start: number, end: number];
}

/** A component's version and all its copies. */
export interface Version {
  version: string;
  copies: readonly VersionCopy[];
}

/** Returns whether a component exists. */
export function exists(top: string, component: Component): boolean {
  return existsSync(join(top, component.source));
}

/** Lists the files of the working tree, including uncommitted files, but without ignored files. */
export async function projectFiles(top: string): Promise<string[]> {
  const listed = await git(top, ['ls-files', '-z', '--cached', '--others', '--exclude-standard']);
  return [...new Set(listed.split('\0'))].filter((file) => file !== '' && existsSync(join(top, file))).sort();
}

/**
 * Reads the version of a component.
 * @param top folder of the project
 * @param files paths of the project's files in that folder
 * @throws {Refusal} if the component does not exist, a copy is missing, or two copies differ
 */
export async function readVersion(top: string, files: readonly string[], component: Component): Promise<Version> {
  if (!exists(top, component)) {
    throw new Refusal(`there is no ${component.name} yet (${component.source} is missing)`);
  }
  const copies = await copiesOf(top, files, component);
  const versions = new Set(copies.map((copy) => copy.version));
  const [version = '', another] = versions;
  if (another !== undefined) {
    const places = [...versions].map((one) => `${one} in ${placesOf(copies, one)}`);
    throw new Refusal(`the versions of ${component.name} disagree: ${places.join(', ')}`);
  }
  if (semver.valid(version) !== version) {
    throw new Refusal(`"${version}" in ${placesOf(copies, version)} is not a semantic version`);
  }
  return { version, copies };
}

/**
 * Replaces the version in the files of a component, but does not write the files.
 * @returns new texts of the changed files, by path
 */
export async function withVersion(top: string, { copies }: Version, next: string): Promise<Map<string, string>> {
  const texts = new Map<string, string>();
  // Replace from the end of each file, so that the earlier spans stay valid.
  for (const { file, span } of copies.toSorted((a, b) => b.span[0] - a.span[0])) {
    const text = texts.get(file) ?? (await readFile(join(top, file), 'utf8'));
    texts.set(file, text.slice(0, span[0]) + next + text.slice(span[1]));
  }
  return texts;
}

async function copiesOf(top: string, files: readonly string[], component: Component): Promise<VersionCopy[]> {
  const copies: VersionCopy[] = [];
  for (const rule of component.rules) {
    for (const file of files.filter((one) => matchesGlob(one, rule.files))) {
      const found = findCopies(file, await readFile(join(top, file), 'utf8'), rule);
      if (found.length === 0 && rule.required) throw new Refusal(`${file} contains no version`);
      copies.push(...found);
    }
  }
  return copies;
}

function findCopies(file: string, text: string, { pattern }: VersionRule): VersionCopy[] {
  return Array.from(text.matchAll(pattern), (match) => {
    const [start, end] = match.indices?.groups?.version ?? [0, 0];
    const version = text.slice(start, end).trimEnd();
    const line = text.slice(0, start).split('\n').length;
    return { file, line, version, span: [start, start + version.length] };
  });
}

function placesOf(copies: readonly VersionCopy[], version: string): string {
  const places = copies.filter((copy) => copy.version === version).map(({ file, line }) => `${file}:${line}`);
  const [first, second, ...more] = places;
  if (second === undefined) return `${first}`;
  return more.length === 0 ? `${first} and ${second}` : `${first} and ${more.length + 1} other places`;
}
