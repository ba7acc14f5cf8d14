import assert from 'node:assert/strict';
import { before, describe } from 'node:test';
import { openChromium } from '../../../tools/browser/chromium.ts';
import type { WordPressVersion } from '../../../tools/wordpress/packages.ts';
import { fetchOnce } from '../../support/http-client.ts';
import { openForSuite } from '../../support/suite.ts';
import { addCode } from '../wordpress/add-code.ts';
import { create, logIn } from '../wordpress/requests.ts';
import { openSite, type TestUser } from '../wordpress/site.ts';
import { testsOn, versions } from '../wordpress/versions.ts';
import { type Admin, openAdmin } from './admin.ts';

const LIST = '/wp-admin/edit.php?post_type=registry';

/** PHP that adds the list's database queries to the page. With `?plain`, the code removes the plugin's columns. */
const METER = `define( 'SAVEQUERIES', true );
add_action( 'load-edit.php', function () {
	if ( isset( $_GET['plain'] ) ) {
		remove_all_filters( 'manage_registry_posts_columns' );
		remove_all_actions( 'manage_registry_posts_custom_column' );
	}
} );
add_action( 'admin_footer', function () {
	echo '<!--queries' . wp_json_encode( array_column( $GLOBALS['wpdb']->queries, 0 ), JSON_HEX_TAG ) . 'queries-->';
}, PHP_INT_MAX );`;

for (const version of versions) describe(`the list of registries on WordPress ${version}`, () => listOn(version));

function listOn(version: WordPressVersion): void {
  const { it, everywhere } = testsOn(version);
  const browser = openForSuite(openChromium);
  const site = openForSuite(() => openSite({ version }));
  let admin: Admin;
  before(async () => {
    for (const registry of [
      { title: 'Wedding', status: 'publish', meta: meta('Wedding', '2027-05-01', [3, 1, 2]) },
      { title: 'Birthday', status: 'private', meta: meta('<script>alert(1)</script> &amp;', '2026-12-24', [4]) },
      // This registry has no date. The screen must not mistake another meta field for the date.
      { title: 'Nothing said', status: 'draft', meta: { registry_event_type: 'Party', registry_item_ids: '[1,2]' } },
      { title: 'Locked', status: 'publish', password: 'sesame', meta: meta('عيد "ميلاد"', '2028-02-29', []) },
    ])
      await create(site, 'owner', registry);
    await create(site, 'admin', { title: 'Of the admin', meta: meta('Office', '2026-01-31', []) });
    await addCode(site, METER);
    admin = await openAdmin(site, browser, 'admin');
  });

  function meta(type: string, date: string, items: number[]): Record<string, string> {
    return { registry_event_type: type, registry_event_date: date, registry_item_ids: JSON.stringify(items) };
  }
  async function html(who: TestUser, query: string): Promise<string> {
    const response = await fetchOnce(site.url + LIST + query, { headers: { cookie: await logIn(site, who) } });
    assert.equal(response.status, 200);
    return response.text();
  }
  async function titles(who: TestUser, query: string): Promise<string[]> {
    return [...(await html(who, query)).matchAll(/class="row-title"[^>]*>([^<]*)</g)].map(([, title = '']) => title);
  }

  everywhere('shows each registry’s occasion, date, owner, size and visibility', async () => {
    const { page } = admin;
    await page.goto(site.url + LIST);
    const table = page.getByRole('table').first();
    for (const name of ['Owner', 'Occasion', 'Date of the occasion', 'Items', 'Visible to'])
      await table.getByRole('columnheader', { name }).first().waitFor();
    const cells = async (title: string) => {
      const row = table.getByRole('row').filter({ has: page.getByRole('link', { name: `“${title}” (Edit)` }) });
      return (await row.getByRole('cell').allTextContents()).slice(1, 6).map((text) => text.trim());
    };
    assert.deepEqual(await cells('Wedding'), ['owner', 'Wedding', 'May 1, 2027', '3', 'Everybody']);
    assert.deepEqual(await cells('Birthday'), [
      ...['owner', '<script>alert(1)</script> &amp;', 'December 24, 2026', '1', 'Invited people'],
    ]);
    assert.deepEqual(await cells('Nothing said'), ['owner', 'Party', '—None', '2', 'Nobody yet: draft']);
    assert.deepEqual(await cells('Locked'), [
      ...['owner', 'عيد "ميلاد"', 'February 29, 2028', '0', 'Anyone with the password'],
    ]);
    const own = ['occasion', 'date', 'items', 'visibility'].map((column) => `.column-largesse_${column}`);
    assert.deepEqual(await admin.axe(own.join(', ')), []);
    assert.deepEqual(admin.complaints(), []);
  });

  everywhere('can be sorted by the date of the occasion, and keeps registries without a date', async () => {
    const { page } = admin;
    await page.goto(site.url + LIST);
    const heading = page.getByRole('columnheader', { name: 'Date of the occasion' }).first();
    await page.toNextPage(() => heading.getByRole('link').click());
    assert.match(page.url(), /orderby=registry_event_date&order=asc/);
    const shown = () => page.locator('a.row-title').allInnerTexts();
    const ascending = ['Nothing said', 'Of the admin', 'Birthday', 'Wedding', 'Locked'];
    assert.deepEqual(await shown(), ascending);
    const back = (await heading.getByRole('link').getAttribute('href')) ?? '';
    assert.match(back, /orderby=registry_event_date&order=desc/);
    assert.deepEqual(await titles('admin', back.slice(back.indexOf('&orderby'))), ascending.toReversed());
    assert.deepEqual(await titles('owner', '&orderby=registry_event_date'), [
      ...['Nothing said', 'Birthday', 'Wedding', 'Locked'],
    ]);
    assert.deepEqual(await titles('admin', '&orderby=registry_event_date&order=nonsense'), ascending);
    assert.deepEqual(admin.complaints(), []);
  });

  it('tells who sees a registry that is scheduled or in the trash', async () => {
    const shown = await site.wordpress.run(
      `foreach ( array( 'future', 'trash', 'pending' ) as $post_status ) {
        echo Largesse\\Screens\\Cell::visibility( new WP_Post( (object) compact( 'post_status' ) ) ), '. ';
      }`,
    );
    assert.equal(shown, 'Nobody yet: scheduled. Nobody: in the trash. Nobody yet: draft. ');
  });

  it('counts only their own registries for members', async () => {
    const id = await create(site, 'admin', { title: 'Public', status: 'publish' });
    const binned = await create(site, 'owner', { title: 'Binned' });
    await site.wordpress.run(`wp_trash_post( $input );`, binned);
    const counts = async (who: TestUser) =>
      (await html(who, '')).match(/All <span class="count">\((\d+)\).*Trash <span class="count">\((\d+)\)/s)?.slice(1);
    assert.deepEqual(await counts('owner'), ['4', '1']);
    assert.equal((await counts('admin'))?.[0], '6');
    await site.wordpress.run(`foreach ( $input as $one ) wp_delete_post( $one, true );`, [id, binned]);
  });

  it('shows an invalid date unchanged', async () => {
    const id = await create(site, 'stranger', { title: 'Odd' });
    await site.wordpress.run(`update_post_meta( $input, 'registry_event_date', '<i>soon</i>' );`, id);
    assert.match(await html('stranger', ''), /<bdi>&lt;i&gt;soon&lt;\/i&gt;<\/bdi>/);
    await site.wordpress.run(`update_post_meta( $input, 'registry_event_date', '2027-02-31' );`, id);
    assert.match(await html('stranger', ''), /<bdi>2027-02-31<\/bdi>/);
  });

  it('makes no additional query for its columns, however many rows there are', async () => {
    await site.wordpress.run(
      `for ( $n = 0; $n < 10; $n++ ) {
        wp_insert_post( array( 'post_type' => 'registry', 'post_status' => 'private', 'post_title' => "More $n", 'post_author' => $input['author'], 'meta_input' => array_map( 'wp_slash', $input['meta'] ) ) );
      }`,
      { author: site.users.owner.id, meta: meta('More', '2027-01-01', [7]) },
    );
    const queriesOf = (list: string): string[] => JSON.parse(list.match(/<!--queries(.*)queries-->/s)?.[1] ?? '');
    await html('admin', '');
    const [plainList, list] = [await html('admin', '&plain=1'), await html('admin', '')];
    const [plain, withColumns] = [queriesOf(plainList), queriesOf(list)];
    assert.ok(list.includes('largesse_visibility') && list.includes('More 9'));
    assert.ok(!plainList.includes('largesse_visibility') && plainList.includes('More 9'));
    assert.equal(withColumns.length, plain.length, withColumns.filter((query) => !plain.includes(query)).join('\n'));
  });
}
