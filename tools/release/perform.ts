import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { git } from './git.ts';
import type { Plan } from './plan.ts';
import { Refusal } from './refusal.ts';

/**
 * Performs a release: updates the version in all files, and creates the commit and the tag.
 * @throws {Refusal} if one of these steps fails; the message names the commands that undo the others
 */
export async function performRelease(top: string, { files, commitMessage, tag, message, head }: Plan): Promise<void> {
  try {
    for (const [file, text] of files) await writeFile(join(top, file), text);
    const commit = ['commit', '--quiet', '--no-verify', '--cleanup=whitespace', '--file=-', '--', ...files.keys()];
    await git(top, commit, { input: commitMessage });
    await git(top, ['tag', '--annotate', '--cleanup=whitespace', '--file=-', tag], { input: message });
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    // The working tree was clean, so this discards nothing else.
    throw new Refusal(`${reason}; to undo the release: git tag -d ${tag}; git reset --hard ${head}`, { cause });
  }
}
