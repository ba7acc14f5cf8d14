import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { SETTING_NAMES } from '../api/src/warnings.ts';
import { PURCHASE_STATES } from '../contract/limits.ts';
import { withoutComments } from '../contract/testing/code.ts';

/*
 * The places of a change that neither a type nor another test connects with each other. The recipes of CONTRIBUTING.md
 * name them; a forgotten place fails here.
 */

const root = join(import.meta.dirname, '..');
const read = (file: string) => readFileSync(join(root, file), 'utf8');

/** Returns a recipe of CONTRIBUTING.md. */
function recipe(title: string): string {
  const [, text] = new RegExp(`^### ${title}$([\\s\\S]*?)^##`, 'm').exec(read('CONTRIBUTING.md')) ?? [];
  assert.ok(text, title);
  return text;
}

/**
 * Returns the names of a list that a text lacks.
 * @param as how the text contains a name, with `NAME` in its place
 */
const missingIn = (text: string, names: readonly string[], as: RegExp): string[] =>
  names.filter((name) => !new RegExp(as.source.replaceAll('NAME', name), as.flags).test(text));

/** The first column of a table, whose cells may contain several names. */
const IN_FIRST_COLUMN = /^\| [^|]*`NAME`[^|]*\|/m;

describe('a setting of the service', () => {
  it('has a row in docs/settings.md, except further settings of OpenTelemetry', () => {
    assert.deepEqual(missingIn(read('docs/settings.md'), SETTING_NAMES, IN_FIRST_COLUMN), [
      'OTEL_SDK_DISABLED',
      'OTEL_TRACES_EXPORTER',
      'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT',
      'OTEL_EXPORTER_OTLP_TRACES_PROTOCOL',
      'OTEL_EXPORTER_OTLP_PROTOCOL',
      'OTEL_TRACES_SAMPLER_ARG',
      'OTEL_TRACES_SAMPLER',
    ]);
  });

  it('reaches the service in a container, except secrets, which are files, and settings of other programs', () => {
    const outside = /^(DATABASE_URL|GATEWAY_KEY.*|REGISTRY_API_.*)$/;
    const passed = SETTING_NAMES.filter((name) => !outside.test(name));
    assert.deepEqual(missingIn(read('deploy/compose.yaml'), passed, /^ +NAME: /m), []);
  });

  it('has a test', () => {
    const tests = globSync(['{api,deploy}/**/*.test.ts', 'tests/e2e/**/*.ts'], {
      cwd: root,
      exclude: ['**/node_modules/**'],
    });
    // One test reads all secrets from files.
    const names = SETTING_NAMES.filter((name) => !name.endsWith('_FILE'));
    // A key of an object, an assignment for a shell, a text, or a text in a list.
    const as = /\bNAME(?:: |=)|['"` ]NAME['"` ]/;
    assert.deepEqual(missingIn(withoutComments(tests.map(read).join('\n')), names, as), []);
  });
});

describe('a state of a gift', () => {
  it('is allowed by the database, and described by the rules', () => {
    const checks = [...read('api/src/database/migrations.ts').matchAll(/state IN \(('reserved'[^)]*)\)/g)].map(
      ([, list]) => list,
    );
    // The last two checks are those of the two tables with states. They may be a release ahead of the contract.
    for (const list of checks.slice(-2)) assert.deepEqual(missingIn(list ?? '', PURCHASE_STATES, /'NAME'/), []);
    const [row = ''] = /^\| `state` \| .*default.*$/m.exec(read('docs/api-rules.md')) ?? [];
    assert.deepEqual(missingIn(row, PURCHASE_STATES, /`NAME`/), []);
  });

  it('is named by the recipe wherever the plugin asks for it', () => {
    const text = recipe('Add a state of a gift');
    const asks = new RegExp(`'(${PURCHASE_STATES.join('|')})'|GiverPage::(UN)?BUY|\\bis_bought\\b`);
    const files = globSync('plugin/src/*/*/**/*.php', { cwd: root }).filter((file) =>
      asks.test(withoutComments(read(file))),
    );
    const named = files.filter((file) => !file.endsWith('/Rules.php') && !file.endsWith('.test.php'));
    assert.ok(named.length > 7);
    for (const file of named) assert.match(text, new RegExp(`[\`/]${file.split('/').at(-1)}\``), file);
  });
});

describe('a button on the giver’s page', () => {
  const giving = (file: string) => withoutComments(read(`plugin/src/Promises/Giving/${file}.php`));
  const page = giving('GiverPage');
  const methodOf = (name: string) => new RegExp(`function ${name}\\([\\s\\S]*?^\\t\\}`, 'm').exec(page)?.[0] ?? '';
  /** Constants of the class with a text, except the names of fields and parameters, and values that are no buttons. */
  const buttons = [...page.matchAll(/^\tpublic const (\w+) +=\s+'(\w+)';$/gm)]
    .map(([, name = '', value = '']) => ({ name, value }))
    .filter(({ name }) => !['BUTTON', 'ARRIVED', 'TO_SHOP'].includes(name));

  for (const { name, value } of buttons)
    it(`${name} does something, has a form and a sentence, and is pressed in a test`, () => {
      assert.match(methodOf('press'), new RegExp(`^\\t\\t\\t[^=]*self::${name}\\b[^=]*=> `, 'm'), 'press()');
      assert.match(giving('GiverPageView'), new RegExp(`->form\\(\\s*GiverPage::${name}\\b`), 'GiverPageView');
      // The page after giving back has no gift, so told() has no sentence for this button.
      const isNoted = PURCHASE_STATES.some((state) => state === value) || name === 'GIVE_BACK';
      const sentences = methodOf(isNoted ? 'noted' : 'told');
      assert.match(sentences, new RegExp(`self::${name}(?: === \\$told)?\\s+=> `), isNoted ? 'noted()' : 'told()');
      const test = withoutComments(read('tests/e2e/pages/giver-page.test.ts'));
      assert.match(test, new RegExp(`\\bact: '${value}'`), 'giver-page.test.ts');
    });

  it('is found by this test', () => assert.ok(buttons.length > 4));
});

describe('a kind of mail', () => {
  /** Limits: mails to a mailbox in a day, and the minutes between two of them. */
  const limits = [
    ...read('plugin/src/People/Mail/MailLimits.php').matchAll(/new self\(\s+'[\w -]+',\s+(\d+),\s+(\d+)/g),
  ].map(([, day, pause]) => `${day} a day, ${pause} minutes`);
  const [table = ''] = /### Limits of mails[\s\S]*?\n\n1\. /.exec(read('docs/site-rules.md')) ?? [];
  const rows = [...table.matchAll(/^\| [^|]+ \| (\d+) \| (\d*) ?\|/gm)].map(
    ([, day, pause]) => `${day} a day, ${pause || 0} minutes`,
  );

  it('has the limits that the rules of the site contain', () => {
    assert.ok(limits.length > 7);
    assert.deepEqual(rows.toSorted(), limits.toSorted());
  });
});

describe('the recipes', () => {
  it('name existing files', () => {
    const [, recipes = ''] = read('CONTRIBUTING.md').split('## Recipes');
    const text = recipes.split('\n## ')[0] ?? '';
    const files = [...text.matchAll(/`([\w./-]+\.(?:tsx?|php|md|yaml))`/g)].map(([, file = '']) => file);
    assert.ok(files.length > 30);
    const all = globSync(['{api,client,contract,deploy,docs,plugin,tests,tools}/**/*.{ts,tsx,php,md,yaml}'], {
      cwd: root,
      exclude: ['**/node_modules/**'],
    });
    for (const file of files)
      assert.ok(
        all.some((one) => `/${one}`.endsWith(`/${file}`)),
        file,
      );
  });
});
