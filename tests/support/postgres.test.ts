import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

test('a program that used a PostgreSQL keeps its own exit code, by which npm test detects failures', async () => {
  const child = spawn(
    process.execPath,
    ['--input-type=module', '--eval', `${program(fileURLToPath(new URL('./postgres.ts', import.meta.url)))}`],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  );
  const said = child.stderr.toArray();
  const [code] = await once(child, 'exit');
  assert.equal(Buffer.concat(await said).toString(), '');
  assert.equal(code, 3);
});

function program(module: string): string {
  return `
    import { startPostgres } from ${JSON.stringify(module)};
    await using server = await startPostgres();
    process.exitCode = 3;`;
}
