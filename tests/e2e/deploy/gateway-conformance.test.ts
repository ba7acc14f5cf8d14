// Needs gateways: nginx and Caddy may change requests and answers.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { GATEWAYS, type Gateway, type GatewayOptions } from '../../../deploy/testing/gateway.ts';
import { addressOf } from '../../support/server-address.ts';

/*
 * Repeats tests of the API's rules through a gateway: callers must get the same answers as without a gateway. Selects
 * tests that a gateway could break, for example tests of paths, bodies, headers and long answers.
 * gateway-verdicts.test.ts tests malformed requests.
 */

const FILES = ['authentication', 'bodies', 'errors', 'invitees', 'item-lists'].map(
  (name) => `api/conformance/${name}.test.ts`,
);

/** Files with slow tests. These tests run only behind nginx. */
const LONG_FILES = [
  'api/conformance/item-conditions.test.ts',
  'tests/e2e/service/databases/long-lists.test.ts',
  'api/conformance/role-matrix.test.ts',
];

/** Requests that both gateways refuse themselves. Their answers contain only `detail`, whatever the request accepts. */
const OWN_ERRORS = ['answers an address that cannot be decoded', 'answers a body that is too large'];

/** Tests of a service whose callers' addresses come from no gateway. */
const WITHOUT_GATEWAY = 'counts addresses of proxies';

/** For each gateway, parts of the names of tests to skip, because the gateway changes the tested answers. */
const EXCEPT: Record<string, string[]> = {
  // nginx itself refuses TRACE, and its answer does not list the methods of the path.
  nginx: ['names the methods of', WITHOUT_GATEWAY, ...OWN_ERRORS],
  // Go's HTTP server in Caddy refuses invalid escapes such as `%zz`, and answers in plain text.
  caddy: ['answers 400 to /', 'answers a clear 4xx to %', WITHOUT_GATEWAY, ...OWN_ERRORS],
};

const KEY = 'the-gateway-key';
/**
 * Addresses of all callers in the tests, including addresses in X-Forwarded-For. nginx must not limit requests from
 * these addresses.
 */
const CALLERS = ['127.0.0.1', '203.0.113.0/24', '2001:db8::/32'];

const root = fileURLToPath(new URL('../../..', import.meta.url));

/**
 * Starts a server that creates gateways. The body of a request is the address of a service. The answer is the address
 * of the gateway for this service.
 */
async function startGateways(start: (options: GatewayOptions) => Promise<Gateway>) {
  const gateways: Gateway[] = [];
  const server = createServer(async (request, response) => {
    const options = { processes: [await text(request)], keys: [KEY], sites: CALLERS, proxies: ['127.0.0.1'] };
    try {
      const gateway = await start(options);
      gateways.push(gateway);
      response.end(gateway.url);
    } catch (error) {
      response.writeHead(500).end(String(error));
    }
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: addressOf(server),
    count: () => gateways.length,
    async [Symbol.asyncDispose]() {
      server.close();
      for (const gateway of gateways) await gateway[Symbol.asyncDispose]();
    },
  };
}

for (const { name, isInstalled, start } of GATEWAYS)
  describe(`the rules of the API, through ${name}`, {
    skip: isInstalled ? false : `${name} is not installed`,
    concurrency: 2,
  }, () => {
    const skipping = EXCEPT[name]?.map((pattern) => `--test-skip-pattern=${pattern}`) ?? [];
    for (const file of name === 'nginx' ? [...FILES, ...LONG_FILES] : FILES)
      it(`hold in ${file}`, async () => {
        await using gateways = await startGateways(start);
        const { NODE_TEST_CONTEXT: _, ...env } = process.env;
        const child = spawn(process.execPath, ['--test-reporter=tap', ...skipping, file], {
          cwd: root,
          env: { ...env, TEST_GATEWAY: gateways.url, TEST_GATEWAY_KEY: KEY },
          stdio: ['ignore', 'pipe', 'inherit'],
        });
        const [output, [code]] = await Promise.all([text(child.stdout), once(child, 'close')]);
        assert.equal(code, 0, output);
        assert.match(output, /^# pass [1-9]/m);
        assert.ok(gateways.count() > 0);
      });
  });
