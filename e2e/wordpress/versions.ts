import { it } from 'node:test';
import type { WordPressVersion } from '../../wordpress/packages.ts';

/** The oldest WordPress that the plugin supports; every test runs on it. */
const OLDEST: WordPressVersion = '6.5';

/** True in `npm run test:all`, which also runs tests on the next WordPress. */
const runsAll = process.env.TEST_SIZE === 'all';

/** The WordPress versions that tests run on. */
export const versions: readonly WordPressVersion[] = runsAll ? [OLDEST, 'nightly'] : [OLDEST];

/** The newest WordPress version that tests run on. */
export const newest: WordPressVersion = versions.at(-1) ?? OLDEST;

/** Registers a test, like `it` of `node:test`. */
type Register = (name: string, test: () => unknown) => void;

/** Registers the tests of a suite on one WordPress version. */
export interface Tests {
  /** For most tests: only on the oldest WordPress. */
  it: Register;
  /** For the few tests that a change in WordPress itself could break: on every version. */
  everywhere: Register;
}

/** Returns functions that register the tests of a suite on a WordPress version. */
export function testsOn(version: WordPressVersion): Tests {
  const everywhere: Register = (name, test) => void it(name, async () => void (await test()));
  return { it: version === OLDEST ? everywhere : () => {}, everywhere };
}
