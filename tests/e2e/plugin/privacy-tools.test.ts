// Needs a whole site: WordPress's own privacy tools call the plugin.
import assert from 'node:assert/strict';
import { before, describe } from 'node:test';
import { CLOSED_ADDRESS } from '../../support/server-address.ts';
import { openForSuite } from '../../support/suite.ts';
import { valuesOf } from '../../support/values-of.ts';
import type { SiteWithApi } from '../api/site-with-api.ts';
import { create, page, read } from '../wordpress/requests.ts';
import { testsOn, versions } from '../wordpress/versions.ts';
import { activeItems, addItem, connect, openConnected, type StoredItem } from './connected.ts';
import { eraseData, exportData } from './personal-data.ts';

for (const version of versions) {
  describe(`personal data on WordPress ${version}`, () => {
    const { it, everywhere } = testsOn(version);
    const system = openForSuite(() => openConnected(version));
    let mine: number;
    let theirs: number;
    before(async () => {
      mine = await create(system.site, 'owner', {
        title: 'Ann &amp; Bob &lt;3',
        content: 'How we met',
        meta: {
          registry_event_type: 'Wedding <b>',
          registry_event_date: '2027-06-05',
          registry_surprise: 'hidden',
          registry_invitees: JSON.stringify(['invitee', 'Guest@Mail.example']),
          registry_owners: '["partner@mail.example"]',
          registry_keepers: '["witness@mail.example"]',
        },
      });
      await addItem(system, mine, 'Pot "1" <script>', {
        description: 'The big one',
        affiliate_url: 'https://secret.example/x',
        affiliate_status: 'active',
        retailer: 'Pots & Co',
        price: 12.5,
        quantity_needed: 3,
        image_url: 'https://shop.example/pot.png',
      });
      await addItem(system, mine, 'Pan', { url: 'https://shop.example/pan?a=1&b=2' });
      theirs = await create(system.site, 'stranger', {
        title: 'Housewarming',
        meta: {
          registry_invitees: JSON.stringify([
            'OWNER',
            'owner@people.example',
            'Zoë "quoted" \\',
            'owner@other.example',
          ]),
        },
      });
      await system.site.wordpress.run(
        `Largesse\\Together\\Invitations\\InvitationStates::record_visit( get_post( $input ), 'owner' );`,
        theirs,
      );
    });

    everywhere('the export of an owner contains registries with their items, and invitations', async () => {
      const groups = await exported(system, 'owner@people.example');
      assert.deepEqual(
        groups.map(({ group_id, item_id }) => `${group_id} ${item_id}`),
        [
          `largesse-invitations invitation-${theirs}`,
          `largesse-registries registry-${mine}`,
          'largesse-items item-1',
          'largesse-items item-2',
        ],
      );
      const [invitation, registry, pot, pan] = groups.map(({ data }) =>
        Object.fromEntries(data.map(({ name, value }) => [name, value])),
      );
      assert.partialDeepStrictEqual(registry, {
        Title: 'Ann &amp; Bob &lt;3',
        Story: 'How we met',
        Occasion: 'Wedding &lt;b&gt;',
        Surprise: 'Surprise me',
        'Day of the reveal': '2027-06-06',
        Invitees: 'invitee, Guest@Mail.example',
        'Co-owners': 'partner@mail.example',
        Keepers: 'witness@mail.example',
        Date: '2027-06-05',
        Visibility: 'Private',
      });
      assert.deepEqual(
        [pot?.Shop, pot?.Price, pot?.Wanted, pot?.Picture],
        ['Pots &amp; Co', '12.5', '3', 'https://shop.example/pot.png'],
      );
      assert.equal(pot?.Name, 'Pot &quot;1&quot; &lt;script&gt;');
      assert.equal(pot?.Description, 'The big one');
      assert.equal(pot?.Given, 'Gifts are a surprise until June 6, 2027.');
      assert.equal(pan?.Address, 'https://shop.example/pan?a=1&b=2');
      assert.equal(invitation?.Registry, 'Housewarming');
      assert.equal(invitation?.['Invited as'], 'OWNER, owner@people.example');
      assert.match(invitation?.['First visit'] ?? '', /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
      assert.doesNotMatch(JSON.stringify(groups), /secret\.example|Zo|other\.example/);
    });

    it('the export of a person without an account contains the invitations to their address', async () => {
      const groups = await exported(system, 'guest@mail.example');
      assert.deepEqual(valuesOf(groups, 'item_id'), [`invitation-${mine}`]);
      assert.deepEqual(await exported(system, 'nobody@mail.example'), []);
    });

    it('an invitation to a registry that is not shared does not reveal its title', async () => {
      const draft = await create(system.site, 'stranger', {
        title: 'Not yet',
        status: 'draft',
        meta: { registry_invitees: '["early@mail.example"]' },
      });
      const groups = await exported(system, 'early@mail.example');
      assert.deepEqual(valuesOf(groups, 'item_id'), [`invitation-${draft}`]);
      assert.doesNotMatch(JSON.stringify(groups), /Not yet/);
    });

    it('the tools find an invitation in each form of the domain', async () => {
      const draft = await create(system.site, 'stranger', {
        status: 'draft',
        meta: { registry_invitees: JSON.stringify(['Far+x@Müller.example']) },
      });
      for (const address of ['far+x@müller.example', 'far+x@xn--mller-kva.example'])
        assert.deepEqual(valuesOf(await exported(system, address), 'item_id'), [`invitation-${draft}`]);
      assert.equal((await erased(system, 'far+x@xn--mller-kva.example')).items_removed, true);
      assert.deepEqual(await invitees(system, draft), []);
    });

    it('the erasure removes a guest from the lists and leaves everything else unchanged', async () => {
      const erasure = await erased(system, 'guest@mail.example');
      assert.deepEqual(erasure, { items_removed: true, items_retained: false, messages: [] });
      assert.deepEqual(await invitees(system, mine), ['invitee']);
      assert.equal((await erased(system, 'guest@mail.example')).items_removed, false);
      assert.deepEqual(await exported(system, 'guest@mail.example'), []);
    });

    it('the erasure removes a person from the lists of co-owners and keepers, too', async () => {
      const helper = '["helper@mail.example"]';
      const id = await create(system.site, 'stranger', {
        title: 'With help',
        meta: { registry_owners: helper, registry_keepers: '["keeper@mail.example","helper@mail.example"]' },
      });
      const roles = async (email: string) => {
        const [group] = await exported(system, email);
        return group?.data.map(({ name }) => name);
      };
      assert.deepEqual(await roles('helper@mail.example'), ['Registry', 'Co-owner as', 'Keeper as']);
      assert.deepEqual(await roles('keeper@mail.example'), ['Registry', 'Keeper as']);
      const erasure = await erased(system, 'helper@mail.example');
      assert.deepEqual(erasure, { items_removed: true, items_retained: false, messages: [] });
      const { body } = await read(system.site, 'stranger', id);
      assert.deepEqual([body.meta.registry_owners, body.meta.registry_keepers], ['[]', '["keeper@mail.example"]']);
    });

    it('the erasure keeps a registry whose items cannot be erased, and reports that', async () => {
      await connect(system, CLOSED_ADDRESS);
      const incomplete = /items of the gift registries could not be read/;
      await assert.rejects(exportData(system.site, 'owner@people.example', 'largesse-registries'), incomplete);
      const erasure = await erased(system, 'owner@people.example');
      assert.equal(erasure.items_retained, true);
      assert.equal(erasure.messages.length, 2, 'one of the registry, and one of gifts');
      assert.match(erasure.messages.join(), /“Ann &amp; Bob &lt;3”/);
      assert.equal((await read(system.site, 'owner', mine)).status, 200);
      await connect(system, system.url);
    });

    everywhere('the erasure of an owner removes registries, the text of their items, and invitations', async () => {
      const [pot] = await activeItems(system, mine);
      const second = await create(system.site, 'owner', { title: 'Second', status: 'draft' });
      const erasure = await erased(system, 'owner@people.example');
      assert.deepEqual(erasure, { items_removed: true, items_retained: false, messages: [] });
      for (const id of [mine, second]) assert.equal((await read(system.site, 'admin', id)).status, 404);
      assert.deepEqual(await activeItems(system, mine), []);
      // Reactivates the item, to read the data that remain in the item.
      const { body } = await system.request<{ data: StoredItem }>('admin', 'PUT', `/items/${pot?.id}`, {
        body: { is_active: true },
      });
      assert.partialDeepStrictEqual(body.data, {
        name: '-',
        url: 'https://erased.invalid/',
        description: null,
        retailer: null,
        image_url: null,
        price: null,
        affiliate_url: null,
        affiliate_status: null,
      });
      assert.deepEqual(await invitees(system, theirs), ['Zoë "quoted" \\', 'owner@other.example']);
    });

    it('a registry with more items than one request can erase takes several', async () => {
      const big = await create(system.site, 'mailInvitee', { title: 'Big' });
      for (let index = 0; index < 101; index++) await addItem(system, big, `Item ${index}`);
      assert.equal((await erased(system, 'mailinvitee@people.example')).items_removed, true);
      assert.deepEqual(await activeItems(system, big), []);
      assert.equal((await read(system.site, 'admin', big)).status, 404);
    });

    it('the policy guide suggests a text, with the periods in the settings', async () => {
      await system.site.wordpress.run(
        `update_option( 'largesse_addresses_kept_days', '45' ); update_option( 'largesse_names_kept_months', '7' );`,
      );
      const { html } = await page(system.site, 'admin', '/wp-admin/options-privacy.php?tab=policyguide');
      assert.match(html, /Largesse/);
      assert.match(html, /If you create a gift registry, we store/);
      assert.match(html, /If you write down what is good to know about you, such as a shoe size/);
      assert.match(html, /We erase your e-mail address 45 days after the event\./);
      assert.match(html, /We erase your name and your message 7 months after it\./);
    });
  });
}

const exported = ({ site }: SiteWithApi, email: string) => exportData(site, email);
const erased = ({ site }: SiteWithApi, email: string) => eraseData(site, email);

async function invitees({ site }: SiteWithApi, id: number): Promise<string[]> {
  return JSON.parse((await read(site, 'admin', id)).body.meta.registry_invitees);
}
