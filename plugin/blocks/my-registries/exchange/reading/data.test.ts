import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { read } from '../../../../testing/wish-file.ts';

describe('wish files', () => {
  it('may be our own data, which the reader leaves to the site', () => {
    const data = { format: 'largesse.registry/2', wishes: [{ name: 5 }, 'x'], gifts: null };
    const json = JSON.stringify(data);
    assert.deepEqual(read(` ${json}\n`), { format: 'json', data });
    assert.deepEqual(read('[1, 2]'), { format: 'json', data: [1, 2] });
    const deepest = `${'['.repeat(16)}${']'.repeat(16)}`;
    assert.deepEqual(read(deepest), { format: 'json', data: JSON.parse(deepest) });
    const brackets = { x: `"${'['.repeat(17)}\\` };
    assert.deepEqual(read(JSON.stringify(brackets)), { format: 'json', data: brackets });
    const page = `<!DOCTYPE html><p id="largesse-registry">x</p><script>1</script><script type="application/json" id="largesse-registry">${json}</script><script>2</script>`;
    assert.deepEqual(read(page), { format: 'html', data });
  });
});
