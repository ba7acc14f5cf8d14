// Needs a service and site: deleting a post must reach the items.
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { describe } from 'node:test';
import { CLOSED_ADDRESS } from '../../support/server-address.ts';
import { openForSuite } from '../../support/suite.ts';
import { create, dispatch, page } from '../wordpress/requests.ts';
import type { TestUser } from '../wordpress/site.ts';
import { testsOn, versions } from '../wordpress/versions.ts';
import { activeItems, addItem, connect, openConnected } from './connected.ts';

for (const version of versions) {
  describe(`deleting a registry on WordPress ${version}`, () => {
    const { it, everywhere } = testsOn(version);
    const system = openForSuite(() => openConnected(version));

    everywhere('in wp-admin makes its items inactive; moving it to the trash does not', async () => {
      const kept = await registryWithItems('owner', 1);
      const registry = await registryWithItems('owner', 3);
      await dispatch(system.site, 'owner', 'DELETE', `/registries/${registry}`);
      assert.equal((await activeItems(system, registry)).length, 3);
      const trash = await page(system.site, 'owner', '/wp-admin/edit.php?post_status=trash&post_type=registry');
      const link = trash.html.match(/href="[^"]*(\/wp-admin\/post\.php\?[^"]*action=delete[^"]*)"/)?.[1];
      assert.ok(link, 'the trash offers permanent deletion');
      assert.equal((await page(system.site, 'owner', link.replaceAll(/&amp;|&#038;/g, '&'))).status, 302);
      assert.deepEqual(await activeItems(system, registry), []);
      assert.equal((await activeItems(system, kept)).length, 1);
    });

    everywhere('by deleting its owner makes the items of all their registries inactive', async () => {
      const registries = [await registryWithItems('stranger', 2), await registryWithItems('stranger', 1)];
      await system.site.wordpress.run(
        `require_once ABSPATH . 'wp-admin/includes/user.php'; wp_delete_user( $input );`,
        system.site.users.stranger.id,
      );
      for (const registry of registries) assert.deepEqual(await activeItems(system, registry), []);
      const remembered = `count( Largesse\\Foundation\\Records\\Records::all( 'former_recipient', $input ) )`;
      assert.equal(await system.site.wordpress.run(`echo ${remembered};`, system.site.users.stranger.id), '0');
    });

    it('through the service only reads its gifts and parts, because it is waiting for this site', async () => {
      const asked: string[] = [];
      const server = createServer((request, response) => {
        asked.push(`${request.method} ${request.url}`);
        response.end('[]');
      });
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      const address = server.address();
      assert.ok(address !== null && typeof address === 'object');
      try {
        const [overService, byHand] = [await registryWithItems('owner', 1), await registryWithItems('owner', 1)];
        await connect(system, `http://127.0.0.1:${address.port}`);
        assert.equal((await system.request('owner', 'DELETE', `/registries/${overService}`)).status, 204);
        assert.deepEqual(asked.splice(0), [
          `GET /purchases?registry_id=${overService}&skip=0&limit=1000`,
          `GET /shares?registry_id=${overService}&limit=200`,
        ]);
        assert.deepEqual(await activeItems(system, overService), []);
        await deleteByHand([byHand]);
        assert.deepEqual(
          asked.filter((request) => request.includes('include=remaining')),
          [`GET /items?registry_id=${byHand}&include=remaining&numbers=of_list&limit=1000`],
        );
      } finally {
        server.close();
        await connect(system, system.url);
      }
    });

    it('does not affect the service for other posts', async () => {
      const post = Number(await system.site.wordpress.run(`echo wp_insert_post( array( 'post_title' => 'A post' ) );`));
      await addItem(system, post, 'Item of a registry with the same number');
      await deleteByHand([post]);
      assert.equal((await activeItems(system, post)).length, 1);
    });

    it('leaves the items of an existing registry unchanged', async () => {
      const registry = await registryWithItems('owner', 1);
      // Fires the action as if WordPress then failed to delete the registry.
      await system.site.wordpress.run(`do_action( 'before_delete_post', $input, get_post( $input ) );`, registry);
      assert.equal((await activeItems(system, registry)).length, 1);
    });

    it('sends its requests on the registry’s site of the network', async () => {
      const registry = await registryWithItems('owner', 1);
      await system.site.wordpress.run(
        `function switch_to_blog( $id ) { update_option( 'switched', array( ...get_option( 'switched', array() ), $id ) ); $GLOBALS['blog_id'] = $id; }
        function restore_current_blog() { update_option( 'switched', array( ...get_option( 'switched', array() ), 'back' ) ); $GLOBALS['blog_id'] = 1; }
        $GLOBALS['blog_id'] = 2;
        wp_delete_post( $input, true );
        $GLOBALS['blog_id'] = 1;`,
        registry,
      );
      const switched = await system.site.wordpress.run(`echo wp_json_encode( get_option( 'switched' ) );`);
      assert.equal(switched, '[2,"back"]');
      assert.deepEqual(await activeItems(system, registry), []);
    });

    it('succeeds if the service does not answer, and logs the remaining work', async () => {
      const registries = [await registryWithItems('owner', 1), await registryWithItems('owner', 1)];
      await connect(system, CLOSED_ADDRESS);
      await deleteByHand(registries);
      await connect(system, system.url);
      const log = await system.site.complaints();
      assert.match(
        log.trim(),
        new RegExp(
          `^\\S+ \\S+ UTC\\] Largesse: the items of the deleted registries ${registries.join(', ')} are still active\\..* Run: wp largesse reconcile --retire-gone$`,
        ),
      );
    });

    async function registryWithItems(owner: TestUser, count: number): Promise<number> {
      const registry = await create(system.site, owner, {});
      for (let index = 0; index < count; index++) await addItem(system, registry, `Item ${index}`);
      return registry;
    }

    function deleteByHand(ids: number[]): Promise<string> {
      return system.site.wordpress.run(`foreach ( $input as $id ) { wp_delete_post( $id, true ); }`, ids);
    }
  });
}
