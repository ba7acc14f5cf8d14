import { createHash } from 'node:crypto';
import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { phpVersions, runPhp } from './php.ts';

/*
 * Compiles every PHP file with two versions of PHP: the oldest version that the plugin supports, and the version for
 * tests. Prints PHP's errors and deprecations. Exits with code 1 if there are any. If there are none, it stores a hash
 * of all files, and does not compile the same files again.
 */

/** PHP code that compiles files without running them. */
const COMPILE = `
foreach ( $input as $file ) {
  try {
    opcache_compile_file( "/folder/$file" );
  } catch ( ParseError $error ) {
    error_log( "PHP Parse error: {$error->getMessage()} in {$error->getFile()} on line {$error->getLine()}" );
  }
}`;

const root = fileURLToPath(new URL('..', import.meta.url));
const files = globSync('{deploy,docs,plugin,tests,theme,tools}/**/*.php', { cwd: root }).sort();
const hash = createHash('sha256');
for (const file of ['package-lock.json', 'tools/lint-php.ts', ...files])
  hash.update(`${file}\n`).update(readFileSync(join(root, file)));
const digest = hash.digest('hex');
const stored = join(root, 'node_modules/.cache/largesse/php');
const isKnown = existsSync(stored) && readFileSync(stored, 'utf8') === digest;

let hasFailed = false;
for (const version of isKnown ? [] : phpVersions) {
  const { complaints } = await runPhp(version, root, COMPILE, files);
  if (complaints === '') continue;
  console.error(complaints.replaceAll(/^/gm, `${version}: `).replaceAll('/folder/', ''));
  hasFailed = true;
}
console.log(`${files.length} PHP files checked`);
if (hasFailed) process.exitCode = 1;
else {
  mkdirSync(dirname(stored), { recursive: true });
  writeFileSync(stored, digest);
}
