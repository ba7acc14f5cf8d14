import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { hookReference } from './hooks.ts';
import { declaredModules, pluginClasses } from './modules.ts';

test('declarations.php, stored.php and docs/rest.md contain what the modules declare', async () => {
  for (const [path, text] of Object.entries(await declaredModules(pluginClasses)))
    assert.equal(readFileSync(path, 'utf8'), text, `run npm run modules (${path})`);
});

test('docs/hooks.md describes every hook that the plugin offers', () => {
  assert.equal(
    readFileSync(new URL('../docs/hooks.md', import.meta.url), 'utf8'),
    hookReference(pluginClasses),
    'run npm run modules',
  );
});
