import assert from 'node:assert/strict';
import { cp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { buildPlugin } from '../../../plugin/build.ts';
import { leftOutWith, OPTIONAL } from '../../../plugin/optional.ts';
import { openChromium } from '../../../tools/browser/chromium.ts';
import { declaredModules } from '../../../tools/modules.ts';
import { pluginFolder } from '../../../tools/wordpress/boot.ts';
import { openForSuite } from '../../support/suite.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { withApi } from '../api/site-with-api.ts';
import { give } from '../pages/gifts.ts';
import { type Caller, create, page, rest } from '../wordpress/requests.ts';
import { openSite } from '../wordpress/site.ts';
import { openVisitor } from '../wordpress/visitor.ts';
import { addItem, connected } from './connected.ts';

/** Screens of wp-admin for administrators. */
const SCREENS = [
  'edit.php?post_type=registry',
  'options-general.php?page=largesse',
  'options-general.php?page=largesse-webhooks',
  'site-health.php',
  'site-health.php?tab=debug',
  'options-privacy.php?tab=policyguide',
  'export-personal-data.php',
  'plugins.php',
  'update-core.php',
];

describe('the plugin without a feature', () => {
  const t = openForSuite(openChangedSite);

  for (const feature of OPTIONAL)
    it(`works without ${feature}`, async () => {
      await t.leaveOut(feature);
      const { site, registry, item, giverPath } = t;
      const exists = await site.wordpress.run(
        `global $wpdb;
         // Resets the limit of ten previews a minute, because this suite requests one preview for each feature.
         $wpdb->query( "DELETE FROM $wpdb->options WHERE option_name LIKE 'largesse_recent_%'" );
         echo (int) class_exists( $input );`,
        `Largesse\\${feature}\\Module`,
      );
      assert.equal(exists, '0');
      const guestPath = `/?post_type=registry&p=${registry}`;
      const paths = [
        '/',
        '/?s=Ada',
        guestPath,
        `${guestPath}&give=${item}`,
        giverPath,
        '/?largesse-app=1',
        '/wp-sitemap.xml',
        '/my-registries/',
        `/my-registries/?registry=${registry}`,
        `/my-registries/?registry=${registry}&gifts=1`,
        `/my-registries/?registry=${registry}&import=1`,
        `/my-registries/?registry=${registry}&export=json`,
        '/my-registries/?add-wish=https://shop.example/cup&name=Cup',
      ];
      for (const caller of ['nobody', 'owner', 'admin'] satisfies Caller[])
        for (const path of paths) await opens(caller, path);
      for (const screen of [...SCREENS, `post.php?action=edit&post=${registry}`])
        await opens('admin', `/wp-admin/${screen}`);
      await changes();
      await looksWell(feature);
      await site.wordpress.run(
        `foreach ( array_keys( Largesse\\Hooks::declared( 'events' ) ) as $hook ) do_action( $hook );
         ( new Largesse\\Setup\\ConnectionCheck( new Largesse\\Service\\Settings() ) )->findings();`,
      );
      assert.equal(await site.complaints(), '');
    });

  /** Checks that a request for a page causes no error. */
  async function opens(caller: Caller, path: string): Promise<void> {
    const { status, html } = await page(t.site, caller, path);
    assert.ok(status < 500, `${path} for ${caller}: ${status}`);
    assert.doesNotMatch(html, /critical error|Fatal error/, `${path} for ${caller}`);
  }

  /** Reads and changes the registry with requests to the site's routes. */
  async function changes(): Promise<void> {
    const { site, registry } = t;
    const path = `/wp-json/largesse/v1/registries/${registry}`;
    const ask = (method: string, below = '', body?: unknown) =>
      rest<{ registry: { version: string; title: string } }>(site, 'owner', method, path + below, body);
    const { body } = await ask('GET');
    assert.equal(body.registry.title, 'Ada & Ben');
    const { version } = body.registry;
    const changed = await ask('PATCH', '', { version, event_type: 'Wedding', is_findable: true, names: 'Ada & Ben' });
    assert.equal(changed.status, 200);
    assert.equal((await ask('POST', '/items', { name: 'A cup' })).status, 201);
    assert.equal((await rest(site, 'nobody', 'GET', `/registries/${registry}`)).status, 200);
    const tests = await rest<Record<string, unknown>>(site, 'admin', 'GET', '/wp-json/largesse/v1/site-health/service');
    assert.equal(tests.status, 200);
  }

  /** Opens the owner's and the guest's pages in a browser, and checks their controls. */
  async function looksWell(feature: string): Promise<void> {
    const { site, browser, registry } = t;
    await using owner = await openVisitor(site, browser, 'owner');
    await owner.page.goto(`${site.url}/my-registries/`);
    await owner.page.locator('summary', { hasText: 'Start a registry' }).click();
    await owner.page.getByRole('button', { name: 'Create registry' }).waitFor();
    await owner.page.goto(`${site.url}/my-registries/?registry=${registry}`);
    await owner.page.getByRole('button', { name: 'Add a wish' }).click();
    const dialog = owner.page.getByRole('dialog', { name: 'Add a wish' });
    await dialog.getByLabel('How many are wanted').waitFor();
    await dialog.locator('[name=url]').fill('https://shop.example/glass');
    await dialog.locator('[name=name]').fill('Glass');
    const pictures = await owner.page.getByRole('button', { name: 'Upload a picture' }).count();
    await owner.page.keyboard.press('Escape');
    await owner.page.getByRole('link', { name: 'Settings', exact: true }).click();
    await owner.page.evaluate(`for (const closed of document.querySelectorAll('details')) closed.open = true`);
    const covers = await owner.page.getByRole('button', { name: 'Upload a cover' }).count();
    assert.equal(covers, pictures);
    const controls: Record<string, number> = {
      Pictures: pictures,
      Finding: await owner.page.getByRole('checkbox', { name: 'Let others find it by our names' }).count(),
      Watching: await owner.page.getByRole('heading', { name: 'Shops', exact: true }).count(),
      Exchange: await owner.page.getByRole('heading', { name: 'Export and import' }).count(),
    };
    for (const [name, count] of Object.entries(controls))
      assert.equal(count > 0, name !== feature, `controls of ${name}`);
    assert.deepEqual(owner.complaints(), []);
    await using guest = await openVisitor(site, browser, 'nobody');
    await guest.page.goto(`${site.url}/?post_type=registry&p=${registry}`);
    await guest.page.getByRole('heading', { name: 'Tea pot' }).waitFor();
    assert.deepEqual(guest.complaints(), []);
  }
});

/** Boots a site with a copy of the plugin, a service and a browser, and creates a registry with an item and a gift. */
async function openChangedSite() {
  await using opened = new AsyncDisposableStack();
  await buildPlugin();
  const { path: plugin } = opened.use(await temporaryFolder());
  await cp(pluginFolder, plugin, { recursive: true });
  const system = opened.use(await connected(await withApi(await openSite({ plugin, theme: 'largesse' }))));
  const { site } = system;
  const browser = await openChromium();
  opened.defer(() => browser.close());
  await site.wordpress.run(
    `foreach ( $input as $name => $value ) update_option( $name, $value );
     wp_mkdir_p( WP_CONTENT_DIR . '/uploads' );
     file_put_contents( WP_CONTENT_DIR . '/uploads/pot.svg', '<svg xmlns="http://www.w3.org/2000/svg" width="4" height="3"/>' );`,
    { largesse_currency: 'EUR', largesse_watch_shops: '1', largesse_shops_see_no_guests: '1' },
  );
  const registry = await create(site, 'owner', { title: 'Ada & Ben', status: 'publish', date: '2020-01-01T00:00:00' });
  const item = await addItem(system, registry, 'Tea pot', { image_url: `${site.url}/wp-content/uploads/pot.svg` });
  const { url } = await give(system, registry, { item_id: item, quantity: 1, giver_email: 'cleo@people.example' });
  let seconds = Date.now() / 1000;
  const classes = join(plugin, 'src');
  const addAll = async () => {
    for (const folder of await readdir(classes)) await rm(join(classes, folder), { recursive: true });
    await cp(join(pluginFolder, 'src'), classes, { recursive: true, preserveTimestamps: true });
  };
  // PHP compiles a file again only if its modification time has changed by at least a second.
  const touch = async () => {
    seconds += 10;
    for (const name of ['Plugin', 'declarations', 'Callbacks', 'stored'])
      await utimes(join(classes, `${name}.php`), seconds, seconds);
  };
  // Restores all features before the site is closed. When a site is closed, it checks that the plugin declares all
  // stored data. Each feature has stored data here, and only the feature itself declares these data.
  opened.defer(async () => {
    await addAll();
    await touch();
  });
  const all = opened.move();
  const close = () => all.disposeAsync();
  return {
    ...system,
    browser,
    registry,
    item,
    giverPath: url.slice(site.url.length),
    /** Removes a feature, and the features that depend on it, from the copy of the plugin. */
    leaveOut: async (feature: string) => {
      await addAll();
      const list = join(classes, 'Plugin.php');
      let modules = await readFile(list, 'utf8');
      for (const folder of leftOutWith(feature)) {
        await rm(join(classes, folder), { recursive: true });
        const line = `\t\t${folder}\\Module::class,\n`;
        assert.ok(modules.includes(line), folder);
        modules = modules.replace(line, '');
      }
      await writeFile(list, modules);
      for (const [path, declared] of Object.entries(await declaredModules(classes)))
        if (path.startsWith(classes)) await writeFile(path, declared);
      await touch();
    },
    close,
    [Symbol.asyncDispose]: close,
  };
}
