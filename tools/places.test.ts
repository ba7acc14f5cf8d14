import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { SURPRISE_KEYS } from '../api/src/promises/surprise.ts';
import { SETTING_NAMES } from '../api/src/warnings.ts';
import { PURCHASE_STATES } from '../contract/limits.ts';
import { REVEAL_DAYS_AFTER_EVENT } from '../contract/reveal-day.ts';
import { withoutComments } from '../contract/testing/code.ts';
import { unreadInService, unreadInSite } from './setting-readers.ts';

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
    const outside = /^(DATABASE_URL|GATEWAY_KEY.*|SITE_KEY.*|REGISTRY_API_.*)$/;
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

describe('a setting', () => {
  it('of the service is read by its code', async () => {
    assert.deepEqual(await unreadInService('unread: string;'), ['Settings.unread']);
  });

  it('of the site is read by its code', () => {
    const module = `const UNREAD = 'largesse_unread';
	public static function settings(): array {
		return array( new Setting( self::UNREAD ) );
	}`;
    assert.deepEqual(unreadInSite(module), ['largesse_unread']);
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

  it('has a button, a sentence after it, and words on pages and in exports', () => {
    const giving = (name: string) => read(`plugin/src/Promises/Giving/${name}.php`);
    for (const state of PURCHASE_STATES) {
      const [, button = ''] = new RegExp(`const (\\w+) += '${state}';`).exec(giving('GiverPage')) ?? [];
      assert.ok(button, `GiverPage: a button for ${state}`);
      const sentence = new RegExp(`self::${button} +=> __\\(`);
      assert.match(giving('GiverPage'), sentence, `GiverPage::noted(): ${state}`);
      const arm = new RegExp(`GiverPage::${button} +=> `, 'g');
      for (const [name, count] of [
        ['GiftState', 2],
        ['GiftPrivacy', 1],
      ] as const)
        assert.equal(giving(name).match(arm)?.length, count, `${name}: ${state}`);
    }
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
      assert.match(methodOf('change'), new RegExp(`^\\t\\t\\t[^=]*self::${name}\\b[^=]*=> `, 'm'), 'change()');
      const isState = PURCHASE_STATES.some((state) => state === value);
      const form = isState ? `array\\(\\s*GiverPage::${name}\\b` : `->form\\(\\s*GiverPage::${name}\\b`;
      assert.match(giving(isState ? 'GiftState' : 'GiverPageView'), new RegExp(form), 'a form');
      // The page after giving back has no gift, so told() has no sentence for this button.
      const isNoted = isState || name === 'GIVE_BACK';
      const sentences = methodOf(isNoted ? 'noted' : 'told');
      assert.match(sentences, new RegExp(`self::${name}(?: === \\$told)?\\s+=> `), isNoted ? 'noted()' : 'told()');
      const test = withoutComments(read('tests/e2e/pages/giver-page.test.ts'));
      assert.match(test, new RegExp(`\\bact: '${value}'`), 'giver-page.test.ts');
    });

  /** Buttons that the page My gifts lacks: they have fields, which only the page of one gift shows. */
  const withFields = ['CHANGE', 'SEND'];

  for (const { name, value } of buttons)
    it(`${name} is on the page My gifts, too, unless it has fields`, () => {
      const mine = (file: string) => withoutComments(read(`plugin/src/Together/MyGifts/${file}.php`));
      const [, own] = new RegExp(`const (\\w+) += GiverPage::${name};`).exec(mine('MyGiftsPage')) ?? [];
      assert.equal(own === undefined, withFields.includes(name), 'MyGiftsPage');
      if (own === undefined) return;
      assert.match(mine('MyGiftsPage'), new RegExp(`self::${own} === \\$button`), 'press()');
      // GiftState has the buttons of states.
      if (PURCHASE_STATES.some((state) => state === value)) return;
      const [, key = ''] = new RegExp(`'(\\w+)'\\s+=> [^,]*\\bMyGiftsPage::${own}\\b`).exec(mine('MyGiftsView')) ?? [];
      assert.ok(key, 'MyGiftsView');
      assert.ok(mine('views/list').includes(`$gift['${key}']`), 'views/list.php');
    });

  for (const { name, value } of buttons)
    it(`${name} is pressed by a guest whose gift is secret`, () => {
      const world = withoutComments(read('tests/e2e/secrecy/world.ts'));
      const [, kind = ''] = new RegExp(`^ +'?([\\w ]+)'?: \\{\\s*act: '${value}'`, 'm').exec(world) ?? [];
      assert.ok(kind, 'BUTTONS of world.ts');
      assert.ok(
        read('tests/e2e/secrecy/two-worlds.test.ts').includes(`{ kind: '${kind}', gift: `),
        `a row for ${kind}`,
      );
    });

  it('is found by this test', () => assert.ok(buttons.length > 4));
});

/** Decisions about a kind of mail. */
interface MailKind {
  /** Test in tests/e2e that sends the mail. */
  test: string;
  /** True if a link in the mail ends all further mails of this kind, because its receiver has not asked for each. */
  hasEnd: boolean;
}

const MAILS: Readonly<Record<string, MailKind>> = {
  invited: { test: 'plugin/invitation-mail', hasEnd: true },
  circle: { test: 'plugin/circles', hasEnd: true },
  proposal: { test: 'plugin/proposals', hasEnd: true },
  follow: { test: 'plugin/following', hasEnd: false },
  wishes: { test: 'plugin/following', hasEnd: true },
  reminders: { test: 'plugin/reminders', hasEnd: true },
  account: { test: 'pages/sign-up', hasEnd: false },
  my_gifts: { test: 'plugin/my-gifts', hasEnd: false },
  share: { test: 'plugin/shares', hasEnd: false },
  'share-ends': { test: 'plugin/shares', hasEnd: false },
  'share-ended': { test: 'plugin/shares', hasEnd: false },
  'share-complete': { test: 'plugin/shares', hasEnd: false },
  'share-back': { test: 'plugin/shares', hasEnd: false },
  question: { test: 'plugin/questions', hasEnd: false },
  person_question: { test: 'plugin/questions', hasEnd: false },
  drawn: { test: 'plugin/draws', hasEnd: false },
  draw_left: { test: 'plugin/draws', hasEnd: false },
  draw_cancelled: { test: 'plugin/draws', hasEnd: false },
  given: { test: 'plugin/mail', hasEnd: false },
  gone: { test: 'plugin/mail', hasEnd: false },
  changed_wish: { test: 'plugin/mail', hasEnd: false },
  revealed: { test: 'plugin/mail', hasEnd: false },
  removed: { test: 'plugin/mail', hasEnd: false },
  deleted: { test: 'plugin/mail', hasEnd: false },
  edited: { test: 'plugin/mail', hasEnd: false },
};

describe('a kind of mail', () => {
  const files = globSync('plugin/src/*/*/*.php', { cwd: root });
  const codes = new Map(files.map((file) => [file, withoutComments(read(file))]));
  /** Kinds in `mails()` of all modules, with the file of the class that sends them. */
  const kinds = [...codes].flatMap(([module, code]) => {
    const [body = ''] = /function mails\(\): array \{[\s\S]*?^\t\}/m.exec(code) ?? [];
    return Array.from(body.matchAll(/(\w+)::([A-Z_]+)\s+=> '/g), ([, name = '', constant = '']) => {
      const file = join(module, '..', `${name}.php`);
      const [, kind = ''] = new RegExp(`const ${constant}\\s+= '([\\w-]+)'`).exec(codes.get(file) ?? '') ?? [];
      return { kind, name, constant, file };
    });
  });

  it('has a row in MAILS of this test, which names a test that sends it', () => {
    assert.deepEqual(kinds.map(({ kind }) => kind).toSorted(), Object.keys(MAILS).toSorted());
    for (const { test } of Object.values(MAILS)) assert.match(read(`tests/e2e/${test}.test.ts`), /[mM]ail/, test);
  });

  for (const { kind, name, constant, file } of kinds)
    it(`${kind} is sent by some code`, () => {
      const uses = [...codes].filter(
        ([other, code]) =>
          !other.endsWith('/Module.php') &&
          new RegExp(`\\b(?:${other === file ? 'self' : name}|${name})::${constant}\\b`).test(code),
      );
      assert.ok(uses.length > 0, `${name}::${constant}`);
    });

  for (const file of new Set(kinds.map((one) => one.file)))
    it(`of ${file} has a link that ends further mails, if it needs one`, () => {
      const needed = kinds.some((one) => one.file === file && MAILS[one.kind]?.hasEnd);
      assert.equal(/List-Unsubscribe: |\bDelivery::invite\(/.test(codes.get(file) ?? ''), needed);
    });

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

describe('the rule of the reveal', () => {
  /** Words of texts for the usual day, by the number of days after the event. */
  const says: Readonly<Record<number, Readonly<Record<string, string>>>> = {
    1: {
      'docs/api-rules.md': '`null` means the day after `registry_event_date`',
      'plugin/blocks/my-registries/views/surprise.tsx': 'If you leave this empty, it is the day after the date above.',
    },
  };

  it('is in the words of texts', () => {
    for (const [file, text] of Object.entries(says[REVEAL_DAYS_AFTER_EVENT] ?? assert.fail('texts of the new rule')))
      assert.ok(read(file).includes(text), file);
  });

  /**
   * Rules by which sites have stored days of reveals, the latest last, with the version of the data (Upgrade::VERSION)
   * since which the stored days follow the rule.
   */
  const rules = [{ days: 1, version: 0 }];

  it('is the one by which sites have stored days', () => {
    assert.equal(rules.at(-1)?.days, REVEAL_DAYS_AFTER_EVENT, 'a rule of this test');
    const [, upgrades = ''] =
      /function upgrades\(\): array \{([\s\S]*?)^\t\}/m.exec(read('plugin/src/Promises/Giving/Module.php')) ?? [];
    for (const { version } of rules.slice(1)) assert.match(upgrades, new RegExp(`\\b${version}\\s+=> array\\(`));
  });

  it('reads the same fields on site and service', () => {
    const fields = Array.from(
      /const META = array\((.*?)\);/.exec(read('plugin/src/Promises/Giving/Surprise.php'))?.[1]?.matchAll(/::(\w+)/g) ??
        [],
      ([, name]) =>
        new RegExp(`const ${name}\\s+= '(\\w+)'`).exec(read('plugin/src/Registries/Registry/RegistryMeta.php'))?.[1],
    );
    assert.deepEqual(fields.toSorted(), SURPRISE_KEYS.toSorted());
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
