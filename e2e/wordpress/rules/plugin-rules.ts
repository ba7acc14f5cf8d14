import assert from 'node:assert/strict';
import { after, before, describe } from 'node:test';
import type { WordPressVersion } from '../../../demo/wordpress/packages.ts';
import { openSite, type Site } from '../site.ts';
import { testsOn } from '../versions.ts';
import { accessRules } from './access.ts';
import { conditionRules } from './conditions.ts';
import { contentRules } from './content.ts';
import { listRules } from './lists.ts';
import { pageRules } from './pages.ts';
import { passwordRules } from './passwords.ts';
import { privacyRules } from './privacy.ts';

/** All rules of the plugin, proven on one WordPress that is booted for them. */
export function pluginRules(version: WordPressVersion): void {
  describe(`the plugin on WordPress ${version}`, () => {
    const tests = testsOn(version);
    let opened: Site | undefined;
    const site = (): Site => {
      if (!opened) throw new Error('The site is not open');
      return opened;
    };
    before(async () => {
      opened = await openSite({ version });
    });
    after(() => opened?.close());

    accessRules(site, tests);
    contentRules(site, tests);
    conditionRules(site, tests);
    passwordRules(site, tests);
    listRules(site, tests);
    pageRules(site, tests);
    privacyRules(site, tests);

    tests.everywhere('PHP had nothing to complain about in all of this', async () => {
      assert.equal(await site().wordpress.log(), '');
    });
  });
}
