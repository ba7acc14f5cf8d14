// Needs a whole site: WordPress chooses the template, and other plugins change it.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { afterEach, before, describe } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import { gzipSync } from 'node:zlib';
import { realNow } from '../../../contract/testing/clock.ts';
import { openChromium } from '../../../tools/browser/chromium.ts';
import type { Tab } from '../../../tools/browser/tab.ts';
import type { WordPressVersion } from '../../../tools/wordpress/packages.ts';
import { openForSuite } from '../../support/suite.ts';
import { until } from '../../support/wait.ts';
import { addCode } from '../wordpress/add-code.ts';
import { page as html } from '../wordpress/requests.ts';
import { testsOn, versions } from '../wordpress/versions.ts';
import { openVisitor } from '../wordpress/visitor.ts';
import { openGuestSite, type Shown } from './guest-site.ts';
import { recordLayoutShifts } from './layout-shifts.ts';
import { uploadPicture } from './shared-picture.ts';

for (const version of versions)
  describe(`the page of a registry for guests on WordPress ${version}`, () => guestPage(version));

function guestPage(version: WordPressVersion): void {
  const { it, everywhere } = testsOn(version);
  const browser = openForSuite(openChromium);
  const t = openForSuite(() => openGuestSite(version));
  let wedding: Shown;
  let day: string;

  before(async () => {
    day = await site().wordpress.run(`echo wp_date( 'Y-m-d', time() + 23 * DAY_IN_SECONDS );`);
    wedding = await t.registry(
      {
        title: 'Ada &amp; Lin &lt;3',
        slug: 'ada-lin',
        content: 'We have a toaster.\n\nMind the <em>cat</em>.<script>document.title = "stolen"</script>',
        meta: {
          registry_event_type: 'Wedding & party',
          registry_event_date: day,
          registry_invitees: '["invitee"]',
        },
      },
      [
        {
          name: 'Casserole',
          price: 189,
          retailer: 'Kitchen & Co',
          description: 'The <round> one',
          image_url: t.picture,
        },
        { name: 'Napkins', price: 9.5, quantity_needed: 12, quantity_purchased: 8 },
        { name: 'Teapot', price: 38.9, quantity_purchased: 3, image_url: `${site().url}/wp-content/uploads/none.png` },
        { name: 'Honeymoon', quantity_needed: 20, image_url: 'javascript:alert(1)' },
        { name: 'Lamp &amp; "bulb"', price: 25, affiliate_url: 'https://partner.example/', affiliate_status: 'active' },
      ],
    );
    await site().wordpress.run(
      `update_post_meta( $input['id'], 'registry_item_ids', wp_json_encode( $input['order'] ) );`,
      { id: wedding.id, order: [4, 0, 1, 2, 3].map((index) => wedding.items[index]) },
    );
  });
  afterEach(() => {
    t.interference = {};
  });

  const site = () => t.system.site;
  const visit = (who: Parameters<typeof openVisitor>[2] = 'nobody', options = {}) =>
    openVisitor(site(), browser, who, options);
  const cards = (page: Tab) => page.getByRole('main').getByRole('list').last().getByRole('listitem');
  const names = (page: Tab) => cards(page).getByRole('heading').allInnerTexts();
  /** Returns the number of days until the wedding. The number can change during a test, at midnight. */
  const daysLeft = () => (Date.parse(day) - Date.parse(new Date(realNow()).toISOString().slice(0, 10))) / 86_400_000;
  const OWN_ORDER = ['Lamp &amp; "bulb"', 'Casserole', 'Napkins', 'Teapot', 'Honeymoon'];
  /** Matches the messages that browsers log because of the broken picture. */
  const DEAD = /none\.png|status of 404/;

  everywhere('shows title, occasion, date, story, and the wishes in the owner’s order', async () => {
    await using guest = await visit();
    const { page } = guest;
    const first = daysLeft();
    const calls = await t.callsDuring(() => page.goto(site().url + wedding.path));
    assert.equal(calls.length, 1, 'one call to the service');
    assert.equal(await page.getByRole('heading', { level: 1 }).innerText(), 'Ada & Lin <3');
    const main = page.getByRole('main');
    assert.match(
      (await main.innerText()).replaceAll('\u00a0', ' '),
      new RegExp(`Wedding & party · \\w+ \\d+, \\d{4} · in (${first}|${daysLeft()}) days`),
    );
    assert.equal(await main.getByText('cat', { exact: true }).evaluate(({ tagName }) => tagName), 'EM');
    assert.deepEqual(await names(page), OWN_ORDER);
    assert.match(await page.title(), /^Ada & Lin <3/, 'no script of the story ran');
    assert.equal(await main.locator('.wp-block-post-date, .wp-block-post-author-name').count(), 0, 'it is no post');
    assert.deepEqual(
      guest.complaints().filter((complaint) => !DEAD.test(complaint)),
      [],
    );
    assert.deepEqual(await guest.axe('main'), []);
  });

  it('also opens by ?registry= on a page with the block, below that page’s title', async () => {
    await site().wordpress.run(
      `wp_insert_post( array( 'post_type' => 'page', 'post_status' => 'publish', 'post_title' => 'Look', 'post_name' => 'look', 'post_content' => '<!-- wp:largesse/registry /-->' ) );`,
    );
    await using guest = await visit();
    const { page } = guest;
    await page.goto(`${site().url}/look/?registry=${wedding.id}`);
    assert.equal(await page.getByRole('heading', { level: 1 }).innerText(), 'Look');
    assert.equal(await page.getByRole('heading', { level: 2 }).first().innerText(), 'Ada & Lin <3');
    await page.getByText('Filter', { exact: true }).click();
    await page.getByRole('link', { name: 'Still open' }).click();
    assert.equal(new URL(page.url()).search, `?registry=${wedding.id}&wishes=open`);
    await page.reload();
    assert.equal((await names(page)).length, 4);
    assert.deepEqual(await guest.axe('main'), []);
  });

  it('links users who can edit the registry to its management page, and no one else', async () => {
    const link = new RegExp(`<a [^>]*href="[^"]*(?:registry|post)=${wedding.id}\\b[^>]*>[^<]*Edit this registry`);
    for (const who of ['owner', 'admin'] as const)
      assert.match((await html(site(), who, wedding.path)).html, link, who);
    for (const who of ['stranger', 'invitee', 'nobody'] as const)
      assert.doesNotMatch((await html(site(), who, wedding.path)).html, /Edit this registry/, who);
  });

  it('has a preview for users who can edit the registry, without its links for them', async () => {
    const shared = await t.registry({ title: 'Just for us', slug: 'just-for-us', status: 'private' }, [
      { name: 'Ring' },
    ]);
    const surprise = await t.registry({ title: 'Psst', meta: { registry_surprise: 'hidden' } });
    const secret = (await html(site(), 'owner', `${surprise.path}?as=guest`)).html;
    assert.match(
      secret,
      /You see this page as your guests do(?:,|&#44;) but without the gifts that are a surprise for you/,
    );
    for (const { path } of [wedding, shared]) {
      const preview = (await html(site(), 'owner', `${path}?as=guest`)).html;
      assert.match(preview, /You see this page as your guests do\..*Back to editing/s, path);
      assert.doesNotMatch(preview, /Edit this registry/, path);
    }
    const draft = await t.registry({ title: 'Begun', status: 'draft' });
    const begun = (await html(site(), 'owner', `/?post_type=registry&p=${draft.id}&as=guest`)).html;
    assert.match(begun, /once you share the registry/);
    assert.doesNotMatch((await html(site(), 'stranger', `${wedding.path}?as=guest`)).html, /Back to editing/);
    await using _ = await addCode(
      site(),
      `add_action( 'wp_footer', fn () => print( 'edit: ' . get_edit_post_link( get_queried_object_id() ) . '.' . ( defined( 'DONOTCACHEPAGE' ) ? 'not cached' : '' ) ) );`,
    );
    const preview = (await html(site(), 'admin', `${wedding.path}?as=guest`)).html;
    assert.match(preview, /edit: \.not cached/, 'no links of the theme');
    assert.doesNotMatch(preview, /id="wpadminbar"/);
  });

  it('is fetched again without cookies only if it is the same for everyone', async () => {
    const address = (text: string) => /data-public="([^"]*)"/.exec(text)?.[1];
    for (const query of ['', '?wishes=open'])
      assert.equal(
        address((await html(site(), 'nobody', wedding.path + query)).html),
        site().url + wedding.path,
        query,
      );
    assert.equal(address((await html(site(), 'nobody', `${wedding.path}?giving=1`)).html), undefined);
    for (const who of ['stranger', 'owner'] as const)
      assert.equal(address((await html(site(), who, wedding.path)).html), undefined, who);
  });

  it('uses the theme’s template for pages, not the one for posts', async () => {
    const templates = await site().wordpress.run(
      `foreach ( array( "post_type=registry&p=$input", 'p=1' ) as $query ) {
         $GLOBALS['wp'] = new WP();
         wp( $query );
         $told[] = apply_filters( 'single_template_hierarchy', array( 'single-registry.php', 'single.php' ) );
       }
       echo wp_json_encode( $told );`,
      wedding.id,
    );
    assert.deepEqual(JSON.parse(templates), [
      ['single-registry.php', 'page.php', 'single.php'],
      ['single-registry.php', 'single.php'],
    ]);
  });

  it('offers only controls that change the list, and folds only a long story', async () => {
    const told = await site().wordpress.run(
      `use Largesse\\Pages\\Guests\\{ RegistryBlock, WishList };
       use Largesse\\Promises\\Giving\\{ ListView, RemainingView };
       foreach ( $input as $prices ) {
         $items = array_map( fn ( $id, $price ) => array( 'id' => $id, 'name' => '', 'url' => '', 'retailer' => '', 'price' => $price, 'quantity_needed' => 1, 'quantity_purchased' => 0 ), array_keys( $prices ), $prices );
         $html  = ( new WishList( new ListView(), 3, RemainingView::plain() ) )->html( $items );
         preg_match_all( '/data-parameter="sort" data-value="([^"]*)"/', $html, $orders );
         $told[] = str_contains( $html, 'largesse-controls' ) ? array( str_contains( $html, 'largesse-find' ), array_map( 'html_entity_decode', $orders[1] ) ) : null;
       }
       foreach ( array( 280, 281 ) as $chars ) $told[] = str_contains( RegistryBlock::header( 'T', 1, '', '<p>' . str_repeat( 'ö', $chars ) . '</p>' ), '<details' );
       echo wp_json_encode( $told );`,
      [[1], [1, null], [1, 2], Array(11).fill(null), Array(12).fill(null)],
    );
    const unmarked = (await html(site(), 'nobody', `${wedding.path}?sort=most-wanted`)).html;
    assert.match(unmarked, /aria-current="true">List order</, 'no wish is marked');
    const byPrice = ['', 'price-up', 'price-down'];
    assert.deepEqual(JSON.parse(told), [null, [false, []], [false, byPrice], [false, []], [true, []], false, true]);
  });

  it('compares only prices in the currency of most wishes (rules: Currencies)', async () => {
    const shown = await site().wordpress.run(
      `use Largesse\\Promises\\Giving\\{ ListView, RemainingView };
       foreach ( array( null, null, 'GBP', null, null, 'GBP', null ) as $index => $currency )
         $items[] = array( 'id' => $index + 1, 'name' => '', 'url' => '', 'retailer' => '', 'price' => 10 * ( $index + 1 ), 'currency' => $currency, 'quantity_needed' => 1, 'quantity_purchased' => 0 );
       $list = new Largesse\\Pages\\Guests\\WishList( new ListView( '', 'price-down' ), 3, RemainingView::plain() );
       echo $list->html( $items );`,
    );
    const found = (pattern: RegExp) => [...shown.matchAll(pattern)].map(([, text]) => text).join(' ');
    assert.equal(found(/data-item="(\d)/g), '7 5 4 2 1 6 3');
    assert.equal(found(/data-price="(\d*)"/g), '70 50 40 20 10  ');
    assert.match(shown, /Up to €10&#46;00/);
    assert.match(shown, /<bdi>£30\.00</);
    const others = await site().wordpress.run(
      `$view = new Largesse\\Promises\\Giving\\ListView( '', Largesse\\Promises\\Giving\\ListView::PRICE_UP );
       foreach ( array( null, 'CHF', null ) as $index => $currency )
         $items[] = array( 'id' => $index + 1, 'price' => 30 - $index, 'currency' => $currency, 'compared_price' => null );
       echo implode( ' ', array_column( $view->sort( $items, Largesse\\Registries\\Registry\\Order::parse( array() ) ), 'id' ) );`,
    );
    assert.equal(others, '2 3 1', 'the site’s own currency has its place among the others, as in list-controls.ts');
  });

  it('folds a long story on a phone until the reader expands it, with or without script', async () => {
    const long = await t.registry(
      { title: 'Long', content: `${'We have so much to tell. '.repeat(30)}\n\nThe <a href="/">end</a>.` },
      [{ name: 'Ring' }],
    );
    const phone = { viewport: { width: 360, height: 780 } };
    for (const options of [phone, { ...phone, javaScriptEnabled: false }]) {
      await using guest = await visit('nobody', options);
      const { page } = guest;
      await page.goto(site().url + long.path);
      const height = async () => (await page.locator('.largesse-registry__story').boundingBox())?.height ?? 0;
      assert.ok((await height()) < 170, 'about five lines');
      await page.getByText('Read more').click();
      const whole = await height();
      assert.ok(whole > 400, 'all of it');
      await page.getByText('Show less').click();
      assert.ok((await height()) < 170);
      await page.getByRole('link', { name: 'end', exact: true }).focus();
      assert.equal(await height(), whole, 'the focused element is visible');
      if (options === phone) assert.deepEqual(await guest.axe('main'), []);
      await page.emulateMedia({ media: 'print' });
      assert.ok((await height()) > 170, 'paper has room');
      await page.emulateMedia({ media: 'screen' });
      await page.setViewportSize({ width: 1440, height: 900 });
      assert.equal(await page.getByText('Read more').isVisible(), false, 'nor on a desktop');
    }
    assert.doesNotMatch((await html(site(), 'nobody', wedding.path)).html, /Read on/, 'a short story is not folded');
  });

  it('moves nothing when pictures arrive late, or not at all', async () => {
    await using guest = await visit('nobody', { viewport: { width: 400, height: 900 } });
    const { page } = guest;
    await page.route('**/uploads/guest.svg', async (route) => {
      await page.waitForFunction(`performance.getEntriesByType('paint').length > 0`);
      await route.continue();
    });
    const moved = await recordLayoutShifts(page);
    await page.goto(site().url + wedding.path);
    // Waits for the theme's fonts, which may move elements. The test ignores these shifts.
    await page.evaluate('document.fonts.ready.then(() => {})');
    await moved();
    // The browser only estimates the height of a card that it has not shown yet. The position must still stay the same
    // after all cards were shown.
    const top = async () => (await cards(page).filter({ hasText: 'Honeymoon' }).boundingBox())?.y;
    const first = await top();
    assert.ok(first);
    for (const picture of await page.getByRole('main').locator('img').all()) await picture.scrollIntoViewIfNeeded();
    await page.waitForFunction(`[...document.querySelectorAll('main img')].every((image) => image.complete)`);
    await page.evaluate('scrollTo( 0, 0 )');
    assert.equal(await top(), first);
    assert.equal(await moved(), 0);
  });

  it('shows texts exactly as written, even on a page whose texts WordPress formats', async () => {
    const name = `[gallery] "20x30" -- it's :) &amp; [caption]`;
    const title = name.replace('&amp;', '+');
    const { id } = await t.registry({ title, content: 'Story [gallery]' }, [{ name, description: name }]);
    const address = await site().wordpress.run(
      `echo get_permalink( wp_insert_post( array(
        'post_type' => 'page', 'post_status' => 'publish', 'post_title' => 'Ours', 'post_content' => '<!-- wp:largesse/registry {"registry":"' . $input . '"} /-->',
      ) ) );`,
      id,
    );
    await using guest = await visit();
    await guest.page.goto(address);
    const card = guest.page.getByRole('listitem').filter({ has: guest.page.getByRole('heading', { name }) });
    assert.equal(await card.locator('.largesse-item__description').textContent(), name);
    assert.equal(await guest.page.getByRole('heading', { name: title, level: 2 }).textContent(), title);
    assert.match((await guest.page.locator('.largesse-registry__story').textContent()) ?? '', /Story \[gallery\]/);
    assert.deepEqual(guest.complaints(), []);
  });

  it('shows a drawing if a picture is missing or broken, and requests no replacement', async () => {
    await using guest = await visit();
    const { page } = guest;
    await page.goto(site().url + wedding.path);
    const images = await page
      .getByRole('main')
      .locator('img')
      .evaluateAll((found) =>
        found.map((image) =>
          ['loading', 'referrerpolicy', 'alt', 'width', 'height'].map((name) => image.getAttribute(name)),
        ),
      );
    assert.deepEqual(images, Array(2).fill(['lazy', 'no-referrer', '', '640', '480']));
    const sizes = await page.evaluate(`[...document.querySelectorAll('main .largesse-picture')].map((box) => [
      (box.clientWidth / box.clientHeight).toFixed(1), getComputedStyle(box, '::before').maskImage !== 'none'
    ])`);
    assert.deepEqual(sizes, Array(5).fill(['1.3', true]));
  });

  it('explains if there are no wishes yet, or if all are complete', async () => {
    const empty = await t.registry({ title: 'Empty' });
    assert.match((await html(site(), 'nobody', empty.path)).html, /no wishes here yet/);
    assert.match((await html(site(), 'owner', empty.path)).html, /Add the first one/);
    const found = await t.registry({ title: 'Found' }, [
      { name: 'One', quantity_purchased: 1 },
      { name: 'Two', quantity_purchased: 1 },
    ]);
    assert.match((await html(site(), 'nobody', `${found.path}?wishes=open`)).html, /Every wish has been granted/);
  });

  it('shows everything except the wishes during an outage of the service, with the reason for administrators', async () => {
    t.interference = { before: () => false };
    await using guest = await visit();
    const { page } = guest;
    await page.goto(site().url + wedding.path);
    await page.getByText('Mind the cat').waitFor();
    await page.getByText('The wishes cannot be shown right now').waitFor();
    assert.doesNotMatch(await page.getByRole('main').innerText(), /service/i);
    assert.match((await html(site(), 'admin', wedding.path)).html, /service/i);
    assert.deepEqual(await guest.axe('main'), []);
    t.interference = {};
    await page.toNextPage(() => page.getByRole('link', { name: 'Try again' }).click());
    assert.deepEqual(await names(page), OWN_ORDER);
  });

  it('shows only the title of a registry with a password, without a call to the service', async () => {
    const meta = { registry_event_type: 'Wedding', registry_cover: await uploadPicture(site(), 1, [30, 20]) };
    const locked = await t.registry({ title: 'Locked', password: 'sesame', content: 'The kumquat story', meta }, [
      { name: 'Ring' },
    ]);
    let text = '';
    const calls = await t.callsDuring(async () => {
      text = (await html(site(), 'nobody', locked.path)).html;
    });
    assert.deepEqual(calls, []);
    assert.match(text, /Locked.*Password:/s);
    assert.doesNotMatch(text, /kumquat|Ring|Wedding|largesse-cover|largesse\/shared/);
  });

  it('shows 60 wishes, and sorts and searches them without a request', async () => {
    const many = await t.registry(
      { title: 'Many' },
      Array.from({ length: 60 }, (_, index) => ({
        name: `Wish ${index + 1}`,
        price: ((index * 37) % 61) + 1,
        ...(index === 6 ? { retailer: 'Lakeside' } : {}),
      })),
    );
    await using guest = await visit();
    const { page } = guest;
    await page.goto(site().url + many.path);
    await page.getByText('Filter', { exact: true }).click();
    const prices = `[...document.querySelectorAll('.largesse-item')].map(({ dataset }) => Number(dataset.price))`;
    const choose = (sort: string) => `document.querySelector('[data-parameter="sort"][data-value="${sort}"]').click()`;
    const inOrder = await page.evaluate<number[]>(prices);
    const highestFirst = inOrder.toSorted((a, b) => b - a);
    const atOnce = await page.evaluate<number[]>(`(() => { ${choose('price-down')}; return ${prices}; })()`);
    assert.deepEqual(atOnce.slice(0, 24), highestFirst.slice(0, 24));
    await until('all wishes are sorted', async () =>
      isDeepStrictEqual(await page.evaluate<number[]>(prices), highestFirst),
    );
    await page.evaluate(`(() => { ${choose('price-up')}; ${choose('')}; })()`);
    await until('all wishes are in list order', async () =>
      isDeepStrictEqual(await page.evaluate<number[]>(prices), inOrder),
    );
    await page.getByRole('searchbox', { name: 'Search this list' }).pressSequentially('WÍSSH 5');
    const found = [5, 15, 25, 35, 45, ...Array.from({ length: 10 }, (_, n) => 50 + n)].map((n) => `Wish ${n}`);
    assert.deepEqual(await page.locator('.largesse-item:visible').getByRole('heading').allInnerTexts(), found);
    assert.equal(await page.getByRole('status').innerText(), 'Found 15 of 60 wishes.');
    for (const [typed, count, said] of [
      ['lakeside', 1, 'Found 1 of 60 wishes.'],
      ['lakeside 8', 0, 'Found 0 of 60 wishes.'],
      [' ', 60, '60 wishes, 60 still open. In list order.'],
    ] as const) {
      await page.getByRole('searchbox', { name: 'Search this list' }).fill(typed);
      assert.equal(await page.locator('.largesse-item:visible').count(), count, typed);
      assert.equal((await page.getByRole('status').innerText()).trim(), said);
      assert.equal(await page.getByText('Every wish has been granted').isVisible(), false);
    }
    assert.deepEqual(await guest.axe('main'), []);
    assert.deepEqual(guest.complaints(), []);
  });

  it('needs less than 10 KB of script', async () => {
    const script = await readFile(new URL('../../../plugin/build/registry.js', import.meta.url));
    assert.ok(gzipSync(script).length < 10 * 1024, `${gzipSync(script).length} bytes`);
    assert.ok(script.length > 100, 'there is one');
  });

  it('is inserted once into the content, and not into excerpts, feeds and REST answers', async () => {
    const shown = (text: string) => text.split('class="largesse-wishes"').length - 1;
    const content = 'Look: <!-- wp:largesse/registry {"registry":"ada-lin"} /-->';
    const nested = await t.registry({ title: 'Nested', content }, [{ name: 'One' }, { name: 'Two' }]);
    assert.equal(shown((await html(site(), 'nobody', nested.path)).html), 1);
    for (const path of [`${wedding.path}feed/`, '/feed/?post_type=registry', `/wp-json/wp/v2/registries/${nested.id}`])
      assert.equal(shown((await html(site(), 'nobody', path)).html), 0, path);
  });

  it('is shown by a block only to visitors who may read the registry, whatever names it', async () => {
    const [hidden, open] = [
      await t.registry({ title: 'Hidden', slug: 'hidden-from-blocks', status: 'private' }),
      await t.registry({ title: 'Open', slug: 'open-in-blocks' }),
    ];
    const shown = await site().wordpress.run(
      `list( $hidden, $open, $owner ) = $input;
       $of = static fn ( string $named, int $post ) => Largesse\\Registries\\Registry\\Registries::of_block( $named, $post )?->post_title;
       foreach ( array( 0, $owner ) as $user ) {
         wp_set_current_user( $user );
         $found[] = array( $of( (string) $hidden, 0 ), $of( 'hidden-from-blocks', $open ), $of( '', $hidden ), $of( ' ', $open ), $of( '', 0 ) );
       }
       echo wp_json_encode( $found );`,
      [hidden.id, open.id, site().users.owner.id],
    );
    assert.deepEqual(JSON.parse(shown), [
      [null, null, null, 'Open', null],
      ['Hidden', 'Hidden', 'Hidden', 'Open', null],
    ]);
  });

  it('has a preview in the editor if there is no registry to show, without a call to the service', async () => {
    const calls = await t.callsDuring(async () => {
      for (const [block, expected] of [
        ['registry', /Picnic basket/],
        ['my-registries', /Members see their own registries here/],
      ] as const) {
        const rendered = await site().wordpress.run(
          `wp_set_current_user( 1 );
           $GLOBALS['wp']->query_vars['rest_route'] = "/wp/v2/block-renderer/largesse/$input";
           define( 'REST_REQUEST', true );
           $request = new WP_REST_Request( 'GET', "/wp/v2/block-renderer/largesse/$input" );
           $request->set_query_params( array( 'context' => 'edit' ) );
           echo rest_do_request( $request )->get_data()['rendered'] ?? 'nothing';`,
          block,
        );
        assert.match(rendered, expected, block);
      }
    });
    assert.deepEqual(calls, []);
  });
}
