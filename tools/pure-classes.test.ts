import assert from 'node:assert/strict';
import { existsSync, globSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { type PhpVersion, phpVersions, runPhp } from './php.ts';

/*
 * The tests of the plugin's pure classes (`plugin/src/**\/*.test.php`). Each test must pass with all versions of PHP.
 */

/** Result of a test, as pure-classes.php prints it. */
interface Result {
  file: string;
  name: string;
  /** Place of the failure in the test, and the reason; null if the test passed. */
  failure: string | null;
}

const root = fileURLToPath(new URL('..', import.meta.url));
const files = globSync('plugin/src/**/*.test.php', { cwd: root }).sort();

/** Runs pure-classes.php with the paths of test files, and then `code`. Returns the decoded output. */
async function run<T>(version: PhpVersion, input: readonly string[], code = ''): Promise<T> {
  const script = `chdir( '/folder' ); ob_start(); require 'tools/pure-classes.php'; ${code}`;
  const { printed, complaints } = await runPhp(version, root, script, input);
  assert.equal(complaints, '', `PHP ${version}`);
  return JSON.parse(printed);
}

for (const version of phpVersions) {
  const results = Map.groupBy(await run<Result[]>(version, files), ({ file }) => file);
  for (const [file, tests] of results)
    describe(`${file} in PHP ${version}`, () => {
      for (const { name, failure } of tests)
        it(name, () => {
          const error = new Error(failure ?? '');
          // Hide the stack, which would only contain lines of this file.
          error.stack = error.message;
          if (failure !== null) throw error;
        });
    });
  it(`a file of tests contains tests in PHP ${version}`, () => {
    assert.deepEqual(
      files.filter((file) => !results.has(file)),
      [],
    );
  });
}

/** Classes of the plugin that use WordPress. */
const ADAPTERS = ['Foundation/Http/Request', 'Operation/Updates/ReleaseSource', 'Managing/Finding/NameSearch'].map(
  (name) => `plugin/src/${name}.php`,
);

/** The pure classes without tests, and the names in `ADAPTERS` that belong to WordPress. */
const { untested, foreign } = await run<{ untested: string[]; foreign: string[][] }>(
  '8.1',
  [],
  `ob_end_clean();
   echo json_encode( array(
     'untested' => Largesse\\Testing\\untested_classes(),
     'foreign'  => array_map( Largesse\\Testing\\foreign_names( ... ), explode( ' ', '${ADAPTERS.join(' ')}' ) ),
   ) );`,
);

/** Pure classes without their own file of tests, and the tests that test them. */
const TESTED_WITH: Readonly<Record<string, string>> = {
  'plugin/src/Foundation/Http/FrameHeaders.php': 'tests/e2e/pages/giver-page.test.ts',
  'plugin/src/Foundation/Service/MailAddress.php': 'tests/e2e/plugin/rule-cases.test.ts',
};

it('each pure class with a condition or a loop has tests', () => {
  assert.deepEqual(untested.sort(), Object.keys(TESTED_WITH));
  for (const file of Object.values(TESTED_WITH)) assert.ok(existsSync(join(root, file)), file);
});

it('a class that uses WordPress is not pure', () => {
  const [request = [], source = [], search = []] = foreign;
  const names = (found: string[]) => new Set(found.map((name) => name.replace(/ in line \d+$/, '')));
  const functions = ['wp_parse_url', 'home_url', 'wp_unslash', 'sanitize_url', 'is_ssl', 'wp_using_themes'];
  assert.deepEqual(names(request), new Set([...functions, 'DAY_IN_SECONDS']));
  for (const name of ['WP_Error', 'HOUR_IN_SECONDS', 'get_site_transient']) assert.ok(names(source).has(name), name);
  assert.ok(names(search).has('global'));
});
