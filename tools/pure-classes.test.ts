import assert from 'node:assert/strict';
import { existsSync, globSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { type PhpVersion, runNativePhp, runPhp } from './php.ts';
import { defaultEngine } from './wordpress/choose-engine.ts';

/*
 * The tests of the plugin's pure classes (`plugin/src/**\/*.test.php`). Each test must pass with the oldest
 * supported PHP, and with this machine's PHP if it is the default engine.
 */

/** Result of a test, as pure-classes.php prints it. */
interface Result {
  file: string;
  name: string;
  failure: { place: string; message: string; expected: string | null; actual: string | null } | null;
}

const root = fileURLToPath(new URL('..', import.meta.url));
const files = globSync('plugin/src/**/*.test.php', { cwd: root }).sort();
/** The oldest PHP that the plugin supports. */
const OLDEST = '8.1' satisfies PhpVersion;

const RUN = "require 'tools/pure-classes.php';";

/** Runs all tests with one PHP. */
async function resultsOf(version: PhpVersion | 'native'): Promise<Result[]> {
  const { printed, complaints } =
    version === 'native'
      ? await runNativePhp(root, RUN, files)
      : await runPhp(version, root, `chdir( '/folder' ); ${RUN}`, files);
  assert.equal(complaints, '', `PHP ${version}`);
  return JSON.parse(printed);
}

/** PHP versions with which a test failed, by file, name of the test, and description of the failure. */
const failures = new Map<string, Map<string, Map<string, string[]>>>();
const native = (await defaultEngine()) === 'native' ? (['native'] as const) : [];
for (const engine of [OLDEST, ...native] as const) {
  for (const { file, name, failure } of await resultsOf(engine)) {
    const tests = failures.get(file) ?? new Map<string, Map<string, string[]>>();
    failures.set(file, tests);
    const found = tests.get(name) ?? new Map<string, string[]>();
    tests.set(name, found);
    if (failure) found.set(describeFailure(failure), [...(found.get(describeFailure(failure)) ?? []), engine]);
  }
}

/** Formats a failure with its place in the test, and the two values that differ. */
function describeFailure({ place, message, expected, actual }: NonNullable<Result['failure']>): string {
  const values = expected === null ? [] : [`expected: ${expected}`, `actual:   ${actual}`];
  return [place, message, ...values].filter((line) => line !== '').join('\n');
}

for (const [file, tests] of failures) {
  describe(file, () => {
    for (const [name, found] of tests)
      it(name, () => {
        if (found.size === 0) return;
        const error = new Error(
          [...found].map(([what, engines]) => `${what}\nin PHP ${engines.join(', ')}`).join('\n'),
        );
        // Hide the stack, which would only contain lines of this file.
        error.stack = error.message;
        throw error;
      });
  });
}

it('a file of tests contains tests', () => {
  assert.deepEqual(
    files.filter((file) => !failures.has(file)),
    [],
  );
});

/** Classes of the plugin that use WordPress. */
const ADAPTERS = ['Http/Request', 'Updates/ReleaseSource', 'Finding/NameSearch'].map(
  (name) => `plugin/src/${name}.php`,
);

/** Returns the pure classes without tests, and the names in `ADAPTERS` that belong to WordPress. */
async function analyse(): Promise<{ untested: string[]; foreign: string[][] }> {
  const { printed, complaints } = await runPhp(
    OLDEST,
    root,
    `chdir( '/folder' ); $files = $input; $input = array(); ob_start(); ${RUN} ob_end_clean();
     echo json_encode( array(
       'untested' => Largesse\\Testing\\untested_classes(),
       'foreign'  => array_map( Largesse\\Testing\\foreign_names( ... ), $files ),
     ) );`,
    ADAPTERS,
  );
  assert.equal(complaints, '');
  return JSON.parse(printed);
}
const { untested, foreign } = await analyse();

/** Pure classes without their own file of tests, and the tests that test them. */
const TESTED_WITH: Readonly<Record<string, string>> = {
  'plugin/src/Pictures/JpegFile.php': 'plugin/src/Pictures/PictureFile.test.php',
  'plugin/src/Pictures/PngFile.php': 'plugin/src/Pictures/PictureFile.test.php',
  'plugin/src/Pictures/WebpFile.php': 'plugin/src/Pictures/PictureFile.test.php',
  'plugin/src/Service/MailAddress.php': 'tests/e2e/plugin/rule-cases.test.ts',
};

it('each pure class with a condition or a loop has tests', () => {
  assert.deepEqual(untested.sort(), Object.keys(TESTED_WITH));
  for (const file of Object.values(TESTED_WITH)) assert.ok(existsSync(join(root, file)), file);
});

it('a class that uses WordPress is not pure', () => {
  const [request = [], source = [], search = []] = foreign;
  const names = (found: string[]) => new Set(found.map((name) => name.replace(/ in line \d+$/, '')));
  assert.deepEqual(names(request), new Set(['wp_parse_url', 'home_url', 'wp_unslash', 'sanitize_url']));
  for (const name of ['WP_Error', 'HOUR_IN_SECONDS', 'get_site_transient']) assert.ok(names(source).has(name), name);
  assert.ok(names(search).has('global'));
});
