// Needs a whole site: WordPress creates, hides and protects the page.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import type { Message } from 'gettext-parser';
import { readPo } from '../../../tools/translations.ts';
import { openForSuite } from '../../support/suite.ts';
import { addCode } from '../wordpress/add-code.ts';
import { page } from '../wordpress/requests.ts';
import { addressOf, assertNoErrors, assertNoHorizontalScroll, openOwnerSite } from './owner-page.ts';

describe('the page of members', () => {
  const t = openForSuite(() => openOwnerSite('6.5'));

  const run = (code: string, input: unknown = null) => t.site.wordpress.run(code, input);
  const url = (registry: number | null) => run('echo Largesse\\Registries\\Links\\OwnerPage::url( $input );', registry);
  const pageId = async () => Number(await run(`echo get_option( 'largesse_my_registries_page' );`));

  it('exists after activation, and is hidden from search engines', async () => {
    const { status, html } = await page(t.site, 'nobody', '/my-registries/');
    assert.equal(status, 200);
    assert.match(html, /<meta name='robots' content='[^']*noindex/);
    assert.doesNotMatch(html, /wp-?emoji-?settings/i, 'WordPress replaces no emoji in texts that our script changes');
    assert.equal(await url(null), addressOf(t.site));
    assert.equal(await url(7), addressOf(t.site, 7));
  });

  it('asks signed-out visitors to sign in, and leads back', async () => {
    const id = await t.registry('owner', { title: 'Secret' });
    await using ownerPage = await t.visit('nobody', id);
    const link = ownerPage.page.locator('.largesse-mine').getByRole('link', { name: 'Sign in' });
    const href = new URL((await link.getAttribute('href')) ?? '');
    assert.equal(href.searchParams.get('redirect_to'), addressOf(t.site, id));
    const content = await ownerPage.page.content();
    assert.doesNotMatch(content, /Secret/);
    assert.doesNotMatch(content, /nonce/i, 'the page is the same for everyone and can be cached');
    assert.doesNotMatch(content, /build\/my-registries\.js/, 'there is nothing to render');
    const isUncached = await t.site.wordpress.load(
      `foreach ( array( 0, $input ) as $user ) {
         wp_set_current_user( $user );
         do_blocks( '<!-- wp:largesse/my-registries /-->' );
         echo wp_json_encode( defined( 'DONOTCACHEPAGE' ) );
       }`,
      t.site.users.owner.id,
    );
    assert.equal(isUncached, 'falsetrue', 'caching plugins store no page of a member');
    const elsewhere = await page(t.site, 'nobody', '//evil.example/my-registries/?registry=1');
    assert.doesNotMatch(elsewhere.html, /redirect_to=https?%3A%2F%2Fevil/i);
    assert.deepEqual(await ownerPage.axe('.largesse-mine'), []);
    assertNoErrors(ownerPage);
  });

  it('lists the user’s own registries, and those they are invited to', async () => {
    const own = await t.registry('invitee', { title: 'My own', meta: { registry_event_type: 'Birthday' } });
    await t.registry('owner', { title: 'By name', meta: { registry_invitees: '["Invitee"]' } });
    await t.registry('owner', { title: 'Not yours', meta: { registry_invitees: '["invitee2","xinvitee"]' } });
    await t.registry('owner', { title: 'Public', status: 'publish', meta: { registry_invitees: '["invitee"]' } });
    await t.registry('owner', { title: 'By address', meta: { registry_invitees: '["MailInvitee@people.example"]' } });
    // A list appears once, even for somebody with several roles.
    const invitees = '["invitee"]';
    await t.registry('invitee', { title: 'For a child', meta: { registry_keepers: '["invitee"]' } });
    await t.registry('owner', {
      title: 'Co-owned',
      meta: { registry_owners: '["invitee"]', registry_keepers: '["invitee"]', registry_invitees: invitees },
    });
    await t.registry('owner', {
      title: 'Kept',
      meta: { registry_keepers: '["invitee"]', registry_invitees: invitees },
    });
    await using ownerPage = await t.visit('invitee');
    const cards = ownerPage.page.locator('.largesse-mine__cards h3');
    assert.deepEqual(await cards.allTextContents(), ['For a child', 'My own', 'Co-owned', 'Kept', 'By name']);
    assert.equal(
      await ownerPage.page.getByRole('link', { name: 'Manage: My own' }).getAttribute('href'),
      addressOf(t.site, own),
    );
    assertNoErrors(ownerPage);
    await using other = await t.visit('mailInvitee');
    assert.deepEqual(await other.page.locator('.largesse-mine__cards h3').allTextContents(), ['By address']);
    await using stranger = await t.visit('stranger', undefined, { viewport: { width: 320, height: 640 } });
    await stranger.says(/You have no registry yet/);
    await stranger.says(/their registries appear here/);
    await assertNoHorizontalScroll(stranger.page);
    assert.deepEqual(await stranger.axe('.largesse-mine'), []);
    await t.registry('stranger', { title: 'Begun elsewhere' });
    const comeBack = `void dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))`;
    await stranger.page.toNextPage(() => stranger.page.evaluate(comeBack));
    await stranger.page.getByRole('link', { name: 'Manage: Begun elsewhere' }).waitFor();
  });

  it('prints input unchanged, and without JavaScript says where to read it', async () => {
    const title = `[caption]<!--</script> "x" :) Wordpress -- it's ... 20x30 {{a}} data-wp-text="b" &amp;`;
    const meta = { registry_event_type: title, registry_invitees: JSON.stringify([title]) };
    const id = await t.registry('owner', { meta }, [[title, { image_url: 'https://', description: title }]]);
    await run(
      `wp_update_post( wp_slash( array( 'ID' => $input[0], 'post_title' => Largesse\\Foundation\\Format\\StoredText::to_title( $input[1] ) ) ) );`,
      [id, title],
    );
    await using ownerPage = await t.visit('owner', id);
    const { page } = ownerPage;
    await ownerPage.button(`Edit ${title}`).click({ trial: true });
    assert.equal(await page.locator('.largesse-mine__title').textContent(), title);
    assert.equal(await page.locator('.largesse-mine__head bdi').textContent(), title);
    assert.ok((await page.title()).startsWith(title), await page.title());
    assert.deepEqual(await ownerPage.names(), [title]);
    assert.equal(await page.locator('.largesse-mine__item img[src]').count(), 0);
    await ownerPage.openTab('Share');
    assert.equal(await page.locator('.largesse-mine__invitees bdi').textContent(), title);
    assertNoErrors(ownerPage);
    await using reader = await t.visit('owner', id, { javaScriptEnabled: false });
    assert.equal(await reader.page.locator('.largesse-mine__title').textContent(), title);
    await reader.says(/please turn on JavaScript/);
    assert.equal(await reader.page.locator('.largesse-mine__blank').first().isVisible(), false);
    const box = await reader.page.locator('[data-largesse-page="frame"]').boundingBox();
    assert.ok(box && box.height < 200, 'no gap below the title');
    await reader.page.toNextPage(() => reader.page.getByRole('link', { name: 'View as a guest' }).click());
    await reader.page.getByRole('heading', { name: title, exact: true }).first().waitFor();
    assertNoErrors(reader);
  });

  it('allows no one to manage other people’s registries, and does not reveal that they exist', async () => {
    const hidden = await t.registry('owner', { title: 'Hidden' });
    const invited = await t.registry('owner', { title: 'Inviting', meta: { registry_invitees: '["invitee"]' } });
    const seen = async (who: 'stranger' | 'invitee', id: number) => {
      const { html } = await page(t.site, who, `/my-registries/?registry=${id}`);
      return html
        .slice(html.indexOf('largesse-my-registries largesse-mine'), html.indexOf('<footer'))
        .replaceAll(new RegExp(`registry(=|%3D)${id}\\b`, 'g'), 'registry$1ID');
    };
    assert.equal(
      await seen('stranger', hidden),
      await seen('stranger', 999_999),
      'hidden and missing registries look the same',
    );
    assert.doesNotMatch(await seen('stranger', hidden), /Hidden/);
    const panel = await seen('invitee', invited);
    assert.match(panel, /You cannot manage this registry/);
    assert.match(panel, /View Inviting/);
    assert.doesNotMatch(panel, /Delete/);
    await using ownerPage = await t.visit('invitee', invited);
    assert.equal(await ownerPage.page.locator('[data-largesse-page]').count(), 0);
    assert.deepEqual(await ownerPage.axe('.largesse-mine'), []);
    assertNoErrors(ownerPage);
  });

  it('shows owners a registry they moved to the trash, and restores it', async () => {
    const id = await t.registry('owner', { title: 'Thrown away' });
    await run('wp_trash_post( $input );', id);
    const { html } = await page(t.site, 'stranger', `/my-registries/?registry=${id}`);
    assert.doesNotMatch(html, /Thrown|in the trash/);
    assert.match((await page(t.site, 'admin', `/my-registries/?registry=${id}`)).html, /Thrown/);
    await using ownerPage = await t.visit('owner', id);
    await ownerPage.says(/Nobody can open “Thrown away” now/);
    assert.deepEqual(await ownerPage.axe('.largesse-mine'), []);
    const back = ownerPage.page.getByRole('link', { name: 'Take it out of the trash' });
    await ownerPage.page.toNextPage(() => back.click());
    await ownerPage.page.getByRole('heading', { name: 'Thrown away', exact: true }).waitFor();
    await ownerPage.says(/Guests cannot see this registry yet/);
    assert.equal(await run('echo get_post_status( $input );', id), 'draft');
    assertNoErrors(ownerPage);
  });

  it('needs few queries, however many registries there are', async () => {
    await using _ = await addCode(
      t.site,
      `add_action( 'wp_footer', function () { echo '<!--queries:', get_num_queries(), '-->'; } );`,
    );
    const count = async (who: 'stranger') => {
      const { html } = await page(t.site, who, '/my-registries/');
      return Number(/queries:(\d+)/.exec(html)?.[1]);
    };
    const lists = ['registry_invitees', 'registry_owners', 'registry_keepers'];
    const more = async (title: string) => {
      await t.registry('stranger', { title: `Own ${title}` });
      for (const list of lists) await t.registry('owner', { title, meta: { [list]: '["stranger"]' } });
    };
    await more('First');
    await count('stranger');
    const before = await count('stranger');
    for (let n = 0; n < 3; n++) await more(`Later ${n}`);
    const after = await count('stranger');
    assert.equal(after, before, 'queries with 16 registries, and with 4');
  });

  it('uses the site’s language, also in dialogs and errors', async () => {
    const { translations } = await readPo(join(import.meta.dirname, '../../../plugin/languages/largesse-de_DE.po'));
    const english = Object.values(translations)
      .flatMap(Object.values<Message>)
      .filter(({ comments }) => comments?.reference?.includes('blocks/my-registries/'))
      .filter(({ msgid, msgstr }) => msgid !== msgstr[0])
      .map(({ msgid }) => msgid);
    assert.ok(english.length > 100, `${english.length} texts`);
    const id = await t.registry('owner', { title: 'Unsere', meta: { registry_invitees: '["oma"]' } }, ['Kessel']);
    await using _ = await addCode(t.site, `add_filter( 'locale', fn () => 'de_DE' );`);
    await using ownerPage = await t.visit('owner', id);
    await ownerPage.button('Kessel bearbeiten').click();
    const dialog = ownerPage.page.getByRole('dialog', { name: 'Diesen Wunsch bearbeiten' });
    await dialog.getByLabel('Preis').fill('zwölf');
    await dialog.getByRole('button', { name: 'Wunsch speichern' }).click();
    await ownerPage.says('Gib einen Preis wie 19,99 ein oder lass das Feld leer.');
    assert.equal(await dialog.getByLabel('Preis').getAttribute('aria-invalid'), 'true');
    await ownerPage.page.waitForFunction(`document.activeElement.name === 'price'`);
    const said = await ownerPage.page.evaluate<string[]>(
      `[...document.querySelectorAll('.largesse-mine *')].flatMap((element) =>
        [element.getAttribute('aria-label'), ...[...element.childNodes].map((node) => node.nodeType === 3 && node.data.trim())])`,
    );
    assert.deepEqual(
      english.filter((text) => said.includes(text)),
      [],
    );
    assertNoErrors(ownerPage);
  });

  it('breaks a name of 97 letters wherever it appears, on screen and paper', async () => {
    const long = 'w'.repeat(97);
    const id = await t.registry('owner', { title: long, meta: { registry_event_type: long } }, [
      [long, { retailer: long, description: long, quantity_needed: 97 }],
    ]);
    try {
      await using ownerPage = await t.visit('admin', id, { viewport: { width: 360, height: 740 } });
      const sharesOf = (parts: string) =>
        ownerPage.page.evaluate<number[]>(
          `[...document.querySelectorAll('${parts}')].map((part) => part.getBoundingClientRect().width / innerWidth)`,
        );
      for (const [path, part] of [
        [`/my-registries/?registry=${id}`, '.largesse-mine__about'],
        [`/?p=${id}`, '.largesse-item__text'],
      ] as const) {
        await ownerPage.page.goto(t.site.url + path);
        await assertNoHorizontalScroll(ownerPage.page);
        await ownerPage.page.emulateMedia({ media: 'print' });
        await assertNoHorizontalScroll(ownerPage.page);
        const shares = await sharesOf(part);
        assert.equal(shares.length, 1, path);
        assert.ok(shares[0]! > 0.3, `${path} is printed a letter to a line`);
        await ownerPage.page.emulateMedia({ media: 'screen' });
      }
      for (const path of ['', `?registry=${id}&tab=share`, `?registry=${id}&tab=settings`]) {
        await ownerPage.page.goto(`${t.site.url}/my-registries/${path}`);
        await assertNoHorizontalScroll(ownerPage.page);
      }
      for (const path of [`edit.php?post_type=registry`, `post.php?post=${id}&action=edit`]) {
        await ownerPage.page.goto(`${t.site.url}/wp-admin/${path}`);
        await ownerPage.page.getByText(long).first().waitFor();
        await assertNoHorizontalScroll(ownerPage.page);
        const tables = await ownerPage.page.evaluate<number[]>(
          `[...document.querySelectorAll('.wrap table')].map((table) => table.getBoundingClientRect().right - innerWidth)`,
        );
        for (const beyond of tables) assert.ok(beyond <= 0, `a table of ${path} is ${beyond} px too wide`);
      }
      assertNoErrors(ownerPage);
    } finally {
      // Deletes the registry. Otherwise, the page of the next registry would link to this registry, with its long
      // name.
      await run(`wp_delete_post( $input, true );`, id);
    }
  });

  it('is created once, and not again after an administrator moved it to the trash', async () => {
    const visit = () => page(t.site, 'admin', '/wp-admin/index.php');
    const first = await pageId();
    await run('wp_trash_post( $input );', first);
    assert.equal(await url(null), `${t.site.url}/wp-admin/edit.php?post_type=registry`);
    assert.equal(await url(7), `${t.site.url}/wp-admin/post.php?post=7&action=edit`);
    await visit();
    assert.equal(await pageId(), first);
    const moved = Number(
      await run(
        `$draft = array( 'post_type' => 'page', 'post_status' => 'draft', 'post_title' => 'Draft', 'post_content' => '<!-- wp:largesse/my-registries /-->' );
         wp_insert_post( $draft );
         if ( (int) get_option( 'largesse_my_registries_page' ) !== $input ) throw new Exception( 'A draft takes its place' );
         echo wp_insert_post( array( 'post_type' => 'page', 'post_status' => 'publish', 'post_title' => 'Lists', 'post_content' => '<!-- wp:largesse/my-registries /-->' ) );
         wp_insert_post( array( 'post_title' => 'Third', 'post_status' => 'publish' ) + $draft );`,
        first,
      ),
    );
    assert.equal(await pageId(), moved, 'the first published page with the block takes its place');
    assert.equal(await url(7), `${t.site.url}/lists/?registry=7`);
    const write = (content: string) => run('wp_update_post( $input );', { ID: moved, post_content: content });
    await write('<!-- wp:paragraph --><p>Hello</p><!-- /wp:paragraph -->');
    assert.equal(await url(7), `${t.site.url}/wp-admin/post.php?post=7&action=edit`, 'the block was removed');
    await write('<!-- wp:block {"ref":9} /-->');
    assert.equal(await url(7), `${t.site.url}/lists/?registry=7`, 'the block may be in a pattern');
    await write('<!-- wp:largesse/my-registries /-->');
    await run(`update_option( 'show_on_front', 'page' ); update_option( 'page_on_front', $input );`, moved);
    assert.equal(await url(7), `${t.site.url}/?page_id=${moved}&registry=7`);
    await run(
      `update_option( 'show_on_front', 'posts' ); wp_delete_post( $input, true ); delete_option( 'largesse_my_registries_page' );`,
      moved,
    );
    await visit();
    const again = await pageId();
    assert.ok(again > moved, 'an administrator’s visit after an update creates it');
    await visit();
    assert.equal(await pageId(), again);
  });
});
