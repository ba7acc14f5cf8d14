// Needs a browser and site: the block editor loads the theme.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { openChromium } from '../../../tools/browser/chromium.ts';
import { openForSuite } from '../../support/suite.ts';
import { openSite } from '../wordpress/site.ts';
import { versions } from '../wordpress/versions.ts';
import { openVisitor } from '../wordpress/visitor.ts';

/**
 * Script that returns the name of each template, part and pattern of the theme, and its blocks that the editor rejects.
 */
const CHECK = `(async () => {
  const get = (path) => wp.apiFetch({ path });
  const [templates, parts, patterns] = await Promise.all([
    get('/wp/v2/templates?context=edit'), get('/wp/v2/template-parts?context=edit'), get('/wp/v2/block-patterns/patterns'),
  ]);
  const own = ({ theme, source }) => theme === 'largesse' && source === 'theme';
  const all = [
    ...templates.filter(own).map(({ slug, content }) => ['template ' + slug, content.raw]),
    ...parts.filter(own).map(({ slug, content }) => ['part ' + slug, content.raw]),
    ...patterns.filter(({ name }) => name.startsWith('largesse/')).map(({ name, content }) => ['pattern ' + name, content]),
  ];
  const flat = (blocks) => blocks.flatMap((block) => [block, ...flat(block.innerBlocks)]);
  return all.map(([name, content]) => ({
    name,
    complaints: flat(wp.blocks.parse(content))
      .filter(({ name, isValid }) => !isValid || name === 'core/missing' || name === 'core/freeform')
      .map(({ name, originalContent }) => name + ': ' + originalContent),
  }));
})()`;

for (const version of versions) {
  describe(`the theme in the block editor of WordPress ${version}`, () => {
    const browser = openForSuite(openChromium);
    const site = openForSuite(() => openSite({ version, theme: 'largesse' }));
    const editor = openForSuite(async () => {
      const visitor = await openVisitor(site, browser, 'admin');
      await visitor.page.goto(`${site.url}/wp-admin/post-new.php?post_type=page`);
      return visitor;
    });

    it('has templates, parts and patterns that the editor accepts unchanged', async () => {
      await editor.page.waitForFunction('window.wp?.blocks?.getBlockType("largesse/registry")');
      const checked = await editor.page.evaluate<{ name: string; complaints: string[] }[]>(CHECK);
      assert.deepEqual(
        checked.filter(({ complaints }) => complaints.length > 0),
        [],
      );
      const names = checked.map(({ name }) => name);
      for (const name of [
        ...[
          'front-page',
          'single-registry',
          'page',
          'page-my-registries',
          'search',
          '404',
          'archive',
          'single',
          'index',
        ].map((slug) => `template ${slug}`),
        ...['part header', 'part footer', 'pattern largesse/registries', 'pattern largesse/steps'],
        ...['wedding', 'baby', 'birthday', 'housewarming'].map((occasion) => `pattern largesse/hero-${occasion}`),
      ]) {
        assert.ok(names.includes(name), name);
      }
    });

    it('shows its fonts in the editor, but does not load them elsewhere in the admin area', async () => {
      await editor.page.waitForFunction(`(() => {
        const { contentDocument } = document.querySelector('iframe[name="editor-canvas"]') ?? {};
        const faces = [...((contentDocument ?? document).fonts ?? [])].filter(({ family }) => /^"?(Figtree|Fraunces)"?$/.test(family));
        return faces.length > 0 && faces.every(({ display }) => display === 'swap') && faces.some(({ status }) => status === 'loaded');
      })()`);
    });

    it('shows its home page', async () => {
      await using visitor = await openVisitor(site, browser, 'nobody');
      await visitor.page.goto(site.url);
      await visitor.page.getByRole('heading', { level: 1 }).waitFor();
      assert.deepEqual(await visitor.axe(), []);
      assert.deepEqual(visitor.complaints(), []);
    });
  });
}
