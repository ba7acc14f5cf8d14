import { it } from 'node:test';
import type { WordPressVersion } from '../../../tools/wordpress/packages.ts';

/** The oldest WordPress that the plugin supports; every test of `testsOn` runs on it. */
const OLDEST: WordPressVersion = '6.5';

/** The WordPress versions that tests run on. */
export const versions: readonly WordPressVersion[] = [OLDEST, 'nightly'];

/** The newest WordPress version that tests run on. */
export const newest: WordPressVersion = 'nightly';

/** Registers a test, like `it` of `node:test`. */
type Register = (name: string, test: () => unknown) => void;

/** Registers the tests of a suite on one WordPress version. */
export interface Tests {
  /** Registers a test that runs only on the oldest WordPress, like most tests. */
  it: Register;
  /** Registers a test that runs on every version. Such a test checks behaviour that a new WordPress could break. */
  everywhere: Register;
}

/** Returns functions that register the tests of a suite on a WordPress version. */
export function testsOn(version: WordPressVersion): Tests {
  const everywhere: Register = (name, test) => void it(name, async () => void (await test()));
  return { it: version === OLDEST ? everywhere : () => {}, everywhere };
}
