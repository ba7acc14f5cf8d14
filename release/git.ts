import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';

/** What git refused; the message is git's own, in one line. */
export class GitError extends Error {
  override name = 'GitError';
}

/** What a call of git gets besides its arguments. */
export interface GitOptions {
  /** What it reads. */
  input?: string;
  /** Variables on top of this process's own. */
  env?: Record<string, string>;
}

/**
 * Runs git to its end and gives what it printed.
 * @param folder where; any folder of a repository
 * @throws {GitError} when it fails
 */
export async function git(folder: string, args: readonly string[], options: GitOptions = {}): Promise<string> {
  const child = spawn('git', args, {
    cwd: folder,
    // Messages in English, the language of ours.
    env: { ...process.env, LC_ALL: 'C', ...options.env },
    // Ctrl-C goes to every process of a terminal's group; git ends what it does, and we decide what is undone.
    detached: process.platform !== 'win32',
  });
  const ended = new Promise<number | null>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', resolve);
  });
  child.stdin.on('error', () => {}); // a git that fails at once reads nothing
  child.stdin.end(options.input);
  const [output, complaint, code] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
  if (code === 0) return output;
  throw new GitError(reason(complaint) ?? `git ${args[0]} failed`);
}

/** Returns the folder at the top of the repository that a folder is in. */
export async function topOf(folder: string): Promise<string> {
  return (await git(folder, ['rev-parse', '--show-toplevel'])).trim();
}

/** Picks the line that says why out of all that git said. */
function reason(complaint: string): string | undefined {
  const lines = complaint.split('\n').filter((line) => line.trim() !== '');
  const line = lines.find((one) => /^(fatal|error): /.test(one)) ?? lines.at(-1);
  return line?.replace(/^(fatal|error): /, '');
}
