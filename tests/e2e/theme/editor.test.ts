import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { openChromium } from '../../../tools/browser/chromium.ts';
import { openForSuite } from '../../support/suite.ts';
import { openSite } from '../wordpress/site.ts';
import { versions } from '../wordpress/versions.ts';
import { openVisitor } from '../wordpress/visitor.ts';
import { checkInEditor } from './editor.ts';

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
      const checked = await checkInEditor(editor.page);
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
