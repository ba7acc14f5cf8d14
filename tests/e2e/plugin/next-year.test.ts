// Needs a service and site: a new list copies wishes, people and settings of both.

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, it } from 'node:test';
import { dayFromNow } from '../../../contract/testing/clock.ts';
import { openForSuite } from '../../support/suite.ts';
import { create, rest } from '../wordpress/requests.ts';
import { addItem } from './connected.ts';
import { give } from './gifts.ts';
import { openMailingSite } from './mailing-site.ts';
import { ask } from './rest-namespace.ts';

const yesterday = dayFromNow(-1);
const GUESTS = JSON.stringify(['granny@family.example', 'invitee']);

describe('next year’s list', () => {
  const system = openForSuite(() => openMailingSite());

  it('has the same guests and circles, the next day, and what was not given, and stays a draft', async () => {
    const site = system.site;
    const meta = { registry_event_date: yesterday, registry_event_type: 'Christmas', registry_invitees: GUESTS };
    const id = await create(site, 'owner', { title: 'Christmas', status: 'private', meta });
    const items = [];
    for (const name of ['Book', 'Vase', 'Kite']) items.push(await addItem(system, id, name, {}));
    await give(system, items[1] ?? 0);
    // Guests promise the whole price of one wish, and a part of another one.
    for (const [name, amount] of [
      ['Piano', 900],
      ['Bicycle', 100],
    ] as const) {
      const item_id = await addItem(system, id, name, { price: 900 });
      const path = `/registries/${id}/shares/${randomUUID()}`;
      const body = { item_id, amount, secret: false, giver_user_id: site.users.invitee.id };
      assert.equal((await system.request('admin', 'PUT', path, { body })).status, 201);
    }
    await ask(site, 'owner', 'POST', `/${id}/items/${items[2]}/move`, { before: items[0] });
    await site.wordpress.run(`add_post_meta( $input, '_largesse_circle', 'circle person' );`, id);
    const copied = async (more: object) => {
      const { status, body } = await ask(site, 'owner', 'POST', `/${id}/copy`, { title: 'Again', ...more });
      assert.equal(status, 201);
      const made = body.copy?.id;
      const stored = (await rest(site, 'owner', 'GET', `/registries/${made}?context=edit`)).body;
      const { registry } = (await ask(site, 'owner', 'GET', `/${made}`)).body;
      const names = registry.items.map((item: { name: string }) => item.name);
      const circles = await site.wordpress.run(
        `echo implode( ' ', get_post_meta( $input, '_largesse_circle' ) );`,
        made,
      );
      return [stored.status, stored.meta.registry_event_date, stored.meta.registry_invitees, names, circles];
    };
    const next = `${Number(yesterday.slice(0, 4)) + 1}${yesterday.slice(4).replace('02-29', '02-28')}`;
    assert.deepEqual(await copied({ for_next_year: true }), [
      'draft',
      next,
      GUESTS,
      ['Kite', 'Book', 'Bicycle'],
      'circle person',
    ]);
    for (const more of [{}, { for_next_year: false }, { for_next_year: 'perhaps' }])
      assert.deepEqual(await copied(more), ['private', '', '[]', ['Kite', 'Book', 'Bicycle'], '']);
  });
});
