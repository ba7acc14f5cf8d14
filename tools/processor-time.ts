import { readdirSync, readFileSync } from 'node:fs';

/** Processor time of a process on Linux, in ticks. */
interface Ticks {
  parent: number;
  own: number;
  /** Processor time of the descendants that have ended. */
  ended: number;
}

/** Milliseconds in a tick of `/proc` on Linux. */
const TICK_MS = 10;

/**
 * Measures the processor time of this process and all its descendants. The time of Chromium's child processes is lost
 * when Chromium closes, so call `read()` often.
 */
export class ProcessorTime {
  #total = 0;
  #last = new Map<number, Ticks>();

  /** Returns the processor time that was used so far (milliseconds). Without `/proc`, counts only this process. */
  read(): number {
    const tree = processTree();
    if (tree === undefined) {
      const { user, system } = process.cpuUsage();
      return (user + system) / 1000;
    }
    let own = 0;
    let ended = 0;
    for (const [id, now] of tree) {
      const before = this.#last.get(id);
      own += now.own - (before?.own ?? 0);
      ended += now.ended - (before?.ended ?? 0);
    }
    for (const [id, before] of this.#last) if (!tree.has(id)) ended -= before.own + before.ended;
    this.#last = tree;
    this.#total += own + Math.max(0, ended);
    return this.#total * TICK_MS;
  }
}

/** Returns this process and all its descendants; undefined without `/proc`. */
function processTree(): Map<number, Ticks> | undefined {
  const all = new Map<number, Ticks>();
  for (const name of entriesOf('/proc')) {
    const ticks = /^\d+$/.test(name) && ticksOf(name);
    if (ticks) all.set(Number(name), ticks);
  }
  const tree = new Map<number, Ticks>();
  const add = (id: number) => {
    const ticks = all.get(id);
    if (ticks === undefined || tree.has(id)) return;
    tree.set(id, ticks);
    for (const [child, { parent }] of all) if (parent === id) add(child);
  };
  add(process.pid);
  return tree.size > 0 ? tree : undefined;
}

function entriesOf(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** Reads the times of a process; undefined if the process has ended. */
function ticksOf(id: string): Ticks | undefined {
  let text: string;
  try {
    text = readFileSync(`/proc/${id}/stat`, 'utf8');
  } catch {
    return undefined;
  }
  // Skip the name of the program, which may contain any character.
  const fields = text
    .slice(text.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number);
  const [, parent = 0] = fields;
  const [user = 0, system = 0, userOfEnded = 0, systemOfEnded = 0] = fields.slice(11);
  return { parent, own: user + system, ended: userOfEnded + systemOfEnded };
}
