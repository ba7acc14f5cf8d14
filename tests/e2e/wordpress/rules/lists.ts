import assert from 'node:assert/strict';
import { before, describe } from 'node:test';
import { type Caller, createAll, dispatch, dispatchAll, page, type RegistryPost } from '../requests.ts';
import type { Site } from '../site.ts';
import type { Tests } from '../versions.ts';

/** Tests the contents, totals and headers of lists of registries. */
export function listRules(site: () => Site, { it, everywhere }: Tests): void {
  describe('lists', () => {
    const ids: Record<string, number> = {};
    before(async () => {
      // Other tests create registries as well, so all queries use only these ids.
      const statuses = ['publish', 'private', 'draft', 'pending'];
      const meta = { registry_invitees: '["invitee"]' };
      const made = await createAll(site(), [
        ...statuses.map((status) => ['owner', { status, title: `Listed ${status}`, meta }] as const),
        ['stranger', { title: 'Listed mine' }],
      ]);
      for (const [n, name] of [...statuses, 'mine'].entries()) ids[name] = made[n] ?? 0;
    });

    const list = async (caller: Caller, query: string) => {
      const { status, headers, body } = await dispatch<RegistryPost[] | { code: string }>(
        site(),
        caller,
        'GET',
        `/registries?include=${Object.values(ids)}&per_page=100&${query}`,
      );
      const names = Array.isArray(body)
        ? body.map(({ id }) => Object.keys(ids).find((name) => ids[name] === id) ?? 'other').sort()
        : body.code;
      return { status, names, total: Number(headers.get('x-wp-total')) };
    };
    const of = (...names: string[]) => ({ status: 200, names: names.sort(), total: names.length });

    const seen: [who: Caller, query: string, names: string[]][] = [
      ['owner', 'status=publish,private', ['publish', 'private']],
      ['owner', 'status=any', ['publish', 'private', 'draft', 'pending']],
      ['owner', 'context=edit&status=publish,private', ['publish', 'private']],
      ['stranger', 'status=publish,private', ['publish', 'mine']],
      ['stranger', 'context=edit&status=publish,private', ['mine']],
      ['stranger', 'status=any', ['mine']],
      ['invitee', 'status=publish,private', ['publish']],
      ['admin', 'status=any', ['publish', 'private', 'draft', 'pending', 'mine']],
      ['admin', 'status=publish,private&context=edit', ['publish', 'private', 'mine']],
      ['nobody', '', ['publish']],
    ];
    everywhere('contain and count only registries that the caller may know', async () => {
      for (const [who, query, names] of seen) assert.deepEqual(await list(who, query), of(...names), `${who} ${query}`);
      assert.equal((await list('nobody', 'status=private')).status, 400);
      for (const status of ['draft', 'pending', 'draft,publish', 'trash', 'future']) {
        const { names, total } = await list('stranger', `status=${status}`);
        assert.deepEqual({ names, total }, { names: [], total: 0 }, status);
      }
    });

    it('filtering by author does not bypass that', async () => {
      const [owner, stranger] = [site().users.owner.id, site().users.stranger.id];
      assert.deepEqual(await list('stranger', `status=any&author=${owner}`), of());
      assert.deepEqual(await list('stranger', `status=any&author=${owner},${stranger}`), of('mine'));
      assert.deepEqual(await list('stranger', `status=any&author_exclude=${stranger}`), of());
      assert.deepEqual(await list('stranger', 'status=any&author_exclude=999999'), of('mine'));
    });
  });

  describe('the order of a list', () => {
    const date = '2026-01-02T03:04:05';
    const ids: number[] = [];
    before(async () => {
      ids.push(...(await createAll(site(), Array(4).fill(['owner', { date, title: 'Same' }]))));
      // Updates the registries in reverse order, so that the natural order of the database differs from the expected
      // order.
      await site().wordpress.run(
        'global $wpdb; foreach ( $input as $id ) { $wpdb->update( $wpdb->posts, array( "post_modified" => "2026-01-02 03:04:05" ), array( "ID" => $id ) ); }',
        ids.toReversed(),
      );
    });
    const tied = ['date', 'modified', 'title', 'author'];

    everywhere(
      'is by id among registries with the same date, title or author; by date if the request names none',
      async () => {
        const queries: [query: string, expected: number[]][] = [
          ...tied.map((orderby): [string, number[]] => [`orderby=${orderby}&order=asc`, ids]),
          ...tied.map((orderby): [string, number[]] => [`orderby=${orderby}&order=desc`, ids.toReversed()]),
          ['', ids.toReversed()],
          ['orderby=id&order=asc', ids],
        ];
        const answers = await dispatchAll<RegistryPost[]>(
          site(),
          queries.map(([query]) => ['owner', 'GET', `/registries?include=${ids}&status=private&${query}`]),
        );
        assert.deepEqual(
          answers.map(({ body }, n) => [queries[n]?.[0], body.map(({ id }) => id)]),
          queries,
        );
      },
    );
  });

  describe('the list in wp-admin', () => {
    before(async () => {
      await createAll(site(), [
        ['owner', { status: 'draft', title: 'Secret draft' }],
        ['owner', { status: 'publish', title: 'Shown to all' }],
      ]);
    });

    everywhere('contains and counts a member’s own registries only', async () => {
      for (const view of ['&all_posts=1', '&post_status=draft']) {
        const { status, html } = await page(site(), 'mailInvitee', `/wp-admin/edit.php?post_type=registry${view}`);
        assert.equal(status, 200);
        assert.doesNotMatch(html, /Secret draft|Shown to all|<li class='(?:publish|draft)'>/, view);
      }
    });
  });
}
