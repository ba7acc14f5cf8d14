// Needs a whole site: other programs read the heads of pages.
import assert from 'node:assert/strict';
import { before, describe } from 'node:test';
import { fetchOnce } from '../../support/http-client.ts';
import { openForSuite } from '../../support/suite.ts';
import { addCode } from '../wordpress/add-code.ts';
import { dispatch, page } from '../wordpress/requests.ts';
import { testsOn, versions } from '../wordpress/versions.ts';
import { openGuestSite, type Shown } from './guest-site.ts';
import { linksOn } from './links.ts';
import { decodeJpeg, readyDrawing, storedPictures, uploadPicture } from './shared-picture.ts';

/** User agent of a program that shows link previews. */
const AGENT = 'WhatsApp/2.23.20.0';

const MOST_BYTES = 300_000;

/** Returns the decoded contents of the meta tags in a page's head. The keys are the names of the tags. */
function tags(html: string): Record<string, string> {
  const head = html.slice(0, html.indexOf('</head>'));
  return Object.fromEntries(
    [...head.matchAll(/<meta (?:property|name)="((?:og|twitter):[^"]+|description)" content="([^"]*)">/g)].map(
      ([, name = '', content = '']) => [
        name,
        content.replaceAll('&amp;', '&').replaceAll('&lt;', '<').replaceAll('&gt;', '>'),
      ],
    ),
  );
}

/** Returns a page's JSON-LD data. */
function linkedData(html: string): unknown[] {
  return [...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)].map(([, json = '']) =>
    JSON.parse(json),
  );
}

const canonical = (html: string): string[] =>
  [...html.matchAll(/<link rel="canonical" href="([^"]*)"/g)].map(([, href = '']) => href.replaceAll('&#038;', '&'));

// rules: Shared links
for (const version of versions) {
  const { it, everywhere } = testsOn(version);

  describe(`a shared link on WordPress ${version}`, () => {
    const t = openForSuite(() => openGuestSite(version));
    const site = () => t.system.site;
    let shared: Shown;
    let image: string;
    const meta = { registry_event_type: 'Wedding', registry_event_date: '2037-06-12' };
    before(async () => {
      shared = await t.registry(
        { title: 'Mum &amp; &lt;Dad&gt;', content: '<p>We <b>are</b> &amp; stay</p><p>here.</p>', meta },
        [
          { name: 'Pan </script>', price: 39.5, quantity_needed: 3 },
          { name: 'Kettle', image_url: t.picture },
        ],
      );
      image = tags((await page(site(), 'nobody', shared.path)).html)['og:image'] ?? '';
    });

    /** Fetches a picture like a program that shows link previews. */
    async function picture(address: string) {
      const answer = await fetchOnce(address, { headers: { 'user-agent': AGENT } });
      return { status: answer.status, headers: answer.headers, bytes: new Uint8Array(await answer.arrayBuffer()) };
    }
    const imageOf = async (path: string) => tags((await page(site(), 'nobody', path)).html)['og:image'] ?? '';
    const update = (id: number, fields: object) =>
      site().wordpress.run(
        `wp_set_current_user( get_post( $input[0] )->post_author ); echo wp_update_post( wp_slash( array( 'ID' => $input[0] ) + $input[1] ) );`,
        [id, fields],
      );
    /** Stores a cover of a registry. */
    async function cover(id: number): Promise<void> {
      const address = await uploadPicture(site(), id, [300, 200]);
      await site().wordpress.run('update_post_meta( $input[0], "registry_cover", $input[1] );', [id, address]);
    }
    /** Returns the number of pictures that the site has stored for a registry. */
    const storedFor = async (id: number) =>
      (await storedPictures(site())).filter((name) => name.startsWith(`${id}-`)).length;

    everywhere('shows title, beginning of the story and a picture, with one call to the service', async () => {
      const calls = await t.callsDuring(async () => {
        const { html } = await page(site(), 'nobody', shared.path);
        assert.deepEqual(tags(html), {
          description: 'We are & stay here.',
          'og:title': 'Mum & <Dad>',
          'og:description': 'We are & stay here.',
          'og:url': site().url + shared.path,
          'og:type': 'website',
          'og:site_name': 'Largesse',
          'og:locale': 'en_US',
          'og:image': image,
          'og:image:type': 'image/jpeg',
          'og:image:width': '1200',
          'og:image:height': '630',
          'og:image:alt': 'Mum & <Dad> · Wedding · June 12, 2037',
          'twitter:card': 'summary_large_image',
        });
        assert.deepEqual(canonical(html), [site().url + shared.path]);
      });
      assert.equal(calls.length, 1, 'one call serves page and preview');
    });

    everywhere('shows the owners’ cover instead, cropped to that shape, and the page shows it on top', async () => {
      const own = await t.registry({ title: 'Covered' });
      let previous = '';
      for (const size of [
        [1600, 1200],
        [500, 900],
        [90, 60],
      ] satisfies [number, number][]) {
        const registry_cover = await uploadPicture(site(), own.id, size);
        const answer = await dispatch(site(), 'owner', 'POST', `/registries/${own.id}`, { meta: { registry_cover } });
        assert.equal(answer.status, 200);
        assert.equal(await storedFor(own.id), 0, 'the previous picture is deleted at once');
        const { html } = await page(site(), 'nobody', own.path);
        const address = tags(html)['og:image'] ?? '';
        const { headers, bytes } = await picture(address);
        assert.equal(headers.get('content-type'), 'image/jpeg');
        assert.match(address, new RegExp(`/uploads/largesse/shared/${own.id}-[0-9a-f]{32}\\.jpg$`));
        assert.ok(bytes.length < MOST_BYTES, `${size}: ${bytes.length} bytes`);
        const { colorsLeft, ...decoded } = await decodeJpeg(site(), bytes);
        assert.deepEqual(decoded, { width: 1200, height: 630 });
        assert.ok(colorsLeft > 500, 'the picture extends to the left edge');
        assert.match(
          html,
          new RegExp(
            `<figure class="largesse-cover"><img src="${registry_cover}" alt="Cover picture of (“|&#8220;)Covered(”|&#8221;)" width="${size[0]}" height="${size[1]}" fetchpriority="high"`,
          ),
        );
        if (previous !== '') assert.equal((await picture(previous)).status, 404, 'the previous address stops working');
        previous = address;
        assert.equal(await storedFor(own.id), 1);
      }
    });

    everywhere('has no cover while the registry is private, has a password, is a draft, or was deleted', async () => {
      const one = await t.registry({ title: 'Passing' });
      await cover(one.id);
      const address = await imageOf(one.path);
      for (const [to, back] of [
        [{ post_status: 'private' }, { post_status: 'publish' }],
        [{ post_password: 'sesame' }, { post_password: '' }],
        [{ post_status: 'draft' }, { post_status: 'publish' }],
      ]) {
        assert.equal(await imageOf(one.path), address, 'there, and there again');
        assert.equal((await picture(address)).status, 200);
        assert.equal(await storedFor(one.id), 1);
        await update(one.id, to ?? {});
        assert.equal((await picture(address)).status, 404, JSON.stringify(to));
        assert.equal(await storedFor(one.id), 0, JSON.stringify(to));
        await update(one.id, back ?? {});
      }
      assert.equal(await imageOf(one.path), address);
      await update(one.id, { post_title: 'Renamed' });
      assert.equal((await picture(address)).status, 200);
      assert.equal(await storedFor(one.id), 1);
      // A request was interrupted while it stored a picture.
      await site().wordpress.run(
        `file_put_contents( wp_upload_dir( null, false )['basedir'] . "/largesse/shared/$input-x.jpg.unfinished", 'x' ); wp_delete_post( $input, true );`,
        one.id,
      );
      assert.equal((await picture(address)).status, 404);
      assert.equal(await storedFor(one.id), 0);
    });

    it('accepts only an uploaded picture as cover', async () => {
      const own = await t.registry({ title: 'Not covered' });
      const good = await uploadPicture(site(), own.id, [300, 200]);
      const there = await site().wordpress.run(
        `file_put_contents( wp_upload_dir()['basedir'] . '/largesse/x.jpg', 'x' ); echo wp_upload_dir()['baseurl'];`,
      );
      for (const registry_cover of [
        'https://shop.example/picture.jpg',
        t.picture,
        `${there}/largesse/x.jpg`,
        `${there}/largesse/../guest.svg`,
        good.replace(/[0-9a-f]{8}\.jpg$/, '00000000.jpg'),
        `${good}.php`,
        'javascript:alert(1)',
      ]) {
        const answer = await dispatch<{ message: string }>(site(), 'owner', 'POST', `/registries/${own.id}`, {
          meta: { registry_cover },
        });
        assert.equal(answer.status, 400, registry_cover);
        assert.match(answer.body.message, /registry_cover/);
        // Another program may have stored this address without a check. Even then, the page does not show the picture
        // at this address.
        await site().wordpress.run('update_post_meta( $input[0], "registry_cover", $input[1] );', [
          own.id,
          registry_cover,
        ]);
        assert.doesNotMatch((await page(site(), 'nobody', own.path)).html, /largesse-cover"/, registry_cover);
      }
      // The stored address contains the former host of the site, as after a move to another host.
      await site().wordpress.run('update_post_meta( $input[0], "registry_cover", $input[1] );', [
        own.id,
        good.replace(site().url, 'https://before.example'),
      ]);
      assert.ok((await page(site(), 'nobody', own.path)).html.includes(`<img src="${good}"`));
      const told = await site().wordpress.run(
        `$registry = get_post( $input );
         foreach ( array( '', 'sesame' ) as $registry->post_password ) {
           echo Largesse\\Registries\\Pictures\\CoverField::details( $registry )['cover'], '.';
         }`,
        own.id,
      );
      assert.equal(told, `${good}..`, 'visitors without the password see no cover');
    });

    it('describes its wishes to machines, without prices and numbers', async () => {
      const [data] = linkedData((await page(site(), 'nobody', shared.path)).html);
      assert.partialDeepStrictEqual(data, {
        '@context': 'https://schema.org',
        '@type': 'CollectionPage',
        name: 'Mum & <Dad>',
        url: site().url + shared.path,
        image,
        mainEntity: {
          '@type': 'ItemList',
          numberOfItems: 2,
          itemListElement: [
            { '@type': 'ListItem', position: 1, name: 'Pan </script>' },
            { '@type': 'ListItem', position: 2, name: 'Kettle' },
          ],
        },
      });
      assert.doesNotMatch(JSON.stringify(data), /[Pp]rice|[Oo]ffer|quantity|[Pp]urchase/);
      // Searches only the list of wishes, because in other parts, an address or a time could contain the digits of a
      // price.
      assert.doesNotMatch(JSON.stringify(Object(data).mainEntity), /39/);
      const told = await site().wordpress.run(
        `query_posts( array( 'p' => $input, 'post_type' => 'registry' ) );
         add_filter( 'pre_option_blogname', static fn () => 'Ada &amp; Lin' );
         $tags = static function (): string {
           ob_start();
           ( new Largesse\\Managing\\Sharing\\HeadTags() )->show();
           return ob_get_clean();
         };
         $found = array( $tags() );
         Largesse\\Foundation\\Http\\NoCacheHeaders::send_headers();
         $found[] = $tags();
         echo wp_json_encode( $found );`,
        shared.id,
      );
      const [listed, unlisted]: string[] = JSON.parse(told);
      assert.deepEqual([linkedData(listed ?? '').length, linkedData(unlisted ?? '')], [1, []]);
      assert.equal(tags(unlisted ?? '')['og:site_name'], 'Ada & Lin');
    });

    it('has the registry’s address, wherever a block shows it', async () => {
      await site().wordpress.run(
        `wp_insert_post( array( 'post_type' => 'page', 'post_status' => 'publish', 'post_name' => 'look', 'post_title' => 'Look', 'post_content' => '<!-- wp:largesse/registry /-->' ) );`,
      );
      for (const path of [`/look/?registry=${shared.id}`, `${shared.path}?sort=price-up`]) {
        const { html } = await page(site(), 'nobody', path);
        assert.equal(tags(html)['og:image'], image, path);
        assert.deepEqual(canonical(html), [site().url + shared.path], path);
      }
    });

    it('has a description even without a story, and cuts a long one between words', async () => {
      const short = await t.registry({ title: 'Short', meta: { registry_event_type: 'Baby' } });
      assert.match(tags((await page(site(), 'nobody', short.path)).html).description ?? '', /^Baby: /);
      const long = await t.registry({ title: 'Long', content: 'word '.repeat(500) });
      const { description = '' } = tags((await page(site(), 'nobody', long.path)).html);
      assert.match(description, /^(word )+word…$/);
      assert.ok(description.length < 200);
    });

    everywhere('shows the same for a private or protected registry as for a missing one', async () => {
      const cover = await uploadPicture(site(), 1, [300, 200]);
      const hidden = { title: 'Golden hush', content: 'Psst', meta: { ...meta, registry_cover: cover } };
      const secret = await t.registry({ ...hidden, slug: 'hush', status: 'private' });
      const draft = await t.registry({ ...hidden, status: 'draft' });
      const locked = await t.registry({ ...hidden, slug: 'locked', password: 'sesame' });
      const link = await linksOn(site()).family(secret.id);
      const missing = await page(site(), 'nobody', '/registry/nowhere/');
      assert.equal(missing.status, 404);
      const general = tags(missing.html);
      assert.equal(general['og:title'], 'Largesse');
      assert.ok(general['og:image']?.endsWith('/assets/share.png'));
      for (const [who, path] of [
        ['nobody', secret.path],
        ['owner', secret.path],
        ['nobody', locked.path],
        ['owner', locked.path],
        ['nobody', `/?post_type=registry&p=${draft.id}`],
        ['owner', `/?post_type=registry&p=${draft.id}`],
      ] as const) {
        const { html } = await page(site(), who, path);
        assert.deepEqual(tags(html), general, `${who} ${path}`);
        assert.deepEqual(linkedData(html), [], path);
      }
      const { 'og:title': _, ...nameless } = general;
      const { html } = await page(site(), 'nobody', link.replace(site().url, ''));
      assert.deepEqual(tags(html), nameless);
      // Now the visitor follows the link, and gets a cookie that opens the page.
      const { origin, pathname, searchParams } = new URL(link);
      const entered = await fetchOnce(origin + pathname, {
        method: 'POST',
        redirect: 'manual',
        body: new URLSearchParams({ open: searchParams.get('open') ?? '' }),
      });
      const cookie = entered.headers.getSetCookie().map((set) => set.split(';')[0]);
      const opened = await fetchOnce(origin + pathname, { headers: { cookie: cookie.join('; ') } });
      const text = await opened.text();
      assert.match(text, /Golden hush/);
      assert.deepEqual(tags(text), general);
    });

    everywhere('to the list of registries describes the list, and the site’s other pages have no tags', async () => {
      const list = await page(site(), 'nobody', '/?post_type=registry');
      assert.equal(tags(list.html)['og:title'], 'Registries');
      assert.deepEqual(canonical(list.html), [`${site().url}/?post_type=registry`]);
      for (const path of ['/', '/?s=buy+cheap+watches', '/hello-world/', '/no-such-page/'])
        assert.deepEqual(tags((await page(site(), 'nobody', path)).html), {}, path);
    });

    it('prints no tags if a filter removes them, or if an SEO plugin prints its own', async () => {
      for (const code of [
        'add_filter( "largesse_share_preview", "__return_empty_array" );',
        'define( "WPSEO_VERSION", "24.0" );',
        'function aioseo() {}',
      ]) {
        await using _ = await addCode(site(), code);
        const { html } = await page(site(), 'nobody', shared.path);
        assert.deepEqual(tags(html), {}, code);
        assert.deepEqual(linkedData(html), [], code);
        assert.equal(canonical(html).length, 1);
      }
    });

    it('shows a drawing if the site can store no cover', async () => {
      const one = await t.registry({ title: 'One more' });
      await cover(one.id);
      await site().wordpress.run(
        `$folder = wp_upload_dir( null, false )['basedir'] . '/largesse/shared';
        array_map( 'unlink', glob( "$folder/*" ) ); rmdir( $folder ); file_put_contents( $folder, 'in the way' );`,
      );
      assert.match(await imageOf(one.path), /\/assets\/covers\/gifts\.jpg$/);
      await site().wordpress.run(`unlink( wp_upload_dir( null, false )['basedir'] . '/largesse/shared' );`);
    });

    it('with a damaged cover has a drawing instead', async () => {
      const one = await t.registry({ title: 'Damaged', meta });
      await cover(one.id);
      await site().wordpress.run(
        `file_put_contents( Largesse\\Registries\\Registry\\Cover::of( get_post( $input ) )->file, str_repeat( 'broken', 99 ) );`,
        one.id,
      );
      const { status, headers, bytes } = await picture(await imageOf(one.path));
      assert.deepEqual([status, headers.get('content-type')], [200, 'image/jpeg']);
      assert.deepEqual(Buffer.from(bytes), await readyDrawing('wedding'));
      assert.ok(bytes.length < MOST_BYTES);
      assert.partialDeepStrictEqual(await decodeJpeg(site(), bytes), { width: 1200, height: 630 });
    });
  });
}
