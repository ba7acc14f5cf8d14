import { globSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { phpVersions, runPhp } from './php.ts';

/*
 * Compiles every PHP file with two versions of PHP: the oldest version that the plugin supports, and the version for
 * tests. Prints PHP's errors and deprecations. Exits with code 1 if there are any.
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
const files = globSync('{plugin,theme,wordpress,e2e,tools}/**/*.php', { cwd: root }).sort();

for (const version of phpVersions) {
  const { complaints } = await runPhp(version, root, COMPILE, files);
  if (complaints === '') continue;
  console.error(complaints.replaceAll(/^/gm, `${version}: `).replaceAll('/folder/', ''));
  process.exitCode = 1;
}
console.log(`${files.length} PHP files checked`);
