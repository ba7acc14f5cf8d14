import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { hookReference } from './hooks.ts';
import { declaredModules, pluginClasses } from './modules.ts';

test('declarations.php and stored.php contain what the modules declare', async () => {
  for (const [name, text] of Object.entries(await declaredModules(pluginClasses)))
    assert.equal(readFileSync(`${pluginClasses}/${name}.php`, 'utf8'), text, `run npm run modules (${name}.php)`);
});

test('docs/hooks.md describes every hook that the plugin offers', () => {
  assert.equal(
    readFileSync(new URL('../docs/hooks.md', import.meta.url), 'utf8'),
    hookReference(pluginClasses),
    'run npm run modules',
  );
});
