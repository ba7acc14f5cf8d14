import { argumentsOrExit, numberOrExit } from '../api/src/arguments.ts';
import { addItem, openConnected } from '../e2e/plugin/connected.ts';
import { create, page } from '../e2e/wordpress/requests.ts';
import { median } from './rounds.ts';

const HELP = `npm run bench:pages -- [--rounds NUMBER] [--items NUMBER]

Measures what a registry's page costs PHP, compared with a page without one.

  --rounds NUMBER   how many rounds (default 40)
  --items NUMBER    how many wishes the registry has (default 24)
  --help            show this`;

/*
 * PHP's time for a page with a registry beside the same page without one, and for a registry's
 * own page, where WordPress's theme adds a template that shows more; in alternating rounds, with waiting for the
 * service counted apart. PHP runs inside Node here, several times slower than a PHP of a web server: what counts is
 * the difference, and that as an upper bound.
 */
const { values } = argumentsOrExit(HELP, {
  rounds: { type: 'string', default: '40' },
  items: { type: 'string', default: '24' },
});
const rounds = numberOrExit('rounds', values.rounds);
const items = numberOrExit('items', values.items);

/** Makes every page tell its time, and how long it waited for other machines (milliseconds). */
const METER = `<?php
$GLOBALS['waited'] = 0;
add_filter( 'pre_http_request', function ( $answer ) { $GLOBALS['asked'] = hrtime( true ); return $answer; } );
add_action( 'http_api_debug', function () { $GLOBALS['waited'] += hrtime( true ) - $GLOBALS['asked']; } );
add_action( 'shutdown', function () {
	$took = ( microtime( true ) - $_SERVER['REQUEST_TIME_FLOAT'] ) * 1000;
	printf( '<!--took %.3f waited %.3f-->', $took, $GLOBALS['waited'] / 1e6 );
}, 0 );`;

await using system = await openConnected();
const { site } = system;
const registry = await create(site, 'owner', { status: 'publish', title: 'Wedding', content: 'Two words of it.' });
for (let item = 0; item < items; item++) {
  await addItem(system, registry, `Item ${item}`, { price: 20 + item, image_url: `${site.url}/picture-${item}.jpg` });
}
await site.wordpress.run(
  `wp_mkdir_p( WPMU_PLUGIN_DIR ); file_put_contents( WPMU_PLUGIN_DIR . '/meter.php', $input );`,
  METER,
);
const addPage = (content: string) =>
  site.wordpress.run(
    `echo wp_insert_post( array( 'post_type' => 'page', 'post_status' => 'publish', 'post_title' => 'Page', 'post_content' => $input ) );`,
    content,
  );
const without = await addPage('Two words of it.');
const containing = await addPage(`Two words of it.<!-- wp:largesse/registry {"registry":"${registry}"} /-->`);

const PAGES = {
  'a page without a registry': `/?page_id=${without}`,
  [`with one of ${values.items} items, remembered`]: `/?page_id=${containing}`,
  'with it, the service asked': `/?page_id=${containing}`,
  'its own page, the service asked': `/?p=${registry}&post_type=registry`,
};
const times = Object.keys(PAGES).map(() => ({ took: [] as number[], waited: [] as number[] }));
for (let round = -3; round < rounds; round++) {
  for (const [index, [name, path]] of Object.entries(PAGES).entries()) {
    const remembers = name.endsWith('remembered') ? 60 : 0;
    await site.wordpress.run(`update_option( 'registry_api_cache_seconds', $input );`, String(remembers));
    const address = (await page(site, 'nobody', path)).location ?? path;
    const { html } = await page(site, 'nobody', address.replace(site.url, ''));
    const [, took, waited] = html.match(/<!--took ([\d.]+) waited ([\d.]+)-->/) ?? [];
    // The first rounds fill PHP's caches.
    if (round < 0) continue;
    times[index]?.took.push(Number(took) - Number(waited));
    times[index]?.waited.push(Number(waited));
  }
}
const [base = 0] = times.map(({ took }) => median(took));
for (const [index, name] of Object.keys(PAGES).entries()) {
  const { took = [], waited = [] } = times[index] ?? {};
  const more = (median(took) - base).toFixed(1);
  console.log(`${name.padEnd(40)} ${median(took).toFixed(1)} ms (+${more}), waiting ${median(waited).toFixed(1)} ms`);
}
