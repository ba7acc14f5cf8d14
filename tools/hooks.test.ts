import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { hookReference } from './hooks.ts';

/** Returns the reference of a class that runs one filter, with a parameter of this type. */
function referenceOf(type: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'hooks-'));
  try {
    writeFileSync(
      join(folder, 'Parts.php'),
      `<?php
final class Parts {
	/** @return mixed The parts. */
	public static function all( $reader ) {
		/**
		 * Filters the parts.
		 *
		 * @param list<int> $parts  Ids.
		 * @param ${type} $reader
		 */
		return apply_filters( 'largesse_parts', array(), $reader );
	}
}
`,
    );
    return hookReference(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

test('the reference of hooks lists the parameters of a hook', () => {
  assert.match(
    referenceOf('WP_Post|null'),
    /### `largesse_parts`\n\nFilters the parts\.\n\n- `list<int> \$parts`: Ids\./,
  );
  assert.match(referenceOf('array{id: int, is_first?: bool}'), /- `array\{id: int, is_first\?: bool\} \$reader`\n/);
});

test('a hook passes no object of a class of the plugin, because other plugins do not know it', () => {
  for (const type of ['Place', 'list<Place>', 'array{place: Place, id: int}|null']) {
    assert.throws(() => referenceOf(type), /largesse_parts passes Place, which is no public type/);
  }
});
