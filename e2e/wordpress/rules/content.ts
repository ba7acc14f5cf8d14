import assert from 'node:assert/strict';
import { describe } from 'node:test';
import { type Caller, create, type Draft, page, type RegistryPost, read, rest } from '../requests.ts';
import type { Site, TestUser } from '../site.ts';
import type { Tests } from '../versions.ts';

const invitees = '["invitee","mailinvitee@people.example","someone@else.example"]';

/** Tests the contents of a registry and who can see which parts. */
export function contentRules(site: () => Site, { it, everywhere }: Tests): void {
  const createBy = (caller: TestUser, registry: Draft = {}) => create(site(), caller, registry);

  describe('title and story', () => {
    everywhere('every reader gets them as they are stored', async () => {
      const id = await createBy('admin', {
        title: `Mum & Dad's "50th" <3`,
        content: 'Line 1\n\nLine <b>2</b> & co',
        meta: { registry_invitees: invitees },
      });
      const { body } = await read(site(), 'invitee', id);
      assert.equal(body.title.raw, `Mum & Dad's "50th" <3`);
      assert.equal(body.content.raw, 'Line 1\n\nLine <b>2</b> & co');
    });

    it('clients can request the two fields alone', async () => {
      const id = await createBy('owner', { title: 'Ours', content: 'Story', meta: { registry_invitees: invitees } });
      const { body } = await read(site(), 'invitee', id, '?_fields=title.raw,content.raw');
      assert.deepEqual(body, { title: { raw: 'Ours' }, content: { raw: 'Story' } });
    });

    it('encoded text of a member stays unchanged', async () => {
      const title = 'A &amp; B &lt;3 &amp;amp; 1&lt;2&gt;0 \\ é 🎁';
      const id = await createBy('owner', { title });
      assert.equal((await read(site(), 'owner', id)).body.title.raw, title);
    });

    everywhere('the title of a private registry has no prefix, over REST or on its page', async () => {
      const id = await createBy('owner', { title: 'Ours' });
      assert.equal((await read(site(), 'owner', id)).body.title.rendered, 'Ours');
      const { html } = await page(site(), 'owner', `/?registry=${id}`);
      assert.match(html, /Ours/);
      assert.doesNotMatch(html, /Private: /);
    });

    it('nor does the title of a password-protected registry', async () => {
      const id = await createBy('owner', { title: 'Ours', status: 'publish', password: 'sesame' });
      const { html } = await page(site(), 'nobody', `/?registry=${id}`);
      assert.match(html, /Ours/);
      assert.doesNotMatch(html, /Protected: /);
    });

    it('titles of other content keep their prefixes', async () => {
      const { body } = await rest<{ slug: string }>(site(), 'admin', 'POST', '/posts', {
        title: 'Kept',
        status: 'private',
      });
      assert.match((await page(site(), 'admin', `/${body.slug}/`)).html, /Private: Kept/);
    });
  });

  describe('meta', () => {
    const values = {
      registry_item_ids: '[3, 1,2]',
      registry_invitees: '["a\\"b\\\\c","\\u00e9 é 🎁","<b>&amp;</b>"]',
      registry_owners: '["Zoë"]',
      registry_keepers: '["a@b.example"]',
      registry_headings: '[{"title":"Küche & <b>Bad</b>","items":[3, 1]},{"title":"\\u00e9","items":[]}]',
      registry_most_wanted: '[ 2,3]',
      registry_event_type: `  <b>Mum & Dad</b> "1\\2" 'x' &amp; 🎁 %41`,
      registry_event_date: '2028-02-29',
      registry_surprise: 'hidden',
      registry_reveal_date: '2028-03-01',
      registry_cover: '',
    };

    everywhere('comes back exactly as it was sent', async () => {
      const id = await createBy('owner', { meta: values });
      assert.deepEqual((await read(site(), 'owner', id)).body.meta, values);
    });

    it('is empty in a new registry, and after setting it to null', async () => {
      const empty = {
        registry_item_ids: '[]',
        registry_invitees: '[]',
        registry_owners: '[]',
        registry_keepers: '[]',
        registry_headings: '[]',
        registry_most_wanted: '[]',
        registry_event_type: '',
        registry_event_date: '',
        registry_surprise: '',
        registry_reveal_date: '',
        registry_cover: '',
      };
      const id = await createBy('owner', {});
      assert.deepEqual((await read(site(), 'owner', id)).body.meta, empty);
      await rest(site(), 'owner', 'POST', `/registries/${id}`, { meta: values });
      const nulls = Object.fromEntries(Object.keys(values).map((key) => [key, null]));
      assert.deepEqual((await rest(site(), 'owner', 'POST', `/registries/${id}`, { meta: nulls })).body.meta, empty);
    });

    const wrong: Record<string, unknown[]> = {
      registry_item_ids: ['', '1,2', '{"a":1}', '["1"]', '[0]', '[1.5]', '[[1]]', [1], 7],
      registry_invitees: ['', 'anna', '{"a":"b"}', '[1]', '[" "]', JSON.stringify(['x'.repeat(101)])],
      registry_headings: [
        '',
        '{}',
        '["Kitchen"]',
        '[{"title":" ","items":[]}]',
        '[{"title":"A","items":[1,1]}]',
        [],
        7,
      ],
      registry_most_wanted: ['', '["1"]', '[0]', '[1,1]', [1]],
      registry_event_type: ['é'.repeat(101), 5],
      registry_event_date: ['2027-02-29', '2027-2-1', '2027-02-01\n', 'soon', '01.02.2027'],
      registry_surprise: ['secret', 'Hidden', 'hidden '],
      registry_reveal_date: ['2027-02-29', 'soon'],
    };
    for (const [key, examples] of Object.entries(wrong)) {
      it(`a wrong ${key} is refused`, async () => {
        for (const value of examples) {
          const { status } = await rest(site(), 'owner', 'POST', '/registries', { title: 'x', meta: { [key]: value } });
          assert.equal(status, 400, JSON.stringify(value));
        }
      });
    }

    it('allows a thousand invitees, but not one more', async () => {
      const list = (length: number) => JSON.stringify(Array.from({ length }, (_, index) => `guest${index}`));
      const answer = (length: number) =>
        rest(site(), 'owner', 'POST', '/registries', { title: 'x', meta: { registry_invitees: list(length) } });
      assert.equal((await answer(1000)).status, 201);
      assert.equal((await answer(1001)).status, 400);
    });

    everywhere('a registry with wrong meta is not stored at all', async () => {
      const total = async () =>
        (await rest(site(), 'owner', 'GET', '/registries?status=any')).headers.get('x-wp-total');
      const before = await total();
      await rest(site(), 'owner', 'POST', '/registries', {
        title: 'x',
        status: 'private',
        meta: { registry_event_date: 'x' },
      });
      assert.equal(await total(), before);
    });
  });

  describe('the invitees of a public registry', () => {
    everywhere('are shown whole to owner, administrator and invitees, and to nobody else', async () => {
      const id = await createBy('owner', { status: 'publish', meta: { registry_invitees: invitees } });
      const seen = async (caller: Caller) => (await read(site(), caller, id)).body.meta.registry_invitees;
      for (const caller of ['owner', 'admin', 'invitee', 'mailInvitee'] as const) {
        assert.equal(await seen(caller), invitees, caller);
      }
      for (const caller of ['stranger', 'nobody'] as const) assert.equal(await seen(caller), '[]', caller);
    });

    it('are missing from lists, too', async () => {
      const id = await createBy('owner', { status: 'publish', meta: { registry_invitees: invitees } });
      for (const caller of ['stranger', 'nobody'] as const) {
        const { body } = await rest<RegistryPost[]>(site(), caller, 'GET', `/registries?include=${id}`);
        assert.equal(body[0]!.meta.registry_invitees, '[]', caller);
      }
    });

    everywhere('cannot be printed by a block that is bound to them', async () => {
      await createBy('owner', {
        status: 'publish',
        meta: { registry_invitees: invitees, registry_event_type: 'silver wedding' },
      });
      const bound = (key: string) =>
        `<!-- wp:paragraph {"metadata":{"bindings":{"content":{"source":"core/post-meta","args":{"key":"${key}"}}}}} --><p></p><!-- /wp:paragraph -->`;
      const { body } = await rest<{ slug: string }>(site(), 'admin', 'POST', '/posts', {
        status: 'publish',
        title: 'Spy',
        content: `<!-- wp:query {"query":{"perPage":50,"postType":"registry","inherit":false}} --><div class="wp-block-query"><!-- wp:post-template -->${bound('registry_event_type')}${bound('registry_invitees')}<!-- /wp:post-template --></div><!-- /wp:query -->`,
      });
      const { html } = await page(site(), 'nobody', `/${body.slug}/`);
      assert.match(html, /silver wedding/);
      assert.doesNotMatch(html, /someone@else/);
    });
  });

  describe('other routes', () => {
    everywhere('there are no revisions to read', async () => {
      const id = await createBy('owner', { status: 'publish' });
      const answer = await rest<unknown>(site(), 'owner', 'GET', `/registries/${id}/revisions`);
      assert.equal(answer.body.code, 'rest_no_route');
    });

    everywhere('autosaves are for those who may edit', async () => {
      const id = await createBy('owner', { status: 'publish', meta: { registry_invitees: invitees } });
      assert.equal(
        (await rest(site(), 'owner', 'POST', `/registries/${id}/autosaves`, { title: 'Unsaved' })).status,
        200,
      );
      const statuses: Record<string, number> = {};
      for (const caller of ['owner', 'invitee', 'stranger', 'nobody'] as const) {
        statuses[caller] = (await rest(site(), caller, 'GET', `/registries/${id}/autosaves`)).status;
      }
      assert.deepEqual(statuses, { owner: 200, invitee: 403, stranger: 403, nobody: 401 });
    });

    everywhere('the search finds public registries only, and tells their title only', async () => {
      await createBy('owner', { title: 'Zanzibar kept', meta: { registry_invitees: invitees } });
      const id = await createBy('owner', { title: 'Zanzibar shown', status: 'publish' });
      for (const caller of ['stranger', 'nobody'] as const) {
        const { body } = await rest<{ id: number; meta?: unknown }[]>(site(), caller, 'GET', '/search?search=zanzibar');
        assert.deepEqual(
          body.map((found) => found.id),
          [id],
          caller,
        );
        assert.equal(body[0]!.meta, undefined);
      }
    });
  });
}
