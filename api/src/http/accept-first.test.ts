import assert from 'node:assert/strict';
import { Agent, get } from 'node:http';
import { it } from 'node:test';
import Fastify from 'fastify';
import { acceptFirst } from './accept-first.ts';

const CLIENTS = 150;
const REQUESTS = 4;

it('all clients that connect at once get their first answer before any of them gets its last one', async () => {
  const app = Fastify({ forceCloseConnections: true });
  acceptFirst(app);
  app.get('/', async () => {
    // The work of a request.
    for (const end = performance.now() + 1; performance.now() < end; );
    return 'ok';
  });
  const url = await app.listen({ port: 0, host: '127.0.0.1' });
  const answers: number[] = [];
  const client = async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    for (let n = 1; n <= REQUESTS; n++) {
      await new Promise<void>((resolve, reject) => {
        get(url, { agent }, (response) => response.resume().once('end', resolve)).once('error', reject);
      });
      answers.push(n);
    }
    agent.destroy();
  };
  await Promise.all(Array.from({ length: CLIENTS }, client));
  const lastFirst = answers.lastIndexOf(1);
  const firstLast = answers.indexOf(REQUESTS);
  assert.ok(lastFirst < firstLast, `the last first answer is number ${lastFirst}, the first last one ${firstLast}`);
  await app.close();
});

it('a request on a known connection is served at once', async () => {
  const app = Fastify({ forceCloseConnections: true });
  acceptFirst(app);
  let turns = 0;
  app.addHook('onRequest', (_request, _reply, done) => done());
  app.get('/', async () => String(turns));
  const url = await app.listen({ port: 0, host: '127.0.0.1' });
  for (; turns < 5; turns++) assert.equal(await (await fetch(url)).text(), String(turns));
  await app.close();
});
