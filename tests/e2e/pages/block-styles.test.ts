// Needs a browser and site: WordPress creates the styles of blocks, and the browser applies them.
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { openChromium } from '../../../tools/browser/chromium.ts';
import type { Tab } from '../../../tools/browser/tab.ts';
import { openForSuite } from '../../support/suite.ts';
import { activeItems } from '../plugin/connected.ts';
import { dispatch } from '../wordpress/requests.ts';
import { versions } from '../wordpress/versions.ts';
import { openVisitor } from '../wordpress/visitor.ts';
import { give } from './gifts.ts';
import { openGuestSite, type Shown } from './guest-site.ts';

/** Styles that an author gives to a block, as WordPress stores them. */
const CHOSEN = {
  style: {
    color: { text: '#f5efe0', background: '#20303c' },
    elements: { link: { color: { text: '#ffd27a' } }, button: { color: { text: '#1b1b1b', background: '#ffd27a' } } },
    spacing: { padding: { top: '21px', right: '22px', bottom: '23px', left: '24px' }, margin: { top: '25px' } },
    typography: { fontSize: '14px', lineHeight: '2' },
  },
};

/** Computed styles of a block with the styles `CHOSEN`. */
const APPLIED = {
  color: 'rgb(245, 239, 224)',
  backgroundColor: 'rgb(32, 48, 60)',
  padding: '21px 22px 23px 24px',
  marginTop: '25px',
  fontSize: '14px',
  lineHeight: '28px',
};

/** Styles for buttons in a theme. All values differ from the defaults. */
const BUTTON = {
  color: { background: '#0b5345', text: '#fef9e7' },
  border: { radius: '5px', width: '3px', style: 'solid', color: '#0b5345' },
  typography: { fontWeight: '800', letterSpacing: '2px' },
};

const PAINTED = {
  backgroundColor: 'rgb(11, 83, 69)',
  color: 'rgb(254, 249, 231)',
  borderRadius: '5px',
  fontWeight: '800',
};

for (const version of versions) {
  describe(`the styles of the blocks on WordPress ${version}`, () => {
    const browser = openForSuite(openChromium);
    const t = openForSuite(() => openGuestSite(version, 'default'));
    const site = () => t.system.site;
    let wedding: Shown;
    before(async () => {
      wedding = await t.registry(
        { title: 'Ours', content: '<p>See <a href="https://example.org/">the place</a>.</p>' },
        [{ name: 'Teapot', price: 20, quantity_needed: 20, url: 'https://shop.example/teapot' }],
      );
    });

    /** Publishes a page with a block in the chosen styles, and returns its id. */
    const publish = async (name: string, attributes: object, elements: object = {}): Promise<number> => {
      const style = { ...CHOSEN.style, elements: { ...CHOSEN.style.elements, ...elements } };
      const content = `<!-- wp:largesse/${name} ${JSON.stringify({ ...attributes, style })} /-->`;
      const { body } = await dispatch(site(), 'admin', 'POST', '/pages', { status: 'publish', title: name, content });
      return body.id as number;
    };

    describe('colours, spacing and typography that an author chooses', () => {
      it('apply to a registry, and its cards stay readable', async () => {
        const heading = { color: { text: '#ffffff' } };
        const id = await publish('registry', { registry: 'ours' }, { heading });
        await using guest = await openVisitor(site(), browser, 'nobody', { viewport: { width: 390, height: 844 } });
        const { page } = guest;
        await page.goto(`${site().url}/?page_id=${id}`);
        assert.deepEqual(await styles(page, '.largesse-registry', Object.keys(APPLIED)), APPLIED);
        assert.deepEqual(await styles(page, '.largesse-registry__story a', ['color']), { color: 'rgb(255, 210, 122)' });
        assert.deepEqual(await styles(page, '.largesse-item__name', ['color']), { color: 'rgb(255, 255, 255)' });
        const button = { color: 'rgb(27, 27, 27)', backgroundColor: 'rgb(255, 210, 122)' };
        assert.deepEqual(await styles(page, '.largesse-item__give', Object.keys(button)), button);
        assert.deepEqual(await guest.axe('.largesse-registry'), []);
        await page.locator('.largesse-item__give').click();
        await page.locator('dialog[open] form').waitFor();
        assert.deepEqual(await guest.axe('dialog'), []);
      });
    });

    describe('the buttons', () => {
      before(() =>
        site().wordpress.run(
          `$folder = get_theme_root() . '/buttons';
          mkdir( $folder );
          file_put_contents( "$folder/style.css", "/*\nTheme Name: Buttons\nTemplate: " . get_template() . "\n*/" );
          file_put_contents( "$folder/theme.json", wp_json_encode( array( 'version' => 2, 'styles' => array( 'elements' => array( 'button' => $input ) ) ) ) );
          wp_clean_themes_cache();
          switch_theme( 'buttons' );`,
          BUTTON,
        ),
      );

      /** Pages with buttons of the plugin: path, visitor, selectors of a normal and a less prominent button. */
      const pages = async (): Promise<[string, 'nobody' | 'owner', string, string?][]> => {
        const [item] = await activeItems(t.system, wedding.id);
        const gift = await give(t.system, wedding.id, { item_id: item?.id });
        return [
          [wedding.path, 'nobody', '.largesse-item__give', '.largesse-item__link'],
          [`${wedding.path}?give=${item?.id}`, 'nobody', '.largesse-give__button'],
          [
            gift.url.replace(site().url, ''),
            'nobody',
            '.largesse-giver__button:not(.largesse-giver__button--quiet)',
            '.largesse-giver__button--quiet',
          ],
          [
            '/my-registries/',
            'owner',
            '.largesse-mine__button:not(.largesse-mine__button--quiet)',
            '.largesse-mine__cards .largesse-mine__button--quiet',
          ],
          [`/my-registries/?registry=${wedding.id}`, 'owner', '.largesse-mine__section-head .wp-element-button'],
          [
            `/my-registries/?registry=${wedding.id}&tab=share`,
            'owner',
            '.largesse-mine__tab .largesse-mine__button--plain',
            '.largesse-mine__tab .largesse-mine__button--quiet',
          ],
        ];
      };

      it('have the colours, corners and font of theme.json, an outline in focus, and an edge in forced colours', async () => {
        for (const [path, who, button, quiet] of await pages()) {
          await using visitor = await openVisitor(site(), browser, who);
          await visitor.page.goto(site().url + path);
          await visitor.page.locator(button).first().waitFor();
          assert.deepEqual(await styles(visitor.page, button, Object.keys(PAINTED)), PAINTED, path);
          const outline = {
            backgroundColor: 'rgba(0, 0, 0, 0)',
            borderTopWidth: '1px',
            borderRadius: '5px',
            fontWeight: '800',
          };
          if (quiet !== undefined)
            assert.deepEqual(await styles(visitor.page, quiet, Object.keys(outline)), outline, path);
          await visitor.page.emulateMedia({ forcedColors: 'active' });
          const edged = { outlineStyle: 'solid', outlineWidth: '3px', borderTopWidth: '1px', borderTopStyle: 'solid' };
          for (const one of quiet === undefined ? [button] : [button, quiet]) {
            // The browser only shows the focus if the last input came from the keyboard.
            await visitor.page.keyboard.press('Tab');
            await visitor.page.locator(one).first().focus();
            assert.deepEqual(await styles(visitor.page, one, Object.keys(edged)), edged, `${path}: ${one}`);
          }
        }
      });
    });
  });
}

/** Returns computed styles of the first element that a selector finds. */
function styles(page: Tab, selector: string, names: string[]): Promise<Record<string, string>> {
  return page.evaluate(`(() => {
    const style = getComputedStyle(document.querySelector(${JSON.stringify(selector)}));
    return Object.fromEntries(${JSON.stringify(names)}.map((name) => [name, style[name]]));
  })()`);
}
