// Needs a whole site: WordPress's screen of a post.
import assert from 'node:assert/strict';
import { afterEach, describe } from 'node:test';
import { openChromium } from '../../../tools/browser/chromium.ts';
import type { WordPressVersion } from '../../../tools/wordpress/packages.ts';
import { openForSuite } from '../../support/suite.ts';
import { ask } from '../wordpress/guest.ts';
import { create, page as load } from '../wordpress/requests.ts';
import type { TestUser } from '../wordpress/site.ts';
import { testsOn, versions } from '../wordpress/versions.ts';
import { openAdmin } from './admin.ts';
import { addItem } from './connected.ts';
import { openProxiedSite } from './proxied-site.ts';

const HOSTILE = ['<script>alert(1)</script>', `"double" 'single' &amp; <b>`, 'مقلاة "كبيرة"', '\\ back \\n'];

/** A story that only administrators can store. Other people's changes must not remove its HTML. */
const FORMATTED = '<!-- wp:paragraph --><p class="x">We <em>marry</em></p><!-- /wp:paragraph --><iframe></iframe>';

for (const version of versions) describe(`the screen of a registry on WordPress ${version}`, () => screenOn(version));

function screenOn(version: WordPressVersion): void {
  const { it, everywhere } = testsOn(version);
  const browser = openForSuite(openChromium);
  const t = openForSuite(() => openProxiedSite(version));
  afterEach(() => {
    t.interference = {};
  });

  const site = () => t.system.site;
  const run = (code: string, input: unknown = null) => site().wordpress.run(code, input);
  const list = '/wp-admin/edit.php?post_type=registry';
  const pathOf = (id: number) => `/wp-admin/post.php?post=${id}&action=edit`;
  const pageOf = (id: number) => `${site().url}/my-registries/?registry=${id}`;
  const stored = async (id: number) =>
    JSON.parse(await run('echo wp_json_encode( get_post( $input ) );', id)) as Record<string, string>;
  const html = async (who: TestUser, path: string) => {
    const answer = await load(site(), who, path);
    assert.equal(answer.status, 200, path);
    return answer.html;
  };

  const post = (who: TestUser, path: string, form: Record<string, string>) => ask(site(), path, { who, form });

  /** Sends the form of Quick Edit. */
  async function quickEdit(who: TestUser, id: number, fields: Record<string, string>): Promise<void> {
    const nonce = (await html(who, list)).match(/name="_inline_edit" value="(\w+)"/)?.[1] ?? '';
    const { post_name, post_status } = await stored(id);
    // Deletes the lock of the previous editor. Otherwise, WordPress would reject the form until this lock expires.
    await run(`delete_post_meta( $input, '_edit_lock' );`, id);
    const status = { _status: post_status ?? '', ...(post_status === 'private' ? { keep_private: 'private' } : {}) };
    const sent = { post_ID: String(id), post_type: 'registry', post_name: post_name ?? '', screen: 'edit-registry' };
    const action = { action: 'inline-save', _inline_edit: nonce, post_view: 'list' };
    const answer = await post(who, '/wp-admin/admin-ajax.php', { ...action, ...sent, ...status, ...fields });
    assert.equal(answer.status, 200);
    assert.match(answer.html, /<tr id="post-/);
  }

  everywhere('shows everything in a registry, without scripts, and changes nothing', async () => {
    const meta = {
      registry_event_type: 'Wedding',
      registry_event_date: '2027-05-01',
      registry_surprise: 'hidden',
      registry_reveal_date: '2038-05-03',
      registry_invitees: '["granny"]',
      registry_keepers: '["stranger"]',
    };
    const id = await create(site(), 'admin', { title: 'Mum & Dad <3', content: FORMATTED, meta });
    await run(`wp_update_post( array( 'ID' => $input[0], 'post_author' => $input[1] ) );`, [id, site().users.owner.id]);
    await addItem(t.system, id, 'Kettle', { price: 1234.5, quantity_needed: 3, quantity_purchased: 1 });
    await using admin = await openAdmin(site(), browser, 'admin', { javaScriptEnabled: false });
    const { page } = admin;
    await page.goto(site().url + pathOf(id));
    await page.getByRole('heading', { name: 'Mum & Dad <3', level: 1 }).waitFor();
    assert.match(await page.title(), /Mum & Dad <3/);
    const facts = await page.locator('.form-table').innerText();
    for (const fact of ['Wedding', '2027', 'Surprise me', '2038', 'We marry', 'owner', 'Private', 'stranger'])
      assert.ok(facts.includes(fact), `${fact} in ${facts}`);
    await page.getByRole('listitem').filter({ hasText: 'granny – Nobody here has this name' }).waitFor();
    const row = page.getByRole('row').filter({ has: page.getByRole('rowheader', { name: 'Kettle' }) });
    assert.deepEqual(await row.getByRole('cell').allInnerTexts(), ['1,234.50', '1 of 3 given', 'Not set']);
    assert.equal(await page.getByRole('link', { name: 'Edit this registry' }).getAttribute('href'), pageOf(id));
    const fields = page.locator('.wrap :is(input, textarea, select, [contenteditable])');
    assert.equal(await fields.count(), 0);
    assert.deepEqual(admin.complaints(), []);
  });

  everywhere('is accessible, and shows hostile text as plain text', async () => {
    const meta = { registry_invitees: JSON.stringify(HOSTILE), registry_event_type: HOSTILE[1] ?? '' };
    const id = await create(site(), 'owner', { title: HOSTILE[0] ?? '', meta });
    for (const name of HOSTILE) await addItem(t.system, id, name, { affiliate_status: 'expired' });
    await using admin = await openAdmin(site(), browser, 'admin');
    const { page } = admin;
    page.on('dialog', (dialog) => assert.fail(`a script ran: ${dialog.message()}`));
    await page.goto(site().url + pathOf(id));
    const names = await page.locator('.wrap tbody').getByRole('rowheader').allInnerTexts();
    assert.deepEqual(names.slice(-4), HOSTILE);
    assert.deepEqual(await page.locator('.wrap li bdi').allInnerTexts(), HOSTILE);
    assert.equal(await page.getByRole('cell', { name: 'Expired' }).count(), HOSTILE.length);
    const owner = page.locator('.form-table').getByRole('link', { name: 'owner' });
    assert.match((await owner.getAttribute('href')) ?? '', new RegExp(`user_id=${site().users.owner.id}`));
    assert.deepEqual(await admin.axe('.wrap'), []);
    assert.deepEqual(admin.complaints(), []);
  });

  it('hides affiliate links from owners, and explains if items cannot be shown', async () => {
    const id = await create(site(), 'owner', { title: 'Ours' });
    await addItem(t.system, id, 'Kettle', { affiliate_status: 'expired' });
    await addItem(t.system, id, 'A song', { url: 'https://site.example/#largesse-no-shop' });
    const shown = await html('owner', pathOf(id));
    assert.match(shown, /Kettle.*A song/s);
    assert.doesNotMatch(shown, /largesse-no-shop/);
    assert.match(shown, /You are the owner\./);
    assert.doesNotMatch(shown, /Expired|Quick Edit”/);
    t.interference = { before: () => false };
    const empty = await create(site(), 'owner', { title: 'Not asked yet' });
    assert.match(await html('owner', pathOf(empty)), /The wishes cannot be shown now/);
  });

  everywhere('has no block editor, and "Add Registry" opens the form that creates one', async () => {
    const id = await create(site(), 'owner', { title: 'Ours' });
    assert.doesNotMatch(await html('admin', pathOf(id)), /block-editor-page|wp-block-editor/);
    const before = await run(`echo wp_count_posts( 'registry' )->{'auto-draft'};`);
    for (const who of ['admin', 'owner'] as const) {
      const answer = await post(who, '/wp-admin/post-new.php?post_type=registry', {});
      assert.partialDeepStrictEqual(answer, { status: 302, location: `${site().url}/my-registries/?start=1` });
    }
    assert.equal(
      await run(`echo wp_count_posts( 'registry' )->{'auto-draft'};`),
      before,
      'nothing is begun on the way',
    );
    assert.equal((await post('admin', '/wp-admin/post-new.php?post_type=page', {})).status, 200);
    const row = await html('admin', list);
    assert.ok(row.includes(`href="${pageOf(id)}"`), '"Edit" leads to the page');
    assert.match(row, /aria-label="Edit “Ours”"/);
    const shown = await html('admin', `/?registry=${id}`);
    assert.match(shown, new RegExp(`id='wp-admin-bar-edit'><a [^>]*href='[^']*/my-registries/\\?registry=${id}'`));
  });

  everywhere('Quick Edit changes the title, and never the owner', async () => {
    const id = await create(site(), 'owner', { title: 'Old &amp; <b>', status: 'private' });
    await run(
      `global $wpdb; $wpdb->update( $wpdb->posts, array( 'post_content' => $input[1] ), array( 'ID' => $input[0] ) ); clean_post_cache( $input[0] );`,
      [id, FORMATTED],
    );
    const { post_name } = await stored(id);
    const kept = { post_content: FORMATTED, post_name, post_status: 'private' };
    const owner = String(site().users.owner.id);
    // These forms contain no author field.
    for (const who of ['owner', 'admin'] as const) {
      await quickEdit(who, id, { post_title: `By ${who}` });
      assert.partialDeepStrictEqual(await stored(id), { ...kept, post_title: `By ${who}`, post_author: owner }, who);
    }
    await quickEdit('admin', id, { post_title: 'Given away', post_author: String(site().users.stranger.id) });
    assert.partialDeepStrictEqual(await stored(id), { ...kept, post_author: String(site().users.stranger.id) });
  });

  it('links to wp-admin while the members’ page is missing, until a page has the block again', async () => {
    const id = await create(site(), 'owner', { title: 'Ours' });
    const first = await run(`$id = get_option( 'largesse_my_registries_page' ); wp_trash_post( $id ); echo $id;`);
    assert.doesNotMatch(await html('owner', pathOf(id)), /Edit this registry/);
    const added = await post('owner', '/wp-admin/post-new.php?post_type=registry', {});
    assert.partialDeepStrictEqual(added, { status: 302, location: site().url + list });
    const pages = await run(
      `use Largesse\\Registries\\Links\\OwnerPage;
      wp_untrash_post( $input );
      $pages = array( OwnerPage::exists() );
      wp_publish_post( $input );
      $pages[] = OwnerPage::exists();
      wp_delete_post( $input, true );
      $pages[] = OwnerPage::exists();
      $page = array( 'post_type' => 'page', 'post_status' => 'publish', 'post_title' => 'New', 'post_content' => '<!-- wp:largesse/my-registries /-->' );
      $new = wp_insert_post( $page );
      $pages[] = OwnerPage::exists();
      // A pattern, a reusable block or a template may contain the block.
      $stored = get_post( $new );
      foreach ( array( '<!-- wp:pattern {"slug":"x/y"} /-->', '<!-- wp:block {"ref":7} /-->', 'Words' ) as $content ) {
        wp_cache_set( $new, (object) ( array( 'post_content' => $content ) + get_object_vars( $stored ) ), 'posts' );
        $pages[] = OwnerPage::exists();
      }
      wp_cache_delete( $new, 'posts' );
      echo wp_json_encode( $pages );`,
      Number(first),
    );
    assert.deepEqual(JSON.parse(pages), [false, true, false, true, true, true, false]);
  });
}
