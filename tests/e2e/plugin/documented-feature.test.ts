// Needs a whole site: other code adds a feature to the running plugin.
import assert from 'node:assert/strict';
import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { buildPlugin } from '../../../plugin/build.ts';
import { declaredModules } from '../../../tools/modules.ts';
import { pluginFolder } from '../../../tools/wordpress/boot.ts';
import { openForSuite } from '../../support/suite.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { withApi } from '../api/site-with-api.ts';
import { give } from '../pages/gifts.ts';
import { create, page, read } from '../wordpress/requests.ts';
import { openSite } from '../wordpress/site.ts';
import { addItem, connected } from './connected.ts';

describe('the feature that docs/modules.md adds to the plugin', () => {
  const system = openForSuite(openExtendedSite);

  it('shows its field on the cards of its shops', async () => {
    const { site } = system;
    await site.wordpress.run(
      `update_option( Largesse\\Managing\\Delivery\\DeliveryTimes::OPTION, array( 'shop.example' => 3 ) );`,
    );
    const id = await create(site, 'owner', { title: 'Anna & Ben', status: 'publish' });
    await addItem(system, id, 'Pot');
    await addItem(system, id, 'Pan', { url: 'https://elsewhere.example/pan' });
    const { html } = await page(site, 'nobody', `/registry/${(await read(site, 'owner', id)).body.slug}/`);
    const fields = html.match(/<dl class="largesse-item__fields">.*?<\/dl>/gs) ?? [];
    assert.equal(fields.length, 1, html);
    assert.match(fields[0] ?? '', /<dt>Delivery<\/dt>\s*<dd[^>]*>3 days<\/dd>/);
  });

  it('shows its field on the form of a gift, and on the page of the giver', async () => {
    const { site } = system;
    const id = await create(site, 'owner', { title: 'Cleo', status: 'publish' });
    const item_id = await addItem(system, id, 'Pot');
    const { slug } = (await read(site, 'owner', id)).body;
    const field = /<dt>Delivery<\/dt>\s*<dd[^>]*>3 days<\/dd>/;
    assert.match((await page(site, 'nobody', `/registry/${slug}/?give=${item_id}`)).html, field);
    const gift = await give(system, id, { item_id });
    assert.match((await page(site, 'nobody', gift.url.replace(site.url, ''))).html, field);
  });

  it('loses its option when the plugin is deleted', async () => {
    const { wordpress } = system.site;
    const isStored = `echo (int) ( false !== get_option( 'largesse_delivery_days' ) );`;
    assert.equal(await wordpress.run(isStored), '1');
    await wordpress.load(`define( 'WP_UNINSTALL_PLUGIN', 'largesse/largesse.php' );
      require WP_PLUGIN_DIR . '/largesse/uninstall.php';`);
    assert.equal(await wordpress.run(`wp_cache_flush(); ${isStored}`), '0');
  });
});

/** Boots a site with a service, and with a copy of the plugin that has the feature. */
async function openExtendedSite() {
  await using opened = new AsyncDisposableStack();
  await buildPlugin();
  const { path: plugin } = opened.use(await temporaryFolder());
  await cp(pluginFolder, plugin, { recursive: true });
  await addFeature(join(plugin, 'src'));
  const system = opened.use(await connected(await withApi(await openSite({ plugin }))));
  const all = opened.move();
  const close = () => all.disposeAsync();
  return { ...system, close, [Symbol.asyncDispose]: close };
}

/**
 * Adds the code of the document to the plugin, as the steps in the document describe.
 * @param classes folder of the plugin's classes
 */
async function addFeature(classes: string): Promise<void> {
  const text = await readFile(new URL('../../../docs/modules.md', import.meta.url), 'utf8');
  const [, section = ''] = /\n## Add a feature\n(.*)/s.exec(text) ?? [];
  const blocks = [...section.matchAll(/^ *```php\n(.*?)^ *```$/gms)].map(([, code = '']) => code);
  const [module = '', delivery = '', offer = '', ...more] = blocks;
  assert.deepEqual(more, []);
  const folder = join(classes, 'Managing/Delivery');
  await mkdir(folder);
  const head = '<?php\ndeclare( strict_types=1 );\n\n';
  await writeFile(join(folder, 'Module.php'), head + module.replace(/\}\n$/, `\n${offer}}\n`));
  await writeFile(join(folder, 'DeliveryTimes.php'), head + delivery);
  const list = join(classes, 'Plugin.php');
  const [added] = /`([\w\\]+\\Module::class)` to `Plugin::MODULES`/.exec(section)?.slice(1) ?? [];
  const modules = await readFile(list, 'utf8');
  await writeFile(list, modules.replace(/(?=\n\t\);)/, `\n\t\t${added},`));
  for (const [path, declared] of Object.entries(await declaredModules(classes)))
    if (path.startsWith(classes)) await writeFile(path, declared);
}
