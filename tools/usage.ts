/**
 * Names of the events that a test process counts. The start of an event is published on the channel `largesse:NAME`.
 */
export const COUNTED = ['boots', 'requests', 'runs', 'pages'] as const;

/** Number of WordPress boots, requests to PHP, runs of PHP code, and pages opened in a browser. */
export type Counts = Record<(typeof COUNTED)[number], number>;

/** Usage of a test file. */
export interface Usage extends Counts {
  /** Path from the root of the project. */
  file: string;
  /** Processor time, including browsers and other programs (milliseconds). */
  processor: number;
  /** Time from start to end (milliseconds). */
  took: number;
}

/** Usage of one process, which may run several files. */
export interface ProcessUsage {
  /** File that Node ran. */
  entry: string;
  files: Usage[];
}

/**
 * Environment variable with the path of a folder. Each test process writes its `ProcessUsage` into a file in this
 * folder.
 */
export const USAGE_FOLDER = 'TEST_USAGE';

/** Name of the suites without tests that `runShared` places between two files. Results omit these suites. */
export const NEXT_FILE = 'the next file of this process';

/** Returns an empty usage of a file. */
export function nothingUsed(file: string): Usage {
  return { file, processor: 0, took: 0, boots: 0, requests: 0, runs: 0, pages: 0 };
}
