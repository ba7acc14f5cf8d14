/** Events that a test process counts, each published as `largesse:NAME` when it begins. */
export const COUNTED = ['boots', 'requests', 'runs', 'pages'] as const;

/** Boots of a WordPress, requests to PHP, runs of PHP code, and pages that a browser opened. */
export type Counts = Record<(typeof COUNTED)[number], number>;

/** Usage of a test file. */
export interface Usage extends Counts {
  /** Its path from the root of the project. */
  file: string;
  /** Processor time, with that of browsers and other programs (milliseconds). */
  processor: number;
  /** Time from its beginning to its end (milliseconds). */
  took: number;
}

/** Usage of one process; a bundle has several files. */
export interface ProcessUsage {
  /** The file that Node ran. */
  entry: string;
  files: Usage[];
}

/** Environment variable with the folder into which a test process writes its `ProcessUsage`. */
export const USAGE_FOLDER = 'TEST_USAGE';

/** Name of the suites without tests that separate the files of a bundle. */
export const NEXT_FILE = 'the next file of this process';

/** Returns the usage of a file that has used nothing yet. */
export function nothingUsed(file: string): Usage {
  return { file, processor: 0, took: 0, boots: 0, requests: 0, runs: 0, pages: 0 };
}
