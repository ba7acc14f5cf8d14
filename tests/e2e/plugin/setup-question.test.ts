// Needs a whole site: an answer switches features, menus and pages of WordPress.
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { openChromium } from '../../../tools/browser/chromium.ts';
import { openForSuite } from '../../support/suite.ts';
import { withApi } from '../api/site-with-api.ts';
import { page } from '../wordpress/requests.ts';
import { openSite } from '../wordpress/site.ts';
import { openAdmin } from './admin.ts';
import { activeItems, connected } from './connected.ts';
import { addCommandLine, wp } from './wp-cli.ts';

/** Features of a family, which a new site lacks. */
const FAMILY = ['circles', 'delivery-address', 'draws', 'presents', 'questions', 'shares'];

describe('the question for whom a site is', () => {
  const browser = openForSuite(openChromium);
  const system = openForSuite(async () => await connected(await withApi(await openSite({ theme: 'largesse' }))));
  const run = (code: string, input?: unknown) => system.site.wordpress.run(code, input);
  before(async () => {
    await run(`delete_option( 'largesse_features' ); Largesse\\Features::store_first();`);
  });

  /** Answers the question, in an own request, and returns the sentences about the changes. */
  const answer = async (purpose: string): Promise<string[]> =>
    JSON.parse(
      await system.site.wordpress.load(
        `echo wp_json_encode( Largesse\\Operation\\Setup\\PurposeAnswer::give( Largesse\\Operation\\Setup\\Purpose::from( $input ) ) );`,
        purpose,
      ),
    );
  const on = async (): Promise<string[]> =>
    JSON.parse(
      await system.site.wordpress.load(
        `echo wp_json_encode( array_keys( array_filter( Largesse\\Features::switches() ) ) );`,
      ),
    );

  it('switches on what a family needs, says so, and changes nothing when it is answered again', async () => {
    const [first = ''] = await answer('family');
    assert.match(first, /^Switched on: .*Circles/);
    const now = await on();
    assert.deepEqual(
      FAMILY.filter((key) => !now.includes(key)),
      [],
    );
    assert.deepEqual(await answer('family'), []);
    assert.deepEqual(await answer('own'), []);
    assert.deepEqual(await on(), now);
  });

  it('switches off only what an answer has switched on, and what has no data', async () => {
    await run(
      `$changes = Largesse\\Services::get( Largesse\\Together\\Circles\\CircleChanges::class );
       $changes->create( get_userdata( $input ), Largesse\\Together\\Circles\\Circles::new_id(), 'Family', 'Ann' );
       Largesse\\Features::store( array( 'finding' => true ) );`,
      system.site.users.owner.id,
    );
    const said = await answer('wedding');
    assert.match(said.find((text) => text.startsWith('Switched off')) ?? '', /Drawing names.*Questions/);
    // The service keeps the data of ideas, so the site does not know whether there are any.
    assert.match(said.find((text) => text.startsWith('Left on')) ?? '', /Circles.*Presents that are not on a list/);
    const now = await on();
    for (const key of ['circles', 'presents', 'shares', 'delivery-address', 'finding'])
      assert.ok(now.includes(key), key);
    for (const key of ['draws', 'questions']) assert.ok(!now.includes(key), key);
  });

  it('creates the page again, and adds it and My gifts to the menu once', async () => {
    const menu = await run(
      `wp_delete_post( Largesse\\Registries\\Links\\OwnerPage::id(), true );
       echo wp_insert_post( array( 'post_type' => 'wp_navigation', 'post_status' => 'publish', 'post_title' => 'Main', 'post_content' => '<!-- wp:navigation-link {"label":"Home","url":"/"} /-->' ) );`,
    );
    const said = await answer('clients');
    assert.ok(said.includes('Created the page “My registries”'), said.join('\n'));
    for (const title of ['My registries', 'My gifts'])
      assert.ok(said.includes(`Added “${title}” to the menu “Main”`), said.join('\n'));
    assert.deepEqual(
      (await answer('clients')).filter((text) => text.startsWith('Added')),
      [],
    );
    const content = await run(`echo get_post( (int) $input )->post_content;`, menu);
    assert.equal(content.match(/"label":"My registries"/g)?.length, 1);
    assert.equal(content.match(/"url":"[^"]*my-gifts=1"/g)?.length, 1);
    assert.equal((await page(system.site, 'owner', '/my-registries/')).status, 200);
    // A list of all pages shows the page already, but My gifts is no page.
    await run(`wp_update_post( array( 'ID' => (int) $input, 'post_content' => '<!-- wp:page-list /-->' ) );`, menu);
    assert.deepEqual(
      (await answer('clients')).filter((text) => text.startsWith('Added')),
      ['Added “My gifts” to the menu “Main”'],
    );
  });

  it('opens once after the activation, on a phone, with a sample list that one press removes', async () => {
    const { site } = system;
    await run(
      `require_once ABSPATH . 'wp-admin/includes/plugin.php'; delete_option( 'largesse_purpose' ); deactivate_plugins( 'largesse/largesse.php' );`,
    );
    await using admin = await openAdmin(site, browser, 'admin');
    const tab = admin.page;
    await tab.setViewportSize({ width: 375, height: 667 });
    await tab.goto(`${site.url}/wp-admin/plugins.php`);
    await tab.toNextPage(() => tab.locator('#activate-largesse').click());
    assert.equal(new URL(tab.url()).searchParams.get('page'), 'largesse-start');
    assert.deepEqual(await admin.axe('.largesse-start'), []);
    await tab.getByText('A family').click();
    await tab.toNextPage(() => tab.getByRole('button', { name: 'Set up' }).click());
    assert.match(await tab.locator('.largesse-start').innerText(), /This has changed:|Nothing had to be changed/);
    assert.ok(await tab.getByRole('link', { name: 'Create the first list' }).isVisible());
    const wide = await tab.locator('html').evaluate((root) => root.scrollWidth);
    assert.ok(wide <= 375, `${wide} px`);

    await tab.toNextPage(() => tab.getByRole('button', { name: 'Add a sample list' }).click());
    const link = tab.getByRole('link', { name: 'Sample list' });
    const id = Number(new URL((await link.getAttribute('href')) ?? '').searchParams.get('registry'));
    assert.equal((await activeItems(system, id)).length, 3);
    assert.equal(await run(`echo get_post_status( $input );`, id), 'private');
    await tab.toNextPage(() => tab.getByRole('button', { name: 'Remove the sample list' }).click());
    assert.ok(await tab.getByRole('button', { name: 'Add a sample list' }).isVisible());
    assert.equal(await run(`echo get_post( $input ) ? 'there' : 'gone';`, id), 'gone');

    await tab.goto(`${site.url}/wp-admin/index.php`);
    assert.ok(!tab.url().includes('largesse-start'));
  });

  it('is a command, too', async () => {
    await addCommandLine(system.site);
    const wrong = await wp(system.site, 'largesse', 'setup', '--for=nobody');
    assert.notEqual(wrong.code, 0);
    assert.match(wrong.stderr, /family, wedding, clients, own/);
    const done = await wp(system.site, 'largesse', 'setup', '--for=family', '--sample');
    assert.equal(done.code, 0, done.stderr);
    assert.equal(await run(`echo null === Largesse\\Operation\\Setup\\SampleList::find() ? 'none' : 'one';`), 'one');
    await wp(system.site, 'largesse', 'setup', '--remove-sample');
    assert.equal(await run(`echo null === Largesse\\Operation\\Setup\\SampleList::find() ? 'none' : 'one';`), 'none');
  });
});
