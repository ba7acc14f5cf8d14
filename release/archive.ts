import { devNull } from 'node:os';
import { join } from 'node:path';
import { git } from './git.ts';

/** What an archive is made of, and how. */
export interface ArchiveOptions {
  /** Everything in this folder goes in; it becomes a repository of its own. */
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
 * Packs a folder, so that the same files and date give the same bytes: git archives a commit, and sorts the files and
 * leaves out whose they are and when they were written.
 */
export async function writeArchive({ folder, top, format, date, file }: ArchiveOptions): Promise<void> {
  const env = {
    GIT_DIR: join(folder, '.git'),
    // The settings of this machine have no say.
    GIT_CONFIG_GLOBAL: devNull,
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_ATTR_NOSYSTEM: '1',
    XDG_CONFIG_HOME: folder,
    // The commit's name is part of the archive, and a zip holds local times.
    GIT_AUTHOR_DATE: `@${date} +0000`,
    GIT_COMMITTER_DATE: `@${date} +0000`,
    TZ: 'UTC',
  };
  const author = ['-c', 'user.name=Largesse', '-c', 'user.email=release@largesse.invalid'];
  await git(folder, ['init', '--quiet', '--template='], { env });
  await git(folder, ['add', '--all', '--force'], { env });
  await git(folder, [...author, 'commit', '--quiet', '--message=release'], { env });
  await git(folder, ['archive', `--format=${format}`, `--prefix=${top}/`, `--output=${file}`, 'HEAD'], { env });
}
