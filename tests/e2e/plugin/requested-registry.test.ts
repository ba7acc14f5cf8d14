// Needs a whole site: WordPress's queries decide which post an address means.
import assert from 'node:assert/strict';
import { before, describe } from 'node:test';
import type { WordPressVersion } from '../../../tools/wordpress/packages.ts';
import { openForSuite } from '../../support/suite.ts';
import { type Caller, create, page } from '../wordpress/requests.ts';
import { openSite } from '../wordpress/site.ts';
import { testsOn, versions } from '../wordpress/versions.ts';
import { addShowingPage, type Shown } from './showing-page.ts';

for (const version of versions) describe(`?registry= on WordPress ${version}`, () => requestedRules(version));

function requestedRules(version: WordPressVersion): void {
  const { it, everywhere } = testsOn(version);
  const site = openForSuite(() => openSite({ version }));
  let pageId: number;
  let publicId: number;
  let privateId: number;
  before(async () => {
    await addShowingPage(site);
    pageId = Number(
      await site.wordpress.run(
        `echo wp_insert_post( array( 'post_type' => 'page', 'post_status' => 'publish', 'post_title' => 'Show', 'post_name' => 'show' ) );`,
      ),
    );
    publicId = await create(site, 'owner', { status: 'publish', slug: 'our-house' });
    privateId = await create(site, 'owner', { slug: 'secret-house', meta: { registry_invitees: '["invitee"]' } });
  });

  /** Follows redirects. Each redirect must stay on the site and reveal only requested data. */
  async function show(who: Caller, path: string): Promise<Shown | number> {
    let answer = await page(site, who, path);
    for (let hops = 0; answer.location && hops < 3; hops++) {
      assert.ok(!answer.location.includes('secret-house') || path.includes('secret-house') || who !== 'nobody');
      answer = await page(site, who, answer.location.replace(site.url, ''));
    }
    return answer.status === 200 ? JSON.parse(answer.html) : answer.status;
  }
  const idOf = async (slug: string) =>
    Number(await site.wordpress.run(`echo get_page_by_path( $input, OBJECT, 'registry' )->ID;`, slug));
  const shown = (page: number, registry: number | null) => ({
    page,
    registry: registry === null ? null : { id: registry },
  });

  everywhere('finds lists with the title "0", which WordPress treats as empty', async () => {
    const slugs: string[] = JSON.parse(
      await site.wordpress.run(
        `$ids = array_map( static fn ( string $title ): int => wp_insert_post( array( 'post_type' => 'registry', 'post_status' => 'publish', 'post_title' => $title, 'post_author' => 1 ) ), $input );
       echo wp_json_encode( array_map( static fn ( int $id ): string => get_post( $id )->post_name, $ids ) );`,
        ['0', '0!', '(0)'],
      ),
    );
    assert.equal(new Set(slugs).size, 3, slugs.join());
    for (const slug of slugs) {
      assert.notEqual(slug, '0');
      assert.partialDeepStrictEqual(await show('nobody', `/?registry=${slug}`), { page: await idOf(slug) });
    }
    assert.equal(await show('nobody', '/?registry=0'), 404);
    const title = `echo get_the_title( get_page_by_path( $input, OBJECT, 'registry' ) );`;
    assert.equal(await site.wordpress.run(title, slugs[0]), '&#48;');
  });

  everywhere('names a registry by id or slug, and does not change a page of the site', async () => {
    for (const requested of [publicId, 'our-house', 'OUR-HOUSE', ' our-house']) {
      assert.partialDeepStrictEqual(await show('nobody', `/?registry=${requested}`), { page: publicId });
      for (const path of ['/show/?', `/?page_id=${pageId}&`])
        assert.partialDeepStrictEqual(await show('nobody', `${path}registry=${requested}`), shown(pageId, publicId));
    }
    assert.equal(await show('nobody', `/?registry[]=${publicId}`), 404);
  });

  it('without a valid registry shows only the page', async () => {
    for (const requested of ['', '0', '-1', '999999', 'no-such', String(pageId), 'show', `0${publicId}`, '%FF'])
      assert.partialDeepStrictEqual(await show('nobody', `/show/?registry=${requested}`), shown(pageId, null));
  });

  it('does not lead from a former slug of a private registry to its present one', async () => {
    const id = await create(site, 'owner', { status: 'publish', slug: 'former-house' });
    await site.wordpress.run(
      `wp_update_post( array( 'ID' => $input, 'post_name' => 'secret-house-2' ) ); wp_update_post( array( 'ID' => $input, 'post_status' => 'private' ) );`,
      id,
    );
    assert.equal((await page(site, 'nobody', '/registry/former-house/')).status, 404);
    assert.partialDeepStrictEqual(await show('owner', '/registry/former-house/'), { page: id });
  });

  it('shows nobody a registry in the trash', async () => {
    const id = await create(site, 'owner', { status: 'publish' });
    await site.wordpress.run('wp_trash_post( $input );', id);
    for (const who of ['owner', 'admin', 'stranger'] as const)
      assert.partialDeepStrictEqual(await show(who, `/show/?registry=${id}`), shown(pageId, null), who);
  });

  it('treats digits as an id if a registry has it, otherwise as a slug', async () => {
    const digits = await create(site, 'owner', { status: 'publish', slug: String(publicId) });
    assert.partialDeepStrictEqual(await show('nobody', `/show/?registry=${publicId}`), shown(pageId, publicId));
    assert.partialDeepStrictEqual(await show('nobody', `/show/?registry=${digits}`), shown(pageId, digits));
  });

  it('leads to the registry even if a page is the front page, unless the address names that page, too', async () => {
    await site.wordpress.run(
      `update_option( 'show_on_front', 'page' ); update_option( 'page_on_front', $input );`,
      pageId,
    );
    try {
      assert.partialDeepStrictEqual(await show('nobody', '/'), shown(pageId, null));
      assert.partialDeepStrictEqual(await show('nobody', `/?registry=${publicId}`), { page: publicId });
      assert.equal(await show('stranger', `/?registry=${privateId}`), 404);
      assert.partialDeepStrictEqual(await show('nobody', '/show/?registry=our-house'), shown(pageId, publicId));
    } finally {
      await site.wordpress.run(`update_option( 'show_on_front', 'posts' );`);
    }
  });

  it('works without pretty permalinks', async () => {
    await site.wordpress.run(`$GLOBALS['wp_rewrite']->set_permalink_structure( '' ); flush_rewrite_rules( false );`);
    try {
      const permalink = await site.wordpress.run('echo get_permalink( $input );', publicId);
      assert.equal(permalink, `${site.url}/?registry=our-house`);
      assert.partialDeepStrictEqual(await show('nobody', '/?registry=our-house'), { page: publicId });
    } finally {
      await site.wordpress.run(
        `$GLOBALS['wp_rewrite']->set_permalink_structure( '/%postname%/' ); flush_rewrite_rules( false );`,
      );
    }
  });
}
