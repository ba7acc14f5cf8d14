import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { describe, it } from 'node:test';
import { toPcre } from './pcre.ts';
import { decompositions, lookalikes, phpAddresses, phpCurrencies, phpRules, phpRuleTexts } from './rules.ts';

describe('the rules of the plugin', () => {
  for (const [name, made] of Object.entries({
    'Foundation/Service/Rules.php': phpRules(),
    'Foundation/Service/RuleTexts.php': phpRuleTexts(),
    'Foundation/Format/AddressPatterns.php': phpAddresses(),
    'Foundation/Format/Currencies.php': phpCurrencies(),
    'Together/Circles/decompositions.json': decompositions(),
    'Together/Circles/lookalikes.json': lookalikes(),
  }))
    it(`in ${name} match the contract (if not: npm run rules, npm run pot)`, async () => {
      const committed = await readFile(new URL(`../../plugin/src/${name}`, import.meta.url), 'utf8');
      assert.equal(committed, made);
    });

  it('have patterns that mean the same in PHP', () => {
    assert.equal(toPcre('^[^\\u0000\\p{Cs}]*$'), '~\\A[^\\x{0000}\\p{Cs}]*\\z~u');
    assert.match(toPcre('^[\\s/]\\S$'), /^~\\A\[\\x\{9\}-\\x\{d\}\\x\{20\}\\x\{a0\}.*\\x\{feff\}\/\]\[\^.*\]\\z~u$/);
    assert.equal(toPcre('^(?=[\\s\\S]*x)'), '~\\A(?=(?s:.)*x)~u');
    assert.throws(() => toPcre('a~b'), /delimiter/);
  });
});
