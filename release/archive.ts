import { mkdtemp, rm } from 'node:fs/promises';
import { devNull, tmpdir } from 'node:os';
import { join } from 'node:path';
import { git } from './git.ts';

/** What an archive is made of, and how. */
export interface ArchiveOptions {
  /** Everything in this folder goes in. */
  folder: string;
  /** The one folder at the top of the archive. */
  top: string;
  format: 'zip' | 'tar.gz';
  /** The date that each file gets (seconds since 1970). */
  date: string;
  /** Where to write it. */
  file: string;
}

/**
 * Packs a folder, so that the same files and date give the same bytes: git archives a commit in a repository of its
 * own, which sorts the files and leaves out whose they are and when they were written.
 */
export async function writeArchive({ folder, top, format, date, file }: ArchiveOptions): Promise<void> {
  const temporary = await mkdtemp(join(tmpdir(), 'largesse-archive-'));
  const moment = `@${date} +0000`;
  const env = {
    GIT_DIR: join(temporary, 'git'),
    GIT_WORK_TREE: folder,
    GIT_INDEX_FILE: join(temporary, 'index'),
    // Nobody's own settings have a say.
    GIT_CONFIG_GLOBAL: devNull,
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_ATTR_NOSYSTEM: '1',
    XDG_CONFIG_HOME: temporary,
    TZ: 'UTC', // a zip holds local times
    GIT_AUTHOR_NAME: 'Largesse',
    GIT_AUTHOR_EMAIL: 'release@largesse.invalid',
    GIT_AUTHOR_DATE: moment,
    GIT_COMMITTER_NAME: 'Largesse',
    GIT_COMMITTER_EMAIL: 'release@largesse.invalid',
    GIT_COMMITTER_DATE: moment,
  };
  try {
    await git(folder, ['init', '--quiet', '--template='], { env });
    await git(folder, ['add', '--all', '--force', '.'], { env });
    await git(folder, ['commit', '--quiet', '--no-verify', '--message=release'], { env });
    await git(folder, ['archive', `--format=${format}`, `--prefix=${top}/`, `--output=${file}`, 'HEAD'], { env });
  } finally {
    await rm(temporary, { recursive: true, force: true });
  }
}
