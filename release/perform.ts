import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { git } from './git.ts';
import type { Plan } from './plan.ts';
import { Refusal } from './refusal.ts';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * Makes the release: a commit with the new version, the tag, and the branch and files moved to it. Commit and tag are
 * made beside the working tree, which moves last and at once.
 * @throws {Refusal} when it was interrupted; then, as after any failure, all is as it was before
 */
export async function performRelease(top: string, plan: Plan): Promise<void> {
  const stop = new AbortController();
  const onSignal = () => stop.abort(new Refusal('interrupted; nothing is changed'));
  for (const signal of SIGNALS) process.on(signal, onSignal);
  let commit: string | undefined;
  try {
    commit = await commitOf(top, plan, stop.signal);
    // From here on a signal is looked at between the steps, never within one.
    const message = { input: plan.message };
    await git(top, ['tag', '--annotate', '--cleanup=whitespace', '--file=-', plan.tag, commit], message);
    stop.signal.throwIfAborted();
    await git(top, ['merge', '--quiet', '--ff-only', commit]);
    stop.signal.throwIfAborted();
  } catch (error) {
    if (commit !== undefined) {
      await undo(top, plan, commit).catch((cause: Error) => {
        throw new Refusal(`failed half-way, and could not be undone: ${cause.message}`, { cause: error });
      });
    }
    throw error;
  } finally {
    for (const signal of SIGNALS) process.off(signal, onSignal);
  }
}

/** Takes back what a release did until it failed. */
async function undo(top: string, { tag, head, files }: Plan, commit: string): Promise<void> {
  if ((await commitAt(top, 'HEAD')) === commit) await git(top, ['reset', '--quiet', '--keep', head]);
  // What a checkout that failed half-way wrote; the tree was clean, so nobody else's work is in these files.
  await git(top, ['checkout', '--quiet', head, '--', ...files.keys()]);
  // A tag of somebody else's cannot stand at a commit that is as new as this.
  if ((await commitAt(top, `refs/tags/${tag}`)) === commit) await git(top, ['tag', '--delete', tag]);
}

/** The commit that a name stands for; empty where there is no such name. */
async function commitAt(top: string, name: string): Promise<string> {
  return (await git(top, ['rev-parse', '--quiet', '--verify', `${name}^{commit}`]).catch(() => '')).trim();
}

/** Makes the commit with the new version, which nothing names yet. */
async function commitOf(top: string, plan: Plan, signal: AbortSignal): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'largesse-release-'));
  const env = { GIT_INDEX_FILE: join(folder, 'index') };
  const step = async (args: string[], input?: string) => {
    signal.throwIfAborted();
    return (await git(top, args, { env, ...(input === undefined ? {} : { input }) })).trim();
  };
  try {
    await step(['read-tree', plan.head]);
    for (const [file, text] of plan.files) {
      const [mode = ''] = (await step(['ls-tree', plan.head, '--', file])).split(' ');
      const blob = await step(['hash-object', '-w', '--stdin', `--path=${file}`], text);
      await step(['update-index', '--cacheinfo', `${mode},${blob},${file}`]);
    }
    const tree = await step(['write-tree']);
    const signs = (await step(['config', '--type=bool', '--default=false', 'commit.gpgsign'])) === 'true';
    const commit = await step(
      ['commit-tree', ...(signs ? ['-S'] : []), '-p', plan.head, '-F', '-', tree],
      plan.commitMessage,
    );
    signal.throwIfAborted();
    return commit;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
