// Needs a proxy of another project: it compares requests and answers with the document.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { startProgram } from '../../../deploy/testing/program.ts';
import { freePort } from '../../support/free-port.ts';
import { listen } from '../../support/server-address.ts';
import { openForSuite } from '../../support/suite.ts';
import { programs } from './programs.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));

/** Tests of the rules, which together call most operations with good and bad requests. */
const FILES = ['registry-items', 'affiliate-links', 'registries', 'conditions', 'ideas', 'shares', 'events-feed']
  .concat(['releases', 'webhooks', 'items', 'item-updates', 'surprise'])
  .concat(['purchases', 'many-items', 'item-search', 'entity-tags'])
  .map((name) => `api/conformance/${name}.test.ts`);

/** Header between the proxy and the service: the address of the service. */
const UPSTREAM = 'x-test-upstream';

/** Prism compares problem details with the schema of plain errors, so no request asks for problem details. */
const PLAIN = { accept: 'application/json' };

/** Passes a request on. `seen` may change the headers of the answer. */
function pass(
  from: IncomingMessage,
  to: ServerResponse,
  base: string,
  headers: object,
  seen: (answer: IncomingMessage) => void,
): void {
  const { hostname: host, port } = new URL(base);
  const headersOnward = { ...from.headers, ...headers };
  const onward = request({ host, port, path: from.url, method: from.method, headers: headersOnward }, (answer) => {
    seen(answer);
    to.writeHead(answer.statusCode ?? 500, answer.headers);
    pipeline(answer, to).catch(() => {});
  });
  onward.on('error', () => to.destroy());
  pipeline(from, onward).catch(() => {});
}

/** Opens a Prism that validates the answers of any number of services. */
async function openPrism() {
  await using resources = new AsyncDisposableStack();
  const undocumented: string[] = [];
  let checked = 0;
  type Handler = (request: IncomingMessage, response: ServerResponse) => void;
  const serve = async (handler: Handler, stack = resources) => stack.use(await listen(createServer(handler))).url;
  const dispatcher = await serve((from, to) => pass(from, to, String(from.headers[UPSTREAM]), {}, () => {}));
  const port = await freePort();
  const cli = join(programs.folder, '@stoplight/prism-cli/dist/index.js');
  const prism = `http://127.0.0.1:${port}`;
  const document = join(root, 'contract/openapi.json');
  resources.use(await startProgram([process.execPath, cli, 'proxy', document, dispatcher, '-p', `${port}`], prism));
  const check = (from: IncomingMessage, answer: IncomingMessage) => {
    const violations = String(answer.headers['sl-violations'] ?? '');
    delete answer.headers['sl-violations'];
    checked++;
    // Requests of the tests may be wrong. A long list of violations is no JSON.
    for (const [found] of violations.matchAll(/\{"location":\["response"[^}]*"severity":"Error"[^}]*\}/g))
      undocumented.push(`${from.method} ${from.url}: ${answer.statusCode} ${found}`);
  };
  const proxies = await serve(async (asked, response) => {
    const upstream = { ...PLAIN, [UPSTREAM]: await text(asked) };
    response.end(await serve((from, to) => pass(from, to, prism, upstream, (answer) => check(from, answer)), opened));
  });
  const opened = resources.move();
  return {
    proxies,
    undocumented,
    checked: () => checked,
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}

describe('Prism as a validating proxy', { skip: programs.missing }, () => {
  const prism = openForSuite(openPrism);

  it('finds no undocumented answer to the requests of the conformance tests', async () => {
    const { NODE_TEST_CONTEXT: _, ...env } = process.env;
    const child = spawn(process.execPath, ['--test', '--test-concurrency=2', '--test-reporter=tap', ...FILES], {
      cwd: root,
      env: { ...env, TEST_GATEWAY: prism.proxies },
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    // Prism changes some answers, so some of these tests fail.
    const [output] = await Promise.all([text(child.stdout), once(child, 'close')]);
    assert.deepEqual(prism.undocumented, []);
    assert.ok(prism.checked() > 1500, `${prism.checked()} answers\n${output}`);
  });
});
