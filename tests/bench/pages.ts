import { mkdir, writeFile } from 'node:fs/promises';
import type { Browser } from 'playwright-core';
import { argumentsOrExit, numberOrExit } from '../../api/src/arguments.ts';
import {
  type NativeWordPress,
  startNativeWordPress,
  whyNoNativeWordPress,
} from '../../deploy/testing/native-wordpress.ts';
import { openChromium } from '../../tools/browser/chromium.ts';
import { type SiteWithApi, withApi } from '../e2e/api/site-with-api.ts';
import { addItem, connected } from '../e2e/plugin/connected.ts';
import { create, logIn } from '../e2e/wordpress/requests.ts';
import { withPeople } from '../e2e/wordpress/site.ts';
import { type Load, openOnPhone } from './phone.ts';
import { median } from './rounds.ts';

const HELP = `npm run bench:pages -- [--rounds NUMBER] [--items NUMBER] [--wordpress FOLDER]

Measures the pages of a site. If nginx, PHP-FPM and MariaDB are installed, the command starts a site on a web server. It
measures PHP's processor time for the pages of this site, and the waiting times of guests and owners on a slow phone.

  --rounds NUMBER      number of rounds (default 40); a tenth of this number on the phone
  --items NUMBER       number of wishes in the registry (default 24)
  --wordpress FOLDER   copy and use another WordPress instead of the project's own, with its newest default theme
  --help               show this`;

const { values } = argumentsOrExit(HELP, {
  rounds: { type: 'string', default: '40' },
  items: { type: 'string', default: '24' },
  wordpress: { type: 'string' },
});
const rounds = numberOrExit('rounds', values.rounds);
const items = numberOrExit('items', values.items);

/** Number of requests for each page in a round. */
const PER_ROUND = 5;
/** Number of wishes in the long list. */
const MANY = 200;

/** PHP code for the site. Depending on request headers, turns off the plugin, or counts costs. */
const SWITCHES = `<?php
isset( $_SERVER['HTTP_X_OFF'] ) && add_filter( 'option_active_plugins', '__return_empty_array' );
if ( isset( $_SERVER['HTTP_X_COUNT'] ) ) {
	$GLOBALS['asked'] = 0;
	add_action( 'http_api_debug', fn () => ++$GLOBALS['asked'] );
	add_action( 'shutdown', function () {
		$files = get_included_files();
		printf( '<!--counts %d files, %d of ours, %d queries, %d calls-->', count( $files ), count( preg_grep( '#/plugins/largesse/#', $files ) ), $GLOBALS['wpdb']->num_queries, $GLOBALS['asked'] );
	}, 0 );
}`;

/** Taps of a guest, in order. */
const GUEST_TAPS = {
  filter: '.largesse-filter > summary',
  'only open wishes': 'a[data-parameter="wishes"][data-value="open"]',
  'all wishes': 'a[data-parameter="wishes"][data-value=""]',
  'by price': 'a[data-parameter="sort"][data-value="price-up"]',
  'in list order': 'a[data-parameter="sort"][data-value=""]',
  'I’ll give this': 'a.largesse-item__give',
  'close the dialog': '.largesse-dialog__close',
};

/** Taps of an owner, in order. */
const OWNER_TAPS = {
  'edit a wish': '.largesse-mine__item:nth-child(3) button:has-text("Edit")',
  'cancel the edit': 'button:has-text("Cancel")',
  'open a menu': '.largesse-mine__item:nth-child(4) .largesse-mine__menu-button',
  'most of all': '.largesse-mine__menu [aria-checked]',
  'add a wish': 'button:has-text("Add a wish")',
  'cancel the new wish': 'button:has-text("Cancel")',
  settings: '.largesse-mine__tabs a:last-child',
  'wishes again': '.largesse-mine__tabs a:first-child',
};

const browser = await openChromium();
try {
  if (whyNoNativeWordPress) console.log(`Skipped the measurements on a web server: ${whyNoNativeWordPress}`);
  else await measureNative();
} finally {
  await browser.close();
}

async function measureNative(): Promise<void> {
  const native = await startNativeWordPress({ core: values.wordpress });
  await using system = await connected(await withApi(await withPeople(native)));
  await mkdir(`${native.folder}/wp-content/mu-plugins`, { recursive: true });
  await writeFile(`${native.folder}/wp-content/mu-plugins/switches.php`, SWITCHES);
  const registry = await makeRegistry(system, items);
  const addPage = (content: string) =>
    native.run(
      `echo get_permalink( wp_insert_post( array( 'post_type' => 'page', 'post_status' => 'publish', 'post_title' => 'Page', 'post_content' => $input ) ) );`,
      content,
    );
  const without = await addPage('Two words of it.');
  const containing = await addPage(`Two words of it.<!-- wp:largesse/registry {"registry":"${registry}"} /-->`);
  const own = await native.run('echo get_permalink( $input );', registry);
  const post = await native.run('echo get_permalink( 1 );');
  console.log(
    await native.run(`echo 'WordPress ', get_bloginfo( 'version' ), ', ', wp_get_theme(), ', PHP ', PHP_VERSION;`),
  );
  await measureProcessor(native, [
    ['a page, plugin off', without, { 'x-off': '1' }],
    ['the same page, plugin on', without, {}],
    [`a page with ${items} wishes`, containing, {}],
    ['a post, plugin off', post, { 'x-off': '1' }],
    ['registry’s own page', own, {}],
  ]);
  await measurePhone(browser, 'nginx', own);
  const many = await makeRegistry(system, MANY);
  await measureTaps(await native.run('echo get_permalink( $input );', many), GUEST_TAPS);
  await measureTaps(
    await native.run('echo Largesse\\Links\\OwnerPage::url( $input );', many),
    OWNER_TAPS,
    await logIn(system.site, 'owner'),
  );
}

async function makeRegistry(system: SiteWithApi, count: number): Promise<number> {
  const { site } = system;
  const registry = await create(site, 'owner', { status: 'publish', title: 'Wedding', content: 'Two words of it.' });
  const picture = `${site.url}/wp-includes/images/w-logo-blue.png`;
  for (let item = 0; item < count; item++) {
    const fields = {
      price: 20 + ((item * 37) % 100),
      image_url: `${picture}?${item}`,
      retailer: 'Shop',
      quantity_purchased: Number(item % 5 === 0),
    };
    await addItem(system, registry, `Item ${item}`, { ...fields, description: 'A line of description.' });
  }
  return registry;
}

/** Prints for each page: PHP's processor time, and the numbers of PHP files, database queries and HTTP calls. */
async function measureProcessor(
  native: NativeWordPress,
  pages: [string, string, Record<string, string>][],
): Promise<void> {
  const get = async (address: string, headers: Record<string, string>) => {
    const answer = await fetch(address, { headers });
    if (answer.status !== 200) throw new Error(`${address}: ${answer.status}`);
    return answer.text();
  };
  const times = pages.map((): number[] => []);
  // The first three rounds are not measured. They fill the caches of each PHP process.
  for (let round = -3; round < rounds; round++) {
    for (const [index, [, address, headers]] of pages.entries()) {
      const before = await native.processorTime();
      for (let request = 0; request < PER_ROUND; request++) await get(address, headers);
      if (round >= 0) times[index]?.push(((await native.processorTime()) - before) / PER_ROUND);
    }
  }
  for (const [index, [name, address, headers]] of pages.entries()) {
    const own = times[index] ?? [];
    const more = median(own.map((time, round) => time - (times[0]?.[round] ?? 0)));
    const counts = /<!--counts (.*?)-->/.exec(await get(address, { ...headers, 'x-count': '1' }))?.[1];
    console.log(`${name.padEnd(40)} ${median(own).toFixed(1)} ms of PHP (+${more.toFixed(1)}); ${counts}`);
  }
}

/** Prints the time that a guest waits for a page. */
async function measurePhone(browser: Browser, where: string, address: string): Promise<void> {
  const loads: Load[] = [];
  for (let round = 0; round < Math.max(3, rounds / 10); round++) {
    await using phone = await openOnPhone(browser, address);
    loads.push(phone.load);
  }
  const of = (key: keyof Load) => Math.round(median(loads.map((load) => load[key])));
  console.log(
    `on a slow phone, ${where.padEnd(23)} largest paint after ${of('largestPaint')} ms, first byte after ${of('firstByte')} ms, ${of('bytes')} bytes of HTML`,
  );
}

/** Prints the time from each tap to its paint. */
async function measureTaps(address: string, taps: Record<string, string>, cookies = ''): Promise<void> {
  await using phone = await openOnPhone(browser, address, cookies);
  const waited: string[] = [];
  for (const [name, selector] of Object.entries(taps)) waited.push(`${name} ${await phone.tap(selector)}`);
  console.log(`from tap to paint with ${MANY} wishes (ms): ${waited.join(', ')}`);
}
