import assert from 'node:assert/strict';
import { describe } from 'node:test';
import { create, type Draft, dispatch, dispatchAll, page, read } from '../requests.ts';
import type { Site, TestUser } from '../site.ts';
import type { Tests } from '../versions.ts';

const invitees = '["invitee","mailinvitee@people.example","someone@else.example"]';

/** Tests the contents of registries, and the permission to see each part. */
export function contentRules(site: () => Site, { it, everywhere }: Tests): void {
  const createBy = (caller: TestUser, registry: Draft = {}) => create(site(), caller, registry);

  describe('title and story', () => {
    everywhere('every reader gets them as they are stored, and can request them alone', async () => {
      const content = 'Line 1\n\nLine <b>2</b> & co';
      const title = `Mum & Dad's "50th" <3`;
      const id = await createBy('admin', { title, content, meta: { registry_invitees: invitees } });
      const { body } = await read(site(), 'invitee', id, '?_fields=title.raw,content.raw');
      assert.deepEqual(body, { title: { raw: title }, content: { raw: content } });
    });

    everywhere('the title of a private registry has no prefix, over REST or on its page', async () => {
      const id = await createBy('owner', { title: 'Ours' });
      assert.equal((await dispatch(site(), 'owner', 'GET', `/registries/${id}`)).body.title.rendered, 'Ours');
      const { html } = await page(site(), 'owner', `/?registry=${id}`);
      assert.match(html, /Ours/);
      assert.doesNotMatch(html, /Private: /);
    });

    it('the title of a password-protected registry has no prefix, unlike titles of other content', async () => {
      const titles = await site().wordpress.run(
        `foreach ( array( 'registry', 'post' ) as $type ) {
          foreach ( array( array( 'post_password' => 'sesame' ), array( 'post_status' => 'private' ) ) as $fields ) {
            $titles[] = get_the_title( wp_insert_post( array( 'post_type' => $type, 'post_status' => 'publish', 'post_title' => 'Ours', ...$fields ) ) );
          }
        }
        echo implode( ', ', $titles );`,
      );
      assert.equal(titles, 'Ours, Ours, Protected: Ours, Private: Ours');
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
      assert.deepEqual((await dispatch(site(), 'owner', 'GET', `/registries/${id}`)).body.meta, values);
    });

    it('is empty in a new registry, and after setting it to null', async () => {
      const empty = Object.fromEntries(
        Object.entries(values).map(([key, value]) => [key, value.startsWith('[') ? '[]' : '']),
      );
      const id = await createBy('owner', {});
      const nulls = Object.fromEntries(Object.keys(values).map((key) => [key, null]));
      const [fresh, filled, cleared] = await dispatchAll(site(), [
        ['owner', 'GET', `/registries/${id}`],
        ['owner', 'POST', `/registries/${id}`, { meta: values }],
        ['owner', 'POST', `/registries/${id}`, { meta: nulls }],
      ]);
      // People who have not accepted are in no list (rules: Co-owners and keepers).
      const accepted = { ...values, registry_owners: '[]', registry_keepers: '[]' };
      assert.deepEqual([fresh?.body.meta, filled?.body.meta, cleared?.body.meta], [empty, accepted, empty]);
    });

    const wrong: Record<string, unknown[]> = {
      registry_item_ids: ['', '1,2', '{"a":1}', '["1"]', '[0]', '[1.5]', '[[1]]', '[9007199254740992]', [1], 7],
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
    everywhere('with a wrong value is refused, and nothing is stored', async () => {
      const count = () => site().wordpress.run(`echo array_sum( (array) wp_count_posts( 'registry' ) );`);
      const before = await count();
      const metas = Object.entries(wrong).flatMap(([key, examples]) => examples.map((value) => ({ [key]: value })));
      const answers = await dispatchAll(
        site(),
        metas.map((meta) => ['owner', 'POST', '/registries', { title: 'x', status: 'private', meta }]),
      );
      assert.deepEqual(
        answers.map(({ status }, n) => [status, metas[n]]),
        metas.map((meta) => [400, meta]),
      );
      assert.equal(await count(), before);
    });
  });

  describe('the invitees of a public registry', () => {
    everywhere('cannot be printed by a block that is bound to them', async () => {
      await createBy('owner', {
        status: 'publish',
        meta: { registry_invitees: invitees, registry_event_type: 'silver wedding' },
      });
      const bound = (key: string) =>
        `<!-- wp:paragraph {"metadata":{"bindings":{"content":{"source":"core/post-meta","args":{"key":"${key}"}}}}} --><p></p><!-- /wp:paragraph -->`;
      const { body } = await dispatch<{ slug: string }>(site(), 'admin', 'POST', '/posts', {
        status: 'publish',
        title: 'Spy',
        content: `<!-- wp:query {"query":{"perPage":50,"postType":"registry","inherit":false}} --><div class="wp-block-query"><!-- wp:post-template -->${bound('registry_event_type')}${bound('registry_invitees')}<!-- /wp:post-template --></div><!-- /wp:query -->`,
      });
      const { html } = await page(site(), 'nobody', `/${body.slug}/`);
      assert.match(html, /silver wedding/);
      assert.doesNotMatch(html, /someone@else/);
    });
  });
}
