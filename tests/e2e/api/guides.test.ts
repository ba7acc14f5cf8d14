// Needs a service and site: the guides' programs must run as printed.

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Purchase } from '../../../contract/index.ts';
import { realNow } from '../../../contract/testing/clock.ts';
import { hasProgram, startProgram } from '../../../deploy/testing/program.ts';
import { openChromium } from '../../../tools/browser/chromium.ts';
import { freePort } from '../../support/free-port.ts';
import { addressOf } from '../../support/server-address.ts';
import { openTestService } from '../../support/service.ts';
import { openForSuite } from '../../support/suite.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { until } from '../../support/wait.ts';

/** An order, as the guide for shops describes it. */
interface Order {
  list: number;
  number: string;
  buyer: { name: string; email: string };
  lines: { wish: number; quantity: number }[];
}

/** The program of the guide for shops. */
interface Shop {
  wishes(list: number): Promise<{ id: number; quantity_remaining: number }[]>;
  record(order: Order): Promise<{ wish: number; isRecorded: boolean; reason?: string; left?: number }[]>;
  cancel(order: Order): Promise<void>;
}

/** Returns the first code block of a guide in a language. */
async function codeIn(guide: string, language: string): Promise<string> {
  const text = await readFile(fileURLToPath(new URL(`../../../docs/${guide}.md`, import.meta.url)), 'utf8');
  return new RegExp(`\`\`\`${language}\\n(.*?)\`\`\``, 's').exec(text)?.[1] ?? assert.fail(`${guide}: no ${language}`);
}

describe('the examples of the guides to the API', () => {
  const folder = openForSuite(temporaryFolder);
  const browser = openForSuite(openChromium);
  const item = { name: 'Pot', url: 'https://pots.example/' };

  it('follow changes', async () => {
    await using t = await openTestService();
    const { login, password } = t.host.users.get('owner');
    const { id } = t.host.registries.add({ author: t.host.users.get('owner').id });
    const file = join(folder.path, 'follow.mjs');
    await writeFile(file, await codeIn('follow-changes', 'js'));
    const env = { API: t.url, LOGIN: `${login}:${password}`, REGISTRY: `${id}`, FOLDER: folder.path };
    await using program = await startProgram([process.execPath, file], async () => {}, env);
    await until('it follows', () => program.output().includes('following'));
    const path = `/registries/${id}/items`;
    const made = await t.request<{ data: { id: number } }>('POST', path, { as: 'owner', body: item });
    await t.request('DELETE', `${path}/${made.body.data.id}`, { as: 'owner' });
    const both = `item.created ${made.body.data.id}\nitem.deleted ${made.body.data.id}\n`;
    await until('it prints the changes', () => program.output().includes(both));
    const copy = join(folder.path, `${id}.json`);
    await until('it has a copy', () => existsSync(copy));
    t.host.registries.remove(id);
    await t.request('POST', '/items', { as: 'owner', body: { ...item, registry_id: id } });
    await until('it ends', () => program.output().includes('gone'));
    assert.equal(existsSync(copy), false);
  });

  it('receive webhooks', { skip: hasProgram('python3', '--version') ? false : 'Python is not installed' }, async () => {
    const port = await freePort();
    const receiver = `http://127.0.0.1:${port}`;
    await using t = await openTestService({ env: { WEBHOOKS_ALLOW: `127.0.0.1:${port}` } });
    const { login, password } = t.host.users.get('admin');
    const create = (await codeIn('receive-webhooks', 'sh')).replace('https://receiver.example/largesse', receiver);
    const env = { PATH: process.env.PATH, API: t.url, LOGIN: `${login}:${password}` };
    const { stdout } = await promisify(execFile)('sh', ['-c', create], { env });
    const file = join(folder.path, 'receive.py');
    await writeFile(file, await codeIn('receive-webhooks', 'python'));
    const secret = { WEBHOOK_SECRET: String(JSON.parse(stdout).secret) };
    await using program = await startProgram(['python3', file, `${port}`], receiver, secret);
    const { id } = t.host.registries.add({ author: t.host.users.get('owner').id });
    await t.request('POST', '/items', { as: 'owner', body: { ...item, registry_id: id } });
    await until('it prints the event', () => program.output().includes(`item.created ${id} 1\n`));
    const forged = {
      'webhook-id': 'x',
      'webhook-timestamp': `${Math.floor(realNow() / 1000)}`,
      'webhook-signature': 'v1,x',
    };
    assert.equal((await fetch(receiver, { method: 'POST', headers: forged, body: '{}' })).status, 400);
  });

  it('record orders of a shop', async () => {
    await using t = await openTestService();
    const { login, password } = t.host.users.get('admin');
    Object.assign(process.env, { API: t.url, LOGIN: `${login}:${password}` });
    const file = join(folder.path, 'orders.mjs');
    await writeFile(file, await codeIn('shop-orders', 'js'));
    const { wishes, record, cancel }: Shop = await import(file);
    const { id: list } = t.host.registries.add({ author: t.host.users.get('owner').id, invitees: ['guest'] });
    t.host.users.get('guest').email = 'ada@mail.example';
    const add = async (fields: object) => {
      const body = { ...item, registry_id: list, ...fields };
      return (await t.request<{ data: { id: number } }>('POST', '/items', { as: 'owner', body })).body.data.id;
    };
    const ADA = { name: 'Ada', email: 'ada@mail.example' };
    const ben = { name: 'Ben', email: 'ben@mail.example' };
    const order = (number: string, buyer: typeof ADA, ...lines: [wish: number, quantity: number][]) => ({
      list,
      number,
      buyer,
      lines: lines.map(([wish, quantity]) => ({ wish, quantity })),
    });
    const gifts = async (query = '') =>
      (await t.request<Purchase[]>('GET', `/purchases?registry_id=${list}${query}`, { as: 'admin' })).body;
    const linesOf = async (number: string) =>
      (await gifts(`&external_id=${number}`)).map((gift) => [gift.item_id, gift.quantity, gift.state, gift.giver_name]);
    const reserve = async (wish: number, more: object = {}, as = 'guest') => {
      const id = randomUUID();
      const path = as === 'admin' ? `/purchases/${id}` : `/registries/${list}/purchases/${id}`;
      assert.equal((await t.request('PUT', path, { as, body: { item_id: wish, ...more } })).status, 201);
      return id;
    };
    const pieces = async (wish: number) => (await wishes(list)).find(({ id }) => id === wish)?.quantity_remaining ?? 0;
    const all = (...wish: number[]) => wish.map((one) => ({ wish: one, isRecorded: true }));
    const [pot, pan, cups, vase] = [
      await add({ name: 'Pot' }),
      await add({ name: 'Pan' }),
      await add({ name: 'Cups', quantity_needed: 6 }),
      await add({ name: 'Vase', quantity_needed: 2 }),
    ];

    // 1. An order of two wishes.
    const two = order('A-1', ben, [pot, 1], [cups, 2]);
    assert.deepEqual(await record(two), all(pot, cups));
    const both = [
      [pot, 1, 'bought', 'Ben'],
      [cups, 2, 'bought', 'Ben'],
    ];
    assert.deepEqual(await linesOf('A-1'), both);
    assert.deepEqual([await pieces(pot), await pieces(cups)], [0, 4]);

    // 2. The same order again, after a lost answer.
    assert.deepEqual(await record(two), all(pot, cups));
    assert.deepEqual(await linesOf('A-1'), both);

    // 3. Only the first line arrived before.
    const half = order('A-2', ben, [cups, 1]);
    await record(half);
    half.lines.push({ wish: vase, quantity: 1 });
    assert.deepEqual(await record(half), all(cups, vase));
    assert.equal((await linesOf('A-2')).length, 2);

    // 4. The giver has changed the message since then.
    const [made] = await gifts('&external_id=A-1');
    await t.request('PATCH', `/purchases/${made?.id}`, { as: 'admin', body: { message: 'With love' } });
    await record(two);
    assert.equal((await gifts('&external_id=A-1'))[0]?.message, 'With love');

    // 5. A member has reserved the wish, and orders with the address of the account.
    const reserved = await reserve(pan, { message: 'For you' });
    assert.deepEqual(await record(order('A-3', ADA, [pan, 1])), all(pan));
    const [bought] = await gifts('&external_id=A-3');
    assert.deepEqual([bought?.id, bought?.state, bought?.message], [reserved, 'bought', 'For you']);
    assert.equal((await gifts(`&buyer_email=${ADA.email}`)).length, 1);

    // 6. This order is cancelled, twice. The buyer's earlier gift is reserved again.
    for (const _ of ['first', 'repeated']) await cancel(order('A-3', ADA, [pan, 1]));
    const [again] = await gifts(`&buyer_email=${ADA.email}`);
    assert.deepEqual([again?.id, again?.state, again?.external_id], [reserved, 'reserved', undefined]);
    assert.equal(await pieces(pan), 0);

    // 7. A guest has reserved with an address, and orders more pieces.
    const few = await reserve(vase, { giver_email: ben.email, giver_name: 'Ben' }, 'admin');
    await cancel(half);
    assert.deepEqual(await record(order('A-4', ben, [vase, 2])), all(vase));
    assert.deepEqual(
      (await gifts('&external_id=A-4')).map(({ id, quantity }) => [id, quantity]),
      [[few, 2]],
    );

    // 8. An order that made its gifts is cancelled, and recorded again.
    await cancel(two);
    assert.deepEqual([await linesOf('A-1'), await pieces(pot), await pieces(cups)], [[], 1, 6]);
    assert.deepEqual(await record(two), all(pot, cups));

    // 9. Another guest was faster, and the owner has removed a wish.
    const gone = await add({ name: 'Gone' });
    await t.request('DELETE', `/items/${gone}`, { as: 'owner' });
    assert.deepEqual(await record(order('A-5', ADA, [cups, 5], [gone, 1], [cups, 4])), [
      { wish: cups, isRecorded: false, reason: 'not_enough_left', left: 4 },
      { wish: gone, isRecorded: false, reason: 'removed', left: 0 },
      { wish: cups, isRecorded: true },
    ]);

    // 10. Guests give half of a wish together: the shop does not offer it, and does not record it.
    const tent = await add({ name: 'Tent', price: 300 });
    assert.equal(await pieces(tent), 1);
    const share = { item_id: tent, amount: 150, secret: true, giver_user_id: t.host.users.get('keeper').id };
    const path = `/registries/${list}/shares/${randomUUID()}`;
    assert.equal((await t.request('PUT', path, { as: 'admin', body: share })).status, 201);
    assert.equal(await pieces(tent), 0);
    assert.deepEqual(await record(order('A-6', ADA, [tent, 1])), [
      { wish: tent, isRecorded: false, reason: 'is_shared', left: 0 },
    ]);
    assert.deepEqual(await linesOf('A-6'), []);
  });

  it('call the API from another origin', async () => {
    const site = createServer((_request, response) => response.end()).listen(0, '127.0.0.1');
    await once(site, 'listening');
    await using _ = { [Symbol.asyncDispose]: async () => void site.close() };
    await using t = await openTestService({ env: { CORS_ORIGINS: addressOf(site) } });
    const { login, password } = t.host.users.get('owner');
    const { id } = t.host.registries.add({ author: t.host.users.get('owner').id });
    const page = await browser.newPage();
    await page.goto(addressOf(site));
    const known = `const [API, user, password] = ${JSON.stringify([t.url, login, password])};`;
    const code = `${known}\n${await codeIn('other-origins', 'js')}`;
    const seen = await page.evaluate(`(async () => { ${code}
      const { name } = await addWish(${id}, ${JSON.stringify(item)});
      const list = await call('/registries/${id}/items');
      const failed = await call('/items/987654').catch(({ status, message }) => [status, message]);
      const gone = await call('/registries/${id}/items/' + list.content[0].id, { method: 'DELETE' });
      return [name, list.content.length, list.headers.get('etag') !== null, failed, gone.content];
    })()`);
    assert.deepEqual(seen, ['Pot', 1, true, [404, 'Item not found'], null]);
  });
});
