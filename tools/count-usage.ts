import { subscribe } from 'node:diagnostics_channel';
import { writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { afterEach, before, describe } from 'node:test';
import { fileURLToPath } from 'node:url';
import { ProcessorTime } from './processor-time.ts';
import { COUNTED, NEXT_FILE, nothingUsed, type ProcessUsage, USAGE_FOLDER } from './usage.ts';

/*
 * Counts what a test process uses, and writes it down when the process ends. The runner has each test process load this
 * before its test file.
 */

/** Time between two looks at the processes below this one (milliseconds): they may end between two of them. */
const LOOK_EVERY_MS = 250;

const root = fileURLToPath(new URL('..', import.meta.url));
const folder = process.env[USAGE_FOLDER];
// Programs that tests start load this as well, and are no tests.
delete process.env[USAGE_FOLDER];

const entry = process.argv[1] ?? '';
const processor = new ProcessorTime();
let current = nothingUsed(relative(root, entry));
const files = [current];
let lookedAt = 0;
let processorBefore = 0;

/** Adds what was used since the last time to the current file. */
function look(): void {
  const now = performance.now();
  const used = processor.read();
  current.took += now - lookedAt;
  current.processor += used - processorBefore;
  lookedAt = now;
  processorBefore = used;
}

/** Registers where the suites of a file begin that runs in one process with others. @param file from the root */
export function beginFile(file: string): void {
  describe(NEXT_FILE, () => {
    before(() => {
      look();
      // Reading all of them came first.
      const isFirst = files.length === 1 && current.file === relative(root, entry);
      current = isFirst ? Object.assign(current, { file }) : nothingUsed(file);
      if (!isFirst) files.push(current);
    });
  });
}

if (folder !== undefined) {
  for (const name of COUNTED) subscribe(`largesse:${name}`, () => current[name]++);
  afterEach(() => {
    if (performance.now() - lookedAt > LOOK_EVERY_MS) look();
  });
  process.on('exit', () => {
    look();
    const usage: ProcessUsage = { entry, files };
    writeFileSync(join(folder, `${process.pid}.json`), JSON.stringify(usage));
  });
}
