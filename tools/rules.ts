import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { argumentsOrExit } from '../api/src/arguments.ts';
import {
  decompositions,
  lookalikes,
  phpAddresses,
  phpCurrencies,
  phpRules,
  phpRuleTexts,
} from '../contract/php/rules.ts';
import { phpNames } from '../plugin/php-names.ts';
import { phpOccasions } from '../plugin/php-occasions.ts';

const HELP = `npm run rules

Writes the limits and rules of the contract to Rules.php and RuleTexts.php in plugin/src/Foundation/Service, its currencies to
Currencies.php in plugin/src/Foundation/Format, and its patterns of addresses to AddressPatterns.php there. Run npm run pot, too, if
the contract has a new message. Also writes Unicode's decompositions and letters that look
the same to decompositions.json and lookalikes.json in plugin/src/Together/Circles, the
names of plugin/assets/shared-names.ts to SharedNames.php in plugin/src/Foundation/Html, and the occasions with their translations
to OccasionTexts.php in plugin/src/Registries/Registry.

  --help   show this`;

argumentsOrExit(HELP, {});
const files = {
  'Foundation/Service/Rules.php': phpRules(),
  'Foundation/Service/RuleTexts.php': phpRuleTexts(),
  'Foundation/Format/AddressPatterns.php': phpAddresses(),
  'Foundation/Format/Currencies.php': phpCurrencies(),
  'Together/Circles/decompositions.json': decompositions(),
  'Together/Circles/lookalikes.json': lookalikes(),
  'Foundation/Html/SharedNames.php': phpNames(),
  'Registries/Registry/OccasionTexts.php': phpOccasions(),
};
for (const [name, text] of Object.entries(files)) {
  const path = fileURLToPath(new URL(`../plugin/src/${name}`, import.meta.url));
  await writeFile(path, text);
  console.log(`written: ${path}`);
}
