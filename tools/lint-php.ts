import { globSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { phpVersions, runPhp } from './php.ts';

/*
 * Compiles every PHP file with the oldest PHP that the plugin supports and with the one used in tests. Prints PHP's errors,
 * including deprecations, with exit code 1.
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
console.log(`${files.length} files of PHP`);
