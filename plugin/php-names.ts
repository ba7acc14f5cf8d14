import * as names from './assets/shared-names.ts';

/**
 * Methods of modules that spell the names of hooks, parameters and headers: a constant would load its class on each
 * page.
 */
export const SPELLING = /function (?:add_hooks|events)\(\): \w+ \{.*?\n\t\}\n/gs;

/** Returns the text of `src/Foundation/Html/SharedNames.php`: the names that scripts and PHP share, as constants. */
export function phpNames(): string {
  const width = Math.max(...Object.keys(names).map((name) => name.length));
  const lines = Object.entries(names).map(([name, value]) => `\tpublic const ${name.padEnd(width)} = '${value}';\n`);
  return `<?php
// Made from plugin/assets/shared-names.ts by \`npm run rules\`: change it there.
declare( strict_types=1 );

namespace Largesse\\Foundation\\Html;

/**
 * Names that scripts of pages and PHP share. shared-names.ts describes each name.
 */
final class SharedNames {

${lines.join('')}}
`;
}
