import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { openTestService } from '../../tests/support/service.ts';
import { valuesOf } from '../../tests/support/values-of.ts';
import { assertError, assertNames, assertStatus, type ItemAnswer } from './answers.ts';
import { addItem, addRegistry, ITEM } from './world.ts';

const t = await openTestService();
after(() => t.close());
const registry = addRegistry(t);
let itemId = 0;
before(async () => {
  itemId = (await addItem(t, registry.id)).id;
});

const present = '🎁';
const accepted: Record<string, unknown[]> = {
  name: [
    'x',
    'x'.repeat(100),
    present.repeat(100),
    ' x ',
    '\u200fמתנה',
    '\u{1F469}\u200d\u{1F467}',
    'O\'Hara <b> & \\ " ` ; --',
  ],
  description: ['', 'x'.repeat(500), present.repeat(500), 'a\nb\tc'],
  url: [
    'x.example/',
    `https://e.x/${'p'.repeat(1988)}`,
    'shop.example/x',
    'HTTPS://shop.example',
    `https://e.x/${present}`,
  ],
  retailer: ['', 'x'.repeat(2000), present.repeat(2000), 'javascript:is free text here'],
  image_url: ['', 'x'.repeat(2000)],
  affiliate_url: ['', 'x'.repeat(2000)],
  affiliate_status: ['active', 'inactive', 'expired', 'none'],
  price: [0.01, 5e-324, 19.99, 1e15, 1],
  currency: ['GBP', 'USD', 'XYZ', null],
  quantity_needed: [1, 2, 2_147_483_647],
  quantity_purchased: [0, 1, 2_147_483_647],
  is_active: [true],
};

const refused: Record<string, unknown[]> = {
  name: ['', ' ', '\t\n ', '\u00a0', 'x'.repeat(101), present.repeat(101), null, 5, true, ['x'], {}],
  description: ['x'.repeat(501), present.repeat(501), 5, ['x'], {}, false],
  url: [
    '',
    'x.example',
    `https://e.x/${'p'.repeat(1989)}`,
    'javascript:alert(1)',
    'JavaScript:alert(1)',
    'localhost:3000/x',
    'ftp://shop.example/x',
    'data:text/html,x',
    'mailto:someone@shop.example',
    ' javascript:alert(1)',
    'java\tscript:alert(1)',
    '\u0001javascript:alert(1)',
    'blue teapot from the market',
    '/relative/path',
    'kettle-red-blue',
    'http:/shop.example/x',
    'https:shop.example/x',
    '"https://shop.example/x"',
    'https//shop.example',
    'https://shop.example/a b',
    'n/a (local shop)',
    'https://blue%20teapot/',
    null,
    5,
    ['https://shop.example/'],
  ],
  retailer: ['x'.repeat(2001), 5, ['x'], {}],
  image_url: ['x'.repeat(2001), 5, ['x']],
  affiliate_url: ['x'.repeat(2001), 5, ['x']],
  affiliate_status: ['', 'Active', 'paused', 'x'.repeat(51), 5, ['active'], true],
  price: [0, -0.01, -1, '5', [5], true, {}],
  currency: ['', 'gbp', 'GB', 'GBPS', '£', ' GBP', 'GBP\n', 'ÄÖÜ', 826, ['GBP'], {}],
  quantity_needed: [0, -1, 1.5, '5', null, [5], true, 2 ** 53],
  quantity_purchased: [-1, 0.5, '0', null, [0], false, 2 ** 53],
  is_active: [0, 1, 'true', '', null, [true]],
};

const show = (value: unknown) => {
  const text = JSON.stringify(value);
  return text.length > 40 ? `${text.slice(0, 20)}… (${text.length - 2} units)` : text;
};

describe('rules: Items, limits', () => {
  for (const [field, values] of Object.entries(accepted)) {
    for (const value of values) {
      it(`accepts ${field} ${show(value)} on create, update and in a registry, and returns it`, async () => {
        const sends = [
          await t.request<ItemAnswer>('POST', '/items', {
            as: 'admin',
            body: { ...ITEM, registry_id: registry.id, [field]: value },
          }),
          await t.request<ItemAnswer>('PUT', `/items/${itemId}`, { as: 'admin', body: { [field]: value } }),
          await t.request<ItemAnswer>('POST', `/registries/${registry.id}/items`, {
            as: 'admin',
            body: { ...ITEM, [field]: value },
          }),
        ];
        assert.deepEqual(valuesOf(sends, 'status'), [201, 200, 201], sends.map((answer) => answer.text).join());
        // An item has no currency unless it is set.
        const expected = field === 'currency' && value === null ? undefined : value;
        for (const answer of sends) assert.deepEqual({ ...answer.body.data }[field], expected);
      });
    }
  }

  for (const [field, values] of Object.entries(refused)) {
    for (const value of values)
      it(`refuses ${field} ${show(value)} on create, update and in a registry, and names the field`, async () => {
        const body = { ...ITEM, registry_id: registry.id, [field]: value };
        assertNames(await t.request('POST', '/items', { as: 'admin', body }), field);
        assertNames(await t.request('POST', `/registries/${registry.id}/items`, { as: 'admin', body }), field);
        assertNames(await t.request('PUT', `/items/${itemId}`, { as: 'admin', body: { [field]: value } }), field);
      });
  }

  for (const value of [undefined, null, 0, -1, 1.5, '5', [5], true, 2 ** 53])
    it(`refuses registry_id ${show(value ?? null)} on POST /items`, async () =>
      assertNames(
        await t.request('POST', '/items', { as: 'admin', body: { ...ITEM, registry_id: value } }),
        'registry_id',
      ));

  it('requires name and url', async () => {
    const answer = await t.request('POST', '/items', { as: 'admin', body: { registry_id: 1 } });
    assertNames(answer, 'name');
    assertNames(answer, 'url');
  });
});

describe('rules: Errors, 422', () => {
  it('joins several rules with a semicolon', async () => {
    const answer = await t.request('PUT', `/items/${itemId}`, { as: 'admin', body: { price: 0, quantity_needed: 0 } });
    assertNames(answer, 'price');
    assertNames(answer, 'quantity_needed');
    assertError(answer, 422, /^[^;]+; [^;]+$/);
  });

  it("never repeats the caller's value", async () => {
    const canary = 'CANARYWORD';
    const bodies = [
      { affiliate_status: canary },
      { url: `${canary}:x-and-more` },
      { price: canary },
      { [canary]: 1, price: 0 },
      { name: { [canary]: canary } },
    ];
    for (const body of bodies) {
      const answer = await t.request('PUT', `/items/${itemId}`, { as: 'admin', body });
      assertStatus(answer, 422);
      assert.ok(!answer.text.includes(canary), answer.text);
    }
    const query = await t.request('GET', `/items?limit=${canary}`, { as: 'admin' });
    assert.ok(!query.text.includes(canary), query.text);
  });
});

describe('rules: Text', () => {
  const bad = { NUL: '\\u0000', 'a lone high surrogate': '\\ud83c', 'a lone low surrogate': '\\udf81' };
  for (const [what, written] of Object.entries(bad)) {
    for (const field of ['name', 'description', 'url', 'retailer', 'image_url', 'affiliate_url'])
      it(`refuses ${what} in ${field}`, async () => {
        const rawBody = `{"${field}":"https://e.x/${written}a"}`;
        assertNames(await t.request('PUT', `/items/${itemId}`, { as: 'admin', rawBody }), field);
      });
  }
});
