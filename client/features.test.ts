import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { after, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { Webhook } from 'standardwebhooks';
import { realNow } from '../contract/testing/clock.ts';
import { openTestService } from '../tests/support/service.ts';
import { createClient, NOT_MODIFIED, RegistryApiError } from './src/index.ts';
import { isPythonInstalled } from './testing/python.ts';

/* What both clients do beyond one call with one answer, at the real service (rules: Clients). */

const t = await openTestService();
after(() => t.close());

const { password = '' } = t.host.users.get('owner');
const settings = { baseUrl: t.url, username: 'owner', appPassword: password };
const api = createClient(settings);
const ITEM = { name: 'Kettle', url: 'https://shop.example/kettle' };
const addRegistry = (author = 'owner') => t.host.registries.add({ author: t.host.users.get(author).id });
const needsPython = { skip: isPythonInstalled ? false : 'Python 3.9 is not installed' };

/** Runs a Python program with the client, and returns the JSON that it prints. */
async function python(program: string, argument: unknown = null): Promise<unknown> {
  const head = `
import json, sys
from largesse import *
api = Client("${t.url}", "owner", "${password}")
given = json.loads(sys.argv[1])
`;
  const child = spawn('python3', ['-B', '-c', head + program, JSON.stringify(argument)], {
    cwd: fileURLToPath(new URL('.', import.meta.url)),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const printed = await text(child.stdout);
  if (child.exitCode === null) await once(child, 'exit');
  return JSON.parse(printed);
}

describe('a list', () => {
  const { id } = addRegistry();

  it('has its tag and its totals in TypeScript, and is not sent again', async () => {
    await api.createRegistryItem(id, ITEM);
    const items = await api.listRegistryItems(id);
    assert.ok(items?.etag);
    assert.deepEqual(items, [...items]);
    assert.equal(await api.listRegistryItems(id, {}, { ifNoneMatch: items.etag }), NOT_MODIFIED);
    await api.createRegistryItem(id, ITEM);
    const more = await api.listRegistryItems(id, {}, { ifNoneMatch: items.etag });
    assert.ok(more !== NOT_MODIFIED && more?.length === 2);
    const registries = await api.listRegistries({ limit: 1 });
    const { length: total } = (await api.listRegistries()) ?? [];
    assert.deepEqual([registries?.total, registries?.totalPages], [total, total]);
    const all = await api.listItems({ registry_id: id });
    assert.ok(all?.etag);
    assert.equal(await api.listItems({ registry_id: id }, { ifNoneMatch: all.etag }), NOT_MODIFIED);
  });

  it('has its tag and its totals in Python, and is not sent again', needsPython, async () => {
    const program = `
items = api.list_registry_items(given)
same = api.list_registry_items(given, if_none_match=items.etag)
registries = api.list_registries({"limit": 1})
total = len(api.list_registries())
print(json.dumps([items == list(items), bool(items.etag), same is NOT_MODIFIED, registries.total == total, registries.total_pages == total]))
`;
    assert.deepEqual(await python(program, id), [true, true, true, true, true]);
  });
});

describe('a strict client', () => {
  const { id } = addRegistry();
  const wrong = { ...ITEM, nmae: 'Pot' };

  it('refuses unknown fields in TypeScript, which other clients ignore', async () => {
    assert.ok(await api.createRegistryItem(id, wrong));
    const strict = createClient({ ...settings, strict: true });
    await assert.rejects(strict.createRegistryItem(id, wrong), (error) => {
      assert.ok(error instanceof RegistryApiError && error.data.status === 422);
      assert.ok(error.requestId);
      return true;
    });
  });

  it('refuses unknown fields in Python', needsPython, async () => {
    const program = `
strict = Client("${t.url}", "owner", "${password}", strict=True)
try:
    strict.create_registry_item(given["id"], given["wrong"])
    print(json.dumps(None))
except RegistryApiError as error:
    print(json.dumps([error.status, bool(error.request_id)]))
`;
    assert.deepEqual(await python(program, { id, wrong }), [422, true]);
  });
});

describe('100 wishes with texts of emoji', () => {
  const long = Array.from({ length: 100 }, (_, n) => ({
    name: `${n}${'🎁'.repeat(90)}`,
    description: '🎂'.repeat(500),
    url: ITEM.url,
  }));

  it('are accepted from TypeScript', async () => {
    const { id } = addRegistry();
    assert.equal((await api.createRegistryItem(id, long))?.length, 100);
  });

  it('are accepted from Python', needsPython, async () => {
    const { id } = addRegistry();
    const program = `
wish = {"name": "🎁" * 90, "description": "🎂" * 500, "url": "${ITEM.url}"}
made = api.create_registry_item(given, [wish] * 100)
print(json.dumps([len(made), made[99]["description"]]))
`;
    assert.deepEqual(await python(program, id), [100, '🎂'.repeat(500)]);
  });
});

describe('the feed of the Python client', needsPython, () => {
  it('yields each event once and in order, and continues after any event', async () => {
    const { id } = addRegistry();
    for (let n = 0; n < 12; n++) await api.createRegistryItem(id, { ...ITEM, name: `Pot ${n}` });
    const program = `
import itertools
whole = [event["item_id"] for event in itertools.islice(api.follow_events(given), 12)]
parts = []
for count in range(12):
    feed = api.follow_events(given)
    first = [event["item_id"] for event in itertools.islice(feed, count)]
    rest = [event["item_id"] for event in itertools.islice(api.follow_events(given, feed.cursor), 12 - count)]
    parts.append(first + rest)
print(json.dumps([whole, all(part == whole for part in parts)]))
`;
    const items = (await api.listRegistryItems(id))?.map((item) => item.id);
    assert.deepEqual(await python(program, id), [items, true]);
  });

  it('waits for events, survives failures of the service, and ends when it is told to', async () => {
    const { id } = addRegistry();
    const program = `
import threading
stop = threading.Event()
feed = api.follow_events(given, "now", stop)
real, failures = api.list_events, []
def failing(query):
    if len(failures) < 3 and query["wait"]:
        failures.append(query["after"])
        raise RegistryApiError("api_error", "down", [503, 0, 429][len(failures) - 1], is_temporary=True)
    return real(query)
api.list_events = failing
found = []
threading.Timer(1, lambda: Client("${t.url}", "owner", "${password}").create_registry_item(given, {"name": "Pot", "url": "${ITEM.url}"})).start()
for event in feed:
    found.append(event["type"])
    stop.set()
print(json.dumps([found, len(failures), len(set(failures))]))
`;
    assert.deepEqual(await python(program, id), [['item.created'], 3, 1]);
  });

  it('reports that it cannot go on', async () => {
    const program = `
def status_of(*arguments):
    try:
        next(api.follow_events(*arguments))
    except RegistryApiError as error:
        return error.status
print(json.dumps([status_of(given["missing"]), status_of(given["foreign"]), status_of(given["own"], "no-cursor")]))
`;
    const given = { missing: 987_654, foreign: addRegistry('stranger').id, own: addRegistry().id };
    assert.deepEqual(await python(program, given), [404, 403, 422]);
  });
});

describe('verification of a webhook in Python', needsPython, () => {
  const secret = `whsec_${randomBytes(32).toString('base64')}`;
  const old = `whsec_${randomBytes(32).toString('base64')}`;
  const data = { id: randomUUID(), type: 'item.updated', registry_id: 7, item_id: 42, purchase_id: null };
  const body = JSON.stringify({ type: data.type, data: { ...data, note: 'Zoë 🎁' } });
  const headersOf = (secrets = [secret], age = 0) => {
    const at = new Date(realNow() - age * 1000);
    return {
      'Webhook-Id': data.id,
      'Webhook-Timestamp': String(Math.floor(at.getTime() / 1000)),
      'Webhook-Signature': secrets.map((one) => new Webhook(one).sign(data.id, at, body)).join(' '),
    };
  };
  const right = headersOf();
  const id = data.id;
  const cases: Record<string, [body: string, headers: Record<string, string>, secrets: string | string[], string]> = {
    'a request of the service': [body, right, secret, id],
    'a request with both secrets': [body, headersOf([secret, old]), [old], id],
    'two known secrets': [body, headersOf([old]), [secret, old], id],
    'names of headers in lower case': [
      body,
      Object.fromEntries(Object.entries(right).map(([name, value]) => [name.toLowerCase(), value])),
      secret,
      id,
    ],
    'an age of four minutes': [body, headersOf([secret], 240), secret, id],
    'another body': [`${body} `, right, secret, 'WebhookVerificationError'],
    'another secret': [body, right, old, 'WebhookVerificationError'],
    'another id': [body, { ...right, 'Webhook-Id': 'x' }, secret, 'WebhookVerificationError'],
    'no signature': [body, { ...right, 'Webhook-Signature': '' }, secret, 'WebhookVerificationError'],
    'another version': [
      body,
      { ...right, 'Webhook-Signature': right['Webhook-Signature'].replace('v1,', 'v1a,') },
      secret,
      'WebhookVerificationError',
    ],
    'an age of six minutes': [body, headersOf([secret], 360), secret, 'WebhookVerificationError'],
    'a time in the future': [body, headersOf([secret], -360), secret, 'WebhookVerificationError'],
    'no time': [body, { ...right, 'Webhook-Timestamp': 'now' }, secret, 'WebhookVerificationError'],
    'no secret': [body, right, '', 'ValueError'],
    'a malformed secret': [body, right, 'whsec_%%%', 'ValueError'],
  };

  it('accepts exactly what the service signed in the last five minutes', async () => {
    const program = `
def outcome(body, headers, secrets):
    try:
        assert verify_webhook(body.encode("utf-8"), headers, secrets) == verify_webhook(body, headers, secrets)
        return verify_webhook(body, headers, secrets)["id"]
    except Exception as error:
        return type(error).__name__
print(json.dumps([outcome(*one[:3]) for one in given]))
`;
    const outcomes = await python(program, Object.values(cases));
    const names = Object.keys(cases);
    assert.ok(Array.isArray(outcomes));
    assert.deepEqual(
      names.map((name, index) => [name, outcomes[index]]),
      Object.entries(cases).map(([name, [, , , expected]]) => [name, expected]),
    );
  });
});
