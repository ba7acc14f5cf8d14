// Needs a whole site: WordPress confirms and changes addresses of accounts.
import { describe } from 'node:test';
import { openSite } from '../wordpress/site.ts';
import { versions } from '../wordpress/versions.ts';
import { addressRules } from './address-rules.ts';

for (const version of versions)
  describe(`e-mail addresses on profile pages of WordPress ${version}`, () =>
    addressRules(() => openSite({ version })));
