import { describe } from 'node:test';
import type { WordPressVersion } from '../../../../tools/wordpress/packages.ts';
import { openForSuite } from '../../../support/suite.ts';
import { openSite, type Site } from '../site.ts';
import { testsOn } from '../versions.ts';
import { accessRules } from './access.ts';
import { conditionRules } from './conditions.ts';
import { contentRules } from './content.ts';
import { editorRules } from './editor.ts';
import { listRules } from './lists.ts';
import { pageRules } from './pages.ts';
import { passwordRules } from './passwords.ts';
import { peopleRules } from './people.ts';
import { privacyRules } from './privacy.ts';

/** Tests all rules of the plugin on one freshly booted WordPress. */
export function pluginRules(version: WordPressVersion): void {
  describe(`the plugin on WordPress ${version}`, () => {
    const tests = testsOn(version);
    const opened = openForSuite(() => openSite({ version }));
    const site = (): Site => opened;

    accessRules(site, tests);
    contentRules(site, tests);
    conditionRules(site, tests);
    editorRules(site, tests);
    passwordRules(site, tests);
    listRules(site, tests);
    pageRules(site, tests);
    peopleRules(site, tests);
    privacyRules(site, tests);
  });
}
