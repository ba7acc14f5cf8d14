// Needs a browser and site: only a browser knows colours, fonts and sizes.
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { openChromium } from '../../../tools/browser/chromium.ts';
import { openForSuite } from '../../support/suite.ts';
import { recordLayoutShifts } from '../pages/layout-shifts.ts';
import { addItem } from '../plugin/connected.ts';
import { openProxiedSite } from '../plugin/proxied-site.ts';
import { create, dispatch, page as get } from '../wordpress/requests.ts';
import { openVisitor, type Visitor } from '../wordpress/visitor.ts';

/** Message that Chromium logs for every page with status 404. */
const SAID_OF_MISSING = /^Console: Failed to load resource: the server responded with a status of 404/;

describe('the theme', () => {
  const browser = openForSuite(openChromium);
  const proxied = openForSuite(() => openProxiedSite('6.5', 'largesse'));
  const site = () => proxied.system.site;
  const run = (php: string, input?: unknown) => site().wordpress.run(php, input);

  let wedding: number;
  before(async () => {
    const registry = (title: string, status: string, meta = {}) =>
      create(site(), 'owner', { title, status, content: '<p>You being there is the gift.</p>', meta });
    const meta = { registry_event_type: 'Wedding', registry_event_date: '2027-06-12' };
    wedding = await registry('Clara & Jonas', 'publish', meta);
    await registry('Clara in secret', 'private');
    const image_url = `${site().url}/wp-content/themes/largesse/assets/drawings/gifts.svg`;
    await addItem(proxied.system, wedding, 'Teapot', { price: 49.95, image_url, retailer: 'Kitchen' });
    await addItem(proxied.system, wedding, 'Donaudampfschifffahrtsgesellschaftskapitänsmütze');
    const content = '<!-- wp:paragraph --><p>Hello.</p><!-- /wp:paragraph -->';
    for (const [path, title] of Object.entries({ '/pages': 'About us', '/posts': 'News' }))
      await dispatch(site(), 'admin', 'POST', path, { status: 'publish', title, content });
  });

  it('is readable in light and dark, on phones and desktops, and never overflows the window', async () => {
    const faults: string[] = [];
    // Each kind of page, and the part that the theme renders if it does not render the whole page.
    const pages: [path: string, ours?: string][] = [
      ['/'],
      [`/?p=${wedding}`],
      ['/my-registries/', '.wp-site-blocks'],
      ['/about-us/'],
      ['/?s=Clara&post_type=registry'],
      ['/?s=Nobody&post_type=registry'],
      ['/registry/gone/', '.wp-site-blocks'],
      ['/news/'],
      ['/category/uncategorized/'],
      ['/wp-login.php', '#login'],
    ];
    for (const [path, ours] of pages) {
      const who = path === '/my-registries/' ? 'owner' : 'nobody';
      await using visitor = await openVisitor(site(), browser, who, { deviceScaleFactor: 2 });
      await visitor.page.goto(site().url + path);
      const look = `${path}: `;
      // Two combinations are enough, because theme/contrast.test.ts computes the contrast of all colours.
      for (const [width, colorScheme] of [
        [1440, 'light'],
        [320, 'dark'],
      ] as const) {
        await visitor.page.setViewportSize({ width, height: 800 });
        await visitor.page.emulateMedia({ colorScheme });
        faults.push(...(await visitor.axe(ours)).map((fault) => `${look}${width} px, ${colorScheme}: ${fault}`));
      }
      // A window of 1,440 px that is zoomed to 200 % is 720 px wide.
      for (const width of [320, 360, 720, 1440, 1920])
        faults.push(...(await overEdge(visitor, width)).map((fault) => look + fault));
      const said = visitor.complaints().filter((line) => !(path.endsWith('/gone/') && SAID_OF_MISSING.test(line)));
      faults.push(...said.map((line) => look + line));
    }
    assert.deepEqual(faults, []);
  });

  it('uses its own fonts, whose arrival after the first paint moves nothing', async () => {
    const titleWidth = async (of: Visitor) => {
      await of.page.evaluate('document.fonts.ready.then(() => {})');
      return await of.page.evaluate<number>(`(() => {
        const range = document.createRange();
        range.selectNodeContents(document.querySelector('h1'));
        return range.getBoundingClientRect().width;
      })()`);
    };
    await using visitor = await openVisitor(site(), browser, 'nobody');
    const fonts: string[] = [];
    visitor.page.on('request', (request) => {
      if (request.resourceType() === 'font') fonts.push(request.url());
    });
    await visitor.page.goto(site().url);
    const widthInTime = await titleWidth(visitor);
    const folder = `${site().url}/wp-content/themes/largesse/assets/fonts/`;
    assert.deepEqual(fonts.sort(), [`${folder}figtree-latin.woff2`, `${folder}fraunces-latin.woff2`]);
    await using late = await openVisitor(site(), browser, 'nobody');
    await late.page.route('**/*.woff2', async (route) => {
      await late.page.waitForFunction(`performance.getEntriesByName('first-contentful-paint').length > 0`);
      await route.continue();
    });
    const moved = await recordLayoutShifts(late.page);
    await late.page.goto(site().url);
    assert.equal(await titleWidth(late), widthInTime);
    await late.page.waitForFunction(`[...document.images].every((image) => image.complete)`);
    const shift = await moved();
    // Until the theme's fonts are loaded, the page uses Liberation fonts, adjusted to the same width. On a machine
    // without Liberation fonts, the page moves when the theme's fonts arrive.
    const hasStandIns = await late.page.evaluate<boolean>(`Promise.all(
      ['Sans', 'Serif'].map((kind) => new FontFace(kind, 'local("Liberation ' + kind + '")').load())
    ).then(() => true, () => false)`);
    if (hasStandIns) assert.equal(shift, 0);
  });

  it('prints on white paper, whatever the screen colours', async () => {
    await using visitor = await openVisitor(site(), browser, 'nobody', { colorScheme: 'dark' });
    await visitor.page.goto(site().url);
    const background = () => visitor.page.evaluate<string>('getComputedStyle(document.body).backgroundColor');
    assert.equal(await background(), 'rgb(28, 21, 24)');
    await visitor.page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    assert.equal(await background(), 'rgb(255, 255, 255)');
    assert.equal(await visitor.page.getByRole('navigation').isVisible(), false);
  });

  it('lets additional CSS of the site change the colours of registries', async () => {
    const store = `wp_set_current_user( 1 );
      $id = WP_Theme_JSON_Resolver::get_user_global_styles_post_id();
      wp_update_post( array( 'ID' => $id, 'post_content' => wp_slash( wp_json_encode( array( 'version' => 2, 'isGlobalStylesUserThemeJSON' => true ) + $input ) ) ) );
      wp_clean_theme_json_cache();`;
    const accent = async () => {
      await using visitor = await openVisitor(site(), browser, 'nobody');
      await visitor.page.goto(`${site().url}/?p=${wedding}`);
      return await visitor.page.evaluate<string>(
        `getComputedStyle(document.body).getPropertyValue('--largesse-accent')`,
      );
    };
    assert.notEqual(await accent(), '#0a58ca');
    await run(store, { styles: { css: 'body { --largesse-accent: #0a58ca; }' } });
    assert.equal(await accent(), '#0a58ca');
    await run(store, {});
  });

  it('has its own icon until the site has one', async () => {
    const icons = async () => {
      const { html } = await get(site(), 'nobody', '/');
      return [...html.matchAll(/<link rel="icon" href="([^"]+)"/g)].map(([, href = '']) => href);
    };
    const [own = '', ...others] = await icons();
    assert.deepEqual(others, []);
    assert.equal((await fetch(own)).headers.get('content-type'), 'image/svg+xml');
    await run(
      `$file = wp_upload_bits( 'chosen.png', null, file_get_contents( WP_PLUGIN_DIR . '/largesse/assets/app-512.png' ) );
      update_option( 'site_icon', wp_insert_attachment( array( 'post_mime_type' => 'image/png', 'guid' => $file['url'] ), $file['file'] ) );`,
    );
    const chosen = await icons();
    await run("delete_option( 'site_icon' );");
    assert.ok(chosen.length > 0 && chosen.every((icon) => icon.endsWith('chosen.png')), chosen.join());
  });

  it('never shows a private registry in a grid of cards', async () => {
    const grid = { status: 'publish', title: 'Cards', content: '<!-- wp:pattern {"slug":"largesse/registries"} /-->' };
    await dispatch(site(), 'admin', 'POST', '/pages', grid);
    for (const who of ['nobody', 'owner', 'admin'] as const) {
      const cards = await get(site(), who, '/cards/');
      assert.match(cards.html, /Jonas/, who);
      assert.doesNotMatch(cards.html, /in secret/, who);
    }
  });

  it('links to My registries at its own address', async () => {
    const rename = `wp_update_post( array( 'ID' => get_page_by_path( $input[0] )->ID, 'post_name' => $input[1] ) );`;
    await run(rename, ['my-registries', 'our-lists']);
    try {
      const linksIn = (html: string) =>
        [...html.matchAll(/ href="[^"]*\/our-lists\/([^"]*)"/g)].map(([, query]) => query);
      const occasions = ['wedding', 'baby', 'birthday', 'housewarming'];
      const tiles = occasions.map((occasion) => `?start=${occasion}`);
      assert.deepEqual(linksIn((await get(site(), 'nobody', '/about-us/')).html), ['']);
      assert.deepEqual(linksIn((await get(site(), 'nobody', '/')).html), ['', '?start=1', ...tiles, '?start=1']);
      const heroes = await run(
        `foreach ( $input as $name ) echo WP_Block_Patterns_Registry::get_instance()->get_registered( "largesse/hero-$name" )['content'];`,
        occasions,
      );
      assert.deepEqual(linksIn(heroes), tiles);
    } finally {
      await run(rename, ['our-lists', 'my-registries']);
    }
  });

  it('links to My gifts: for members in its menu, for guests at the end of each page', async () => {
    const inMenu = /<nav [^>]*aria-label="Main".*?href="[^"]*\/\?my-gifts=1".*?<\/nav>/s;
    const member = await get(site(), 'invitee', '/about-us/');
    assert.match(member.html, inMenu);
    const { html } = await get(site(), 'nobody', '/about-us/');
    assert.doesNotMatch(/<nav [^>]*aria-label="Main".*?<\/nav>/s.exec(html)?.[0] ?? '', /my-gifts/);
    assert.match(html, /<footer.*href="[^"]*\/\?my-gifts=1"/s);
  });

  it('hides WordPress’s toolbar from members who cannot use the dashboard, if a setting is on', async () => {
    const shows = async (who: 'stranger' | 'admin') =>
      (await get(site(), who, '/about-us/')).html.includes('id="wpadminbar"');
    assert.deepEqual([await shows('stranger'), await shows('admin')], [false, true]);
    await run(`update_option( 'largesse_hide_toolbar', '' );`);
    assert.deepEqual([await shows('stranger'), await shows('admin')], [true, true]);
    await run(`update_option( 'largesse_hide_toolbar', '1' );`);
  });

  it('shows the page that the site’s owner chose as front page, and links to the privacy policy', async () => {
    const made = {
      status: 'publish',
      title: 'Welcome to us',
      content: '<!-- wp:paragraph --><p>Ours alone.</p><!-- /wp:paragraph -->',
    };
    const { body } = await dispatch(site(), 'admin', 'POST', '/pages', made);
    const set = `update_option( 'show_on_front', $input['show'] );
      foreach ( array( 'page_on_front', 'wp_page_for_privacy_policy' ) as $page ) update_option( $page, $input['id'] );`;
    await run(set, { show: 'page', id: body.id });
    const { html } = await get(site(), 'nobody', '/');
    await run(set, { show: 'posts', id: 0 });
    assert.match(html, /Ours alone\./);
    assert.doesNotMatch(html, /How it works/);
    const privacy = `<a href="${site().url}/">Privacy</a>`;
    assert.ok(html.includes(privacy), 'this page is the privacy policy, too');
    assert.doesNotMatch((await get(site(), 'nobody', '/about-us/')).html, />Privacy</);
  });
});

/** Returns a message if the page is wider than a window of this width. */
async function overEdge(visitor: Visitor, width: number): Promise<string[]> {
  await visitor.page.setViewportSize({ width, height: 800 });
  const reached = await visitor.page.evaluate<number>('document.documentElement.scrollWidth');
  return reached > width ? [`${reached} px wide in a window of ${width} px`] : [];
}
