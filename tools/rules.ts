import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { argumentsOrExit } from '../api/src/arguments.ts';
import { phpRules, phpRuleTexts } from '../contract/php/rules.ts';

const HELP = `npm run rules

Writes the limits and rules of the contract to Rules.php and RuleTexts.php in plugin/src/Service. Run npm run pot, too,
if the contract has a new message.

  --help   show this`;

argumentsOrExit(HELP, {});
for (const [name, text] of Object.entries({ Rules: phpRules(), RuleTexts: phpRuleTexts() })) {
  const path = fileURLToPath(new URL(`../plugin/src/Service/${name}.php`, import.meta.url));
  await writeFile(path, text);
  console.log(`written: ${path}`);
}
