import { it } from 'node:test';
import type { WordPressVersion } from '../../wordpress/packages.ts';

/** The oldest WordPress that the plugin supports: every test runs on it. */
const OLDEST: WordPressVersion = '6.5';

/** True in `npm run test:all`, which also runs tests on the WordPress to come. */
const runsAll = process.env.TEST_SIZE === 'all';

/** The WordPress versions that tests run on. */
export const versions: readonly WordPressVersion[] = runsAll ? [OLDEST, 'nightly'] : [OLDEST];

/** The newest of them. */
export const newest: WordPressVersion = versions.at(-1) ?? OLDEST;

/** Names a test and registers it, as `it` of `node:test` does. */
type Register = (name: string, test: () => unknown) => void;

/** How the tests of a suite are registered on one WordPress. */
export interface Tests {
  /** For most tests: on the oldest WordPress alone. */
  it: Register;
  /** For the few that a change in WordPress itself could break: on every version. */
  everywhere: Register;
}

/** Returns what registers the tests of a suite on a WordPress. */
export function testsOn(version: WordPressVersion): Tests {
  const everywhere: Register = (name, test) => void it(name, async () => void (await test()));
  return { it: version === OLDEST ? everywhere : () => {}, everywhere };
}
