import { subscribe } from 'node:diagnostics_channel';
import { writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { afterEach } from 'node:test';
import { fileURLToPath } from 'node:url';
import { ProcessorTime } from './processor-time.ts';
import { COUNTED, nothingUsed, type ProcessUsage, USAGE_FOLDER } from './usage.ts';

/*
 * Counts the resources that a test process uses, and writes the counts to a file when the process ends. The runner
 * makes each test process load this module before its test file.
 */

/** Minimum interval between two measurements (milliseconds). Child processes that end earlier may be missed. */
const MEASURE_EVERY_MS = 250;

const root = fileURLToPath(new URL('..', import.meta.url));
const folder = process.env[USAGE_FOLDER];
// Some tests start programs that load this module, too. These programs must not write usage files, so do not pass them
// the variable with the folder.
delete process.env[USAGE_FOLDER];

const entry = process.argv[1] ?? '';
const processor = new ProcessorTime();
let current = nothingUsed(relative(root, entry));
const files = [current];
let measuredAt = 0;
let processorBefore = 0;

/** Adds the usage since the previous call to the totals of the current file. */
function measure(): void {
  const now = performance.now();
  const used = processor.read();
  current.took += now - measuredAt;
  current.processor += used - processorBefore;
  measuredAt = now;
  processorBefore = used;
}

/**
 * Begins the count for a test file. Until the next call, all usage counts for this file. A shared process calls this
 * function before each of its files.
 * @param file path from the root of the project
 */
export function beginFile(file: string): void {
  measure();
  const isFirst = files.length === 1 && current.file === relative(root, entry);
  current = isFirst ? Object.assign(current, { file }) : nothingUsed(file);
  if (!isFirst) files.push(current);
}

if (folder !== undefined) {
  for (const name of COUNTED) subscribe(`largesse:${name}`, () => current[name]++);
  afterEach(() => {
    if (performance.now() - measuredAt > MEASURE_EVERY_MS) measure();
  });
  process.on('exit', () => {
    measure();
    const usage: ProcessUsage = { entry, files };
    writeFileSync(join(folder, `${process.pid}.json`), JSON.stringify(usage));
  });
}
