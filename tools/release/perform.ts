import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { git } from './git.ts';
import type { Plan } from './plan.ts';
import { Refusal } from './refusal.ts';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * Performs a release: updates the version in all files, and creates the commit and the tag. If one of these steps
 * fails, undoes all of them.
 * @throws {Refusal} if the release was interrupted, or if a failed release could not be undone
 */
export async function performRelease(top: string, plan: Plan): Promise<void> {
  const stop = new AbortController();
  const onSignal = () => stop.abort(new Refusal('interrupted; nothing is changed'));
  for (const signal of SIGNALS) process.on(signal, onSignal);
  const files = [...plan.files.keys()];
  try {
    for (const [file, text] of plan.files) await writeFile(join(top, file), text);
    const commit = ['commit', '--quiet', '--no-verify', '--cleanup=whitespace', '--file=-', '--', ...files];
    await git(top, commit, { input: plan.commitMessage });
    // Check for signals between the steps, because git itself does not receive them.
    stop.signal.throwIfAborted();
    await git(top, ['tag', '--annotate', '--cleanup=whitespace', '--file=-', plan.tag], { input: plan.message });
    stop.signal.throwIfAborted();
  } catch (error) {
    await undo(top, plan.head, plan.tag, files).catch((cause: Error) => {
      throw new Refusal(`the release failed, and could not be undone: ${cause.message}`, { cause: error });
    });
    throw error;
  } finally {
    for (const signal of SIGNALS) process.off(signal, onSignal);
  }
}

/** Undoes a failed release. The tree was clean, so the files contain no other changes. */
async function undo(top: string, head: string, tag: string, files: string[]): Promise<void> {
  const commit = await commitAt(top, 'HEAD');
  if (commit === head) return void (await git(top, ['checkout', '--quiet', head, '--', ...files]));
  // This process has just created the commit, so a tag that points to the commit is from this process, too.
  if ((await commitAt(top, `refs/tags/${tag}`)) === commit) await git(top, ['tag', '--delete', tag]);
  await git(top, ['reset', '--quiet', '--keep', head]);
}

/** Returns the id of the commit that a name points to; empty if the name does not exist. */
async function commitAt(top: string, name: string): Promise<string> {
  return (await git(top, ['rev-parse', '--quiet', '--verify', `${name}^{commit}`]).catch(() => '')).trim();
}
