// Needs a browser and site: the browser reads files, and the site plans the import.
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { Compile } from 'typebox/schema';
import { RegistryFile } from '../../../contract/exchange.ts';
import { MAX_WISHES_AT_ONCE } from '../../../contract/limits.ts';
import { fetchOnce } from '../../support/http-client.ts';
import { CLOSED_ADDRESS } from '../../support/server-address.ts';
import { openForSuite } from '../../support/suite.ts';
import { valuesOf } from '../../support/values-of.ts';
import { create, logIn, page } from '../wordpress/requests.ts';
import { activeItems, addItem, connect, openConnected } from './connected.ts';
import { ask, createFromFile, exportFiles, readAsPage } from './exchange.ts';
import { give } from './gifts.ts';
import { addCommandLine, wp, wpAll } from './wp-cli.ts';

const isRegistryFile = Compile(RegistryFile);

/** Texts that could break a JSON, CSV or HTML file. */
const HOSTILE = [
  ...`"" , ; ' '=1 =1+1 + - @SUM(A1) \\ </script> <!-- --> <script> ]]> &amp; &lt; %s שלום مرحبا ＝1 {"`.split(' '),
  ...['\t', '\n', '\r\n', '\r', '\u202e', '👩‍👩‍👧', '\u{FEFF}', '\u00a0', 'https://a.example'],
];

/** Returns the wishes without the fields that an import ignores. */
const kept = ({ wishes }: RegistryFile) => wishes.map(({ quantity_purchased: _, ...same }) => same);

const registryWith = (more: object) => ({ format: 'largesse.registry/1', wishes: [], ...more });

const NO_REGISTRY = /^This file is not a registry from Largesse\.$/;
const NO_DATA = /^This file is not a registry exported as data \(JSON\)\./;

/** Data that the site does not accept as a registry, and the expected error. FileRules.test.php tests the rules. */
const BROKEN: [what: string, file: unknown, message: RegExp][] = [
  ['missing', null, NO_REGISTRY],
  ['of a newer version', registryWith({ format: 'largesse.registry/2' }), /newer version of Largesse/],
  ['a registry without anything', registryWith({}), /^This file contains no wishes/],
  ['of 2,001 wishes', registryWith({ wishes: Array(2001).fill({ name: 'x' }) }), /the limit is 2,000/],
];

/** Files that the command line refuses, and the expected errors. Each file is a PHP string expression. */
const REFUSED: [file: string, message: RegExp][] = [
  [`" \\n"`, NO_DATA],
  [`str_pad( '{"format":"largesse.registry/1","wishes":[{"name":"x"}]}', 2_000_001 )`, /the limit is 2 MB/],
];

// rules: Export and import
describe('export and import', () => {
  const system = openForSuite(() => openConnected('6.5'));
  const site = () => system.site;
  const exported = async (id: number): Promise<RegistryFile> => {
    const { status, body } = await ask(site(), 'owner', 'GET', `/${id}/export`);
    assert.equal(status, 200, JSON.stringify(body));
    assert.ok(body.export);
    assert.ok(isRegistryFile.Check(body.export), JSON.stringify(isRegistryFile.Errors(body.export)));
    return body.export;
  };

  it('restore the same data from JSON, table and page, whatever the texts', async () => {
    const wish = (text: string, n: number) => ({
      name: `x${text}${text}x`,
      url: n % 2 ? `https://shop.example/?a=1&b=%3C#${n}` : null,
      retailer: n % 3 ? `${text}x` : null,
      price: n % 4 ? n + 1e-9 : null,
      currency: n % 4 === 1 ? 'GBP' : null,
      description: n % 5 ? `${text}x${text}` : null,
      image_url: n % 2 ? null : `https://shop.example/${n}.jpg`,
      quantity_needed: n + 1,
      heading: n < 5 ? null : n < 20 ? 'K'.repeat(100) : 'Bath & <b>',
      most_wanted: n % 7 === 0,
    });
    const registry = {
      title: `Mum & Dad <3 &amp; "quoted" ' חתונה 👶 =1+1 </script><b>`,
      story: '[gallery] =1 "x"\n\nCome & <b>dance</b> שלום',
      story_format: 'text' as const,
      event_type: '<i>Tea</i> & cake',
      event_date: '2027-06-05',
      surprise: 'names' as const,
    };
    const wishes = HOSTILE.map(wish);
    const id = await createFromFile(site(), 'owner', JSON.stringify(registryWith({ registry, wishes })));
    const files = await exportFiles(site(), 'owner', id);
    for (const [format, file] of [['json', JSON.stringify(await exported(id))], ...Object.entries(files)] as const) {
      const again = await exported(await createFromFile(site(), 'owner', file, format === 'csv' ? 'A' : undefined));
      assert.deepEqual(kept(again), wishes, format);
      if (format !== 'csv') assert.deepEqual(again.registry, registry, format);
      const { body } = await ask(site(), 'owner', 'POST', `/${id}/read-file`, readAsPage(file));
      assert.equal(body.file?.counts.there, wishes.length, `importing ${format} again adds nothing`);
    }
  });

  it('add wishes only until the registry is full', async () => {
    const id = await create(site(), 'owner', { title: 'Full' });
    await addItem(system, id, 'First');
    const wishes = Array.from({ length: 1000 }, (_, n) => ({ name: `Wish ${n}` }));
    const { body } = await ask(site(), 'owner', 'POST', `/${id}/read-file`, {
      file: registryWith({ wishes }),
      by: 'name',
    });
    assert.deepEqual(body.file?.counts, { there: 0, new: 999, wrong: 1 });
    const [first] = body.file?.wishes ?? [];
    const uncounted = await ask(site(), 'owner', 'POST', `/${id}/import`, { wishes: [{ ...first, nth: 0 }] });
    assert.equal(uncounted.status, 422, 'otherwise the site would answer that the wish is there');
    assert.deepEqual(body.file?.wishes.at(-1)?.problems, {
      wishes: 'The registry is full: it can hold at most 1,000 wishes.',
    });
  });

  it('never import visibility, invitees or gifts', async () => {
    const file = {
      format: 'largesse.registry/1',
      registry: {
        title: 'Hostile',
        story: '<p onclick="x()">Hello <script>alert(1)</script><a href="javascript:x">you</a></p>',
        story_format: 'html',
        status: 'publish',
        is_public: true,
        registry_invitees: ['stranger'],
      },
      status: 'publish',
      invitees: ['stranger'],
      wishes: [
        { name: 'Pot', url: 'https://shop.example/pot', quantity_purchased: 3, affiliate_url: 'https://x.example/' },
      ],
      gifts: [{ wish: 'Pot', quantity: 1, who: 'Ada' }],
    };
    // Imports as an administrator, who may set all fields. The import must nevertheless ignore visibility, invitees and
    // gifts.
    const id = await createFromFile(site(), 'admin', JSON.stringify(file));
    const { body } = await ask(site(), 'admin', 'GET', `/${id}`);
    assert.partialDeepStrictEqual(body.registry, { is_public: false, is_story_html: true });
    assert.deepEqual(body.registry?.invitees, []);
    assert.equal(body.registry?.story, '<p>Hello alert(1)<a href="x">you</a></p>');
    const [item] = await activeItems(system, id);
    assert.partialDeepStrictEqual(item, { name: 'Pot', quantity_purchased: 0, affiliate_url: null });
  });

  it('write cells that no spreadsheet executes, and pages that run and load nothing', async () => {
    const id = await create(site(), 'owner', { title: '=1+1 <img src=x onerror=alert(1)>' });
    await addItem(system, id, '=HYPERLINK("http://evil.example")', {
      url: 'javascript.example/x',
      image_url: 'javascript:alert(1)',
      description: '</script><script>alert(1)</script><!-- \u202e',
      retailer: '\t@shop',
    });
    const { csv, html } = await exportFiles(site(), 'owner', id);
    assert.ok(csv.startsWith('\u{FEFF}"name","url","retailer","price"'));
    assert.ok(csv.includes(`"'=HYPERLINK(""http://evil.example"")"`), csv);
    assert.ok(csv.includes(`"'\t@shop"`), csv);
    const [page = '', data = ''] = html.split('<script type="application/json" id="largesse-registry">');
    assert.doesNotMatch(page, /<img|<script|<link|href="javascript:|src=/);
    assert.equal(data.match(/</g)?.length, '</script></body></html>'.match(/</g)?.length);
    assert.match(html, /<meta http-equiv="Content-Security-Policy" content="default-src 'none'/);
  });

  it('contain only gifts that the reader may see', async () => {
    const meta = { registry_surprise: 'hidden', registry_keepers: '["stranger"]' };
    const id = await create(site(), 'owner', { title: 'Birthday', meta });
    const item = await addItem(system, id, 'Bike', { quantity_needed: 5 });
    const sam = { giver_name: 'Secret Sam', giver_email: 'sam@mail.example', message: 'Psst' };
    const given = await give(system, item, { secret: true, quantity: 2, ...sam });
    await system.request('admin', 'PATCH', `/purchases/${given}`, { body: { thanked: true } });
    const seen = async (who: 'owner' | 'stranger') => {
      const { body } = await ask(site(), who, 'GET', `/${id}/export`);
      assert.doesNotMatch(JSON.stringify(body), /sam@mail/);
      return { gifts: body.export?.gifts, given: body.export?.wishes[0]?.quantity_purchased };
    };
    const gift = { wish: 'Bike', quantity: 2, who: 'Secret Sam', message: 'Psst', is_secret: true, is_thanked: true };
    assert.partialDeepStrictEqual(await seen('stranger'), { gifts: [gift], given: 2 });
    assert.match((await exportFiles(site(), 'stranger', id)).html, /2 of 5 given/);
    assert.match(
      (await exportFiles(site(), 'owner', id)).html,
      /<bdi>Gifts are a surprise\.<\/bdi>/,
      'no number changes',
    );
    await site().wordpress.run(`update_post_meta( $input, 'registry_surprise', 'counts' );`, id);
    await give(system, item, { quantity: 1 });
    assert.partialDeepStrictEqual(await seen('owner'), { gifts: [{ wish: 'Bike', quantity: 1, who: null }], given: 1 });
  });

  it('have a download that no cache stores, and that browsers do not interpret as another type', async () => {
    const id = await create(site(), 'owner', { title: '李雷' });
    const path = `/my-registries/?registry=${id}&export=csv`;
    const answer = await fetchOnce(site().url + path, { headers: { cookie: await logIn(site(), 'owner') } });
    assert.match(await answer.text(), /^"name","url"/);
    const header = (name: string) => answer.headers.get(name) ?? '';
    assert.match(header('cache-control'), /no-store/);
    assert.equal(header('x-content-type-options'), 'nosniff');
    assert.match(header('content-disposition'), /^attachment; filename="registry-\d{4}-\d\d-\d\d\.csv"$/);
    await connect(system, CLOSED_ADDRESS);
    const failed = await page(site(), 'owner', path);
    const made = await ask(site(), 'owner', 'POST', '/from-file', {
      file: registryWith({ registry: { title: 'Half made' }, wishes: [{ name: 'x' }] }),
    });
    await connect(system, system.url);
    assert.deepEqual([failed.location?.split('&').at(-1), made.status], ['said=failed', 503]);
    const left = await site().wordpress.run(
      `echo count( get_posts( array( 'post_type' => 'registry', 'post_status' => 'any', 'title' => 'Half made' ) ) );`,
    );
    assert.equal(left, '0', 'the unfinished registry is gone');
    assert.match(await site().complaints(), /the items of the deleted registries \d+ are still active/);
  });

  it('show fields of other plugins, any number, what is good to know, and gifts in the table and on the page', async () => {
    const some = { url: null, retailer: null, price: null, description: null, image_url: null, heading: null };
    const more = { most_wanted: false, quantity_needed: 2, quantity_purchased: 1 };
    const exported = registryWith({
      currency: 'EUR',
      registry: {
        title: 'Ours',
        story: '<p>Hello <b>you</b></p>',
        story_format: 'html',
        event_type: 'Wedding',
        event_date: '2027-06-05',
        about: [{ text: 'Shoe: 39 <', person: 'Tom & Jo' }],
      },
      wishes: [
        { ...some, ...more, name: 'Pot', retailer: '0', price: 12.5, most_wanted: true, fields: { colour: 'red' } },
        { ...some, ...more, name: 'Books', any_number: true, heading: 'Attic & <b>', price: 9, currency: 'GBP' },
      ],
      gifts: [
        { wish: 'Pot', who: '0', quantity: 1, given_on: '2027-06-02', is_secret: false, message: null },
        { wish: 'Books', who: 'Ada', quantity: 3, given_on: '2027-06-01', is_secret: true, message: 'Psst <3' },
      ],
    });
    const [table = '', html = '', name = ''] = JSON.parse(
      await site().wordpress.run(
        `use Largesse\\Managing\\Exchange\\ExportFile;
         add_filter( 'pre_option_largesse_currency', fn () => 'EUR' );
         $bought = Largesse\\Promises\\Giving\\BoughtView::of( new WP_Post( (object) array( 'ID' => 0 ) ), true );
         $title = '  Zoë & Tom! ' . str_repeat( 'x', 99 );
         echo wp_json_encode( array( ExportFile::of( $input, 'csv', $bought ), ExportFile::of( $input, 'html', $bought ), ExportFile::name( array( 'registry' => array( 'title' => $title ) ), 'json' ) ) );`,
        exported,
      ),
    );
    assert.deepEqual(table.trim().split('\r\n').slice(1), [
      '"Pot","","0","12.5","EUR","2","1","","","","yes","red"',
      '"Books","","","9","GBP","any","1","","","Attic & <b>","",""',
    ]);
    const texts = html.replace(/<head>.*<\/head>|<script.*/gs, '').replaceAll(/<[^>]*>/g, '');
    const said = [
      'Wedding|June 5, 2027|Hello you|Tom &amp; Jo|Shoe: 39 &lt;|Most wanted|€12.50|1 of 2 given',
      'Attic &amp; &lt;b&gt;|1 given, any number is welcome|Ada|June 1, 2027|Psst &lt;3',
    ];
    for (const text of said.join('|').split('|')) assert.ok(texts.includes(text), text);
    assert.equal(html.match(/<bdi>0<\/bdi>/g)?.length, 2, 'a shop and a guest called 0');
    assert.match(name, /^zoe-tom-x{51}-\d{4}-\d\d-\d\d\.json$/);
  });

  const read = async (file: unknown, by?: string) => {
    const { status, body } = await ask(site(), 'owner', 'POST', '/read-file', { file, ...(by ? { by } : {}) });
    assert.equal(status, 200, JSON.stringify(body).slice(0, 1000));
    assert.ok(body.file);
    return body.file;
  };
  it('are refused with advice if they are not a registry', async () => {
    for (const [what, file, message] of BROKEN) {
      const { status, body } = await ask(site(), 'owner', 'POST', '/read-file', { file });
      assert.equal(status, 422, what);
      assert.match(body.data?.fields?.file ?? '', message, what);
    }
    const refused: string[] = JSON.parse(
      await site().wordpress.run(
        `foreach ( array( ${REFUSED.map(([file]) => file)} ) as $file ) {
           $read   = Largesse\\Managing\\Exchange\\ImportFile::read( $file );
           $told[] = is_wp_error( $read ) ? $read->get_error_message() : 'read';
         }
         echo wp_json_encode( $told );`,
      ),
    );
    for (const [index, [file, message]] of REFUSED.entries()) assert.match(refused[index] ?? '', message, file);
  });

  it('report the number of each invalid wish and its rule', async () => {
    const { wishes } = await read(registryWith({ wishes: [{ name: 'Good' }, 'Kettle', { name: 'x', price: '5' }] }));
    assert.partialDeepStrictEqual(wishes, [
      { state: 'new', place: 1 },
      { state: 'wrong', place: 2, problems: { name: 'Enter a name.' } },
      { state: 'wrong', place: 3, problems: { price: 'must be a number or null' } },
    ]);
  });

  it('never add an address twice, whatever the wish’s current name', async () => {
    const id = await create(site(), 'owner', { title: 'Ours' });
    await addItem(system, id, 'The red one', { url: 'https://shop.example/kettle/' });
    const source = readAsPage('Kettle https://www.shop.example/kettle');
    const { body } = await ask(site(), 'owner', 'POST', `/${id}/read-file`, source);
    assert.deepEqual(body.file?.counts, { there: 1, new: 0, wrong: 0 });
    const other = await ask(site(), 'owner', 'POST', `/${id}/read-file`, { ...source, by: 'name' });
    assert.deepEqual(other.body.file?.counts, { there: 0, new: 1, wrong: 0 });
  });

  it('keep prices in a currency other than the site’s (rules: Currencies)', async () => {
    await system.site.wordpress.run("update_option( 'largesse_currency', 'EUR' );");
    for (const [ofWish, currency, text] of [
      [null, 'USD', '$5.00'],
      ['EUR', null, '€5.00'],
    ] as const) {
      const file = registryWith({ currency: 'USD', wishes: [{ name: 'A', price: 5, currency: ofWish }] });
      const [wish] = (await read(file)).wishes;
      assert.deepEqual([wish?.fields.price, wish?.fields.currency, wish?.price_text], [5, currency, text]);
    }
  });

  it('are checked quickly and with little memory, even if they are hostile', async () => {
    const used = await site().wordpress.run(
      `$wish  = array_fill_keys( array( 'name', 'url', 'retailer', 'description', 'image_url', 'heading' ), str_repeat( "\\u{A0}x", 1000 ) );
       $files = array(
         'wishes that break every rule' => array_fill( 0, 2000, array_fill_keys( array_keys( $wish ), 5 ) + array( 'price' => 'x', 'quantity_needed' => 'x' ) ),
         'long texts'                   => array_fill( 0, 400, $wish ),
         'one very long text'           => array( array( 'name' => str_repeat( "\\u{A0}", 2_000_000 ) ) ),
         'lists'                        => array_fill( 0, 2000, array_fill( 0, 500, 1 ) ),
         'the same address'             => array_fill( 0, 2000, array( 'name' => str_repeat( ' a', 49 ), 'url' => 'https://' . str_repeat( '/#', 900 ) ) ),
       );
       foreach ( $files as $what => $wishes ) {
         $began = hrtime( true );
         $found = Largesse\\Managing\\Exchange\\ImportFile::of( array( 'format' => 'largesse.registry/1', 'currency' => str_repeat( 'x', 1_000_000 ), 'wishes' => $wishes ), 'address' );
         ( new Largesse\\Managing\\Exchange\\Importer( Largesse\\Services::get( Largesse\\Registries\\Registry\\Store::class ) ) )->view( $found, null );
         if ( hrtime( true ) - $began > 10e9 ) echo " slow: $what";
       }
       foreach ( array( '{"a":[', '{"format":"largesse.registry/1","wishes":[' . str_repeat( '{},', 600_000 ), str_repeat( ' ', 1_900_000 ), '{"' . str_repeat( '\\\\"', 900_000 ) ) as $json ) {
         $began = hrtime( true );
         Largesse\\Managing\\Exchange\\ImportFile::read( $json );
         if ( hrtime( true ) - $began > 10e9 ) echo ' slow: ' . substr( $json, 0, 20 );
       }
       echo memory_get_peak_usage() < 256 * 1024 * 1024 ? 'fine' : ' large';`,
    );
    assert.equal(used, 'fine');
  });
  const largesse = (...args: string[]) => wp(site(), 'largesse', ...args);
  const put = (text: string) =>
    site().wordpress.run('file_put_contents( $input[0], $input[1] );', [`${folder}/wishes`, text]);
  /** Folder that all PHP processes of the site share. */
  let folder = '';
  before(async () => {
    await addCommandLine(site());
    folder = await site().wordpress.run("echo wp_upload_dir()['basedir'];");
  });

  it('wp largesse export and import use files, first in a dry run', async () => {
    const meta = { registry_surprise: 'hidden' };
    const id = await create(site(), 'owner', { title: 'Ours & theirs', slug: 'theirs', meta });
    const pot = await addItem(system, id, 'Pot', { quantity_needed: 3 });
    await give(system, pot, { secret: true, giver_name: 'Secret Sam' });
    assert.deepEqual(await largesse('export', 'theirs', `--file=${folder}/ours.json`), {
      stdout: `Success: Exported “Ours & theirs” to ${folder}/ours.json.\n`,
      stderr: '',
      code: 0,
    });
    assert.doesNotMatch((await largesse('export', 'theirs', '--format=html')).stdout, /\bSam\b/);
    assert.match(
      (await largesse('export', 'theirs', '--gifts', '--format=html')).stdout,
      /<bdi>1 of 3 given<\/bdi>.*"who":"Secret Sam"/s,
    );
    const dry = await largesse('import', `${folder}/ours.json`, '--owner=stranger', '--dry-run');
    assert.deepEqual(dry, { stdout: 'place\tname\tresult\tproblems\nWish 1\tPot\tnew\t\n', stderr: '', code: 0 });
    const made = await largesse('import', `${folder}/ours.json`, '--owner=stranger', '--title=Again');
    const [, other] = /^Created registry (\d+)\.\n1 of 1\n/.exec(made.stdout) ?? [];
    assert.equal(made.code, 0, JSON.stringify(made));
    const [item] = await activeItems(system, Number(other));
    assert.partialDeepStrictEqual(item, { name: 'Pot', quantity_purchased: 0 });
    const author = await site().wordpress.run(
      'echo get_post( $input )->post_author, get_post( $input )->post_status, get_post( $input )->post_title;',
      Number(other),
    );
    assert.equal(author, `${site().users.stranger.id}privateAgain`);
    const again = await largesse('import', `${folder}/ours.json`, `--registry=${other}`);
    assert.match(again.stdout, /Wish 1\tPot\tthere/);
  });

  it('wp largesse import lists invalid wishes by number, and exits with 1', async () => {
    const id = await create(site(), 'owner', { title: 'Numbers' });
    const wishes = [
      { name: 'Pot', url: 'https://shop.example/p', price: 5 },
      { name: 'x'.repeat(101) },
      ...Array(MAX_WISHES_AT_ONCE - 2).fill({ name: 'Wrong', price: 'much' }),
      { name: 'Pan' },
    ];
    await put(`\u{FEFF}${JSON.stringify(registryWith({ wishes }))}`);
    const { stdout, stderr, code } = await largesse('import', `${folder}/wishes`, `--registry=${id}`);
    assert.match(stdout, /Wish 1\tPot\tadded\t\n/);
    assert.match(stdout, /Wish 2\tx+\twrong\tname: This is too long: please use at most 100 characters\.\n/);
    assert.match(stdout, /^50 of 51\n51 of 51\n.*\nWish 51\tPan\tadded\t\n$/s);
    assert.deepEqual([stderr, code], ['Error: 49 wishes cannot be imported.\n', 1]);
    assert.deepEqual(valuesOf(await activeItems(system, id), 'name'), ['Pot', 'Pan']);
  });

  it('wp largesse refuses unknown options', async () => {
    await put('nonsense');
    const refused = [
      [['import', `${folder}/wishes`, '--owner=owner'], /not a registry exported as data/],
      [['import', `${folder}/wishes`], /either --registry/],
      [['import', '/tmp/nothing', '--owner=owner'], /cannot be read/],
      [['import', `${folder}/wishes`, '--owner=nobody'], /There is no user/],
      [['export', 'ours', '--file=/tmp/nothing/ours.json'], /The file “.*” could not be written/],
    ] as const;
    const outcomes = await wpAll(
      site(),
      refused.map(([args]) => ['largesse', ...args]),
    );
    for (const [index, { stdout, stderr, code }] of outcomes.entries()) {
      const [args = [], error = /./] = refused[index] ?? [];
      assert.deepEqual([stdout, code], ['', 1], args.join(' '));
      assert.match(stderr, error);
    }
  });
});
