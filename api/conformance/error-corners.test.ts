import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { rawExchange } from '../../tests/support/raw-socket.ts';
import { openTestService } from '../../tests/support/service.ts';
import { assertDetail, DETAIL } from './answers.ts';

const t = await openTestService();
after(() => t.close());

const HOST = 'Host: service.example\r\n';
const CREDENTIALS = () => `Authorization: ${t.host.users.authorization('owner')}\r\n`;

describe('rules: Errors, invalid requests', () => {
  const framing: Record<string, string> = {
    'a line that is not HTTP': 'nonsense\r\n\r\n',
    'bytes of TLS': '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n',
    'an unknown method': `FOO /items HTTP/1.1\r\n${HOST}\r\n`,
    'a wrong HTTP version': `GET /items HTTP/9.9\r\n${HOST}\r\n`,
    'a content length that is not a number': `POST /items HTTP/1.1\r\n${HOST}Content-Length: abc\r\n\r\n`,
    'two different content lengths': `POST /items HTTP/1.1\r\n${HOST}Content-Length: 3\r\nContent-Length: 5\r\n\r\nabc`,
    'length and chunks at once': `POST /items HTTP/1.1\r\n${HOST}Content-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
    'a bad chunk size, with credentials': `POST /items HTTP/1.1\r\n${HOST}${CREDENTIALS()}Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n`,
    'a header without a colon': `GET /items HTTP/1.1\r\n${HOST}NoColon\r\n\r\n`,
    'a NUL in a header': `GET /items HTTP/1.1\r\n${HOST}X-A: a\0b\r\n\r\n`,
    'a space before the colon': `GET /items HTTP/1.1\r\n${HOST}Content-Length : 3\r\n\r\nabc`,
    'no Host header': 'GET /items HTTP/1.1\r\n\r\n',
    'two Host headers': `GET /items HTTP/1.1\r\n${HOST}${HOST}\r\n`,
    'a space in the path': `GET /items /x HTTP/1.1\r\n${HOST}\r\n`,
  };
  for (const [what, bytes] of Object.entries(framing)) {
    it(`answers 400 with a detail to ${what}`, async () => {
      const answer = await rawExchange(t.url, bytes);
      assert.equal(answer.status, 400, `${answer.status} ${answer.body}`);
      assert.match(answer.headers['content-type'] ?? '', /^application\/json\b/);
      assertDetail(answer.body, DETAIL.badRequest);
    });
  }

  it('answers 431 with a detail to headers that are too long', async () => {
    const answer = await rawExchange(t.url, `GET /items HTTP/1.1\r\n${HOST}X-Long: ${'x'.repeat(40_000)}\r\n\r\n`);
    assert.equal(answer.status, 431);
    assert.match(answer.headers['content-type'] ?? '', /^application\/json\b/);
    assertDetail(answer.body);
  });
});

describe('rules: Errors, unusual but valid requests', () => {
  it('answers HTTP/1.0', async () => {
    const answer = await rawExchange(t.url, 'GET /health HTTP/1.0\r\n\r\n');
    assert.equal(answer.status, 200);
  });

  it('accepts a chunked body', async () => {
    const body = '{"name":"x"}';
    const answer = await rawExchange(
      t.url,
      `PUT /items/987654 HTTP/1.1\r\n${HOST}${CREDENTIALS()}Content-Type: application/json\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`,
    );
    assert.equal(answer.status, 404, answer.body);
    assertDetail(answer.body, DETAIL.item);
  });

  it('answers an upgrade with a detail or without upgrading', async () => {
    const answer = await rawExchange(
      t.url,
      `GET /items HTTP/1.1\r\n${HOST}Connection: Upgrade\r\nUpgrade: websocket\r\n\r\n`,
    );
    assert.ok(answer.status >= 400 && answer.status < 500, `${answer.status}`);
    assertDetail(answer.body);
  });
});
