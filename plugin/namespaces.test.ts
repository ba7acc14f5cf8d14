import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

test('arrows between the namespaces of the plugin run one way', () => {
  const src = join(import.meta.dirname, 'src');
  // A class that stands in no folder counts for itself.
  const uses = new Map<string, Set<string>>();
  for (const file of globSync('**/*.php', { cwd: src, exclude: ['**/*.test.php'] })) {
    const [own = ''] = file.replace(/\.php$/, '').split(/[\\/]/);
    const used = uses.get(own) ?? new Set();
    for (const [, other = ''] of readFileSync(join(src, file), 'utf8').matchAll(/\bLargesse\\(\w+)/g)) {
      if (other !== own) used.add(other);
    }
    uses.set(own, used);
  }
  assert.ok(uses.size > 5);
  // What uses none of those that are left can go; those of a circle stay.
  for (let left = 0; left !== uses.size; ) {
    left = uses.size;
    for (const [name, used] of uses) {
      if (![...used].some((other) => uses.has(other))) uses.delete(name);
    }
  }
  assert.deepEqual(Object.fromEntries(uses), {}, 'a circle');
});

test('only the folder that the package for WordPress’s directory leaves out names hooks of its updates', () => {
  const files = globSync('**/*.php', { cwd: import.meta.dirname });
  const naming = files.filter((file) =>
    /site_transient_update_|auto_update_plugin/.test(readFileSync(join(import.meta.dirname, file), 'utf8')),
  );
  assert.deepEqual(naming.sort(), ['src/Updates/UpdateHooks.php', 'src/Updates/Updates.php']);
});
