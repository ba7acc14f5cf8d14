// Needs gateways: nginx and Caddy choose the process for each caller.
import assert from 'node:assert/strict';
import { Agent } from 'node:http';
import { after, before, describe, it } from 'node:test';
import { GATEWAYS, type Gateway } from '../../../deploy/testing/gateway.ts';
import { openFakeHost } from '../../support/fake-host.ts';
import { send } from '../../support/http-client.ts';
import { type SpawnedService, spawnService, untilHealthy } from '../../support/spawned-service.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { until } from '../../support/wait.ts';

/*
 * Tests that a gateway sends all requests of a caller to the same process. Each process caches the callers that it has
 * seen. So the host must check each caller's credentials only once.
 */

const CALLERS = 60;
const REQUESTS_OF_EACH = 8;
const KEY = 'the-gateway-key';

const host = await openFakeHost();
const folder = await temporaryFolder();
const agent = new Agent({ keepAlive: true, maxSockets: 16 });
after(async () => {
  agent.destroy();
  await host.close();
  await folder[Symbol.asyncDispose]();
});

let users = 0;

/** Adds callers that no process has cached. @returns their Authorization headers */
function newCallers(count = CALLERS): string[] {
  return Array.from({ length: count }, () => {
    const name = `caller${users++}`;
    host.users.add(name);
    return host.users.authorization(name);
  });
}

const lookUps = (): number => host.callsTo('/wp/v2/users/me').length;

/** Sends rounds of requests, one request per caller and round. @returns number of lookups of callers on the host */
async function callThrough(gateway: Gateway, callers: readonly string[]): Promise<number> {
  const before = lookUps();
  for (let n = 0; n < REQUESTS_OF_EACH; n++)
    await Promise.all(
      callers.map(async (authorization, caller) => {
        // nginx limits the requests of each address, so each caller needs a different address. With this header, the
        // test acts like a proxy in front of nginx.
        const headers = { authorization, 'x-api-key': KEY, 'x-forwarded-for': `198.51.100.${caller}` };
        const { status, text } = await send(agent, gateway.url, 'GET', '/items', { headers });
        assert.equal(status, 200, text);
      }),
    );
  return lookUps() - before;
}

for (const { name, isInstalled, start } of GATEWAYS)
  describe(`callers behind ${name}`, { skip: isInstalled ? false : `${name} is not installed` }, () => {
    const services: SpawnedService[] = [];
    before(async () => {
      for (let n = 0; n < 4; n++)
        services.push(
          spawnService({
            HOST_URL: host.url,
            DATABASE_URL: `sqlite:${folder.path}/${name}-${n}.db`,
            TRUST_PROXY: '127.0.0.1',
            LOG_LEVEL: 'fatal',
          }),
        );
      await Promise.all(services.map((service) => untilHealthy(service)));
    });
    after(async () => {
      for (const service of services) await service[Symbol.asyncDispose]();
    });

    it('are looked up once each, and move to other processes only if their own process stops', async () => {
      const callers = newCallers();
      await using gateway = await start({
        processes: services.map(({ url }) => url),
        keys: [KEY],
        proxies: ['127.0.0.1'],
      });
      assert.equal(await callThrough(gateway, callers), CALLERS);
      const [leaving] = services.splice(0, 1);
      assert.ok(leaving);
      leaving.child.kill('SIGKILL');
      await leaving.exited;
      const moved = await callThrough(gateway, callers);
      console.log(`${name}, 3 of 4 processes left: ${moved} of ${CALLERS} callers looked up again`);
      assert.ok(moved > 0 && moved < CALLERS / 2, `${moved}`);
      await until('no caller is looked up again', async () => (await callThrough(gateway, callers)) === 0);
    });
  });
