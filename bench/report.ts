import { readFile, writeFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import type { Memory } from './processes.ts';
import { median, medians, noise, type Rounds } from './rounds.ts';

/** What was measured of one kind of work, beside something that is known. */
export interface Finding {
  name: string;
  /** What it was measured beside. */
  beside: string;
  ours: Rounds;
  theirs: Rounds;
  /** Requests to the host for each of ours; null where nothing else than those was under way. */
  hostCalls: number | null;
}

/** All that one run of the benchmark found. */
export interface Report {
  /** When, on what machine, and with which options. */
  at: string;
  machine: { processor: string; cores: number; node: string };
  options: Record<string, unknown>;
  /** From the start of a service to its first answer (milliseconds), where nothing was compiled before. */
  firstStart: number;
  /** The same in each round, with what the first start has kept. */
  starts: number[];
  /** The memory that the service had at the end, and at most: of several processes, the one with most. */
  memory: Memory;
  findings: Finding[];
}

/** Returns what a report says of the machine. */
export function machine(): Report['machine'] {
  return { processor: cpus()[0]?.model ?? 'unknown', cores: cpus().length, node: process.version };
}

const COLUMNS: readonly [string, number][] = [
  ['', 32],
  ['a second', 9],
  ['of it', 6],
  ['p50 ms', 8],
  ['p99 ms', 8],
  ['p99.9 ms', 9],
  ['µs proc.', 9],
  ['of it', 6],
  ['host calls', 11],
  ['ms more', 8],
];

const line = (cells: readonly string[]): string =>
  COLUMNS.map(([, width], column) =>
    column === 0 ? (cells[0] ?? '').padEnd(width) : (cells[column] ?? '').padStart(width),
  )
    .join(' ')
    .trimEnd();

/** Returns the head of the table. "of it" is the share of what stands in brackets, "ms more" what the service adds to it. */
export const tableHead = (): string => line(COLUMNS.map(([title]) => title));

/** Returns a finding as a line of the table. */
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

/** Keeps a report as JSON. */
export async function keep(report: Report, path: string): Promise<void> {
  await writeFile(path, `${JSON.stringify(report, null, 1)}\n`);
}

/**
 * Returns what changed from one report to another: each share of the work that it was measured beside, so that two
 * machines, or one on two days, can be compared; and how far the rounds of both lie from their medians.
 * @throws {Error} where a file is no report
 */
export async function comparison(before: string, after: string): Promise<string[]> {
  const [one, other] = [await read(before), await read(after)];
  const lines = [`start to first answer: ${change(one.starts, other.starts)}`];
  const sizes = (which: keyof Memory) => [one, other].map(({ memory }) => memory[which].toFixed(0)).join(' → ');
  lines.push(`memory at the end: ${sizes('now')} MiB, at most: ${sizes('peak')} MiB`);
  for (const finding of other.findings) {
    const same = one.findings.find(({ name, beside }) => name === finding.name && beside === finding.beside);
    if (!same) continue;
    const p99s = ({ ours }: Finding) => ours.map(({ p99 }) => p99);
    lines.push(`${finding.name}: share of ${finding.beside} ${change(shares(same), shares(finding))}`);
    lines.push(`${''.padEnd(finding.name.length + 1)} p99 ${change(p99s(same), p99s(finding))}`);
  }
  return lines;
}

/** Returns what a round reached of the round beside it. */
const shares = ({ ours, theirs }: Finding): number[] =>
  ours.map(({ rate }, round) => rate / (theirs[round]?.rate ?? Number.NaN));

function change(before: readonly number[], after: readonly number[]): string {
  const [from, to] = [median(before), median(after)];
  const [moved, wobble] = [to / from - 1, noise(before) + noise(after)];
  const verdict = Math.abs(moved) <= wobble ? ', no more than noise' : '';
  return `${short(from)} → ${short(to)} (${moved < 0 ? '' : '+'}${percent(moved)}, noise ±${percent(wobble)}${verdict})`;
}

const short = (number: number): string => number.toPrecision(3);
const percent = (share: number): string => `${(share * 100).toFixed(1)} %`;

async function read(path: string): Promise<Report> {
  const report: Report = JSON.parse(await readFile(path, 'utf8'));
  if (!Array.isArray(report.findings)) throw new Error(`${path} is no report of this benchmark`);
  return report;
}
