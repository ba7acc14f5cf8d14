import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { it } from 'node:test';
import { callCron } from './cron.ts';

it('the demonstration calls the cron of its site repeatedly, one call at a time, until it ends', async () => {
  const called: string[] = [];
  let underWay = 0;
  const thrice = Promise.withResolvers<void>();
  const server = createServer((request, response) => {
    underWay++;
    called.push(request.url ?? '');
    assert.equal(underWay, 1);
    setImmediate(() => {
      underWay--;
      // The first call fails. `callCron` must nevertheless repeat the call.
      if (called.length === 1) response.destroy();
      else response.end();
      if (called.length === 3) thrice.resolve();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  assert.ok(address !== null && typeof address === 'object');
  const calls = callCron(`http://127.0.0.1:${address.port}`, 1);
  await thrice.promise;
  await calls[Symbol.asyncDispose]();
  const before = called.length;
  assert.deepEqual([...new Set(called)], ['/wp-cron.php?doing_wp_cron']);
  server.closeAllConnections();
  server.close();
  await once(server, 'close');
  assert.equal(called.length, before);
});
