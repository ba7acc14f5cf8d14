// Needs a whole site: the cron fetches pictures, and image libraries reduce them.
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { openChromium } from '../../../tools/browser/chromium.ts';
import { fetchOnce } from '../../support/http-client.ts';
import { openForSuite } from '../../support/suite.ts';
import { openGuestSite, type Shown } from '../pages/guest-site.ts';
import { type Caller, dispatch, logIn } from '../wordpress/requests.ts';
import { openVisitor } from '../wordpress/visitor.ts';
import { drawn } from './picture-files.ts';
import { openShopService, type ShopAnswer } from './shop-service.ts';

describe('thumbnails, which hide guests from shops', () => {
  const t = openForSuite(() => openGuestSite());
  const site = () => t.system.site;
  const run = (php: string, input?: unknown) => site().wordpress.run(php, input);

  /** State of a proxy in front of the service. The proxy itself answers requests about shops. */
  const shop = {
    asked: [] as string[],
    answer: (_url: string): ShopAnswer => ({
      status: 422,
      body: '{"detail":"url: is no picture"}',
    }),
  };
  const front = openForSuite(() =>
    openShopService(t.system.url, (route, url) => {
      shop.asked.push(`${route} ${url}`);
      return shop.answer(route === '/previews' ? `page ${url}` : url);
    }),
  );
  let png: Buffer;
  let open: Shown;
  const picture = (name: string) => `https://shop.example/${name}.png`;

  before(async () => {
    await run(
      `update_option( 'registry_api_base_url', $input ); update_option( 'largesse_shops_see_no_guests', '1' );`,
      front.url,
    );
    png = await drawn(site(), 'png', 1000, 500);
    const wishes = ['pot', 'pan', 'gone'].map((wish) => ({ name: wish, image_url: picture(`open-${wish}`) }));
    open = await t.registry({ title: 'Open' }, [...wishes, { name: 'ours', image_url: t.picture }]);
    shop.answer = (url) =>
      url.endsWith('gone.png') || url.startsWith('page')
        ? { status: 422, body: '{"detail":"url: is no picture"}' }
        : { status: 200, type: 'image/png', body: png };
  });

  async function get(path: string, who: Caller = 'nobody') {
    const cookie = who === 'nobody' ? '' : await logIn(site(), who);
    const answer = await fetchOnce(site().url + path, {
      redirect: 'manual',
      headers: cookie ? { cookie } : {},
    });
    return { status: answer.status, headers: answer.headers, bytes: Buffer.from(await answer.arrayBuffer()) };
  }
  /** Returns the addresses of the pictures on a registry's page. */
  async function pictures(path: string, who: Caller = 'owner'): Promise<string[]> {
    const html = (await get(path, who)).bytes.toString();
    return [...html.matchAll(/<div class="largesse-picture">(?:<img src="([^"]*)"[^>]*>)?<\/div>/g)].map(
      ([, src = '']) => src.replaceAll('&#038;', '&').replace(site().url, ''),
    );
  }
  /**
   * Runs the due thumbnail events of WordPress's cron.
   * @param shown id of a registry; if given, first schedules the event for the missing thumbnails of this registry
   */
  const cron = (shown = 0) =>
    run(
      `if ( $input ) Largesse\\Registries\\Pictures\\Thumbnails::request( $input );
      foreach ( wp_get_ready_cron_jobs() as $time => $hooks ) {
        foreach ( $hooks['largesse_thumbnails'] ?? array() as $event ) {
          wp_unschedule_event( $time, 'largesse_thumbnails', $event['args'] );
          do_action_ref_array( 'largesse_thumbnails', $event['args'] );
        }
      }`,
      shown,
    );

  it('are created by the cron, one after the other, and pages wait for none', async () => {
    let underWay = 0;
    const together: number[] = [];
    const { answer } = shop;
    shop.answer = (url) => {
      together.push(++underWay);
      queueMicrotask(() => underWay--);
      return answer(url);
    };
    // Rendering a page requests no picture from a shop. A drawing replaces each missing picture.
    assert.deepEqual(await pictures(open.path), ['', '', '', '/wp-content/uploads/guest.svg']);
    assert.deepEqual(shop.asked, []);
    const visit = () => get('/wp-cron.php?doing_wp_cron');
    await Promise.all([visit(), visit()]);
    await visit();
    assert.deepEqual(
      shop.asked.sort(),
      ['open-gone', 'open-pan', 'open-pot'].map((name) => `/previews/picture ${picture(name)}`),
    );
    assert.ok(together.every((count) => count === 1));
    shop.answer = answer;
    const [pot = '', pan = '', gone, own] = await pictures(open.path);
    assert.match(pot, new RegExp(`^/wp-content/uploads/largesse/thumbnails/${open.id}/[0-9a-f]{32}\\.png$`));
    assert.notEqual(pot, pan);
    assert.deepEqual([gone, own], ['', '/wp-content/uploads/guest.svg']);
    // The site remembers broken pictures, and does not request them again.
    await cron();
    assert.equal(shop.asked.length, 3);
  });

  it('are small, and have the correct type', async () => {
    const [pot = ''] = await pictures(open.path);
    const { status, headers, bytes } = await get(pot);
    assert.equal(status, 200);
    assert.equal(headers.get('content-type'), 'image/png');
    assert.deepEqual([bytes.readUInt32BE(16), bytes.readUInt32BE(20)], [480, 240]);
  });

  it('are the only pictures that a guest’s browser requests, on every page of a registry', async () => {
    await using browser = await openChromium();
    await using guest = await openVisitor(site(), browser, 'nobody', { viewport: { width: 375, height: 667 } });
    for (const path of [open.path, `${open.path}?giving=1`, `${open.path}?give=${open.items[0]}`]) {
      await guest.page.goto(site().url + path);
      const loaded =
        'document.querySelector(\'.largesse-picture img[src*="largesse/thumbnails"]\')?.naturalWidth === 480';
      await guest.page.waitForFunction(loaded);
    }
    // `complaints` contains a message for each request that the browser sends to another site.
    assert.deepEqual(guest.complaints(), []);
    const html = (await get(open.path)).bytes.toString();
    assert.ok(!html.replace(/<script type="application\/ld\+json">.*?<\/script>/s, '').includes('shop.example/open'));
  });

  it('are retried after a day, and after a pause if the service does not answer', async () => {
    const { answer } = shop;
    const shown = await t.registry({ title: 'Later' }, [{ name: 'late', image_url: picture('late') }]);
    shop.answer = () => ({ status: 503, body: '{"detail":"busy"}' });
    await cron(shown.id);
    const asked = shop.asked.length;
    await cron(shown.id);
    assert.equal(shop.asked.length, asked);
    await run(`delete_transient( 'largesse_thumbnails_paused' );`);
    shop.answer = () => ({ status: 422, body: '{"detail":"url: is no picture"}' });
    await cron(shown.id);
    assert.equal(shop.asked.length, asked + 1);
    shop.answer = answer;
    await cron(shown.id);
    assert.equal(shop.asked.length, asked + 1);
    await run(
      `foreach ( Largesse\\Registries\\Pictures\\Folder::files( Largesse\\Registries\\Pictures\\Folder::of_thumbnails( $input ) ) as $note ) touch( $note, time() - DAY_IN_SECONDS - 1 );`,
      shown.id,
    );
    const purged = await run(
      `add_action( 'largesse_page_changed', static fn ( $id ) => print $id );
       do_action( 'largesse_thumbnails', $input );`,
      shown.id,
    );
    assert.equal(purged, String(shown.id), 'other caches purge the page without the picture');
    assert.match((await pictures(shown.path))[0] ?? '', /largesse\/thumbnails/);
  });

  it('are deleted when they are old, when their registry is deleted, and when no one needs them', async () => {
    const count = async (id: number) =>
      Number(
        await run(
          `echo count( Largesse\\Registries\\Pictures\\Folder::files( Largesse\\Registries\\Pictures\\Folder::of_thumbnails( $input ) ) );`,
          id,
        ),
      );
    const shown = await t.registry({ title: 'Short' }, [{ name: 'pot', image_url: picture('short') }]);
    await cron(shown.id);
    assert.equal(await count(shown.id), 1);
    await run(
      `foreach ( Largesse\\Registries\\Pictures\\Folder::files( Largesse\\Registries\\Pictures\\Folder::of_thumbnails( $input ) ) as $file ) touch( $file, time() - 61 * DAY_IN_SECONDS );
       do_action( 'largesse_unused_pictures' );`,
      shown.id,
    );
    assert.equal(await count(shown.id), 0);
    await cron(shown.id);
    assert.equal(await count(shown.id), 1);
    await run(`wp_delete_post( $input, true ); do_action( 'largesse_unused_pictures' );`, shown.id);
    assert.equal(await count(shown.id), 0);
    assert.ok((await count(open.id)) > 0);
    // All copies together have at most 500 MB. The file has holes, so it occupies no space.
    await run(
      `$path = fn ( $name ) => Largesse\\Registries\\Pictures\\Folder::of_thumbnails( $input ) . '/' . md5( $name ) . '.jpg';
       $time = time();
       foreach ( array( 'old' => 1, 'large' => 500 * MB_IN_BYTES - 10, 'new' => 10, 'newest' => 1 ) as $name => $bytes ) {
         ftruncate( fopen( $path( $name ), 'c' ), $bytes );
         touch( $path( $name ), $time += 60 );
       }`,
      open.id,
    );
    await run(`do_action( 'largesse_unused_pictures' );`);
    const names = await run(
      `foreach ( array( 'old', 'large', 'new', 'newest' ) as $name ) if ( is_file( Largesse\\Registries\\Pictures\\Folder::of_thumbnails( $input ) . '/' . md5( $name ) . '.jpg' ) ) echo $name, ' ';`,
      open.id,
    );
    assert.equal(names, 'new newest ');
    await run(`update_option( 'largesse_shops_see_no_guests', '' );`);
    assert.equal(await count(open.id), 0);
    await run(`update_option( 'largesse_shops_see_no_guests', '1' );`);
  });

  it('have distinct answers: a picture, a page, nothing, or not checked yet', async () => {
    const check = async (url: unknown, who: Caller = 'owner') => {
      const path = `/wp-json/largesse/v1/registries/${open.id}/pictures/check`;
      const { status, body } = await dispatch<{ check: { kind: string; text: string; image_url: string } }>(
        site(),
        who,
        'POST',
        path,
        { url },
      );
      return { status, ...body.check };
    };
    const { answer } = shop;
    shop.answer = (url) => {
      if (url.startsWith('page') && url.includes('article'))
        return { status: 200, body: JSON.stringify({ url, name: 'Pot', image_url: picture('pot'), missing: null }) };
      if (url.startsWith('page'))
        return { status: 200, body: JSON.stringify({ url, missing: 'Nothing could be read there' }) };
      if (url.includes('busy')) return { status: 503, body: '{"detail":"busy"}' };
      return url.endsWith('.png')
        ? { status: 200, type: 'image/png', body: png }
        : { status: 422, body: '{"detail":"url: is no picture"}' };
    };
    assert.deepEqual(await check(picture('pot')), { status: 200, kind: 'picture', text: '', image_url: '' });
    assert.deepEqual(await check('https://shop.example/article'), {
      status: 200,
      kind: 'page',
      text: 'This is a page, not a picture.',
      image_url: picture('pot'),
    });
    assert.match((await check('https://shop.example/nothing')).text, /^We could not read a picture there/);
    assert.equal((await check('https://shop.example/busy')).kind, 'unknown');
    assert.equal((await check(t.picture)).kind, 'picture');
    // The site checks at most 20 addresses for each member. It has checked four above.
    const asked = shop.asked.length;
    for (let n = 0; n < 22; n++) await check(picture('pot'));
    assert.equal((await check(picture('pot'))).kind, 'unknown');
    assert.equal(shop.asked.length, asked + 16);
    assert.equal((await check(picture('pot'), 'admin')).kind, 'picture');
    shop.answer = answer;
  });
});
