// Needs a whole service: it logs at each level.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import * as faults from '../../support/host-faults.ts';
import { HOST_CANARY } from '../../support/host-faults.ts';
import { openOwnService } from '../../support/own-service.ts';

const FAULTS: Record<string, faults.Fault> = {
  'a word': faults.text(HOST_CANARY),
  'broken JSON': faults.text(`{"id":1,"title":${HOST_CANARY}}`),
  'truncated JSON': faults.text(`{"id":1,"title":"${HOST_CANARY}`),
  'JSON of the wrong types': faults.text(`{"id":"${HOST_CANARY}","${HOST_CANARY}":1}`),
  'an invalid time': faults.text(
    JSON.stringify({
      ...{ id: 11, author: 2, status: 'private', slug: 's', link: 'l', title: {}, content: {}, meta: {} },
      ...{ date_gmt: HOST_CANARY, modified_gmt: HOST_CANARY },
    }),
  ),
  'a page': faults.html(),
  'an error': faults.status(500),
  'a request to wait': faults.status(503, { 'retry-after': HOST_CANARY }),
  'a redirect': faults.redirect(`http://${HOST_CANARY}.example/${HOST_CANARY}`),
  'half an answer': faults.cutMidBody(),
  'no HTTP': ({ request }) => void request.socket.end(`${HOST_CANARY} ${HOST_CANARY}\r\n\r\n`),
  'an invalid header': ({ request }) => {
    request.socket.end(`HTTP/1.1 200 OK\r\n${HOST_CANARY}\r\nContent-Length: ${HOST_CANARY}\r\n\r\n`);
  },
};

it('rules: Secrecy, text of the host never appears in logs: for any answer, at the most detailed level', async () => {
  await using t = await openOwnService({ LOG_LEVEL: 'trace' });
  const { host, service } = t;
  const { id } = host.registries.add({ author: host.users.get('owner').id });
  const ask = async (method: string, path: string, body?: object) => {
    const { status, text, headers } = await t.ask('owner', method, path, body);
    return { status, text, sync: headers['registry-sync'] };
  };

  for (const [what, fault] of Object.entries(FAULTS)) {
    // Six correct answers of the host before each fault keep the breaker closed.
    for (let n = 0; n < 6; n++) assert.equal((await ask('GET', `/registries/${id}`)).status, 200);
    host.misbehave(fault);
    host.forgetCalls();
    const read = await ask('GET', `/registries/${id}`);
    assert.ok([502, 503].includes(read.status), `${what}: ${read.status}`);
    assert.ok(!read.text.includes(HOST_CANARY), `${what}: ${read.text}`);
    assert.ok(host.calls.length > 0, `${what}: the host was not asked`);
    host.behave();
    host.misbehave(fault, { method: 'POST' });
    const added = await ask('POST', `/registries/${id}/items`, { name: 'Kettle', url: 'https://shop.example/' });
    assert.deepEqual([added.status, added.sync], [201, 'pending'], what);
    assert.equal(host.callsTo('', 'POST').length, 1, `${what}: the host was not told`);
    host.behave();
  }
  service.child.kill('SIGTERM');
  await service.exited;

  const lines = service.output().split('\n');
  const count = (message: string) => lines.filter((line) => line.includes(message)).length;
  assert.equal(count('request could not be served'), Object.keys(FAULTS).length);
  assert.ok(count('registry_item_ids is not in line') >= Object.keys(FAULTS).length);
  assert.deepEqual(
    lines.filter((line) => line.includes(HOST_CANARY)),
    [],
  );
});
