// Needs a whole site: PHP's image libraries read and write the files.
import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { before, describe, it } from 'node:test';
import { openForSuite } from '../../support/suite.ts';
import { type Caller, create, page } from '../wordpress/requests.ts';
import { addItem } from './connected.ts';
import { CANARIES, claimingPng, drawn, fromCamera, lying, withSegment } from './picture-files.ts';
import { openProxiedSite } from './proxied-site.ts';

interface Uploaded {
  url: string;
  width: number;
  height: number;
  code?: string;
  message?: string;
  data?: { fields?: Record<string, string> };
}

// rules: Pictures
describe('uploading a picture', () => {
  const t = openForSuite(() => openProxiedSite('6.5'));
  const site = () => t.system.site;
  const run = (php: string, input?: unknown) => site().wordpress.run(php, input);
  let id: number;
  let jpeg: Buffer;
  before(async () => {
    id = await create(site(), 'owner', { status: 'publish', meta: { registry_owners: '["mailinvitee"]' } });
    jpeg = await drawn(site(), 'jpeg', 60, 30);
  });

  /** Uploads a file in the same way as a form. */
  async function upload(
    bytes: Uint8Array | undefined,
    { name = 'picture.jpg', type = 'image/jpeg', who = 'owner' as Caller, registry = id } = {},
  ) {
    const form = new FormData();
    if (bytes) form.set('picture', new Blob([new Uint8Array(bytes)], { type }), name);
    else form.set('other', 'text');
    const answer = await fetch(`${site().url}/wp-json/largesse/v1/registries/${registry}/pictures`, {
      method: 'POST',
      headers: who === 'nobody' ? {} : { authorization: site().users[who].authorization },
      body: form,
    });
    const body: Uploaded = JSON.parse(await answer.text());
    return { status: answer.status, body, said: body.data?.fields?.picture ?? '' };
  }

  /** Asserts that the site accepts a file, and returns the file that the site serves. */
  async function kept(bytes: Uint8Array, options = {}) {
    const { status, body } = await upload(bytes, options);
    assert.equal(status, 201, JSON.stringify(body));
    assert.match(
      body.url,
      new RegExp(`^${site().url}/wp-content/uploads/largesse/pictures/[0-9a-f]{32}\\.(jpg|png|webp)$`),
    );
    const served = Buffer.from(await (await fetch(body.url)).arrayBuffer());
    for (const canary of CANARIES) assert.ok(!served.includes(canary), canary);
    return { ...body, served };
  }
  const pathOf = (url: string) =>
    run('echo wp_upload_dir()["basedir"];').then((base) => base + url.slice(url.indexOf('/largesse/')));

  it('stores each format according to its bytes, whatever its name', async () => {
    for (const [type, ending] of [
      ['jpeg', 'jpg'],
      ['png', 'png'],
      ['webp', 'webp'],
    ] as const) {
      const { url, width, height } = await kept(await drawn(site(), type, 60, 30), {
        name: 'x.php.svg',
        type: 'text/html',
      });
      assert.deepEqual([url.slice(url.lastIndexOf('.') + 1), width, height], [ending, 60, 30]);
    }
  });

  it('rotates and reduces a photo, and removes its position', async () => {
    const photo = fromCamera(await drawn(site(), 'jpeg', 2400, 1200));
    const { url, width, height, served } = await kept(photo);
    assert.deepEqual([width, height], [800, 1600]);
    const [sent, [left, right], stored] = JSON.parse(
      await run(
        `$file = get_temp_dir() . 'camera.jpg';
         file_put_contents( $file, base64_decode( $input[0] ) );
         $image = imagecreatefromjpeg( $input[1] );
         echo wp_json_encode( array( exif_read_data( $file ), array( imagecolorat( $image, 10, 800 ) >> 16, imagecolorat( $image, 790, 800 ) >> 16 ), exif_read_data( $input[1] ) ) );`,
        [photo.toString('base64'), await pathOf(url)],
      ),
    );
    assert.deepEqual([sent.Orientation, sent.GPSLatitude[0]], [6, '52/1'], 'the original file has readable metadata');
    // The red half, at the top of the camera's file, is on the right after the rotation.
    assert.ok(left < 50 && right > 200, `${left} ${right}`);
    assert.doesNotMatch(Object.keys(stored).join(), /GPS|Make|Orientation/);
    assert.ok(served.length < 200_000);
  });

  it('rotates a PNG and a WebP that lie on their side', async () => {
    for (const type of ['png', 'webp'] as const) {
      const { url, width, height } = await kept(lying(await drawn(site(), type, 60, 30), type));
      assert.deepEqual([width, height], [30, 60], type);
      const colours = await run(
        `$image = ( 'imagecreatefrom' . $input[1] )( $input[0] );
         echo wp_json_encode( array( imagecolorat( $image, 3, 30 ) >> 16, imagecolorat( $image, 27, 30 ) >> 16 ) );`,
        [await pathOf(url), type],
      );
      const [left, right] = JSON.parse(colours);
      assert.ok(left < 60 && right > 190, `${type} ${left} ${right}`);
    }
  });

  it('removes everything hidden in a picture', async () => {
    const code = Buffer.from('<?php system($_GET[0]); ?><script>alert(1)</script>');
    await kept(withSegment(jpeg, 0xfe, code));
    await kept(Buffer.concat([jpeg, code]));
    await kept(Buffer.concat([await drawn(site(), 'webp', 20, 20), code]), { name: 'x.html', type: 'text/html' });
    await kept(Buffer.concat([await drawn(site(), 'png', 20, 20), code]), { name: 'x.phar' });
  });

  it('refuses incomplete pictures and other files, with the reason', async () => {
    const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
    const refused: [string, Uint8Array | undefined, RegExp][] = [
      ['SVG', Buffer.from(svg), /a format that cannot be shown here. Accepted formats: JPEG, PNG, WebP\.$/],
      ['PHP', Buffer.from('<?php echo 1;'), /a format that cannot be shown/],
      ['no file', undefined, /Choose one picture/],
      ['half a JPEG', jpeg.subarray(0, jpeg.length - 40), /damaged or incomplete/],
      // Decoding a PNG takes 11 bytes of memory for each pixel, and may take at most 170 MB.
      [
        'more pixels than 170 MB can hold',
        claimingPng(4000, 3864),
        /too many pixels: 4,000 × 3,864. The limit is 15 m/,
      ],
      ['as many pixels as 170 MB can hold', claimingPng(4000, 3863), /damaged/],
      [
        '8 MB and a byte',
        Buffer.concat([jpeg, Buffer.alloc(8 * 2 ** 20 + 1 - jpeg.length)]),
        /too large: the limit of this site is 8 MB/,
      ],
    ];
    for (const [what, bytes, why] of refused) {
      const { status, said, body } = await upload(bytes);
      assert.equal(status, 422, `${what}: ${JSON.stringify(body)}`);
      assert.match(said, why, what);
    }
    await kept(Buffer.concat([jpeg, Buffer.alloc(8 * 2 ** 20 - jpeg.length)]));
  });

  it('reports PHP’s own limits', async () => {
    const said = await run(
      `add_filter( 'upload_size_limit', static fn () => 1000 * KB_IN_BYTES );
       $GLOBALS['wp_locale']->number_format['thousands_sep'] = '&nbsp;';
       $ask = static fn ( $file ) => Largesse\\Registries\\Pictures\\Uploads::store( $input, 1, $file )->get_error_message();
       echo $ask( array( 'error' => UPLOAD_ERR_INI_SIZE, 'size' => 0, 'tmp_name' => '' ) ), '|';
       echo $ask( array( 'error' => UPLOAD_ERR_PARTIAL, 'size' => 0, 'tmp_name' => '' ) ), '|';
       $_SERVER['CONTENT_LENGTH'] = 1 + wp_convert_hr_to_bytes( ini_get( 'post_max_size' ) );
       echo $ask( null ), '|';
       unset( $_SERVER['CONTENT_LENGTH'] );
       echo $ask( array( 'error' => UPLOAD_ERR_OK, 'size' => 100, 'tmp_name' => '/etc/passwd' ) );`,
      id,
    );
    const [large, partial, cut, forged] = said.split('|');
    assert.equal(large, 'This picture is too large: the limit of this site is 1\u00a0000 KB.');
    assert.equal(cut, large);
    assert.match(partial ?? '', /The upload was incomplete/);
    assert.match(forged ?? '', /cannot store pictures/);
  });

  it('is limited to 100 a day for a member, and 1,000 for a registry', async () => {
    const limited = await create(site(), 'owner', {});
    await run(
      `$limit = new Largesse\\Foundation\\Http\\RateLimit( 'pictures of ' . $input, 100, DAY_IN_SECONDS );
       $limit->take( $limit->remaining() - 1 );`,
      site().users.owner.id,
    );
    // A failed upload counts, too, because the site has decoded the file.
    assert.match((await upload(jpeg.subarray(0, jpeg.length - 40), { registry: limited })).said, /damaged/);
    assert.match((await upload(jpeg, { registry: limited })).said, /You have uploaded 100 pictures within a day/);
    await run(
      `$old = Largesse\\Registries\\Registry\\Cover::folder_path() . "/$input";
       wp_mkdir_p( $old );
       for ( $n = 0; $n < 499; $n++ ) file_put_contents( "$old/" . Largesse\\Registries\\Pictures\\Folder::random_name() . '.jpg', 'x' );
       for ( $n = 0; $n < 500; $n++ ) file_put_contents( Largesse\\Registries\\Pictures\\Folder::new_upload( $input ) . '.jpg', 'x' );
       for ( $n = 0; $n < 9; $n++ ) file_put_contents( Largesse\\Registries\\Pictures\\Folder::new_upload( $input + 1 ) . '.jpg', 'x' );`,
      limited,
    );
    assert.equal((await upload(jpeg, { registry: limited, who: 'admin' })).status, 201);
    assert.match(
      (await upload(jpeg, { registry: limited, who: 'admin' })).said,
      /This registry already has 1,000 pictures/,
    );
  });
});

/*
 * Former addresses of a site are: another host, another scheme, another folder, a folder that the site has left, and
 * each of them with a query. Tools that move a site replace no addresses in the service, which stores the wishes.
 */
describe('pictures of a site that has moved', () => {
  const t = openForSuite(() => openProxiedSite('6.5'));
  const site = () => t.system.site;
  const run = (php: string, input?: unknown) => site().wordpress.run(php, input);

  it('are shown at the present address at once, and get it in the service', async () => {
    const former = ['http://old.example', 'https://old.example', 'https://old.example/blog', `${site().url}/lists`];
    const id = await create(site(), 'owner', { status: 'publish' });
    const pictures: string[] = JSON.parse(
      await run(
        `foreach ( range( 1, $input[1] ) as $n ) {
          $path = Largesse\\Registries\\Pictures\\Folder::new_upload( $input[0] ) . '.jpg';
          Largesse\\Registries\\Registry\\Cover::create_folder( dirname( $path ) );
          file_put_contents( $path, base64_decode( $input[2] ) );
          $all[] = Largesse\\Registries\\Pictures\\Folder::address( $path );
        }
        echo wp_json_encode( $all );`,
        [id, former.length + 1, (await drawn(site(), 'jpeg', 60, 30)).toString('base64')],
      ),
    );
    const [cover = '', ...ofWishes] = pictures;
    const items: number[] = [];
    for (const [place, picture] of ofWishes.entries()) {
      const image_url = picture.replace(site().url, former[place] ?? '') + (place % 2 === 0 ? '' : '?x=1');
      items.push(await addItem(t.system, id, `Cup ${place}`, { image_url }));
    }
    const shop = 'https://shop.example/uploads/largesse/pictures/0123456789abcdef0123456789abcdef.jpg';
    const foreign = await addItem(t.system, id, 'Pot', { image_url: shop });
    await run(`update_post_meta( $input[0], 'registry_cover', $input[1] );`, [
      id,
      cover.replace(site().url, 'https://old.example/blog'),
    ]);
    const { html } = await page(
      site(),
      'nobody',
      await run(`echo wp_make_link_relative( get_permalink( $input ) );`, id),
    );
    for (const picture of [...ofWishes, shop]) assert.ok(html.includes(picture), picture);
    assert.equal(await run(`echo Largesse\\Registries\\Registry\\Cover::of( get_post( $input ) )->url;`, id), cover);
    assert.doesNotMatch(html, /old\.example/);
    // The owner's form, and files, too.
    const read = await run(
      `echo wp_json_encode( array_column( Largesse\\Services::get( Largesse\\Registries\\Registry\\Store::class )->items->all( $input ), 'image_url' ) );`,
      id,
    );
    assert.deepEqual(new Set(JSON.parse(read)), new Set([...ofWishes, shop]));

    const stored = async () => {
      const all: string[] = [];
      for (const item of [...items, foreign]) {
        const { body } = await t.system.request<{ data: { image_url: string } }>('admin', 'GET', `/items/${item}`);
        all.push(body.data.image_url);
      }
      return all;
    };
    const before = await run(`echo get_option( 'largesse_connected_site' );`);
    await run(
      `update_option( 'largesse_connected_site', 'another' ); update_option( 'largesse_connected_site', $input );`,
      before,
    );
    assert.notEqual(await run(`echo wp_next_scheduled( 'largesse_unused_pictures', array( 'moved' ) );`), '');
    await run(`do_action( 'largesse_unused_pictures', 'moved' );`);
    assert.deepEqual(await stored(), [...ofWishes, shop]);

    // Then the site uses https. A request without https, with "www." or without a host changes nothing.
    const { host } = new URL(site().url);
    const uploadsAt = (origin: string) =>
      run(
        `add_filter( 'upload_dir', fn ( $of ) => array( 'baseurl' => str_replace( $input[0], $input[1], $of['baseurl'] ) ) + $of );
        delete_option( 'largesse_pictures_at' );
        do_action( 'largesse_unused_pictures', 'moved' );`,
        [site().url, origin],
      );
    const secure = ofWishes.map((picture) => picture.replace('http:', 'https:'));
    for (const origin of [`https://${host}`, `http://${host}`, `https://www.${host}`, 'https://']) {
      await uploadsAt(origin);
      assert.deepEqual(await stored(), [...secure, shop], origin);
    }
  });
});

const EARLIER = 'a folder of their registry, as in earlier versions';
for (const folder of ['the folder of all registries', EARLIER])
  describe(`pictures that are no longer in use, in ${folder}`, () => {
    const t = openForSuite(() => openProxiedSite('6.5'));
    const site = () => t.system.site;
    const run = (php: string, input?: unknown) => site().wordpress.run(php, input);

    /** Puts pictures into a registry's folder; returns their addresses. @param age age of the files in seconds */
    async function plant(registry: number, names: readonly string[], age = 2 * 86_400): Promise<string[]> {
      return JSON.parse(
        await run(
          `list( $id, $names, $age, $is_old ) = $input;
         $folder = Largesse\\Registries\\Registry\\Cover::folder_path() . "/$id";
         foreach ( $names as $name ) {
           $path = ( $is_old ? "$folder/" . md5( $name ) : Largesse\\Registries\\Pictures\\Folder::new_upload( $id ) ) . '.jpg';
           Largesse\\Registries\\Registry\\Cover::create_folder( dirname( $path ) );
           file_put_contents( $path, $name );
           touch( $path, time() - $age );
           $all[] = Largesse\\Registries\\Pictures\\Folder::address( $path );
         }
         echo wp_json_encode( $all );`,
          [registry, names, age, folder.startsWith('a ')],
        ),
      );
    }
    const left = async (registry: number): Promise<string[]> =>
      JSON.parse(
        await run(
          `echo wp_json_encode( array_map( 'file_get_contents', Largesse\\Registries\\Pictures\\Folder::pictures( $input ) ) );`,
          registry,
        ),
      ).sort();
    /** Runs the cron event for unused pictures. */
    const look = () =>
      run(`wp_clear_scheduled_hook( 'largesse_unused_pictures' ); do_action( 'largesse_unused_pictures' );`);
    /** Moves the stored times a day into the past. */
    const pass = () =>
      run(
        `update_option( 'largesse_unshown_pictures', array_map( fn ( $time ) => $time - DAY_IN_SECONDS, (array) get_option( 'largesse_unshown_pictures', array() ) ) );`,
      );
    /** Runs the cron event, then runs the event again as if a day had passed. */
    const days = async () => {
      await look();
      await pass();
      await look();
    };

    /** Checks that the picture of a wish was copied from another list's folder to an address that names no list. */
    const isAtNeutralAddress = async (item: number) => {
      const { body } = await t.system.request<{ data: { image_url: string } }>('admin', 'GET', `/items/${item}`);
      assert.match(body.data.image_url, /\/uploads\/largesse\/pictures\//);
      assert.equal((await fetch(body.data.image_url)).status, 200);
    };

    it('of hidden wishes are kept, and of each of many wishes', async () => {
      const id = await create(site(), 'owner', {});
      const [hidden = '', last = ''] = await plant(id, ['hidden', 'of the last of many wishes', 'unused']);
      // The service lists at most 1,000 wishes at a time.
      using items = new DatabaseSync((t.system.environment.DATABASE_URL ?? '').replace('sqlite:', ''), {
        timeout: 5000,
      });
      items.exec(`
      WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2000)
      INSERT INTO items (registry_id, name, url) SELECT 999, 'Cup ' || i, 'https://shop.example/' || i FROM n`);
      await addItem(t.system, id, 'Pot', { image_url: last });
      await run(
        `$wish = new Largesse\\Managing\\Unlisted\\UnlistedWish( wp_generate_uuid4(), 'hidden', array( 'name' => 'Pot', 'image_url' => $input[1] ) );
       Largesse\\Managing\\Unlisted\\UnlistedWishes::change( $input[0], fn ( $all ) => $all->with( $wish ) );`,
        [id, hidden],
      );
      await days();
      items.exec('UPDATE items SET is_active = 0 WHERE registry_id = 999');
      assert.deepEqual(await left(id), ['hidden', 'of the last of many wishes']);
    });

    it('are deleted after a day, except pictures of wishes, copies and covers', async () => {
      const [one, other] = [await create(site(), 'owner', {}), await create(site(), 'stranger', {})];
      const [own = '', copied = '', cover = '', moved = ''] = await plant(one, [
        'own',
        'copied',
        'cover',
        'moved',
        'unused',
      ]);
      await plant(one, ['new'], 60);
      await addItem(t.system, one, 'Pot', { image_url: own });
      const gone = await addItem(t.system, one, 'Pan', { image_url: moved.replace(site().url, 'https://old.example') });
      const copy = await addItem(t.system, other, 'Pot', { image_url: `${copied}?x` });
      await run(`update_post_meta( $input[0], 'registry_cover', $input[1] );`, [other, cover]);
      await days();
      const shared = folder === EARLIER ? [] : ['copied'];
      assert.deepEqual(await left(one), [...shared, 'cover', 'moved', 'new', 'own']);
      await isAtNeutralAddress(copy);
      await t.system.request('admin', 'DELETE', `/items/${gone}`);
      await look();
      await look();
      assert.ok((await left(one)).includes('moved'), 'the wish can still be restored');
      await t.system.request('admin', 'PUT', `/items/${gone}`, { body: { is_active: true } });
      await days();
      await t.system.request('admin', 'DELETE', `/items/${gone}`);
      await look();
      assert.ok((await left(one)).includes('moved'), 'the day begins again');
      await days();
      // At the neutral address is a new copy, so it stays for a day.
      const fresh = folder === EARLIER ? ['moved'] : [];
      assert.deepEqual(await left(one), [...shared, 'cover', ...fresh, 'new', 'own']);
    });

    it('stay while the service does not answer', async () => {
      const id = await create(site(), 'owner', {});
      await plant(id, ['unused']);
      t.interference = { before: () => false };
      await days();
      t.interference = {};
      assert.deepEqual(await left(id), ['unused']);
    });

    it('are deleted soon after their registry, and their folder with them', async () => {
      const id = await create(site(), 'owner', {});
      const [address] = await plant(id, ['of a wish'], 60);
      await addItem(t.system, id, 'Pot', { image_url: address });
      // A wish in another registry still shows one of the pictures.
      const [elsewhere] = await plant(id, ['elsewhere']);
      const other = await create(site(), 'stranger', {});
      const copy = await addItem(t.system, other, 'Pot', { image_url: elsewhere });
      await run('wp_delete_post( $input, true );', id);
      assert.notEqual(await run(`echo wp_next_scheduled( 'largesse_unused_pictures', array( 'deleted' ) );`), '');
      await run(`do_action( 'largesse_unused_pictures', 'deleted' );`);
      await days();
      assert.deepEqual(await left(id), folder === EARLIER ? [] : ['elsewhere']);
      await isAtNeutralAddress(copy);
      await t.system.request('admin', 'DELETE', `/items/${copy}`);
      await days();
      assert.deepEqual(await left(id), []);
      assert.equal(
        await run('echo (int) file_exists( Largesse\\Registries\\Registry\\Cover::folder_path() . "/$input" );', id),
        '0',
      );
    });

    it('are in folders that list and run nothing', async () => {
      const id = await create(site(), 'owner', {});
      await plant(id, ['one']);
      const files = JSON.parse(
        await run(
          `$folder = dirname( Largesse\\Registries\\Pictures\\Folder::pictures( $input )[0] );
         echo wp_json_encode( array( file_get_contents( "$folder/index.html" ), file_get_contents( dirname( $folder ) . '/index.html' ), file_get_contents( dirname( $folder ) . '/.htaccess' ) ) );`,
          id,
        ),
      );
      assert.deepEqual(files.slice(0, 2), ['', '']);
      assert.match(files[2], /^SetHandler default-handler$/m);
      assert.match(files[2], /^RewriteRule !\\\.\(jpe\?g\|png\|webp\|gif\|avif\)\$ - \[F,NC\]$/m);
    });
  });
