import assert from 'node:assert/strict';
import { before, describe } from 'node:test';
import { fetchOnce } from '../../support/http-client.ts';
import { openForSuite } from '../../support/suite.ts';
import { addCode } from '../wordpress/add-code.ts';
import { dispatch, page } from '../wordpress/requests.ts';
import { testsOn, versions } from '../wordpress/versions.ts';
import { openGuestSite, type Shown } from './guest-site.ts';
import { linksOn } from './links.ts';
import {
  contentToDraw,
  decodeJpeg,
  readyDrawing,
  type Sent,
  sendDrawn,
  storedPictures,
  uploadPicture,
} from './shared-picture.ts';

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
    /** Sends a drawn picture for the present content, and returns the answer. */
    const sendDrawing = async (id: number) =>
      sendDrawn(site(), id, { content: await contentToDraw(site(), id), picture: await readyDrawing('birthday') });
    async function draw(id: number): Promise<Sent['body']['registry']> {
      const { status, body } = await sendDrawing(id);
      assert.equal(status, 200);
      return body.registry;
    }
    const imageOf = async (path: string) => tags((await page(site(), 'nobody', path)).html)['og:image'] ?? '';
    const update = (id: number, fields: object) =>
      site().wordpress.run(
        `wp_set_current_user( get_post( $input[0] )->post_author ); echo wp_update_post( wp_slash( array( 'ID' => $input[0] ) + $input[1] ) );`,
        [id, fields],
      );
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

    everywhere('has a picture that every messenger accepts: a small JPEG of the right size', async () => {
      const answer = await fetchOnce(site().url + shared.path, { headers: { 'user-agent': AGENT } });
      const { 'og:image': address = '', 'og:title': title } = tags(await answer.text());
      assert.equal(title, 'Mum & <Dad>');
      assert.ok(address.startsWith(`${site().url}/`));
      const got = await picture(address);
      assert.equal(got.status, 200);
      assert.equal(got.headers.get('content-type'), 'image/jpeg');
      assert.equal(got.headers.get('cache-control'), 'private, max-age=300');
      assert.ok(got.bytes.length < MOST_BYTES);
      const { colors, ...size } = await decodeJpeg(site(), got.bytes);
      assert.partialDeepStrictEqual(size, { width: 1200, height: 630 });
      assert.ok(colors > 50, `${colors} colors: something is drawn`);
    });

    everywhere('shows the owners’ cover instead, cropped to that shape, and the page shows it on top', async () => {
      const own = await t.registry({ title: 'Covered' });
      const drawn = await imageOf(own.path);
      assert.equal((await picture(drawn)).status, 200);
      for (const [index, size] of (
        [
          [1600, 1200],
          [500, 900],
          [90, 60],
        ] as [number, number][]
      ).entries()) {
        const registry_cover = await uploadPicture(site(), own.id, size);
        const answer = await dispatch(site(), 'owner', 'POST', `/registries/${own.id}`, { meta: { registry_cover } });
        assert.equal(answer.status, 200);
        const { html } = await page(site(), 'nobody', own.path);
        const address = tags(html)['og:image'] ?? '';
        assert.notEqual(address, drawn);
        const { bytes } = await picture(address);
        assert.ok(bytes.length < MOST_BYTES, `${size}: ${bytes.length} bytes`);
        assert.partialDeepStrictEqual(await decodeJpeg(site(), bytes), { width: 1200, height: 630 });
        assert.ok((await decodeJpeg(site(), bytes)).colorsLeft > 500, 'the picture extends to the left edge');
        assert.match(
          html,
          new RegExp(
            `<figure class="largesse-cover"><img src="${registry_cover}" alt="Cover picture of (“|&#8220;)Covered(”|&#8221;)" width="${size[0]}" height="${size[1]}" fetchpriority="high"`,
          ),
        );
        if (index === 0) assert.equal((await picture(drawn)).status, 404, 'the previous address stops working');
      }
      assert.equal((await storedPictures(site())).filter((name) => name.startsWith(`${own.id}-`)).length, 1);
    });

    everywhere('has no picture while the registry is private, has a password, is a draft, or was deleted', async () => {
      const one = await t.registry({ title: 'Passing' });
      const address = await imageOf(one.path);
      const ready = await readyDrawing('gifts');
      const kept = async () => (await storedPictures(site())).filter((name) => name.startsWith(`${one.id}-`)).length;
      for (const [to, back] of [
        [{ post_status: 'private' }, { post_status: 'publish' }],
        [{ post_password: 'sesame' }, { post_password: '' }],
        [{ post_status: 'draft' }, { post_status: 'publish' }],
      ]) {
        assert.deepEqual(Buffer.from((await picture(address)).bytes), ready, 'the picture is there, and there again');
        const { shared_picture: drawn } = await draw(one.id);
        const got = await picture(drawn);
        assert.partialDeepStrictEqual(await decodeJpeg(site(), got.bytes), { width: 1200, height: 630 });
        assert.deepEqual((await picture(address)).bytes, got.bytes, 'at the earlier address as well');
        assert.equal(await kept(), 1);
        await update(one.id, to ?? {});
        for (const each of [address, drawn])
          assert.equal((await picture(each)).status, 404, `${each} ${JSON.stringify(to)}`);
        assert.equal(await kept(), 0, JSON.stringify(to));
        await update(one.id, back ?? {});
      }
      assert.equal((await picture(address)).status, 200);
      // A request was interrupted while it stored a picture.
      await site().wordpress.run(
        `file_put_contents( wp_upload_dir( null, false )['basedir'] . "/largesse/shared/$input-x.jpg.unfinished", 'x' ); wp_delete_post( $input, true );`,
        one.id,
      );
      assert.equal((await picture(address)).status, 404);
      assert.equal(await kept(), 0);
    });

    it('gets another picture when title, occasion, day or cover change, and stores only one', async () => {
      const one = await t.registry({ title: 'First', meta });
      const seen = new Set([await imageOf(one.path), (await draw(one.id)).shared_picture]);
      const setMeta = (key: string, value: string) =>
        site().wordpress.run('update_post_meta( $input[0], $input[1], $input[2] );', [one.id, key, value]);
      const changes = [
        () => update(one.id, { post_title: 'Second' }),
        () => setMeta('registry_event_type', 'Birthday'),
        () => setMeta('registry_event_date', '2038-01-02'),
        async () => setMeta('registry_cover', await uploadPicture(site(), one.id, [800, 600])),
        async () => setMeta('registry_cover', await uploadPicture(site(), one.id, [640, 480])),
      ];
      const stored = async () => (await storedPictures(site())).filter((name) => name.startsWith(`${one.id}-`));
      for (const change of changes) {
        const last = [...seen].at(-1) ?? '';
        await change();
        assert.deepEqual(await stored(), [], 'the outdated picture is deleted at once');
        assert.equal((await picture(last)).status, 404);
        const address = await imageOf(one.path);
        assert.ok(!seen.has(address));
        seen.add(address);
        assert.equal((await picture(address)).status, 200);
        if ((await contentToDraw(site(), one.id)) !== '') seen.add((await draw(one.id)).shared_picture);
        assert.equal((await stored()).length, 1);
      }
      await site().wordpress.run('delete_post_meta( $input, "registry_event_type" );', one.id);
      assert.deepEqual(await stored(), [], 'a removed occasion is no longer shown');
      // The picture does not show the story, so a new story does not change the address of the picture.
      const now = await imageOf(one.path);
      await update(one.id, { post_content: 'More words' });
      assert.equal(await imageOf(one.path), now);
    });

    it('gives its picture to no one who guesses, and returns nothing else at that address', async () => {
      const [, id = '', key = ''] = /(\d+)-([0-9a-f]{32})$/.exec(image) ?? [];
      const other = await t.registry({ title: 'Other' });
      for (const guess of [
        id,
        `${id}-${'0'.repeat(32)}`,
        `${other.id}-${key}`,
        `${id}-${key}%0a`,
        '../../wp-config.php',
      ])
        assert.equal((await picture(`${site().url}/?largesse-cover=${guess}`)).status, 404, guess);
      assert.equal((await picture(`${site().url}/?largesse-cover[]=${id}-${key}`)).status, 404);
      assert.ok(
        !(await storedPictures(site())).some((name) => name.includes(key)),
        'no file name contains the address',
      );
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
           echo Largesse\\Pictures\\CoverField::details( $registry )['cover'], '.';
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
           ( new Largesse\\Sharing\\HeadTags() )->show();
           return ob_get_clean();
         };
         $found = array( $tags() );
         Largesse\\Http\\NoCacheHeaders::send_headers();
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

    it('names the language only with a country, and only on the first page of a list the address', async () => {
      const locales = JSON.parse(
        await site().wordpress.run(
          `foreach ( array( 'de_DE', 'de_DE_formal', 'de', 'kmr_TR' ) as $locale ) {
             $filter = static fn () => $locale;
             add_filter( 'locale', $filter );
             $found[] = Largesse\\Sharing\\LinkPreview::general()['og:locale'] ?? '';
             remove_filter( 'locale', $filter );
           }
           echo wp_json_encode( $found );`,
        ),
      );
      assert.deepEqual(locales, ['de_DE', 'de_DE', '', 'kmr_TR']);
      const addresses = await site().wordpress.run(
        `$address = fn () => Largesse\\Sharing\\SharedPicture::url( get_post( $input ) );
         $found = array( $address() );
         add_filter( 'locale', $german = static fn () => 'de_DE' );
         $found[] = $address();
         remove_filter( 'locale', $german );
         add_filter( 'pre_option_date_format', static fn () => 'd.m.Y' );
         echo count( array_unique( array( ...$found, $address() ) ) );`,
        shared.id,
      );
      assert.equal(addresses, '3', 'the picture contains the date in the site’s language and format');
      for (let n = 0; n < 11; n++) await t.registry({ title: `Page ${n}` });
      assert.deepEqual(canonical((await page(site(), 'nobody', '/?post_type=registry&paged=2')).html), []);
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

    it('stores at most a thousand cropped covers but all drawn pictures, and works if it can store none', async () => {
      const count = () => storedPictures(site()).then((names) => names.length);
      const before = (await storedPictures(site())).filter((name) => !name.includes('-cropped')).length;
      await site().wordpress.run(
        `$folder = wp_upload_dir( null, false )['basedir'] . '/largesse/shared';
        for ( $n = 0; $n < 1005; $n++ ) { file_put_contents( "$folder/9$n-x-cropped.jpg", 'x' ); touch( "$folder/9$n-x-cropped.jpg", time() - 9000 ); }
        for ( $n = 0; $n < 5; $n++ ) { file_put_contents( "$folder/9$n-x.jpg", 'x' ); touch( "$folder/9$n-x.jpg", time() - 9900 ); }`,
      );
      const one = await t.registry({ title: 'One more' });
      await site().wordpress.run('update_post_meta( $input[0], "registry_cover", $input[1] );', [
        one.id,
        await uploadPicture(site(), one.id, [300, 200]),
      ]);
      const address = await imageOf(one.path);
      assert.equal((await picture(address)).status, 200);
      assert.equal(await count(), 1000 + 5 + before);
      assert.ok((await storedPictures(site())).some((name) => name.startsWith(`${one.id}-`)));
      await site().wordpress.run(
        `$folder = wp_upload_dir( null, false )['basedir'] . '/largesse/shared';
        array_map( 'unlink', glob( "$folder/*" ) ); rmdir( $folder ); file_put_contents( $folder, 'in the way' );`,
      );
      assert.equal((await picture(address)).status, 200);
      const other = await t.registry({ title: 'Not stored' });
      assert.equal((await sendDrawing(other.id)).status, 500);
      assert.equal((await picture(await imageOf(other.path))).status, 200);
      await site().wordpress.run(`unlink( wp_upload_dir( null, false )['basedir'] . '/largesse/shared' );`);
    });

    it('with a damaged cover has a drawing instead', async () => {
      const one = await t.registry({ title: 'Damaged', meta });
      const cover = await uploadPicture(site(), one.id, [300, 200]);
      await site().wordpress.run('update_post_meta( $input[0], "registry_cover", $input[1] );', [one.id, cover]);
      await site().wordpress.run(
        `file_put_contents( Largesse\\Registry\\Cover::of( get_post( $input ) )->file, str_repeat( 'broken', 99 ) );`,
        one.id,
      );
      const { bytes } = await picture(await imageOf(one.path));
      assert.deepEqual(Buffer.from(bytes), await readyDrawing('wedding'));
      assert.equal(await contentToDraw(site(), one.id), '');
    });
  });
}
