import { devNull } from 'node:os';
import { join } from 'node:path';
import { git } from './git.ts';

/** Content and format of an archive. */
export interface ArchiveOptions {
  /** Folder to pack. Packing turns the folder into a git repository. */
  folder: string;
  /** Name of the top folder in the archive; '' for none. */
  top: string;
  format: 'zip' | 'tar.gz';
  /** Date of all files (seconds since 1970). */
  date: string;
  /** Path of the archive. */
  file: string;
}

/**
 * Packs a folder. Equal files with an equal date always give equal bytes. `git archive` sorts the files, omits their
 * owners, and gives all files the date of the commit.
 */
export async function writeArchive({ folder, top, format, date, file }: ArchiveOptions): Promise<void> {
  const env = {
    GIT_DIR: join(folder, '.git'),
    // With these variables, git ignores the settings of this machine.
    GIT_CONFIG_GLOBAL: devNull,
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_ATTR_NOSYSTEM: '1',
    XDG_CONFIG_HOME: folder,
    // Set a fixed date, because the id of the commit depends on the date, and the archive contains this id. Set a time
    // zone, because a zip contains local times.
    GIT_AUTHOR_DATE: `@${date} +0000`,
    GIT_COMMITTER_DATE: `@${date} +0000`,
    TZ: 'UTC',
  };
  const author = ['-c', 'user.name=Largesse', '-c', 'user.email=release@largesse.invalid'];
  await git(folder, ['init', '--quiet', '--template='], { env });
  await git(folder, ['add', '--all', '--force'], { env });
  await git(folder, [...author, 'commit', '--quiet', '--message=release'], { env });
  await git(folder, ['archive', `--format=${format}`, `--prefix=${top && `${top}/`}`, `--output=${file}`, 'HEAD'], {
    env,
  });
}
