import assert from 'node:assert/strict';
import { describe } from 'node:test';
import { addCode } from '../add-code.ts';
import { create, dispatch, logIn, noncesOf, rest } from '../requests.ts';
import type { Site } from '../site.ts';
import type { Tests } from '../versions.ts';

/** Key under which the Gutenberg plugin stores a document that several people edit at the same time. */
const DOCUMENT = '_crdt_document';

/** The parts of the Gutenberg plugin's live collaboration that store data of a post. */
const COLLABORATION = `add_action( 'init', static function () {
  register_meta( 'post', '${DOCUMENT}', array( 'type' => 'string', 'single' => true, 'show_in_rest' => true, 'auth_callback' => '__return_true' ) );
} );`;

/** Tests what WordPress's block editor may change in a registry. */
export function editorRules(site: () => Site, { everywhere }: Tests): void {
  describe('WordPress’s editor', () => {
    /** Saves a registry as the editor does: with the cookies of the browser. */
    const save = async (id: number, body: object, headers: Record<string, string> = {}) => {
      const [nonce = ''] = await noncesOf(site(), 'owner', ['wp_rest']);
      const response = await fetch(`${site().url}/wp-json/wp/v2/registries/${id}`, {
        method: 'POST',
        headers: {
          cookie: await logIn(site(), 'owner'),
          'x-wp-nonce': nonce,
          'content-type': 'application/json',
          ...headers,
        },
        body: JSON.stringify(body),
      });
      assert.equal(response.status, 200, await response.clone().text());
    };
    const stored = async (id: number) => (await dispatch(site(), 'owner', 'GET', `/registries/${id}`)).body;

    everywhere('changes no lists, because it sends them as they were when it was opened', async () => {
      const id = await create(site(), 'owner', { title: 'Old', meta: { registry_item_ids: '[1]' } });
      const opened = (await stored(id)).meta;
      const now = { registry_item_ids: '[2,1]', registry_invitees: '["ann"]', registry_most_wanted: '[2]' };
      assert.equal((await rest(site(), 'owner', 'POST', `/registries/${id}`, { meta: now })).status, 200);
      await save(id, { title: 'New', meta: { ...opened, registry_event_type: 'wedding' } });
      const saved = await stored(id);
      assert.equal(saved.title.raw, 'New');
      assert.partialDeepStrictEqual(saved.meta, { ...now, registry_event_type: 'wedding' });
    });

    everywhere('never stores the document of a live collaboration', async () => {
      await using _ = await addCode(site(), COLLABORATION);
      const id = await create(site(), 'owner', { meta: { registry_invitees: '["aunt@people.example"]' } });
      await save(id, { title: 'New', meta: { [DOCUMENT]: 'aunt@people.example' } });
      const found = await site().wordpress.run(
        `rest_get_server();
         $post = wp_insert_post( array( 'post_title' => 'Post', 'post_status' => 'draft' ) );
         update_post_meta( $post, '${DOCUMENT}', 'x' );
         echo wp_json_encode( array(
           get_post_meta( $input, '${DOCUMENT}', true ),
           get_post_meta( $post, '${DOCUMENT}', true ),
           apply_filters( 'wp_is_post_type_collaboration_disabled', false, 'registry' ),
           apply_filters( 'wp_is_post_type_collaboration_disabled', false, 'post' ),
           get_post_type_object( 'registry' )->show_in_abilities ?? null,
         ) );`,
        id,
      );
      assert.deepEqual(JSON.parse(found), ['', 'x', true, false, false]);
      assert.equal((await stored(id)).title.raw, 'New');
    });
  });
}
