import { globSync } from 'node:fs';

/** Sizes of a test run: `npm run test:quick`, `npm test` and `npm run test:all`. */
export type Size = 'quick' | 'normal' | 'all';

/** Test files that a test run leaves out. */
export interface LeftOut {
  /** Glob of the files. */
  what: string;
  why: string;
}

/** Test files, or some of their tests, that only `npm run test:all` runs. */
export interface OnlyInAll extends LeftOut {
  /**
   * Names of suites and tests in these files, such as `suite › test`. The outer suite is first. By default, all tests
   * of the files.
   */
  tests?: readonly string[];
  /** Globs of other files that test the same features. `npm test` runs these other files. */
  stillTestedBy: readonly string[];
}

/** All test files of the project. */
export const EVERYTHING = '*/**/*.test.ts';

/** Tests that boot a real WordPress, or a browser. */
export const WHOLE_SYSTEM = '{tests/e2e,tools/browser,tools/demo,tools/wordpress}/**/*.test.ts';

/** Files of `npm test` that `npm run test:quick` leaves out. */
export const NOT_QUICK: readonly LeftOut[] = [
  { what: WHOLE_SYSTEM, why: 'they boot a WordPress, or open a browser' },
  { what: 'api/{arguments,backup,reconcile,start,webhooks}.test.ts', why: 'they start many commands' },
  {
    what: 'api/conformance/{drain,one-service,shutdown,unclean-ends,webhooks-crash}.test.ts',
    why: 'they start and stop services in their own processes',
  },
  {
    what: 'api/conformance/{damaged-database,gateway-warnings,host-text-in-logs,logs,metrics,ops-listen,ready,traces}.test.ts',
    why: 'they start services in their own processes',
  },
  { what: 'api/conformance/previews.test.ts', why: 'it starts threads for previews, with time limits' },
  { what: 'deploy/prometheus/watching.test.ts', why: 'it starts a service, and promtool repeatedly' },
  {
    what: 'api/conformance/{host-deadline,one-deadline,shutdown-connections,slow-connections}.test.ts',
    why: 'they wait for time limits of the service',
  },
  { what: 'api/conformance/{fuzz,two-worlds}.test.ts', why: 'they generate random input' },
  {
    what: 'api/src/{database/postgres/**/*,events/store,items/listed}.test.ts',
    why: 'they start PostgreSQL servers',
  },
  { what: 'api/{move-data,testing/postgres}.test.ts', why: 'they start PostgreSQL servers' },
  {
    what: 'api/src/database/sqlite/search/room.test.ts',
    why: 'it fills disks',
  },
  { what: 'api/src/http/load/answer-turns.test.ts', why: 'it keeps the processor busy' },
  { what: 'api/src/previews/{guard,worker}.test.ts', why: 'they start a worker for each case' },
  { what: 'client/client-cases.test.ts', why: 'it waits for time limits of the client' },
  { what: 'tests/support/evidence.test.ts', why: 'it runs tests that fail, each in a process' },
  { what: 'plugin/wish-files.test.ts', why: 'it parses random files' },
  { what: 'tools/release/{bump,package}.test.ts', why: 'they build every package' },
  { what: 'tools/release/notes.test.ts', why: 'it starts git repeatedly' },
];

/** Tests that only `npm run test:all` runs. `AGAIN_IN_ALL` lists its additional runs of other tests. */
export const ONLY_IN_ALL: readonly OnlyInAll[] = [
  {
    what: 'tests/e2e/wordpress/wordpress-nightly.test.ts',
    why: 'the rules of the plugin again, on the nightly WordPress',
    stillTestedBy: ['tests/e2e/wordpress/wordpress-6.5.test.ts'],
  },
  {
    what: 'tests/e2e/client/php-nightly.test.ts',
    why: 'the PHP client again, on the nightly WordPress',
    stillTestedBy: ['tests/e2e/client/php-6.5.test.ts'],
  },
  {
    what: 'tests/e2e/plugin/rest-nightly.test.ts',
    why: 'the REST routes again, on the nightly WordPress',
    stillTestedBy: ['tests/e2e/plugin/rest-{access,items,registries}.test.ts'],
  },
  {
    what: 'tests/e2e/pages/owner-nightly.test.ts',
    why: 'the page My registries again, on the nightly WordPress',
    stillTestedBy: ['tests/e2e/pages/owner-{manage,pages}.test.ts'],
  },
  {
    what: 'tests/e2e/pages/journeys.test.ts',
    why: 'the main journeys through pages that other tests open, in each browser',
    stillTestedBy: ['tests/e2e/pages/{give-dialog,helpers,owner-manage}.test.ts'],
  },
  {
    what: 'tests/e2e/pages/layout.test.ts',
    tests: ['the layout of the pages › in German'],
    why: 'npm test checks the same pages with longer texts',
    stillTestedBy: ['tests/e2e/pages/layout.test.ts'],
  },
  {
    what: 'tools/demo/playground/conformance.test.ts',
    tests: [
      'ideas',
      'item-fields',
      'item-conditions',
      'item-lists',
      'item-search',
      'item-updates',
      'items',
      'surprise',
    ].map((file) => `the stand-in keeps the rules of the service › in ${file}.test.ts`),
    why: 'npm test repeats the rules for purchases on the stand-in',
    stillTestedBy: ['tools/demo/playground/conformance.test.ts'],
  },
  {
    what: 'tests/e2e/engines/engines.test.ts',
    tests: ['a window of Debian’s Chromium', 'a window of Firefox', 'a window of WebKit'],
    why: 'browsers from Debian’s packages, for journeys that only npm run test:all makes in them',
    stillTestedBy: ['tests/e2e/engines/engines.test.ts'],
  },
  {
    what: 'tests/e2e/plugin/php-8.1.test.ts',
    why: 'the plugin again, on the oldest PHP that it supports',
    stillTestedBy: ['tests/e2e/plugin/{rest-registries,settings,mail}.test.ts'],
  },
  {
    what: 'tests/e2e/deploy/backup*.test.ts',
    why: 'backups of a whole site under load, and of one on MariaDB',
    stillTestedBy: ['api/backup.test.ts'],
  },
  {
    what: 'tests/e2e/deploy/compose-live.test.ts',
    why: 'it starts containers if TEST_CONTAINERS is set',
    stillTestedBy: ['tests/e2e/deploy/compose.test.ts'],
  },
  {
    what: 'tests/e2e/deploy/gateway-{affinity,conformance,verdicts}.test.ts',
    why: 'rules of the API again, through each gateway',
    stillTestedBy: ['tests/e2e/deploy/gateway{,-files}.test.ts', 'api/conformance/gateway-*.test.ts'],
  },
  {
    what: 'tests/e2e/deploy/pgbouncer.test.ts',
    why: 'PostgreSQL again, behind a PgBouncer',
    stillTestedBy: ['api/src/database/postgres/{database,faults}.test.ts'],
  },
  {
    what: 'tests/e2e/deploy/without-outage.test.ts',
    why: 'it restarts services behind gateways under load',
    stillTestedBy: ['api/conformance/{drain,shutdown,shutdown-connections}.test.ts'],
  },
  {
    what: 'tests/soak/soak.test.ts',
    why: 'crashes, overload and load for minutes',
    stillTestedBy: ['api/conformance/{unclean-ends,storage,purchases,greedy-callers}.test.ts'],
  },
  {
    what: 'api/conformance/long-lists.test.ts',
    why: 'lists of the largest items, and clients that read them slowly',
    stillTestedBy: ['api/conformance/{item-lists,greedy-callers}.test.ts'],
  },
  {
    what: 'tests/e2e/plugin/family-matrix.test.ts',
    tests: [
      'every role on every page and route › has its permissions on the routes of registries, draft',
      'every role on every page and route › has its permissions on the pages of a registry, private',
      'every role on every page and route › has its permissions on the pages of a registry, publish',
      'every role on every page and route › has its permissions on the pages of a registry, draft',
      'every role on every page and route › finds no missing registry, none in the trash, and no item of another registry',
      'every role on every page and route › gets the same on all other routes as people who have no role on any registry',
      'every role on every page and route › has its permissions at the service, private',
      'every role on every page and route › has its permissions at the service, publish',
      'every role on every page and route › has its permissions at the service, draft',
    ],
    why: 'all roles on all pages and on drafts; npm test opens private pages with the fewest permissions, and with one less',
    stillTestedBy: [
      'tests/e2e/plugin/family-matrix.test.ts',
      'tests/e2e/wordpress/wordpress-6.5.test.ts',
      'api/conformance/role-matrix.test.ts',
    ],
  },
  {
    what: 'tests/e2e/secrecy/two-worlds.test.ts',
    tests: [
      'shows the owner of a registry no trace of secret gifts on any page',
      ...['owner', 'invitee', 'admin'].map(
        (owner) => `shows the ${owner} of a registry no trace of secret gifts on one page of each kind`,
      ),
      'shows an owner no trace between the acts of guests, whatever is cached',
    ].map((name) => `rules: Surprise, two worlds over the site › ${name}`),
    why: 'more pages, roles and times; npm test compares the pages of the registry for its owner',
    stillTestedBy: [
      'tests/e2e/secrecy/two-worlds.test.ts',
      'tests/e2e/plugin/surprise.test.ts',
      'api/conformance/two-worlds.test.ts',
    ],
  },
  {
    what: 'tests/e2e/api/simultaneous-changes.test.ts',
    why: 'two hundred simultaneous requests on a real WordPress',
    stillTestedBy: ['tests/e2e/plugin/registry-items.test.ts', 'api/conformance/busy-registries.test.ts'],
  },
  {
    what: 'tests/e2e/release/{api,npm-packages,wordpress}.test.ts',
    why: 'packages installed as by their users',
    stillTestedBy: [
      'tools/release/package.test.ts',
      'tests/e2e/release/updates.test.ts',
      'tests/e2e/client/browser.test.ts',
    ],
  },
  {
    what: 'tools/release/package.test.ts',
    tests: ['theme', 'api'].map(
      (component) =>
        `npm run package › produces the same bytes of the ${component} for the same commit, independent of working tree, time and place`,
    ),
    why: 'the same for two more components',
    stillTestedBy: ['tools/release/package.test.ts'],
  },
  {
    what: 'tools/release/package.test.ts',
    tests: [
      'packs the theme once it exists',
      'can pack an earlier commit',
      'of a plugin with an update check › packs a candidate that looks for updates, but creates no description of it',
      'of a plugin with an update check › by default prevents updates from a directory plugin of the same name',
      'of a plugin with an update check › writes the demonstration for WordPress’s directory, and with the addresses of the zips for a release',
    ].map((name) => `npm run package › ${name}`),
    why: 'further options of the command; each packs a whole component',
    stillTestedBy: [
      'tools/release/package.test.ts',
      'tests/e2e/release/updates.test.ts',
      'tools/demo/playground/blueprint.test.ts',
    ],
  },
  {
    what: 'tests/e2e/release/reproducible.test.ts',
    why: 'it packs everything twice, from two clones',
    stillTestedBy: ['tools/release/package.test.ts'],
  },
  {
    what: 'tools/release/bump.test.ts',
    tests: [
      'npm run bump › keeps the components apart when their releases alternate',
      'npm run bump › leaves everything as it was',
    ],
    why: 'many releases in sequence, and interrupted releases',
    stillTestedBy: ['tools/release/bump.test.ts'],
  },
  {
    what: 'tools/demo/main.test.ts',
    tests: [
      'Ctrl-C',
      'npm start › keeps its data for the second start',
      'npm start › reports damaged data of its WordPress in one line, and recreates other missing data',
      'npm start › reports a port in use or an invalid folder in one line',
    ],
    why: 'starts that are interrupted at different steps, that fail, or that find existing data',
    stillTestedBy: ['tools/demo/{environment,main,stop-signals}.test.ts', 'tools/wordpress/boot.test.ts'],
  },
  {
    what: 'tools/demo/screenshots.test.ts',
    tests: ['npm run screenshots › takes a page at both widths, light and dark, and leaves no other files'],
    why: 'a command for developers, which starts the whole demo',
    stillTestedBy: ['tools/demo/{main,screenshots}.test.ts'],
  },
  {
    what: 'api/arguments.test.ts',
    tests: [
      'bench',
      'bench:pages',
      'bench:reads',
      'bump',
      'modules',
      'notes',
      'openapi',
      'package',
      'pot',
      'rules',
      'screenshots',
      'soak',
      'templates',
    ].map(
      (name) =>
        `every command › npm run ${name} shows its help, and rejects unknown arguments and invalid numbers in one line`,
    ),
    why: 'commands for developers; npm test starts the commands for operators',
    stillTestedBy: ['api/arguments.test.ts'],
  },
  {
    what: 'tests/e2e/client/package.test.ts',
    why: 'the TypeScript client, installed from its package',
    stillTestedBy: [
      'tests/e2e/client/browser.test.ts',
      'client/{client-cases,verify-webhook}.test.ts',
      'tools/release/package.test.ts',
    ],
  },
  {
    what: 'tests/e2e/theme/pages.test.ts',
    tests: [
      'the theme › is readable in light and dark, on phones and desktops, and never overflows the window',
      'the theme › is mirrored for right-to-left languages',
      'the theme › shows no animation to visitors who asked for reduced motion',
      'the theme › finds registries by names on a phone, shows similar names, and helps if none match',
    ],
    why: 'rules for all pages again, on pages of the theme',
    stillTestedBy: [
      'theme/contrast.test.ts',
      'tests/e2e/pages/{guest-page,layout}.test.ts',
      'tests/e2e/plugin/finding.test.ts',
    ],
  },
  {
    what: 'tools/count-usage.test.ts',
    why: 'a test tool, which uses processor time to measure it',
    stillTestedBy: ['tools/totals.test.ts'],
  },
  {
    what: 'api/src/previews/guard.test.ts',
    tests: ['rules: Previews, the outcome for every address › does not use more memory for more or longer answers'],
    why: 'the memory of a thread, with many long answers',
    stillTestedBy: ['api/src/previews/{guard,worker}.test.ts'],
  },
  {
    what: 'tests/e2e/wordpress/visitor.test.ts',
    why: 'a test tool that other page tests use all the time',
    stillTestedBy: ['tests/e2e/pages/owner-manage.test.ts'],
  },
  {
    what: 'tools/browser/{chromium,tab}.test.ts',
    why: 'test tools that all tests in a browser use all the time',
    stillTestedBy: ['tests/e2e/pages/owner-manage.test.ts', 'tools/browser/{layout,traces}.test.ts'],
  },
  {
    what: 'api/src/database/postgres/failover.test.ts',
    why: 'each test starts two servers of PostgreSQL',
    stillTestedBy: ['api/src/database/postgres/{faults,probe}.test.ts'],
  },
  {
    what: 'api/src/database/postgres/sharding.test.ts',
    tests: [
      'a Citus › keeps the counters when a shard moves to another worker',
      'a Citus › stays unchanged when sharding is interrupted, and can be sharded afterwards',
    ],
    why: 'rare moves of a cluster',
    stillTestedBy: ['api/src/database/postgres/sharding.test.ts'],
  },
  {
    what: 'api/conformance/traces.test.ts',
    tests: [
      "rules: Traces › include the sampler's share of requests",
      ...['OTEL_SDK_DISABLED', 'OTEL_TRACES_EXPORTER none'].map(
        (variable) => `rules: Traces › leave their code unloaded with ${variable}`,
      ),
    ],
    why: 'the share of requests, and two other variables that turn traces off',
    stillTestedBy: ['api/conformance/traces.test.ts'],
  },
  {
    what: 'api/conformance/drain.test.ts',
    tests: [
      'ends with exit code 0 after that time',
      'uses persistent connections again before it stops listening, and then answers their requests',
      'does not delay Ctrl-C',
    ].map((name) => `rules: Stopping, DRAIN › ${name}`),
    why: 'more ends of a service, each after its time',
    stillTestedBy: ['api/conformance/{drain,shutdown,shutdown-connections}.test.ts'],
  },
  {
    what: 'api/conformance/unclean-ends.test.ts',
    tests: [
      'rules: Storage, a process that had no clean stop › keeps the write-ahead log of a database behind a symbolic link',
    ],
    why: 'the same crash, with a symbolic link',
    stillTestedBy: ['api/conformance/unclean-ends.test.ts'],
  },
  {
    what: 'api/backup.test.ts',
    tests: ['npm run backup and npm run restore › reject impossible requests in one line, and change nothing'],
    why: 'fifteen wrong command lines, each of which starts a process',
    stillTestedBy: ['api/{arguments,backup}.test.ts'],
  },
  {
    what: 'api/move-data.test.ts',
    tests: ['npm run move-data › rejects invalid arguments and databases in one line'],
    why: 'wrong command lines, each of which starts a process',
    stillTestedBy: ['api/{arguments,move-data}.test.ts'],
  },
  {
    what: 'api/src/database/postgres/indexes.test.ts',
    why: 'rare states during an update',
    stillTestedBy: ['api/src/database/postgres/{database,search/find}.test.ts', 'api/conformance/deep-pages.test.ts'],
  },
  {
    what: 'api/src/database/sqlite/search/reader.test.ts',
    why: 'it keeps threads busy to measure other statements',
    stillTestedBy: ['api/src/database/sqlite/search/index.test.ts', 'api/conformance/item-search.test.ts'],
  },
  {
    what: 'tests/e2e/theme/editor.test.ts',
    tests: [
      'the theme in the block editor of WordPress 6.5 › shows its fonts in the editor, but does not load them elsewhere in the admin area',
      'the theme in the block editor of WordPress 6.5 › shows its home page',
    ],
    why: 'more screens of the editor, which load slowly',
    stillTestedBy: ['tests/e2e/theme/{editor,pages}.test.ts'],
  },
  {
    what: 'plugin/wish-files.test.ts',
    tests: ['made of several pieces', 'that repeats one of the pieces'].map(
      (what) => `a hostile file of 2 MB › ${what} is read or refused within a second`,
    ),
    why: 'hundreds of files of 2 MB',
    stillTestedBy: ['plugin/wish-files.test.ts'],
  },
  {
    what: 'api/conformance/bad-credentials.test.ts',
    why: 'ten thousand callers with wrong credentials',
    stillTestedBy: ['api/conformance/{unknown-credentials,failed-logins}.test.ts'],
  },
  {
    what: 'api/src/database/sqlite/search/killed.test.ts',
    why: 'it kills many processes in sequence',
    stillTestedBy: ['api/src/database/sqlite/search/index.test.ts', 'api/conformance/unclean-ends.test.ts'],
  },
  {
    what: 'tests/e2e/plugin/left-out.test.ts',
    why: 'the whole site, once without each feature that a site can lack',
    stillTestedBy: ['plugin/arrows.test.ts'],
  },
  {
    what: 'tests/e2e/plugin/documented-feature.test.ts',
    why: 'a separate site with a changed copy of the plugin, for code of a document that seldom changes',
    stillTestedBy: ['tests/e2e/plugin/extension.test.ts', 'tools/modules.test.ts'],
  },
  {
    what: 'tests/bench/report.test.ts',
    tests: ['the benchmark › measures another commit and the working tree in turns'],
    why: 'four runs of the benchmark',
    stillTestedBy: ['tests/bench/report.test.ts'],
  },
  {
    what: 'tests/e2e/plugin/exchange.test.ts',
    tests: ['export and import › restore a thousand wishes in steps, and continue after a broken connection'],
    why: 'a thousand wishes',
    stillTestedBy: ['tests/e2e/plugin/exchange.test.ts', 'tests/e2e/pages/owner-exchange.test.ts'],
  },
  {
    what: 'tests/e2e/plugin/giver-data.test.ts',
    tests: [
      'the data of givers on WordPress 6.5 › is erased by the cron › some registries at a time, even if one of them fails',
    ],
    why: 'hundreds of registries; npm test continues a run that ended early',
    stillTestedBy: ['tests/e2e/plugin/giver-data.test.ts'],
  },
  {
    what: 'tests/e2e/release/updates.test.ts',
    tests: [
      'updates of plugin and theme on a real WordPress 6.5 › updates both automatically if the site allows WordPress to do so',
      'updates of plugin and theme on a real WordPress 6.5 › offers nothing if the description is invalid, and reports nothing',
      'updates of plugin and theme on a real WordPress 6.5 › refuses a package that differs from the release, and leaves the site unchanged',
    ],
    why: 'the same update by the cron of WordPress, many invalid descriptions, and packages that differ from the signed list',
    stillTestedBy: ['tests/e2e/release/updates.test.ts'],
  },
  {
    what: 'tests/e2e/plugin/picture-work.test.ts',
    tests: ['the work of processing a picture › stays within its limits with files designed to take long'],
    why: 'pictures that take as long as the limits allow',
    stillTestedBy: ['tests/e2e/plugin/{picture-work,thumbnails}.test.ts'],
  },
  {
    what: 'tests/e2e/plugin/privacy-tools.test.ts',
    tests: [
      'personal data on WordPress 6.5 › the tools find invitations beyond the first five hundred registries',
      'personal data on WordPress 6.5 › a registry with more items than one request can erase takes several',
    ],
    why: 'hundreds of registries and items',
    stillTestedBy: ['tests/e2e/plugin/privacy-tools.test.ts'],
  },
  {
    what: 'tests/e2e/pages/give-dialog.test.ts',
    tests: [
      'giving in a browser › gives once if a gateway answers instead, however the guest sends the form again',
      'giving in a browser › gives once if a redirect leads to a login, however the guest sends the form again',
      ...[
        'the connection breaks after the site’s answer',
        'a gateway answers instead',
        'a redirect leads to a login',
      ].map((lost) => `giving in a browser › shows the gift if ${lost}, after a reload and in another tab`),
      ...['with', 'without'].map(
        (scripts) => `giving in a browser › works for visitors with a family link, ${scripts} scripts`,
      ),
      'giving in a browser › fits a phone of 320 pixels, and works by keyboard, in German and without scripts',
      'giving in a browser › shows and sends the fields of other plugins',
    ],
    why: 'other ways to lose an answer, with a family link, on the narrowest phone, and with further fields',
    stillTestedBy: [
      'tests/e2e/pages/{give,give-dialog,lost-answers,family-link,layout}.test.ts',
      'tests/e2e/plugin/extension.test.ts',
    ],
  },
  {
    what: 'tests/e2e/pages/lost-answers.test.ts',
    tests: ['a gift whose answer was lost › is stored once, and found again, whatever was lost and when'],
    why: 'all combinations of lost answers',
    stillTestedBy: ['tests/e2e/pages/{lost-answers,give-dialog}.test.ts'],
  },
  {
    what: 'tests/e2e/pages/link-picture.test.ts',
    tests: [
      'the picture of a link › in Debian’s Chromium',
      'the picture of a link › in Firefox',
      'the picture of a link › in WebKit',
    ],
    why: 'a second browser',
    stillTestedBy: ['tests/e2e/pages/link-picture.test.ts'],
  },
  {
    what: 'tests/e2e/pages/cards.test.ts',
    tests: [
      'the cards of wishes › in Debian’s Chromium',
      'the cards of wishes › in Firefox',
      'the cards of wishes › in WebKit',
    ],
    why: 'a second browser',
    stillTestedBy: ['tests/e2e/pages/cards.test.ts', 'tests/e2e/pages/open-pages.test.ts'],
  },
  {
    what: 'tests/e2e/theme/variations.test.ts',
    tests: ['Harbour', 'Honey', 'Meadow'].map(
      (title) =>
        `the style variations of the theme on WordPress 6.5 › ${title}: every page is readable, light and dark, and has its colours and corners`,
    ),
    why: 'the same pages in other colours; theme/contrast.test.ts computes their contrast',
    stillTestedBy: ['tests/e2e/theme/{pages,variations}.test.ts', 'theme/contrast.test.ts'],
  },
  {
    what: 'tests/e2e/pages/owner-pages.test.ts',
    tests: [
      'the page of members › breaks a name of 97 letters wherever it appears, on screen and paper, with twentytwentyfour',
      'the page of members › breaks a name of 97 letters wherever it appears, on screen and paper, with largesse',
      'the page of members › also looks right in WordPress’s own theme',
    ],
    why: 'a second theme, and long words on every page',
    stillTestedBy: ['tests/e2e/pages/{layout,owner-pages}.test.ts'],
  },
  {
    what: 'tests/e2e/pages/keeping.test.ts',
    tests: [
      'the wishes of a registry, by heading › can be changed by keyboard, and in two tabs at once',
      'the wishes of a registry, by heading › for guests › are all there without JavaScript',
    ],
    why: 'the same headings by keyboard, in two tabs, and with links of the site instead of the script',
    stillTestedBy: ['tests/e2e/pages/{keeping,guest-page,owner-manage}.test.ts'],
  },
  {
    what: 'tests/e2e/pages/owner-manage.test.ts',
    tests: [
      'a member who manages a registry › makes it findable by names, and reverts that',
      'a member who manages a registry › views the page as a guest, and comes back',
      'a member who manages a registry › shares the plain address of a private registry with invited people only',
      'a member who manages a registry › manages eighty wishes on a narrow phone, zoomed, and in a right-to-left language',
      'a member who manages a registry › sees no movement when a page of 1440 pixels is rendered after its frame',
      'a member who manages a registry › moves items by touch',
      'a member who manages a registry › creates a family link, shares it, revokes it, and replaces one from another site',
      'a member who manages a registry › records what they have already, with one click for each piece, and reverts that',
    ],
    why: 'the same with more wishes, for each status, and on a wide screen; wishes that also move under headings',
    stillTestedBy: [
      'tests/e2e/pages/{family-link,keeping,owner-gifts,owner-manage}.test.ts',
      'tests/e2e/plugin/{family-matrix,finding}.test.ts',
    ],
  },
  {
    what: 'tests/e2e/pages/guest-goals.test.ts',
    tests: ['fr_FR', 'es_ES'].map(
      (language) => `the goals of guests’ pages on a phone › pages of guests have no English texts in ${language}`,
    ),
    why: 'the same pages in two more languages',
    stillTestedBy: ['tests/e2e/pages/guest-goals.test.ts', 'tests/e2e/plugin/translations.test.ts'],
  },
  {
    what: 'tests/e2e/plugin/network.test.ts',
    tests: [
      'e-mail addresses in a network of WordPress 6.5',
      'the plugin in a network of WordPress 6.5 › keeps waiting mails on the site that caused them',
      'the plugin in a network of WordPress 6.5 › finds the pages of members again after a new installation',
    ],
    why: 'rules of a single site again, in a network',
    stillTestedBy: ['tests/e2e/plugin/{email-change,mail,network}.test.ts', 'tests/e2e/pages/owner-pages.test.ts'],
  },
  {
    what: 'api/start.test.ts',
    tests: [
      'a start of the service › finds code that was compiled before, so that it does not even load the code that strips types',
    ],
    why: 'the speed of later starts',
    stillTestedBy: ['api/start.test.ts'],
  },
  {
    what: 'tests/e2e/plugin/draws.test.ts',
    tests: ['draws of names › nobody becomes a guardian while the names are drawn'],
    why: 'waits for a lock of another process; npm test checks the draws themselves',
    stillTestedBy: ['tests/e2e/plugin/draws.test.ts'],
  },
  {
    what: 'tests/e2e/pages/owner-trouble.test.ts',
    tests: [
      'a member with problems while writing › ends up with the same list as someone else who changes it at the same time',
      'a member with problems while writing › does not notice an expired nonce, nor changes without collision, and sees the latest state on coming back',
      'a member with problems while writing › no longer sees a message when the next action begins',
    ],
    why: 'more collisions with a second person, an expired nonce, and messages of actions that have ended',
    stillTestedBy: ['tests/e2e/pages/{owner-trouble,open-pages}.test.ts'],
  },
  {
    what: 'tests/e2e/plugin/affiliate-links.test.ts',
    tests: [
      'the affiliate links screen on WordPress 6.5 › changing links › edits one by keyboard alone',
      'the affiliate links screen on WordPress 6.5 › changing links › works without JavaScript: bulk action, confirmed removal, refused link',
    ],
    why: 'the same changes in a browser, by keyboard and without its script',
    stillTestedBy: ['tests/e2e/plugin/affiliate-links.test.ts'],
  },
  {
    what: 'tests/e2e/plugin/following.test.ts',
    tests: [
      'following a list › a member › gets one mail if their address follows the list, too, and none while another process holds the lock',
      'following a list › the followers › are counted again the next day if the service or the mail server did not answer',
    ],
    why: 'failures of the daily mail, and two processes that send it',
    stillTestedBy: ['tests/e2e/plugin/{following,mail}.test.ts'],
  },
  {
    what: 'tests/e2e/plugin/event-log.test.ts',
    tests: [
      'a site that follows the log of events › continues after callbacks of other plugins that fail or end the process',
    ],
    why: 'other plugins that fail',
    stillTestedBy: ['tests/e2e/plugin/event-log.test.ts'],
  },
  {
    what: 'tests/e2e/plugin/settings.test.ts',
    tests: ['Settings → Largesse on WordPress 6.5 › works without scripts'],
    why: 'the same form without its script',
    stillTestedBy: ['tests/e2e/plugin/settings.test.ts'],
  },
  {
    what: 'tests/e2e/pages/owner-suggestions.test.ts',
    tests: [
      'a member who pastes the address of a shop › writes in two tabs, and neither overwrites the other',
      'a member who pastes the address of a shop › a wish without a shop › has no link in PHP, on wp-admin screens, in exports and on the command line',
    ],
    why: 'a collision of two tabs, in a form with suggestions; a wish without a shop outside of pages',
    stillTestedBy: ['tests/e2e/pages/{owner-suggestions,owner-trouble}.test.ts'],
  },
  {
    what: 'tests/e2e/pages/owner-pictures.test.ts',
    tests: [
      'the picture of a wish › can become the cover, like a separate upload: guests see it on top, and chats show it',
    ],
    why: 'a second way to choose a cover',
    stillTestedBy: ['tests/e2e/pages/{owner-pictures,shared-links}.test.ts'],
  },
  {
    what: 'tests/e2e/pages/block-styles.test.ts',
    tests: [
      'the styles of the blocks on WordPress 6.5 › colours, spacing and typography that an author chooses › apply to My registries, and its cards stay readable',
      'the styles of the blocks on WordPress 6.5 › colours, spacing and typography that an author chooses › apply to the occasion of a registry',
      'the styles of the blocks on WordPress 6.5 › the buttons › have the corners that theme.json sets for the button block',
    ],
    why: 'the same styles on other blocks, and a second place for corners in theme.json',
    stillTestedBy: ['tests/e2e/pages/block-styles.test.ts'],
  },
  {
    what: 'tests/e2e/pages/guest-page.test.ts',
    tests: [
      'the page of a registry for guests on WordPress 6.5 › fits screens from 320 to 1920 pixels, whatever the owner wrote',
    ],
    why: 'more widths',
    stillTestedBy: ['tests/e2e/pages/layout.test.ts'],
  },
  {
    what: 'tests/e2e/pages/owner-invitees.test.ts',
    tests: ['the list of invited people › has German texts'],
    why: 'the same page in German',
    stillTestedBy: ['tests/e2e/pages/owner-invitees.test.ts', 'tests/e2e/plugin/{invitations,translations}.test.ts'],
  },
  {
    what: 'tests/e2e/pages/family-link.test.ts',
    tests: [
      'a link to a registry on WordPress 6.5 › that is invalid shows an error page, however it is written',
      'a link to a registry on WordPress 6.5 › opens a registry with a thousand invited people in good time',
    ],
    why: 'other spellings of an invalid link, and a large registry',
    stillTestedBy: ['tests/e2e/pages/family-link.test.ts'],
  },
  {
    what: 'tests/e2e/deploy/pages.test.ts',
    tests: [
      'pages for many guests › come from WordPress › at every other address, and no visitor gets them instead of another page',
      'pages for many guests › come from WordPress › if another plugin sets a cookie, forbids caching, returns an error, or ends the page early',
      'pages for many guests › come from WordPress › even if another plugin sets long cache times',
      'pages for many guests › are purged at once › when title, story, date or level change, on the site and through the API',
      'pages for many guests › are purged at once › when the theme, the menu or the site’s name changes, also with many registries',
    ],
    why: 'every address and every change',
    stillTestedBy: ['tests/e2e/deploy/pages.test.ts', 'deploy/gateway/pages.test.ts'],
  },
  {
    what: 'tools/wordpress/boot.test.ts',
    tests: [
      'a WordPress on native PHP',
      'a WordPress on wasm PHP › runs each piece of code in a freshly loaded WordPress',
      'a WordPress on wasm PHP › loads WordPress again if changed files or options would affect loading',
      'a WordPress on wasm PHP › parses each kind of query once',
      'a WordPress on wasm PHP › continues with the same data after all its PHP instances crashed',
      'a WordPress on wasm PHP › starting and ending › a site can be reset to its image, in all PHP processes',
      'a WordPress on wasm PHP › starting and ending › processes see each other’s files after one of them has failed',
      'a WordPress on wasm PHP › starting and ending › a site can start with a copy of another one, with its own address and secrets',
    ],
    why: 'the second engine, which other tests start, too; crashes of PHP; and test tools that all tests of the whole system use',
    stillTestedBy: ['tools/wordpress/boot.test.ts', 'tools/wordpress/native/native.test.ts'],
  },
];

/** Tests that can run on SQLite and on PostgreSQL, and must pass on both. */
const BOTH_DATABASES = 'api/{conformance/**/*,reconcile}.test.ts';

/** Tests whose results may depend on the database. `npm test` runs these tests on both databases. */
const ON_POSTGRES: readonly { what: string; why: string }[] = [
  {
    what: 'api/conformance/{busy-registries,ideas,projection,purchases}.test.ts',
    why: 'many writers, locks, transactions',
  },
  { what: 'api/conformance/role-matrix.test.ts', why: 'each database finds what a role may see and change' },
  { what: 'api/conformance/{lost-answers,states}.test.ts', why: 'repeated writes, restarts, ids as keys' },
  { what: 'api/conformance/webhooks.test.ts', why: 'statements with many rows, the turn of one process' },
  { what: 'api/conformance/{surprise,events-log}.test.ts', why: 'a reveal changes many rows in one write' },
  { what: 'api/conformance/full-registries.test.ts', why: 'a limit with many concurrent writers' },
  {
    what: 'api/conformance/{delete-while-locked,storage,ready}.test.ts',
    why: 'schema, constraints, locks, lost databases',
  },
  { what: 'api/conformance/{item-lists,item-search,deep-pages}.test.ts', why: 'order, collation, search' },
  { what: 'api/conformance/{registry-items,large-registries}.test.ts', why: 'lists of ids and their order' },
  { what: 'api/conformance/{items,item-fields,item-updates}.test.ts', why: 'numbers, texts, NULL, partial updates' },
  { what: 'api/conformance/item-conditions.test.ts', why: 'the precision of times' },
  { what: 'api/conformance/costs.test.ts', why: 'plans and statements of each database' },
];

/** Additional runs of test files in `npm run test:all`. */
export const AGAIN_IN_ALL = {
  /** All tests that can run on PostgreSQL. `npm test` runs only the tests in `ON_POSTGRES` there. */
  postgres: { what: BOTH_DATABASES, why: 'including rules that do not depend on the database' },
  nextWordPress: {
    what: 'tests/e2e/**/*.test.ts',
    why: 'suites for `versions` also run on the nightly WordPress (tests/e2e/wordpress/versions.ts)',
  },
  debianChromium: {
    what: 'tests/e2e/pages/{give-dialog,giver-browser,guest-page}.test.ts',
    why: 'the pages of guests in Debian’s Chromium, which is newer than the one from npm',
  },
} satisfies Record<string, LeftOut>;

/** Returns the test files of a size, sorted. */
export function filesOf(size: Size): string[] {
  const files = globSync(EVERYTHING, { exclude: ['node_modules', 'data'] }).sort();
  const inAllAlone = size === 'all' ? [] : ONLY_IN_ALL.filter(({ tests }) => tests === undefined);
  const leftOut = [...inAllAlone, ...(size === 'quick' ? NOT_QUICK : [])];
  const without = new Set(leftOut.flatMap(({ what }) => globSync(what)));
  return files.filter((file) => !without.has(file));
}

/** Returns the test files that also run on PostgreSQL. */
export function onPostgres(size: Size): Set<string> {
  if (size === 'quick') return new Set();
  if (size === 'all') return new Set(globSync(BOTH_DATABASES));
  return new Set(ON_POSTGRES.flatMap(({ what }) => globSync(what)));
}

/**
 * Returns patterns for the full names of tests to leave out. In Node's full names, a space separates a suite from the
 * names inside it.
 */
export function testsLeftOut(size: Size): RegExp[] {
  const names = size === 'all' ? [] : ONLY_IN_ALL.flatMap(({ tests = [] }) => tests);
  return names.map((name) => new RegExp(`^${RegExp.escape(name.replaceAll(' › ', ' '))}(?: |$)`));
}
