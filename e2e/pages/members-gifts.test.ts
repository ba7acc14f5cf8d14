import assert from 'node:assert/strict';
import { afterEach, before, describe, it } from 'node:test';
import { openForSuite } from '../../api/testing/suite.ts';
import { page } from '../wordpress/requests.ts';
import { give } from './gifts.ts';
import { openGuestSite, type Shown } from './guest-site.ts';

describe('what a member gives, on My registries', () => {
  const t = openForSuite(() => openGuestSite());
  let wedding: Shown;
  before(async () => {
    wedding = await t.registry({ title: 'Ada &amp; Lin', meta: { registry_event_date: '2999-06-12' } }, [
      { name: 'Pan <b>' },
      { name: 'Napkins', quantity_needed: 9 },
    ]);
  });
  afterEach(() => {
    t.interference = {};
  });

  const site = () => t.system.site;
  const user = (who: 'owner' | 'invitee' | 'stranger') => ({ giver_user_id: site().users[who].id });
  /** Returns the section's HTML; an empty text where there is none. */
  const section = async (who: 'owner' | 'invitee' | 'stranger') => {
    const { html } = await page(site(), who, '/my-registries/');
    return html.match(/<section [^>]*aria-labelledby="largesse-giving">.*?<\/section>/s)?.[0] ?? '';
  };

  it('is listed with its registry, date, state and the way to its page, what comes first first', async () => {
    const sooner = await t.registry({ title: 'Sooner', meta: { registry_event_date: '2998-01-01' } }, [
      { name: 'Ring' },
    ]);
    const over = await t.registry({ title: 'Over', meta: { registry_event_date: '2001-01-01' } }, [{ name: 'Rattle' }]);
    const undated = await t.registry({ title: 'Undated' }, [{ name: 'Lamp' }]);
    await give(t.system, over.id, { item_id: over.items[0], ...user('invitee') });
    await give(t.system, undated.id, { item_id: undated.items[0], ...user('invitee') });
    const pan = await give(t.system, wedding.id, { item_id: wedding.items[0], ...user('invitee'), state: 'bought' });
    await give(t.system, sooner.id, { item_id: sooner.items[0], ...user('invitee') });
    await give(t.system, wedding.id, { item_id: wedding.items[1], quantity: 3 });
    let html = '';
    const calls = await t.callsDuring(async () => {
      html = await section('invitee');
    });
    assert.equal(calls.length, 2, calls.join('\n'));
    assert.deepEqual(
      [...html.matchAll(/<h3[^>]*>(.*?)<\/h3>/g)].map(([, name = '']) => name),
      ['Ring', 'Pan &lt;b&gt;', 'Lamp', 'Rattle'],
    );
    const card = html.split('<li')[2] ?? '';
    assert.match(card, /Ada &#?\w+; Lin/);
    assert.match(card, /2999/);
    assert.match(card, /badge">Bought</);
    const [, href = ''] = card.match(/href="([^"]+)"/) ?? [];
    assert.equal(href.replaceAll('&#038;', '&').replaceAll('&amp;', '&'), pan.url);
    assert.match(card, /aria-label="See or change: Pan/);
  });

  it('is not there for who gives nothing, and never for the owner of the registry', async () => {
    assert.equal(await section('stranger'), '');
    await site().wordpress.run(
      `Largesse\\Plugin::purchases()->have( get_post( $input[0] ), wp_generate_uuid4(), array( 'item_id' => $input[1] ) );`,
      [wedding.id, wedding.items[1]],
    );
    await give(t.system, wedding.id, { item_id: wedding.items[1], ...user('owner') });
    assert.equal(await section('owner'), '');
  });

  it('tells nothing of a registry that is closed meanwhile, and names no wish that was removed', async () => {
    const shut = await t.registry({ title: 'Hush', meta: { registry_event_date: '2999-01-01' } }, [
      { name: 'Vase', quantity_needed: 5 },
    ]);
    await give(t.system, shut.id, { item_id: shut.items[0], quantity: 2, ...user('stranger') });
    await site().wordpress.run(`wp_update_post( array( 'ID' => $input, 'post_status' => 'private' ) );`, shut.id);
    const closed = await section('stranger');
    assert.match(closed, /Vase/);
    assert.match(closed, /The registry cannot be opened at the moment/);
    assert.match(closed, /You give 2 of these/);
    assert.doesNotMatch(closed, /Hush|2999/);
    await t.system.request('admin', 'DELETE', `/items/${shut.items[0]}`);
    assert.match(await section('stranger'), /A wish that is no longer on the list/);
  });

  it('cannot be shown while the service does not answer, and the page says so', async () => {
    t.interference = { before: () => false };
    const html = await section('invitee');
    assert.match(html, /cannot be shown right now&#46; It is not lost/);
    const { html: whole } = await page(site(), 'invitee', '/my-registries/');
    assert.match(whole, /Create a registry/);
  });
});
