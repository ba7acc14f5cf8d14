import assert from 'node:assert/strict';
import { test } from 'node:test';
import Fastify from 'fastify';
import { pipeline } from '../../../tests/support/raw-socket.ts';
import { toApiError } from './error-handler.ts';
import { sendError } from './errors.ts';
import { refuseOverload } from './limits.ts';

test('serves the first of many slow requests in one turn, and refuses the last', async () => {
  const app = Fastify().decorate('countError', () => {});
  app.setErrorHandler((error, _request, reply) => sendError(reply, toApiError(error)));
  refuseOverload(app);
  app.get('/', () => {
    const end = performance.now() + 10;
    while (performance.now() < end);
    return {};
  });
  const url = await app.listen({ port: 0, host: '127.0.0.1' });
  const statuses = await pipeline(url, Array(250).fill('GET / HTTP/1.1\r\nHost: x\r\n\r\n'));
  await app.close();
  assert.deepEqual(new Set(statuses.slice(0, 100)), new Set([200]));
  assert.equal(statuses.at(-1), 503);
});
