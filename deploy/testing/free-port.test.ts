import assert from 'node:assert/strict';
import { createServer } from 'node:net';
import { it } from 'node:test';
import { freePort } from './free-port.ts';

it('returns ports that can be opened, each once, and none that systems assign themselves', async () => {
  const ports = await Promise.all(Array.from({ length: 2000 }, freePort));
  assert.equal(new Set(ports).size, ports.length);
  for (const port of ports) {
    assert.ok(port >= 20_000 && port < 32_768, `${port}`);
    const server = createServer();
    await new Promise<void>((done, fail) => server.once('error', fail).listen(port, '127.0.0.1', done));
    await new Promise((done) => server.close(done));
  }
});
