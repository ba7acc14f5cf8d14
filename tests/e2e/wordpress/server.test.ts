import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { connect } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { test } from 'node:test';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { PHPResponse } from '@php-wasm/universal';
import { listen } from '../../../tools/wordpress/server.ts';
import { until } from '../../support/wait.ts';

test('closes after the running pages, and rejects the waiting ones', async () => {
  const server = await listen(0);
  const begun: string[] = [];
  let arrived = 0;
  const rest = Promise.withResolvers<void>();
  server.serve({
    instances: 2,
    php: {
      request: async ({ url }) => {
        begun.push(url);
        await rest.promise;
        return new PHPResponse(200, {}, new TextEncoder().encode('made'));
      },
    },
    get staticFolders() {
      arrived++;
      return {};
    },
    onCrash: async (error) => assert.fail(String(error)),
  });
  const ask = async (path: string) => (await fetch(server.url + path)).status;
  const underWay = [ask('/1'), ask('/2')];
  await until('all instances have a request', () => begun.length === 2);
  const waiting = Array.from({ length: 20 }, (_, index) => ask(`/more/${index}`));
  await until('the other requests have arrived, too', () => arrived === 22);
  const closed = server.close();
  assert.deepEqual(new Set(await Promise.all(waiting)), new Set([503]));
  rest.resolve();
  assert.deepEqual(await Promise.all(underWay), [200, 200]);
  await closed;
  assert.equal(begun.length, 2);
  await assert.rejects(ask('/'), TypeError);
});

test('does not take a disconnected client for a crash of PHP', async () => {
  const server = await listen(0);
  let begun = 0;
  const crashes: unknown[] = [];
  server.serve({
    instances: 1,
    php: {
      request: async () => {
        begun++;
        return new PHPResponse(200, {}, new TextEncoder().encode('made'));
      },
    },
    staticFolders: {},
    onCrash: async (error) => void crashes.push(error),
  });
  const { port } = new URL(server.url);
  const socket = connect(Number(port), '127.0.0.1');
  await once(socket, 'connect');
  // The server sends 100 Continue when it starts to read.
  socket.write('POST / HTTP/1.1\r\nhost: site\r\nexpect: 100-continue\r\ncontent-length: 9\r\n\r\nhalf');
  await once(socket, 'data');
  socket.destroy();
  await server.close();
  assert.deepEqual([begun, crashes], [0, []]);
});

test('answers HEAD with the length of GET, or without a length', async () => {
  const length = { '/picture': '5000', '/text': '5000', '/page': undefined };
  await using opened = new AsyncDisposableStack();
  const server = await listen(0);
  opened.defer(() => server.close());
  server.serve({
    instances: 1,
    php: {
      request: async ({ url, method }) => {
        const type = url === '/picture' ? 'image/png' : 'text/html; charset=UTF-8';
        const headers = { 'content-type': [type], ...(url !== '/page' && { 'content-length': ['5000'] }) };
        return new PHPResponse(200, headers, new TextEncoder().encode(method === 'HEAD' ? '' : 'x'.repeat(5000)));
      },
    },
    staticFolders: {},
    onCrash: async (error) => assert.fail(String(error)),
  });
  for (const [path, expected] of Object.entries(length))
    for (const encoding of ['identity', 'gzip']) {
      const [get, head] = await Promise.all(
        ['GET', 'HEAD'].map(async (method) => {
          const { promise, resolve } = Promise.withResolvers<IncomingMessage>();
          request(server.url + path, { method, headers: { 'accept-encoding': encoding }, agent: false }, resolve).end();
          const answer = await promise;
          await buffer(answer);
          return answer.headers['content-length'];
        }),
      );
      const isCompressed = path === '/text' && encoding === 'gzip';
      assert.equal(head, isCompressed ? undefined : expected, `${path} ${encoding}`);
      if (!isCompressed) assert.equal(head, get);
    }
});

test('compresses pages if clients accept it', async () => {
  const html = '<p>A wish</p>'.repeat(200);
  await using opened = new AsyncDisposableStack();
  const server = await listen(0);
  opened.defer(() => server.close());
  server.serve({
    instances: 1,
    php: {
      request: async ({ url }) => {
        const type = url === '/picture' ? 'image/png' : 'text/html; charset=UTF-8';
        return new PHPResponse(200, { 'content-type': [type], vary: ['Cookie'] }, new TextEncoder().encode(html));
      },
    },
    staticFolders: {},
    onCrash: async (error) => assert.fail(String(error)),
  });
  const ask = async (path: string, headers: Record<string, string> = {}) => {
    const { promise, resolve } = Promise.withResolvers<IncomingMessage>();
    request(server.url + path, { headers, agent: false }, resolve).end();
    const answer = await promise;
    const bytes = await buffer(answer);
    const { 'content-encoding': encoding, vary } = answer.headers;
    return { encoding, vary, bytes };
  };
  const brotli = await ask('/', { 'accept-encoding': 'gzip, deflate, br' });
  assert.deepEqual([brotli.encoding, brotli.vary], ['br', 'Cookie, Accept-Encoding']);
  assert.equal(brotliDecompressSync(brotli.bytes).toString(), html);
  const gzip = await ask('/', { 'accept-encoding': 'gzip' });
  assert.equal(gzip.encoding, 'gzip');
  assert.equal(gunzipSync(gzip.bytes).toString(), html);
  for (const [path, encodings] of [
    ['/', ''],
    ['/', 'br;q=0'],
    ['/picture', 'br'],
  ] as const) {
    const plain = await ask(path, { 'accept-encoding': encodings });
    assert.deepEqual([plain.encoding, plain.bytes.toString()], [undefined, html]);
  }
});
