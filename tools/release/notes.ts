import semver from 'semver';
import { type Component, DEVELOPMENT_ONLY } from './components.ts';
import { git } from './git.ts';
import { Refusal } from './refusal.ts';

/** Headings of the kinds of notes. The most important kind is first. */
const HEADINGS = { breaking: 'Breaking', new: 'New', changed: 'Changed', fixed: 'Fixed' } as const;

type Kind = keyof typeof HEADINGS;

const KINDS = Object.keys(HEADINGS).filter(isKind);

/** A note for the readers of a release. */
export interface Note {
  kind: Kind;
  text: string;
}

/** Kind of a note, by the first word of the commit's subject. For any other word, the kind is `changed`. */
const KIND_OF_WORD: ReadonlyMap<string, Kind> = new Map([
  ...['Add', 'Allow', 'Give', 'Introduce', 'Let', 'Offer', 'Provide', 'Show', 'Support'].map(
    (word) => [word, 'new'] as const,
  ),
  ...['Avoid', 'Correct', 'Fix', 'Mend', 'Prevent', 'Repair'].map((word) => [word, 'fixed'] as const),
]);

/** Text of a forced release that has no notes. */
const NOTHING_NEW = 'Nothing changed that a user would notice.';

/** Returns the tag for a component's version. */
export const tagOf = (component: Component, version: string): string => `${component.name}/v${version}`;

/**
 * Returns the versions of a component's releases and candidates, newest first.
 * @param commit only tags in the history of this commit count
 */
export async function releasesOf(top: string, component: Component, commit: string): Promise<string[]> {
  const tags = await git(top, ['tag', '--no-column', '--merged', commit, '--list', tagOf(component, '*')]);
  const versions = tags.split('\n').map((tag) => tag.slice(tagOf(component, '').length));
  return versions.filter((version) => semver.valid(version) === version).sort(semver.rcompare);
}

/**
 * Returns the version of a component's last release. Ignores candidates.
 * @returns `undefined` before the first release
 */
export async function lastRelease(top: string, component: Component, commit: string): Promise<string | undefined> {
  const versions = await releasesOf(top, component, commit);
  return versions.find((version) => semver.prerelease(version) === null);
}

/**
 * Returns the notes about the changes of a component, oldest first. Only commits that change packaged files have notes.
 * @param since version of the previous release; `undefined` starts with the first commit
 * @throws {Refusal} if a commit names an unknown kind of note
 */
export async function notesOf(
  top: string,
  component: Component,
  commit: string,
  since: string | undefined,
): Promise<Note[]> {
  const unseen = component.folders.flatMap((folder) =>
    DEVELOPMENT_ONLY.map((glob) => `:(top,exclude,glob)${folder}/${glob}`),
  );
  const log = await git(top, [
    'log',
    '--reverse',
    '--no-merges',
    '--no-show-signature',
    '--full-history', // includes changes from merged branches
    '--format=%h%x1f%s%x1f%(trailers:key=Release-note,valueonly,unfold,separator=%x1d)%x1e',
    since === undefined ? commit : `refs/tags/${tagOf(component, since)}..${commit}`,
    '--',
    ...component.folders.map((folder) => `:(top)${folder}`),
    ...unseen,
  ]);
  const notes = new Map<string, Note>();
  for (const record of log.split('\x1e')) {
    const [id = '', subject = '', trailers = ''] = record.trim().split('\x1f');
    if (id === '') continue;
    for (const note of notesOfCommit(id, subject, trailers)) notes.set(`${note.kind} ${note.text}`, note);
  }
  return [...notes.values()];
}

/** Formats the notes. Each kind of note has its own heading. */
export function notesText(notes: readonly Note[]): string {
  if (notes.length === 0) return NOTHING_NEW;
  const sections = KINDS.map((kind) => {
    const lines = notes.filter((note) => note.kind === kind).map((note) => `- ${note.text}`);
    return lines.length === 0 ? [] : [`## ${HEADINGS[kind]}\n\n${lines.join('\n')}`];
  });
  return sections.flat().join('\n\n');
}

/** Parses notes in the format of `notesText`. Returns their texts by kind. */
export function notesOfText(message: string): Partial<Record<Kind, string[]>> {
  const notes: Partial<Record<Kind, string[]>> = {};
  let kind: Kind | undefined;
  for (const line of message.split('\n')) {
    const [, heading] = /^## (.+)$/.exec(line) ?? [];
    if (heading !== undefined) kind = KINDS.find((one) => HEADINGS[one] === heading);
    const [, text] = /^- (.+)$/.exec(line) ?? [];
    if (kind !== undefined && text !== undefined) notes[kind] = [...(notes[kind] ?? []), text];
  }
  return notes;
}

function notesOfCommit(id: string, subject: string, trailers: string): Note[] {
  if (trailers === '') return [{ kind: KIND_OF_WORD.get(subject.split(' ')[0] ?? '') ?? 'changed', text: subject }];
  return trailers.split('\x1d').flatMap((trailer) => {
    const [kind = '', ...text] = trailer.split(':').map((part) => part.trim());
    if (kind === 'none') return [];
    if (!isKind(kind)) {
      throw new Refusal(`commit ${id} has "Release-note: ${kind}"; the kinds are ${KINDS.join(', ')}, none`);
    }
    return [{ kind, text: text.join(': ') || subject }];
  });
}

function isKind(word: string): word is Kind {
  return Object.hasOwn(HEADINGS, word);
}
