import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { declaredModules, pluginClasses } from './modules.ts';

test('declarations.php and stored.php contain what the modules declare', async () => {
  for (const [name, text] of Object.entries(await declaredModules(pluginClasses)))
    assert.equal(readFileSync(`${pluginClasses}/${name}.php`, 'utf8'), text, `run npm run modules (${name}.php)`);
});
