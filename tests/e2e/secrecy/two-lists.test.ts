// Needs a service and site: two identical worlds are compared byte for byte.

import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { dayFromNow } from '../../../contract/testing/clock.ts';
import { openForSuite } from '../../support/suite.ts';
import { create, logIn } from '../wordpress/requests.ts';
import { openRepeatableSite } from './repeatable-site.ts';
import { compareWorlds } from './two-worlds.ts';
import type { Act, Family } from './world.ts';

/** Guests give through both lists. The last wish is a single piece, so a member promises a part of its price. */
const ACTS: readonly Act[] = [
  { kind: 'give', item: 0, quantity: 2, who: 'nobody', hasAddress: true },
  { kind: 'give', item: 0, quantity: 1, who: 'stranger', hasAddress: false, isOther: true },
  { kind: 'give', item: 1, quantity: 1, who: 'nobody', hasAddress: true },
  { kind: 'give', item: 1, quantity: 2, who: 'nobody', hasAddress: false, isOther: true },
  { kind: 'change', gift: 0, quantity: 1 },
  { kind: 'buy', gift: 2 },
  { kind: 'give back', gift: 3 },
  { kind: 'share', amount: 4 },
  { kind: 'cron' },
];

/*
 * Wishes are on two lists of other levels, days and owners: one hides its gifts until a later day, the other one shows
 * names, its day is over, and it has a co-owner. Guests give in secret in one of two worlds. The co-owner, and the
 * author of both lists, must receive the same bytes in both (rules: Who sees what).
 */
describe('rules: Surprise, two worlds of wishes on two lists', () => {
  const world = openForSuite(openRepeatableSite);
  let families: Record<'open' | 'hiding', Family>;

  before(async () => {
    const { site, api } = world;
    const add = async (title: string, meta: Record<string, string>) => {
      const id = await create(site, 'owner', { title, content: 'Welcome.', status: 'publish', meta });
      const address = await site.wordpress.run('echo get_permalink( $input );', id);
      return { id, path: address.replace(site.url, '') };
    };
    const type = { registry_event_type: 'Birthday' };
    const hiding = await add('Birthday that hides', {
      ...type,
      registry_surprise: 'hidden',
      registry_event_date: dayFromNow(3),
    });
    const open = await add('Birthday that is over', {
      ...type,
      registry_surprise: 'names',
      registry_event_date: dayFromNow(-5),
      registry_owners: '["invitee"]',
    });
    const items: number[] = [];
    for (const [n, [home, elsewhere]] of [
      [hiding, open] as const,
      [open, hiding] as const,
      [hiding, open] as const,
    ].entries()) {
      const item = {
        name: `Wish ${n}`,
        url: 'https://shop.example/wish',
        price: 10 + n,
        quantity_needed: n < 2 ? 4 : 1,
      };
      const body = { registry_id: home.id, ...item };
      const made = await api<{ data: { id: number } }>('admin', 'POST', '/items', body);
      items.push(made.body.data.id);
      await api('admin', 'PUT', `/registries/${elsewhere.id}/appearances/${made.body.data.id}`);
    }
    families = {
      open: { registry: open.id, path: open.path, items, other: hiding.path },
      hiding: { registry: hiding.id, path: hiding.path, items, other: open.path },
    };
    // In the first request after a setup, WordPress does some work that later requests do not repeat.
    for (const person of ['owner', 'admin', 'invitee', 'stranger'] as const) await logIn(site, person);
    for (const path of ['/wp-cron.php?doing_wp_cron', open.path, hiding.path]) await world.ask('nobody', 'GET', path);
    for (const person of ['owner', 'invitee'] as const) await world.ask(person, 'GET', '/wp-admin/');
    // The site asks for the reveal of the open list twice, whoever opens its pages. Otherwise, visits of guests would
    // change who asks for the second time.
    await site.wordpress.run(
      `update_post_meta( $input, '_largesse_reveal', '1' ); do_action( 'largesse_reveals' );`,
      open.id,
    );
    await world.keep();
  });

  for (const [reader, who, list] of [
    ['a co-owner of the open list only', 'invitee', 'open'],
    ['the author of both lists, on the open list', 'owner', 'open'],
    ['the author of both lists, on the list that hides', 'owner', 'hiding'],
  ] as const)
    it(`shows ${reader} no trace of gifts that one list hides`, async () => {
      const report = await compareWorlds(world, who, families[list], ACTS, 'each kind');
      assert.deepEqual(report.leaks, []);
      assert.equal(report.differing, 0);
      assert.equal(report.acts, 8, 'guests gave, changed their gifts, and gave one back');
      assert.ok(report.bytes > 100_000);
    });
});
