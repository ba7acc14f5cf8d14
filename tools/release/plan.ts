import semver from 'semver';
import { type Component, componentOf } from './components.ts';
import { git } from './git.ts';
import { lastRelease, notesOf, notesText, releasesOf, tagOf } from './notes.ts';
import { Refusal } from './refusal.ts';
import { projectFiles, readVersion, withVersion } from './versions.ts';

/** All changes of a release. */
export interface Plan {
  component: Component;
  from: string;
  to: string;
  tag: string;
  /** Id of the current commit, and name of the branch that gets the release's commit. */
  head: string;
  branch: string;
  /** New text of each file that contains the version, by path. */
  files: ReadonlyMap<string, string>;
  /** Message of the release's commit. */
  commitMessage: string;
  /** Message of the tag: title and notes. */
  message: string;
}

const PARTS = ['patch', 'minor', 'major'] as const;

type Part = (typeof PARTS)[number];

/**
 * Plans a release without changing anything.
 * @param top top folder of the repository
 * @param isCandidate whether to plan a candidate of the release, such as 0.2.0-rc.1
 * @throws {Refusal} if the release is not allowed
 */
export async function planRelease(top: string, name: string, part: string, isCandidate: boolean): Promise<Plan> {
  const component = componentOf(name);
  if (!isPart(part)) throw new Refusal(`"${part}" is not a part of a version; the parts are ${PARTS.join(', ')}`);
  const { head, branch } = await cleanBranch(top);
  const version = await readVersion(top, await projectFiles(top), component);
  const release = semver.inc(version.version, part);
  if (release === null) throw new Refusal(`${version.version} has no next ${part} version`);
  const to = isCandidate ? nextCandidate(version.version, release) : release;
  const tag = tagOf(component, to);
  if ((await git(top, ['tag', '--no-column', '--list', tag])) !== '')
    throw new Refusal(`the tag ${tag} exists already`);
  const [last] = await releasesOf(top, component, head);
  if (last !== undefined && last !== version.version) {
    throw new Refusal(
      `the versions of ${name} disagree: ${version.version} in ${component.source}, but the last release is ${tagOf(component, last)}`,
    );
  }

  const lastFull = await lastRelease(top, component, head);
  const notes = await notesOf(top, component, head, lastFull);
  const unreleased = isCandidate ? await notesOf(top, component, head, last) : notes;
  if (unreleased.length === 0) {
    const since = last === undefined ? '' : ` since ${tagOf(component, last)}`;
    throw new Refusal(`nothing is new in ${name}${since}`);
  }
  const promises = semver.major(version.version) >= 1 && part !== 'major';
  const breaking = notes.find((note) => note.kind === 'breaking');
  if (promises && breaking) {
    throw new Refusal(`"${breaking.text}" is a breaking change after ${version.version}: release a major version`);
  }
  return {
    component,
    from: version.version,
    to,
    tag,
    head,
    branch,
    files: await withVersion(top, version, to),
    commitMessage: `Release ${name} ${to}\n\nRelease-note: none\n`,
    message: `${component.title} ${to}\n\n${notesText(notes)}\n`,
  };
}

/** Returns the version of a release's next candidate, for example 0.2.0-rc.1. */
function nextCandidate(version: string, release: string): string {
  const isOfRelease = version.startsWith(`${release}-rc.`);
  return isOfRelease ? String(semver.inc(version, 'prerelease', 'rc')) : `${release}-rc.1`;
}

/** Returns the current commit and branch. Throws a Refusal if the working tree is not clean. */
async function cleanBranch(top: string): Promise<{ head: string; branch: string }> {
  const status = await git(top, ['status', '--porcelain', '-z', '--no-renames', '--untracked-files=normal']);
  const [first, ...more] = status.split('\0').filter((line) => line !== '');
  if (first !== undefined) {
    const others = more.length === 0 ? '' : ` and ${more.length} more`;
    throw new Refusal(`the working tree has changes that are not committed: ${first.slice(3)}${others}`);
  }
  const branch = (await git(top, ['branch', '--show-current'])).trim();
  if (branch === '') throw new Refusal('no branch is checked out, so no branch would contain the commit');
  return { head: (await git(top, ['rev-parse', '--verify', 'HEAD'])).trim(), branch };
}

function isPart(word: string): word is Part {
  return PARTS.some((part) => part === word);
}
