import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { it } from 'node:test';

it('only Format\\Number calls number_format_i18n(), which returns HTML', () => {
  const files = globSync('{src,blocks}/**/*.php', { cwd: import.meta.dirname });
  assert.ok(files.length > 100);
  const calling = files.filter((file) =>
    readFileSync(`${import.meta.dirname}/${file}`, 'utf8').includes('number_format_i18n('),
  );
  assert.deepEqual(calling, ['src/Foundation/Format/Number.php']);
});
