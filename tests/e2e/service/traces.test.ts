// Needs a whole service: traces follow requests through all parts.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ITEM } from '../../../api/conformance/world.ts';
import { status } from '../../support/host-faults.ts';
import { basic } from '../../support/host-users.ts';
import { openCollector, type ReceivedSpan } from '../../support/otlp.ts';
import { openOwnService } from '../../support/own-service.ts';
import { CLOSED_ADDRESS } from '../../support/server-address.ts';
import { valuesOf } from '../../support/values-of.ts';

const GATEWAY = { traceId: '4bf92f3577b34da6a3ce929d0e0e4736', spanId: '00f067aa0ba902b7' };
const traceparent = `00-${GATEWAY.traceId}-${GATEWAY.spanId}-01`;

/** Opens a collector of traces, and a service that sends its traces to the collector. */
async function openTraced(env: Record<string, string> = {}, collectorAnswers = 200) {
  await using resources = new AsyncDisposableStack();
  const collector = resources.use(await openCollector(collectorAnswers));
  // No request reaches the time limit, even on a busy machine.
  const settings = { LOG_LEVEL: 'warn', HOST_TIMEOUT: '60', OTEL_EXPORTER_OTLP_ENDPOINT: collector.url };
  const { host, service, ask } = resources.use(await openOwnService({ ...settings, ...env }));
  const { id } = host.registries.add({ author: host.users.get('owner').id });
  /** Stops the service, which sends its remaining spans before it ends. @returns the spans in the collector */
  const stop = async () => {
    service.child.kill('SIGTERM');
    assert.equal(await service.exited, 0);
    return collector.spans;
  };
  const opened = resources.move();
  return {
    ...{ service, host, collector, registry: id, stop },
    ask: (method: string, path: string, headers: Record<string, string> = {}, body?: object) =>
      ask('owner', method, path, body, headers),
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}

const named = (spans: readonly ReceivedSpan[], name: string): ReceivedSpan => {
  const found = spans.filter((span) => span.name === name);
  assert.equal(found.length, 1, `${name}: ${found.length} of ${spans.map((span) => span.name).join(', ')}`);
  return found[0] ?? assert.fail();
};

describe('rules: Traces', { concurrency: 2 }, () => {
  it('follow a request from the gateway to the database and to the host, which receives the context', async () => {
    await using t = await openTraced({ TRUST_PROXY: '127.0.0.1', OTEL_SERVICE_NAME: 'our-registry-api' });
    const headers = { traceparent, 'x-forwarded-for': '192.0.2.7', 'x-request-id': 'followed' };
    assert.equal((await t.ask('POST', `/registries/${t.registry}/items`, headers, ITEM)).status, 201);
    const spans = (await t.stop()).filter(({ traceId }) => traceId === GATEWAY.traceId);
    assert.deepEqual(spans.map(({ name }) => name).sort(), [
      'POST /registries/:id/items',
      'database read',
      'database write',
      'host change_registry',
      'host current_user',
      'host read_registry',
    ]);
    const request = named(spans, 'POST /registries/:id/items');
    assert.equal(request.parentSpanId, GATEWAY.spanId);
    assert.equal(request.kind, 2);
    assert.deepEqual(request.attributes, {
      'http.request.method': 'POST',
      'http.route': '/registries/:id/items',
      'http.response.status_code': 201,
      'largesse.request_id': 'followed',
    });
    assert.equal(request.resource['service.name'], 'our-registry-api');
    for (const span of spans.filter((one) => one !== request)) {
      assert.equal(span.parentSpanId, request.spanId, span.name);
      assert.equal(span.kind, 3, span.name);
      assert.equal(span.status, 0, span.name);
    }
    assert.deepEqual(named(spans, 'database write').attributes, {
      'db.system.name': 'sqlite',
      'db.operation.name': 'write',
    });
    for (const [method, route, name] of [
      ['GET', '/wp/v2/users/me', 'host current_user'],
      ['GET', `/wp/v2/registries/${t.registry}`, 'host read_registry'],
      ['POST', `/wp/v2/registries/${t.registry}`, 'host change_registry'],
    ] as const)
      assert.deepEqual(valuesOf(t.host.callsTo(route, method), 'traceparent'), [
        `00-${GATEWAY.traceId}-${named(spans, name).spanId}-01`,
      ]);
  });

  it('start new unless a proxy in TRUST_PROXY supplies a context, and show failures', async () => {
    await using t = await openTraced();
    t.host.misbehave(status(500), { route: '/wp/v2/registries' });
    assert.equal((await t.ask('GET', `/registries/${t.registry}`, { traceparent })).status, 502);
    const spans = await t.stop();
    const request = named(spans, 'GET /registries/:id');
    assert.notEqual(request.traceId, GATEWAY.traceId);
    assert.equal(request.parentSpanId, '');
    assert.equal(request.status, 2);
    assert.equal(request.attributes['http.response.status_code'], 502);
    const calls = spans.filter(({ name }) => name === 'host read_registry');
    // The service retries a failed read once.
    assert.deepEqual(
      calls.map(({ parentSpanId, status, attributes }) => [parentSpanId, status, attributes['largesse.host.outcome']]),
      [
        [request.spanId, 2, 'invalid-response'],
        [request.spanId, 2, 'invalid-response'],
      ],
    );
    assert.equal(named(spans, 'host current_user').status, 0);
    assert.equal(request.resource['service.name'], 'largesse-api');
  });

  it("include the sampler's share of requests", async () => {
    await using t = await openTraced({ OTEL_TRACES_SAMPLER: 'traceidratio', OTEL_TRACES_SAMPLER_ARG: '0' });
    assert.equal((await t.ask('GET', '/items')).status, 200);
    assert.deepEqual(await t.stop(), []);
    // The header tells the host that this trace is not recorded.
    assert.match(t.host.callsTo('/wp/v2/users/me')[0]?.traceparent ?? '', /-00$/);
  });

  it('contain request ids, but no other input from callers or the host', async () => {
    await using t = await openTraced();
    const canary = 'canarytrace7351';
    t.host.users.add(`${canary}name`, { password: `${canary}password`, email: `${canary}@family.test` });
    const authorization = basic(`${canary}name`, `${canary}password`);
    const ask = (method: string, path: string, body?: object) =>
      t.ask(method, path, { authorization, 'x-api-key': `${canary}key`, cookie: canary, referer: canary }, body);
    await ask('GET', `/items?token=${canary}`);
    await ask('GET', `/${canary}`);
    await ask('GET', `/items/${canary}?${canary}`);
    await ask('POST', '/items', { ...ITEM, name: canary, registry_id: t.registry });
    await ask('POST', '/registries', { title: canary });
    await ask('DELETE', `/registries/${t.registry}/invitees/${canary}`);
    await ask('GET', `/registries/${t.registry}`);
    t.host.misbehave(status(500));
    await ask('POST', '/registries', { title: canary });
    const spans = await t.stop();
    assert.ok(spans.length > 10);
    assert.doesNotMatch(t.collector.text(), /canary|HOSTCANARY|INSERT|SELECT/i);
    assert.ok(!t.collector.text().includes(authorization.slice(6)));
    // Spans contain no ids of registries and users, because such ids could identify people.
    for (const { name, attributes } of spans) {
      assert.doesNotMatch(name, /\d/);
      assert.deepEqual(
        Object.keys(attributes).filter((key) => typeof attributes[key] === 'number'),
        'http.response.status_code' in attributes ? ['http.response.status_code'] : [],
      );
    }
  });

  it('cause only a log line if they cannot be delivered', async () => {
    await using refused = await openTraced({}, 400);
    assert.equal((await refused.ask('GET', '/items')).status, 200);
    await refused.stop();
    assert.match(refused.service.output(), /"msg":"OTEL_EXPORTER_OTLP_ENDPOINT: traces could not be delivered there"/);
    await using lost = await openTraced({ OTEL_EXPORTER_OTLP_ENDPOINT: CLOSED_ADDRESS });
    assert.equal((await lost.ask('GET', '/items')).status, 200);
    await lost.stop();
    for (const { service } of [refused, lost]) assert.doesNotMatch(service.output(), /"level":[56]0/);
  });
});
