// Needs a whole site: an activation must change nothing else in WordPress.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { describe, it } from 'node:test';
import { openForSuite } from '../../support/suite.ts';
import { type Caller, logIn, page } from '../wordpress/requests.ts';
import { openSite, type Site } from '../wordpress/site.ts';
import { newest } from '../wordpress/versions.ts';

/** Pages, screens and answers that belong to the site, not to the plugin. */
const REQUESTS: readonly [who: Caller, path: string][] = [
  ['nobody', '/'],
  ['stranger', '/'],
  ['nobody', '/hello-world/'],
  ['nobody', '/no-such-page/'],
  ['nobody', '/?p=99999'],
  ['nobody', '/?s=world'],
  ['nobody', '/?s=nothing+of+that+name'],
  ['nobody', '/?s='],
  ['nobody', '/?s[]=world'],
  ['nobody', '/?s=nothing&feed=rss2'],
  ['nobody', '/feed/'],
  ['nobody', '/author/admin/'],
  ['nobody', '/?author=2'],
  ['nobody', '/author/owner/'],
  ['nobody', '/wp-sitemap-users-1.xml'],
  ['nobody', '/wp-sitemap-posts-post-1.xml'],
  ['nobody', '/wp-login.php'],
  ['nobody', '/wp-login.php?redirect_to=%2Fhello-world%2F'],
  ['nobody', '/wp-login.php?action=lostpassword'],
  ['nobody', '/wp-login.php?action=register'],
  ['nobody', '/wp-login.php?action=rp&key=x&login=owner'],
  ['nobody', '/wp-json/wp/v2/posts'],
  ['nobody', '/wp-json/wp/v2/users'],
  ['stranger', '/wp-json/wp/v2/users/me?context=view'],
];

describe(`activating the plugin on WordPress ${newest}`, () => {
  const site = openForSuite(() => openSite({ version: newest, theme: 'default' }));

  it('provides all classes and methods that the setup of containers uses', async () => {
    const files = ['wordpress/setup.php', 'wordpress/steps.php', 'home/site/setup.php'];
    const texts = files.map((file) => readFile(new URL(`../../../deploy/${file}`, import.meta.url), 'utf8'));
    const used = (await Promise.all(texts)).join('\n').match(/\bLargesse\\[\w\\]+(?:::\w+(?=\())?/g) ?? [];
    assert.ok(used.length > 5, String(used));
    const missing = await site.wordpress.run(
      'echo implode( " ", array_filter( $input, static fn ( $name ) => ! is_callable( $name ) && ! class_exists( $name ) ) );',
      used,
    );
    assert.equal(missing, '');
  });

  it('changes no page, header or text of the site, and no option or event of other code', async () => {
    await site.wordpress.run(
      `update_option( 'users_can_register', 1 );
       update_option( 'blogdescription', '' );
       delete_option( 'largesse_hide_toolbar' );
       foreach ( array( 'owner', 'stranger' ) as $name ) update_user_meta( get_user_by( 'login', $name )->ID, 'show_admin_bar_front', 'true' );`,
    );
    await switchPlugin(site, 'deactivate');
    const before = await state(site);
    await switchPlugin(site, 'activate');
    const after = await state(site);
    assert.deepEqual(
      before.answers.flatMap((answer, index) => changes(answer, after.answers[index])),
      [],
    );
    assert.deepEqual(after.options, before.options);
    assert.deepEqual(after.events, before.events);
  });
});

/** Activates or deactivates the plugin, and loads WordPress once so that scheduled work of the change is done. */
async function switchPlugin(site: Site, change: 'activate' | 'deactivate'): Promise<void> {
  await site.wordpress.load(
    `require_once ABSPATH . 'wp-admin/includes/plugin.php';
     ${change}_plugins( 'largesse/largesse.php' );
     flush_rewrite_rules( false );`,
  );
  await page(site, 'admin', '/wp-admin/');
  await page(site, 'nobody', '/');
}

/** Returns what the site answers and stores, without the plugin's own data and parts that differ in each answer. */
async function state(site: Site) {
  const answers: SiteAnswer[] = [];
  for (const [who, path] of REQUESTS) {
    const headers = who === 'nobody' ? {} : { cookie: await logIn(site, who) };
    const response = await fetch(site.url + path, { headers, redirect: 'manual' });
    const { date: _, ...sent } = Object.fromEntries(response.headers);
    answers.push({
      request: `${who} ${path}`,
      status: response.status,
      headers: sent,
      text: stable(await response.text()),
    });
  }
  const stored: { options: Record<string, string>; events: string[] } = JSON.parse(
    await site.wordpress.load(
      `global $wpdb;
       $rows = $wpdb->get_results( "SELECT option_name, option_value FROM $wpdb->options WHERE option_name NOT LIKE '%largesse%' AND option_name NOT LIKE '\\\\_%transient%' AND option_name NOT IN ( 'active_plugins', 'cron', 'rewrite_rules', 'recently_activated' ) ORDER BY option_name" );
       $hooks = array_filter( array_unique( array_merge( ...array_map( 'array_keys', array_filter( _get_cron_array(), 'is_array' ) ) ) ), fn ( $hook ) => ! str_starts_with( $hook, 'largesse_' ) );
       sort( $hooks );
       echo wp_json_encode( array( 'options' => array_column( $rows, 'option_value', 'option_name' ), 'events' => $hooks ) );`,
    ),
  );
  return { answers, ...stored };
}

/** An answer of the site. */
interface SiteAnswer {
  request: string;
  status: number;
  headers: Record<string, string>;
  text: string;
}

/** Returns the differences between two answers to the same request, in single lines and tags. */
function changes(before: SiteAnswer, after: SiteAnswer | undefined): string[] {
  const parts = ({ status, headers, text }: SiteAnswer) => [
    `status: ${status}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    ...text.split(/(?<=[>}\n])/),
  ];
  const [former, latter] = [parts(before), parts(after ?? assert.fail())];
  const lost = former.filter((part) => !latter.includes(part)).map((part) => `${before.request}: - ${part}`);
  const added = latter.filter((part) => !former.includes(part)).map((part) => `${before.request}: + ${part}`);
  if (lost.length + added.length > 0) return [...lost, ...added];
  return former.length === latter.length ? [] : [`${before.request}: other order or number of parts`];
}

/**
 * Removes nonces and times from a text. Also removes the address of the toolbar's links to the profile, because members
 * have the page of their account in its place (rules: Accounts).
 */
function stable(text: string): string {
  return text
    .replaceAll(/(<a class='ab-item' [^>]*href=')[^']*(?:\/wp-admin\/profile\.php|\/\?account=edit)'/g, "$1profile'")
    .replaceAll(/nonce(["'=:&#; ]+)[0-9a-f]{10}/gi, 'nonce$1')
    .replaceAll(/<lastBuildDate>.*?<\/lastBuildDate>/g, '');
}
