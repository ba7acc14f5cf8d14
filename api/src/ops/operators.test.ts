import assert from 'node:assert/strict';
import { once } from 'node:events';
import { after, before, describe, it } from 'node:test';
import { MessageChannel } from 'node:worker_threads';
import { fetchOnce } from '../../../tests/support/http-client.ts';
import { serveOperators } from './operators.ts';
import { Pulse } from './pulse.ts';

/* The listener, without the thread in which the service runs it. */
describe('the listener of the operators', () => {
  const { port1: service, port2: thread } = new MessageChannel();
  const pulse = new Pulse();
  const alive = pulse.begin();
  let url = '';

  before(async () => {
    const database = { kind: 'sqlite', path: ':memory:' } as const;
    await serveOperators(thread, { address: '127.0.0.1', port: 0, database, pulse: pulse.memory });
    const listening = once(service, 'message');
    service.postMessage({ kind: 'listen' });
    ({ url } = (await listening)[0]);
  });
  after(() => {
    service.postMessage({ kind: 'close' });
    service.close();
  });

  const ready = async () => {
    const answer = await fetchOnce(`${url}/ready`);
    return [answer.status, JSON.parse(await answer.text()).detail, answer.headers.get('retry-after')];
  };

  it('answers only GET and HEAD, with any query', async () => {
    for (const [method, path, status] of [
      ['GET', '/ready?from=gateway', 200],
      ['HEAD', '/ready', 200],
      ['POST', '/ready', 404],
      ['GET', '/ready/', 404],
    ] as const)
      assert.equal((await fetch(url + path, { method })).status, status, `${method} ${path}`);
  });

  it('adds to the metrics of the service whether the service is ready', async () => {
    const asked = once(service, 'message');
    const answer = fetchOnce(`${url}/metrics`);
    const [{ kind, id }] = await asked;
    assert.equal(kind, 'metrics');
    service.postMessage({ kind: 'metrics', id, type: 'text/plain; version=0.0.4', text: 'largesse_x 1\n' });
    assert.match(await (await answer).text(), /^largesse_x 1\n# HELP largesse_ready .*\nlargesse_ready 1\n$/s);
    assert.equal((await answer).headers.get('content-type'), 'text/plain; version=0.0.4');
  });

  it('is not ready if the event loop was blocked too long, or the service stops', async () => {
    assert.deepEqual(await ready(), [200, undefined, null]);
    alive();
    new BigInt64Array(pulse.memory)[0] = 0n;
    assert.deepEqual(await ready(), [503, 'Service is overloaded', '1']);
    pulse.close();
    assert.deepEqual(await ready(), [503, 'Service is shutting down', '2']);
  });
});
