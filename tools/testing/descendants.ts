import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';

/** Time for processes to end by themselves after a signal (milliseconds). */
const TIME_TO_END_MS = 3000;

const POLL_MS = 50;

/** Ends all processes that this process has started, directly or indirectly. Kills them if they do not end in time. */
export async function endDescendants(): Promise<void> {
  // Reads the list before any process ends, because the children of an ended process get another parent.
  const all = descendants();
  for (const id of all) signal(id, 'SIGTERM');
  for (const end = performance.now() + TIME_TO_END_MS; performance.now() < end && all.some((id) => signal(id, 0)); )
    await setTimeout(POLL_MS);
  for (const id of new Set([...all, ...descendants()])) signal(id, 'SIGKILL');
}

/** Returns the ids of all descendants of this process. */
function descendants(): number[] {
  const parents = parentsOfAll();
  const found = [process.pid];
  for (const id of found) for (const [child, parent] of parents) if (parent === id) found.push(child);
  return found.slice(1);
}

/** Returns the parent of each process on this machine, by the ids of the processes. */
function parentsOfAll(): Map<number, number> {
  if (process.platform !== 'linux') {
    const lines = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' }).matchAll(/(\d+) +(\d+)/g);
    return new Map(Array.from(lines, ([, id, parent]) => [Number(id), Number(parent)]));
  }
  const ids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return new Map(ids.map((id) => [Number(id), parentOf(id)]));
}

/** Returns the parent of a process on Linux; 0 if the process has ended. */
function parentOf(id: string): number {
  try {
    const stat = readFileSync(`/proc/${id}/stat`, 'utf8');
    // The name of the program may contain any character.
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
  } catch {
    return 0;
  }
}

/** Sends a signal to a process; signal 0 only checks the process. @returns false if the process has ended */
function signal(id: number, name: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(id, name);
  } catch {
    return false;
  }
}
