import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import * as names from './assets/shared-names.ts';
import { phpNames, SPELLING } from './php-names.ts';

// A test, because a sniff sees one file, and this is about the files of several folders.

/** Files that use a shared name for something else: a CSS class, and an ability of WordPress. */
const OTHERS = ['src/Pages/Guests/RegistryBlock.php', 'src/Managing/Abilities/Ability.php'];

test('SharedNames.php contains the names of shared-names.ts (if not: npm run rules)', () =>
  assert.equal(readFileSync(join(import.meta.dirname, 'src/Foundation/Html/SharedNames.php'), 'utf8'), phpNames()));

test('scripts and PHP use the constant of each shared name, and do not spell the name', () => {
  const files = globSync(['{assets,blocks}/**/*.{ts,tsx}', 'src/**/*.php'], {
    cwd: import.meta.dirname,
    exclude: ['assets/shared-names.ts', 'src/Foundation/Html/SharedNames.php', '**/*.test.{ts,php}', ...OTHERS],
  });
  const codes = files.map((file): [string, string] => [
    file,
    readFileSync(join(import.meta.dirname, file), 'utf8').replace(SPELLING, ''),
  ]);
  const isScript = (file: string) => !file.endsWith('.php');
  for (const [name, value] of Object.entries(names)) {
    const using = codes.filter(([, code]) => new RegExp(`\\b${name}\\b`).test(code)).map(([file]) => file);
    assert.ok(using.some(isScript), `no script uses ${name}`);
    assert.ok(!using.every(isScript), `PHP does not use ${name}`);
    // A plain word may also be the name of something else.
    if (!/[-_]/.test(value)) continue;
    const spelling = codes.filter(([, code]) => code.replace(/^\s*(?:\*|\/[/*]).*/gm, '').includes(`'${value}'`));
    assert.deepEqual(
      spelling.map(([file]) => file),
      [],
      value,
    );
  }
});
