import { readFile, writeFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import type { Memory } from './processes.ts';
import { median, medians, noise, type Rounds } from './rounds.ts';

/** Results of one kind of work and of its baseline. */
export interface Finding {
  name: string;
  /** Name of the baseline. */
  beside: string;
  ours: Rounds;
  theirs: Rounds;
  /** Number of calls to the host per request to the service; null unless the host is the baseline. */
  hostCalls: number | null;
}

/** Results of one run of the benchmark. */
export interface Report {
  /** Time of the run (ISO 8601, UTC). */
  at: string;
  machine: { processor: string; cores: number; node: string };
  options: Record<string, unknown>;
  /** Time from the start of a service to its first answer (milliseconds). The cache of compiled code is empty. */
  firstStart: number;
  /** Times of the later starts, one per round. These starts use the code that the first start compiled. */
  starts: number[];
  /** Final and peak memory of the service. If it has several processes, the process with the most memory counts. */
  memory: Memory;
  findings: Finding[];
}

/** Returns the machine's properties for the report. */
export function machine(): Report['machine'] {
  return { processor: cpus()[0]?.model ?? 'unknown', cores: cpus().length, node: process.version };
}

const COLUMNS: readonly [string, number][] = [
  ['', 32],
  ['a second', 9],
  ['share', 6],
  ['p50 ms', 8],
  ['p99 ms', 8],
  ['p99.9 ms', 9],
  ['µs proc.', 9],
  ['share', 6],
  ['host calls', 11],
  ['ms more', 8],
];

const line = (cells: readonly string[]): string =>
  COLUMNS.map(([, width], column) =>
    column === 0 ? (cells[0] ?? '').padEnd(width) : (cells[column] ?? '').padStart(width),
  )
    .join(' ')
    .trimEnd();

/**
 * Returns the head of the table. The baseline is in brackets behind the kind of work. The first "share" is the rate of
 * the service divided by the rate of the baseline. The second "share" is the processor time of the baseline divided by
 * the processor time of the service. "ms more" is the time that the service adds to the baseline.
 */
export const tableHead = (): string => line(COLUMNS.map(([title]) => title));

/** Returns a result as a line of the table. */
export function tableLine({ name, beside, ours, theirs, hostCalls }: Finding): string {
  const [us, them] = [medians(ours), medians(theirs)];
  return line([
    `${name} (${beside})`,
    us.rate.toFixed(0),
    (us.rate / them.rate).toFixed(2),
    us.p50.toFixed(2),
    us.p99.toFixed(2),
    us.p999.toFixed(1),
    us.processor.toFixed(0),
    Number.isNaN(them.processor) ? '' : (them.processor / us.processor).toFixed(2),
    ...(hostCalls === null ? [] : [hostCalls.toFixed(2), (us.p50 - them.p50).toFixed(2)]),
  ]);
}

/** Saves a report as JSON. */
export async function keep(report: Report, path: string): Promise<void> {
  await writeFile(path, `${JSON.stringify(report, null, 1)}\n`);
}

/**
 * Compares two reports. Rates are shares of their baselines, so they are comparable between machines and days. Other
 * values are absolute. Each change is compared with the noise: the deviation of the rounds from their median.
 * @returns one line for each change
 * @throws {Error} if a file is not a report
 */
export async function comparison(before: string, after: string): Promise<string[]> {
  return changes(await read(before), await read(after)).map(({ text }) => text);
}

/**
 * Compares the reports of two commits whose runs alternated.
 * @returns only the changes that exceed the noise of all rounds, one per line
 * @throws {Error} if a file is not a report
 */
export async function changesBeyondNoise(before: readonly string[], after: readonly string[]): Promise<string[]> {
  const [one, other] = [merged(await Promise.all(before.map(read))), merged(await Promise.all(after.map(read)))];
  return changes(one, other).flatMap(({ text, isNoise }) => (isNoise ? [] : [text]));
}

/** Joins the rounds and start times of several runs of the same benchmark. All other values come from the first run. */
function merged(reports: readonly Report[]): Report {
  const [first] = reports;
  if (!first) throw new Error('no report');
  const findings = first.findings.map((finding) => {
    const same = reports.flatMap((report) => report.findings.filter(({ name }) => name === finding.name));
    return { ...finding, ours: same.flatMap(({ ours }) => ours), theirs: same.flatMap(({ theirs }) => theirs) };
  });
  return { ...first, starts: reports.flatMap(({ starts }) => starts), findings };
}

interface Change {
  text: string;
  /** True if the change does not exceed the noise, or if the noise is unknown. */
  isNoise: boolean;
}

function changes(one: Report, other: Report): Change[] {
  const lines = [change('start to first answer:', one.starts, other.starts)];
  const sizes = (which: keyof Memory) => [one, other].map(({ memory }) => memory[which].toFixed(0)).join(' → ');
  lines.push({ text: `memory at the end: ${sizes('now')} MiB, peak: ${sizes('peak')} MiB`, isNoise: true });
  for (const finding of other.findings) {
    const same = one.findings.find(({ name, beside }) => name === finding.name && beside === finding.beside);
    if (!same) continue;
    const p99s = ({ ours }: Finding) => ours.map(({ p99 }) => p99);
    lines.push(change(`${finding.name}: share of ${finding.beside}`, shares(same), shares(finding)));
    lines.push(change(`${finding.name}: p99`, p99s(same), p99s(finding)));
  }
  return lines;
}

/** Returns for each round: the service's rate divided by the baseline's rate. */
const shares = ({ ours, theirs }: Finding): number[] =>
  ours.map(({ rate }, round) => rate / (theirs[round]?.rate ?? Number.NaN));

function change(name: string, before: readonly number[], after: readonly number[]): Change {
  const [from, to] = [median(before), median(after)];
  const [moved, wobble] = [to / from - 1, noise(before) + noise(after)];
  const isNoise = Math.abs(moved) <= wobble;
  const verdict = isNoise ? ', no more than noise' : '';
  const text = `${name} ${short(from)} → ${short(to)} (${moved < 0 ? '' : '+'}${percent(moved)}, noise ±${percent(wobble)}${verdict})`;
  return { text, isNoise };
}

const short = (number: number): string => number.toPrecision(3);
const percent = (share: number): string => `${(share * 100).toFixed(1)} %`;

async function read(path: string): Promise<Report> {
  const report: Report = JSON.parse(await readFile(path, 'utf8'));
  if (!Array.isArray(report.findings)) throw new Error(`${path} is no report of this benchmark`);
  return report;
}
