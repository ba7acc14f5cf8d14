import { readFile } from 'node:fs/promises';
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
  /** Times from the start of a service to its first answer, one per round (milliseconds). The code is compiled. */
  starts: number[];
  findings: Finding[];
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

/**
 * Compares the reports of two commits whose runs alternated. Rates are shares of their baselines, so they are
 * comparable between machines and days. Other values are absolute. The noise is the deviation of the rounds from their
 * median.
 * @returns only the changes that exceed the noise of all rounds, one per line
 */
export async function changesBeyondNoise(before: readonly string[], after: readonly string[]): Promise<string[]> {
  const [one, other] = [merged(await Promise.all(before.map(read))), merged(await Promise.all(after.map(read)))];
  return changes(one, other);
}

/** Joins the rounds and start times of several runs of the same benchmark. */
function merged(reports: readonly Report[]): Report {
  const [first] = reports;
  if (!first) throw new Error('no report');
  const findings = first.findings.map((finding) => {
    const same = reports.flatMap((report) => report.findings.filter(({ name }) => name === finding.name));
    return { ...finding, ours: same.flatMap(({ ours }) => ours), theirs: same.flatMap(({ theirs }) => theirs) };
  });
  return { starts: reports.flatMap(({ starts }) => starts), findings };
}

function changes(one: Report, other: Report): string[] {
  const lines = [change('start to first answer:', one.starts, other.starts)];
  for (const finding of other.findings) {
    const same = one.findings.find(({ name, beside }) => name === finding.name && beside === finding.beside);
    if (!same) continue;
    const p99s = ({ ours }: Finding) => ours.map(({ p99 }) => p99);
    lines.push(change(`${finding.name}: share of ${finding.beside}`, shares(same), shares(finding)));
    lines.push(change(`${finding.name}: p99`, p99s(same), p99s(finding)));
  }
  return lines.filter((text) => text !== '');
}

/** Returns for each round: the service's rate divided by the baseline's rate. */
const shares = ({ ours, theirs }: Finding): number[] =>
  ours.map(({ rate }, round) => rate / (theirs[round]?.rate ?? Number.NaN));

/** Describes a change; '' if it does not exceed the noise, or if the noise is unknown. */
function change(name: string, before: readonly number[], after: readonly number[]): string {
  const [from, to] = [median(before), median(after)];
  const [moved, wobble] = [to / from - 1, noise(before) + noise(after)];
  if (!(Math.abs(moved) > wobble)) return '';
  const sign = moved < 0 ? '' : '+';
  return `${name} ${short(from)} → ${short(to)} (${sign}${percent(moved)}, noise ±${percent(wobble)})`;
}

const short = (number: number): string => number.toPrecision(3);
const percent = (share: number): string => `${(share * 100).toFixed(1)} %`;

const read = async (path: string): Promise<Report> => JSON.parse(await readFile(path, 'utf8'));
