import type { Usage } from './usage.ts';

/** Number of files in the table of the slowest files. */
const SLOWEST = 10;

/** Duration of each part of a run (milliseconds), by the name of the part. */
export type Parts = Readonly<Record<string, number>>;

/** Returns a table of the files that used the most processor time, with their usage. Each file appears once. */
export function describeSlowest(files: readonly Usage[]): string {
  const bySlowest = files.toSorted((a, b) => b.processor - a.processor);
  const isSlowestOfFile = ({ file }: Usage, index: number) => bySlowest.findIndex((one) => one.file === file) === index;
  const slowest = bySlowest.filter(isSlowestOfFile).slice(0, SLOWEST);
  const rows = slowest.map(({ file, processor, took, boots, requests, runs, pages }) => [
    seconds(processor),
    seconds(took),
    ...[boots, requests, runs, pages].map(String),
    file,
  ]);
  const table = [['processor', 'time', 'boots', 'requests', 'runs', 'pages', 'the slowest files'], ...rows];
  const [heading = []] = table;
  const widths = heading.map((_, column) => Math.max(...table.map((row) => row[column]?.length ?? 0)));
  const lines = table.map((row) =>
    row.map((cell, column) => (column === row.length - 1 ? cell : cell.padStart(widths[column] ?? 0))).join('  '),
  );
  return lines.join('\n');
}

/**
 * Describes the duration of a run in one line. Names each part that took a second or more.
 * @param all duration of the run (milliseconds): less than the sum of the parts if some parts ran at the same time
 */
export function describeParts(parts: Parts, all: number): string {
  const long = Object.entries(parts).filter(([, took]) => took >= 1000);
  const each = long.map(([name, took]) => `${name} ${duration(took)}`);
  return `Took ${duration(all)}: ${each.join(', ')}`;
}

/** Returns the usage of a run as JSON. Times are in milliseconds. */
export function usageAsJson(
  { passed, failed, skips, files }: { passed: number; failed: number; skips: readonly string[]; files: Usage[] },
  parts: Parts,
): string {
  const sorted = files.toSorted((a, b) => b.processor - a.processor).map(rounded);
  const took = Object.fromEntries(Object.entries(parts).map(([name, time]) => [name, Math.round(time)]));
  return `${JSON.stringify({ passed, failed, skipped: skips.length, took, files: sorted }, null, 2)}\n`;
}

const rounded = (usage: Usage): Usage => ({
  ...usage,
  processor: Math.round(usage.processor),
  took: Math.round(usage.took),
});

const seconds = (time: number): string => `${(time / 1000).toFixed(1)} s`;

/** Formats a time for people: `8 min 5 s`, or `12 s`. */
function duration(time: number): string {
  const whole = Math.round(time / 1000);
  const minutes = Math.floor(whole / 60);
  return minutes === 0 ? `${whole} s` : `${minutes} min ${whole % 60} s`;
}
