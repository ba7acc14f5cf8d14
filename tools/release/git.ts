import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';

/** Error of a git command. The message is git's own reason, in one line. */
export class GitError extends Error {
  override name = 'GitError';
}

/** Options for a git command. */
export interface GitOptions {
  /** Standard input. */
  input?: string;
  /** Environment variables in addition to the variables of this process. */
  env?: Record<string, string>;
}

/**
 * Runs git and returns its output.
 * @param folder any folder of a repository
 * @throws {GitError} if git fails
 */
export async function git(folder: string, args: readonly string[], options: GitOptions = {}): Promise<string> {
  const child = spawn('git', args, {
    cwd: folder,
    // With this locale, git writes its messages in English.
    env: { ...process.env, LC_ALL: 'C', ...options.env },
  });
  const ended = new Promise<number | null>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', resolve);
  });
  child.stdin.on('error', () => {}); // if git fails early, it does not read its input
  child.stdin.end(options.input);
  const [output, complaint, code] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
  if (code === 0) return output;
  throw new GitError(reason(complaint) ?? `git ${args[0]} failed`);
}

/** Returns the top folder of the repository that contains a folder. */
export async function topOf(folder: string): Promise<string> {
  return (await git(folder, ['rev-parse', '--show-toplevel'])).trim();
}

/** Returns the line in git's error output that contains the reason. */
function reason(complaint: string): string | undefined {
  const lines = complaint.split('\n').filter((line) => line.trim() !== '');
  const line = lines.find((one) => /^(fatal|error): /.test(one)) ?? lines.at(-1);
  return line?.replace(/^(fatal|error): /, '');
}
