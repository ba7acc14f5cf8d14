import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { openChromium } from '../../../tools/browser/chromium.ts';
import { layoutFaults, lengthenTexts } from '../../../tools/browser/layout.ts';
import { openTab, type Tab } from '../../../tools/browser/tab.ts';
import { openForSuite } from '../../support/suite.ts';

const HEAD = '<!doctype html><style>body { margin: 8px; font: 16px/24px sans-serif } p { margin: 0 0 8px }</style>';

/** Pages with one fault each, and patterns of the messages that report the fault. */
const FAULTY: Record<string, [body: string, ...faults: RegExp[]]> = {
  'two texts that overlap': [
    '<p>The first</p><p style="margin-top: -30px">The second</p>',
    /“The first” overlaps “The second”/,
  ],
  'a button over a text': [
    '<p>A text</p><button style="position: absolute; top: 0; left: 0; width: 80px; height: 44px">Go</button>',
    /button “Go” overlaps “A text”/,
  ],
  'a text wider than the window': [
    '<p style="white-space: nowrap">A very long line that does not fit into the window of a narrow phone</p>',
    /“A very long line .*” reaches from 8 to \d+ px/,
  ],
  'a text that its box cuts off': [
    '<p style="height: 30px; overflow: hidden">The first line<br><b>The second</b></p>',
    /“The second” is cut off by p/,
  ],
  'a text below the window that is not drawn yet': [
    '<div style="margin-top: 3000px; content-visibility: auto"><p>A text</p><p style="margin-top: -30px">Another</p></div>',
    /“A text” overlaps “Another”/,
  ],
  'a text that ends with dots': [
    '<p style="width: 80px; white-space: nowrap; overflow: hidden; text-overflow: ellipsis">A long name of a wish</p>',
    /“A long name of a wish” is cut off by p/,
  ],
  'a button too small for a finger': [
    '<button style="height: 30px; width: 90px">Go</button>',
    /button “Go” is 90 × 30 px, too small for a finger/,
  ],
  'a box to tick too small for a finger': ['<label><input type="checkbox"> Yes</label>', /input “Yes” is .* too small/],
};

/** Pages without faults. The checks must not report faults on these pages. */
const GOOD: Record<string, string> = {
  'a link in a sentence': '<p>Read <a href="/">the guide</a> first.</p>',
  'a label for screen readers':
    '<p>A text</p><span class="screen-reader-text" style="position: absolute; clip-path: inset(50%); height: 1px; width: 1px">Unseen</span>',
  'a box to tick with a large label':
    '<label style="display: block; min-height: 44px"><input type="checkbox"> Yes</label>',
  'a small icon with a large area':
    '<button style="all: unset; position: relative; width: 20px; height: 20px; margin: 20px">×<span style="position: absolute; inset: -14px"></span></button>',
  'a bar that stays while the page scrolls':
    '<p>A text</p><p style="position: fixed; top: 8px; left: 8px; margin: 0">A bar</p>',
  'a closed menu': '<details><summary style="height: 44px">More</summary><p>Unseen</p></details><p>A text</p>',
};

describe('layout faults', () => {
  const browser = openForSuite(openChromium);
  let page: Tab;
  before(async () => {
    const context = await browser.newContext({ viewport: { width: 320, height: 640 } });
    page = await openTab(context, { isScripted: true, complain: assert.fail });
  });
  const show = (body: string) => page.goto(`data:text/html,${encodeURIComponent(HEAD + body)}`);

  for (const [what, [body, ...faults]] of Object.entries(FAULTY))
    it(`finds ${what}`, async () => {
      await show(body);
      const found = await layoutFaults(page, 'body');
      assert.equal(found.length, faults.length, found.join('\n'));
      for (const fault of faults) assert.match(found.join('\n'), fault);
    });

  for (const [what, body] of Object.entries(GOOD))
    it(`accepts ${what}`, async () => {
      await show(body);
      assert.deepEqual(await layoutFaults(page, 'body'), []);
    });

  it('looks only at the open dialog', async () => {
    await show('<button>Small</button><dialog><p>A text</p></dialog>');
    await page.evaluate(`document.querySelector('dialog').showModal()`);
    assert.deepEqual(await layoutFaults(page, 'body'), []);
  });

  it('shows how long texts change a page', async () => {
    await show('<p style="white-space: nowrap">A line that nearly fills the window</p>');
    assert.deepEqual(await layoutFaults(page, 'body'), []);
    await lengthenTexts(page, 'body');
    assert.match((await layoutFaults(page, 'body')).join('\n'), /“A .*” reaches from 8 to/);
  });
});
