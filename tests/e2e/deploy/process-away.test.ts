// Needs a gateway: without one, each caller chooses its process.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { Agent, createServer } from 'node:http';
import { describe, it } from 'node:test';
import { GATEWAYS } from '../../../deploy/testing/gateway.ts';
import { freePort } from '../../support/free-port.ts';
import { send } from '../../support/http-client.ts';
import { patience } from '../../support/patience.ts';
import { addressOf } from '../../support/server-address.ts';
import { until } from '../../support/wait.ts';

/** Number of writes, enough that many of them choose their process at the same time. */
const WRITES = 20_000;

/** Writes at the same time. */
const CLIENTS = 32;

/** Time within which a gateway notices that a process was killed (milliseconds). */
const NOTICED_MS = 600;

/** Starts a process that answers each request, as a healthy service does. */
async function startHealthy() {
  const server = createServer((request, response) => {
    request.resume().on('end', () => response.writeHead(201).end());
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { url: addressOf(server), [Symbol.dispose]: () => void server.close().closeAllConnections() };
}

for (const { name, isInstalled, start } of GATEWAYS)
  describe(`one of two processes behind ${name} is away`, {
    skip: isInstalled ? false : `${name} is not installed`,
  }, () => {
    it('and the other one gets all writes, however many arrive at the same time', async () => {
      using healthy = await startHealthy();
      const away = `http://127.0.0.1:${await freePort()}`;
      await using gateway = await start({ processes: [away, healthy.url], keys: ['key'], sites: ['127.0.0.1'] });
      const agent = new Agent({ keepAlive: true, maxSockets: CLIENTS });
      try {
        const write = () => send(agent, gateway.url, 'POST', '/items', { headers: { 'x-api-key': 'key' }, body: {} });
        await until('the gateway knows that one is away', async () => {
          for (let count = 0; count < 4; count++) if ((await write()).status !== 201) return false;
          return true;
        });
        const failed: number[] = [];
        let left = WRITES;
        const client = async () => {
          while (left-- > 0) {
            const { status } = await write();
            if (status !== 201) failed.push(status);
          }
        };
        await Promise.all(Array.from({ length: CLIENTS }, client));
        assert.deepEqual(failed, []);
      } finally {
        agent.destroy();
      }
    });

    it('and writes fail only until the gateway notices that it was killed', async () => {
      using healthy = await startHealthy();
      const killed = await startHealthy();
      await using gateway = await start({ processes: [killed.url, healthy.url], keys: ['key'] });
      const agent = new Agent({ keepAlive: true, maxSockets: CLIENTS });
      let callers = 0;
      const write = () =>
        send(agent, gateway.url, 'POST', '/items', {
          headers: { 'x-api-key': 'key', authorization: `Basic ${btoa(`user${callers++}:x`)}` },
          body: {},
        });
      try {
        // Authorization decides which process gets a write, so both are in use.
        for (let count = 0; count < 10; count++) assert.equal((await write()).status, 201);
        const until = performance.now() + 2 * patience(NOTICED_MS);
        killed[Symbol.dispose]();
        const begun = performance.now();
        let lastFailure = begun;
        const client = async () => {
          while (performance.now() < until) {
            const asked = performance.now();
            const { status, headers } = await write();
            if (status === 201 || status === 429) continue;
            assert.equal(status, 502);
            assert.match(headers['retry-after'] ?? '', /^\d+$/);
            lastFailure = asked;
          }
        };
        await Promise.all(Array.from({ length: 4 }, client));
        assert.ok(lastFailure - begun < patience(NOTICED_MS), `${lastFailure - begun} ms`);
      } finally {
        agent.destroy();
      }
    });
  });
