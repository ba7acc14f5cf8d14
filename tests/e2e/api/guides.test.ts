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
import { realNow } from '../../../contract/testing/clock.ts';
import { hasProgram, startProgram } from '../../../deploy/testing/program.ts';
import { openChromium } from '../../../tools/browser/chromium.ts';
import { freePort } from '../../support/free-port.ts';
import { addressOf } from '../../support/server-address.ts';
import { openTestService } from '../../support/service.ts';
import { openForSuite } from '../../support/suite.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { until } from '../../support/wait.ts';

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

  it('record orders of a shop', {
    skip: hasProgram('curl', '--version') ? false : 'curl is not installed',
  }, async () => {
    await using t = await openTestService();
    const { login, password } = t.host.users.get('admin');
    const post = t.host.registries.add({ author: t.host.users.get('owner').id, invitees: ['guest'] });
    const add = async (name: string) => {
      const body = { ...item, name, registry_id: post.id };
      return (await t.request<{ data: { id: number } }>('POST', '/items', { as: 'owner', body })).body.data.id;
    };
    const [reserved, other] = [await add('Pot'), await add('Pan')];
    t.host.users.get('guest').email = 'ada@mail.example';
    const [gift, order] = [randomUUID(), randomUUID()];
    const path = `/registries/${post.id}/purchases/${gift}`;
    await t.request('PUT', path, { as: 'guest', body: { item_id: reserved } });
    const guide = await readFile(fileURLToPath(new URL('../../../docs/shop-orders.md', import.meta.url)), 'utf8');
    const [find = '', buy = '', create = ''] = [...guide.matchAll(/```sh\n(.*?)```/gs)].map(([, code]) => code);
    const run = async (code: string, id: string) => {
      const command = code
        .replace('registry_id=7', `registry_id=${post.id}`)
        .replace('"item_id": 42', `"item_id": ${other}`);
      const env = { PATH: process.env.PATH, API: t.url, LOGIN: `${login}:${password}`, GIFT: id };
      return JSON.parse((await promisify(execFile)('sh', ['-c', command], { env })).stdout);
    };
    const found: { id: string; state: string }[] = await run(find, '');
    assert.deepEqual(
      found.map(({ id, state }) => [id, state]),
      [[gift, 'reserved']],
    );
    assert.equal((await run(buy, gift)).data.state, 'bought');
    const made = await run(create, order);
    assert.deepEqual(
      [made.data.id, made.data.item_id, made.data.state, made.data.is_secret],
      [order, other, 'bought', false],
    );
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
