import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { siteName } from './site-name.ts';
import { ruleCases } from './testing/rule-cases.ts';

/*
 * The same site: any scheme, with and without `www.`, the ports of http and https, slashes at the end, and letters of
 * the host in any case. Another site: any other host, port or folder. The lists of cases combine these.
 */
describe('siteName', () => {
  for (const [first = '', ...others] of ruleCases.sites)
    it(`takes all spellings of ${first} for one site, and all other cases for other sites`, () => {
      for (const other of others) assert.equal(siteName(other), siteName(first), other);
      const foreign = ruleCases.sites.flat().filter((address) => ![first, ...others].includes(address));
      assert.deepEqual(
        foreign.filter((address) => siteName(address) === siteName(first)),
        [],
      );
    });

  it('returns an empty name for texts such as a bare host', () => {
    assert.deepEqual(['', 'family.example', 'http://', 'ftp://family.example'].map(siteName), ['', '', '', '']);
  });
});
