// Needs gateways: only real proxies show which requests they refuse.
import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { GATEWAYS } from '../../../deploy/testing/gateway.ts';
import { type RawAnswer, rawExchange } from '../../support/raw-socket.ts';
import { openTestService } from '../../support/service.ts';
import { openForSuite } from '../../support/suite.ts';

/*
 * Sends the same bytes to the service, directly and through each gateway. All answers must have the same format, and
 * the same status unless the row of the request states a different status and the reason.
 */

const KEY = 'the-gateway-key';
const t = await openTestService({ env: { TRUST_PROXY: '127.0.0.1', GATEWAY_KEY: KEY } });
after(() => t.close());

const HOST = 'Host: api.site.example';
const WITH_KEY = [HOST, `X-Api-Key: ${KEY}`, 'Connection: close'];
const LOGIN = `Authorization: ${t.host.users.authorization('owner')}`;
const SIGNED_IN = [...WITH_KEY, LOGIN];
const JSON_TYPE = 'Content-Type: application/json';

const request = (line: string, headers: readonly string[], body = ''): string =>
  `${[line, ...headers].join('\r\n')}\r\n\r\n${body}`;
const get = (path: string, headers: readonly string[] = SIGNED_IN): string => request(`GET ${path} HTTP/1.1`, headers);
const post = (headers: readonly string[], body: string): string =>
  request('POST /items HTTP/1.1', [...SIGNED_IN, JSON_TYPE, ...headers], body);
const posted = (body: string, headers: readonly string[] = []): string =>
  post([`Content-Length: ${Buffer.byteLength(body)}`, ...headers], body);

/** A gateway's status that differs from the service's status, and the reason for the difference. */
interface Deviation {
  status: number;
  why: string;
}

interface Row {
  bytes: string;
  /** Status of the service's answer. */
  status: number;
  nginx?: Deviation;
  caddy?: Deviation;
}

const KEY_FIRST = 'a gateway knows no paths, so it checks the key before the service can report a missing path';
const nokey: Deviation = { status: 403, why: KEY_FIRST };
const NGINX_FIRST = 'nginx refuses it before it can reach the service';
const CADDY_REFRAMES = 'Caddy accepts it, and sends the service a well-formed one';

const rows: Record<string, Row> = {
  'an ordinary request': { bytes: get('/items'), status: 200 },
  'no key': { bytes: get('/items', [HOST, LOGIN, 'Connection: close']), status: 403 },
  'the key twice, the wrong one first': {
    bytes: get('/items', [HOST, LOGIN, 'X-Api-Key: other', `X-Api-Key: ${KEY}`, 'Connection: close']),
    status: 403,
  },
  'the key twice, the right one first': {
    bytes: get('/items', [HOST, LOGIN, `X-Api-Key: ${KEY}`, 'X-Api-Key: other', 'Connection: close']),
    status: 403,
  },
  'two logins': { bytes: get('/items', [...SIGNED_IN, LOGIN]), status: 400 },

  // Paths that need no key, and paths that look similar.
  '//health': { bytes: get('//health', [HOST, 'Connection: close']), status: 404, nginx: nokey, caddy: nokey },
  '/%68ealth': {
    bytes: get('/%68ealth', [HOST, 'Connection: close']),
    status: 200,
    nginx: { status: 403, why: 'it accepts only the usual spelling of open paths' },
  },
  '/health/../items': {
    bytes: get('/health/../items', [HOST, LOGIN, 'Connection: close']),
    status: 404,
    nginx: nokey,
    caddy: nokey,
  },
  'an invitee that resolves to /health': {
    bytes: request('DELETE /registries/1/invitees/..%2f..%2f..%2fhealth HTTP/1.1', [HOST, LOGIN, 'Connection: close']),
    status: 403,
  },
  'a preflight without a key': {
    bytes: request('OPTIONS /items HTTP/1.1', [
      HOST,
      `Origin: ${t.host.url}`,
      'Access-Control-Request-Method: GET',
      'Connection: close',
    ]),
    status: 204,
  },
  'OPTIONS *': {
    bytes: request('OPTIONS * HTTP/1.1', [HOST, 'Connection: close']),
    status: 405,
    nginx: { status: 400, why: NGINX_FIRST },
    caddy: { status: 200, why: 'Go answers it itself' },
  },

  // Addresses.
  'a full address of another host': { bytes: get('http://other.example/health'), status: 200 },
  '%00 in a path': {
    bytes: get('/items/%00'),
    status: 422,
    nginx: { status: 400, why: NGINX_FIRST },
  },
  '.. beyond the root': { bytes: get('/../items'), status: 404, nginx: { status: 400, why: NGINX_FIRST } },
  'an address of 40,000 characters': {
    bytes: get(`/items?x=${'x'.repeat(39_991)}`),
    status: 431,
    nginx: { status: 414, why: 'it counts the request line and the headers separately' },
  },

  // Methods and versions.
  TRACE: { bytes: request('TRACE /items HTTP/1.1', SIGNED_IN), status: 405 },
  CONNECT: {
    bytes: request('CONNECT other.example:443 HTTP/1.1', SIGNED_IN),
    status: 0,
    nginx: { status: 400, why: NGINX_FIRST },
    caddy: { status: 502, why: 'the service closes the connection' },
  },
  'HTTP/9.9': {
    bytes: request('GET /items HTTP/9.9', SIGNED_IN),
    status: 400,
    caddy: { status: 505, why: 'Go answers it' },
  },

  // Headers.
  'two hosts': { bytes: get('/items', [HOST, ...SIGNED_IN]), status: 400 },
  'a header without a colon': {
    bytes: get('/items', [...SIGNED_IN, 'NoColon']),
    status: 400,
    nginx: { status: 200, why: 'nginx drops such a header' },
  },
  'a space before the colon': { bytes: get('/items', [...SIGNED_IN, 'X-A : b']), status: 400 },
  'a folded header': {
    bytes: get('/items', [...SIGNED_IN, 'X-A: a\r\n  b']),
    status: 400,
    caddy: { status: 200, why: CADDY_REFRAMES },
  },
  'lines that end without CR': {
    bytes: get('/items').replaceAll('\r\n', '\n'),
    status: 400,
    nginx: { status: 200, why: 'nginx accepts them, as RFC 9112 allows, and sends the service others' },
    caddy: { status: 200, why: 'Caddy accepts them, as RFC 9112 allows, and sends the service others' },
  },

  // Bodies.
  'a body one byte larger': { bytes: posted(`"${'x'.repeat(65_535)}"`), status: 413 },
  'a chunk with an invalid size': {
    bytes: post(['Transfer-Encoding: chunked'], 'zz\r\n'),
    status: 400,
    caddy: { status: 502, why: 'the body breaks off on its way to the service' },
  },
  'both a length and chunks': {
    bytes: post(['Content-Length: 3', 'Transfer-Encoding: chunked'], '2\r\n{}\r\n0\r\n\r\n'),
    status: 400,
    caddy: { status: 422, why: CADDY_REFRAMES },
  },
  'chunked, but not as the last encoding': {
    bytes: post(['Transfer-Encoding: chunked, gzip'], '2\r\n{}\r\n0\r\n\r\n'),
    status: 400,
    caddy: { status: 501, why: 'Go answers it' },
  },
  'two lengths': { bytes: post(['Content-Length: 2', 'Content-Length: 5'], '{}'), status: 400 },
  'a length twice': {
    bytes: post(['Content-Length: 2', 'Content-Length: 2'], '{}'),
    status: 400,
    caddy: { status: 422, why: CADDY_REFRAMES },
  },
  'a second request in the body of the first': {
    bytes: post(
      ['Content-Length: 5', 'Transfer-Encoding : chunked'],
      `0\r\n\r\n${get('/items/search?q=x', [HOST, LOGIN])}`,
    ),
    status: 400,
  },

  // Not HTTP.
  'a line that is not HTTP': { bytes: 'nonsense\r\n\r\n', status: 400 },
};

/**
 * Checks the format of an answer. Go's HTTP server refuses some requests before Caddy's rules apply. In this case, the
 * answer is plain text or empty.
 */
function assertShape({ status, headers, body }: RawAnswer, isGo: boolean): void {
  if (status < 400) return;
  if (isGo && !/json/.test(headers['content-type'] ?? '')) {
    assert.ok(body.length < 100, body);
    return;
  }
  assert.match(headers['content-type'] ?? '', /^application\/json; charset=utf-8$/);
  assert.equal(headers['x-content-type-options'], 'nosniff');
  assert.equal(headers['cache-control'], 'no-store');
  assert.deepEqual(Object.keys(JSON.parse(body)), ['detail']);
}

describe('requests to the service without a gateway', () => {
  for (const [what, row] of Object.entries(rows))
    it(`answers ${row.status} to ${what}`, async () => {
      const answer = await rawExchange(t.url, Buffer.from(row.bytes, 'latin1'));
      assert.equal(answer.status, row.status, answer.body);
      assertShape(answer, false);
    });
});

for (const { name, isInstalled, start } of GATEWAYS)
  describe(`the same requests through ${name}`, { skip: isInstalled ? false : `${name} is not installed` }, () => {
    const gateway = openForSuite(() => start({ processes: [t.url], keys: [KEY] }));

    for (const [what, row] of Object.entries(rows)) {
      const deviation = row[name];
      const because = deviation === undefined ? 'as well' : `because ${deviation.why}`;
      it(`answers ${deviation?.status ?? row.status} to ${what}, ${because}`, async () => {
        const answer = await rawExchange(gateway.url, Buffer.from(row.bytes, 'latin1'));
        assert.equal(answer.status, deviation?.status ?? row.status, answer.body);
        assertShape(answer, name === 'caddy');
      });
    }

    it('still serves', async () => assert.equal((await rawExchange(gateway.url, get('/items'))).status, 200));
  });
