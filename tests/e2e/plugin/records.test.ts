// Needs a whole site: several processes and two databases store the records.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { hasMariaDb, startMariaDb } from '../../../api/src/backup/mariadb.ts';
import { hasProgram } from '../../../deploy/testing/program.ts';
import { run } from '../../../tools/release/run.ts';
import { fetchWordPress } from '../../../tools/wordpress/download.ts';
import { openForSuite } from '../../support/suite.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { openSite } from '../wordpress/site.ts';

/** Runs PHP code in a new process, in which WordPress and the plugin are loaded. */
type Run = (code: string) => Promise<string>;

const USE = `use Largesse\\Foundation\\Records\\Record; use Largesse\\Foundation\\Records\\Records;`;

const DROP = `global $wpdb; $wpdb->query( 'DROP TABLE IF EXISTS ' . Records::table() );`;

/** PHP that adds a word to a record, and removes the record if it has ten words. Counts the removed words. */
const ADD_WORDS = `${USE}
  for ( $n = 0, $removed = 0; $n < 40; $n++ ) {
    $gone   = 0;
    $stored = Records::change( 'test race', 'one', static function ( Record $now ) use ( &$gone ): ?Record {
      $gone = count( $now->data ) >= 10 ? count( $now->data ) : 0;
      return $gone ? null : $now->with( data: array( ...$now->data, 'word' ) );
    } );
    if ( is_wp_error( $stored ) ) { echo $stored->get_error_code(); }
    $removed += $gone;
    $n       -= $gone ? 1 : 0;
  }
  echo $removed;`;

/** PHP that prints the results of each operation on records. */
const OPERATIONS = `${USE}
  ${DROP}
  $put = static fn ( string $kind, string $key, mixed ...$values ) => Records::change( $kind, $key, static fn ( Record $now ) => $now->with( ...$values ) );
  $results['missing'] = Records::read( 'test note', '1' )->is_stored();
  $put( 'test note', '1', data: array( 'text' => 'Zoë 🎁 50% \\\\ "x_y"', 'n' => array( 1, 1.0 ) ) );
  $results['types'] = array_map( 'gettype', Records::read_again( 'test note', '1' )->data['n'] );
  $results['read'] = array( Records::read( 'test note', '1' )->data, Records::read( 'test note', '2' )->data, Records::read( 'test other', '1' )->data );

  $first = Records::read( 'test note', '1' );
  $calls = 0;
  $same  = Records::change( 'test note', '1', static function ( Record $now ) use ( &$calls ) { ++$calls; return $now; } );
  $results['unchanged'] = array( $calls, $same->version === $first->version );
  $results['refused'] = Records::change( 'test note', '1', static fn () => new WP_Error( 'no' ) )->get_error_code();
  $other = static fn ( Record $now ) => Records::replace( $now, $now->with( data: array( 'by' => 'another' ) ) );
  $calls = 0;
  $put( 'test note', '1', data: array() );
  $twice = Records::change( 'test note', '1', static function ( Record $now ) use ( &$calls, $other ) {
    if ( 1 === ++$calls ) { $other( $now ); }
    return $now->with( data: $now->data + array( 'mine' => true ) );
  } );
  $results['conflict'] = array( $calls, $twice->data );
  Records::change( 'test note', '1', static fn () => null );
  $results['deleted'] = array( Records::read( 'test note', '1' )->is_stored(), Records::replace( $twice, $twice ) );
  $put( 'test note', '1', data: array( 'again' ) );
  $results['successor'] = Records::replace( $twice, $twice->with( data: array() ) );
  $busy = Records::change( 'test note', '1', static function ( Record $now ) use ( $other ) { $other( $now ); return $now->with( data: array( random_int( 0, 9 ) ) ); } );
  $results['busy'] = array( $busy->get_error_code(), $busy->get_error_data() );

  foreach ( array( 'c' => 30, 'a' => 10, 'none' => 0, 'b' => 10 ) as $key => $time ) { $put( 'test mail', $key, time: $time, data: array(  'to' => "{$key}_%ö/@x.de" ) ); }
  $keys = static fn ( array $records ) => implode( ' ', array_column( $records, 'key' ) );
  $results['due'] = array( $keys( Records::due( 'test mail', 29, 9 ) ), $keys( Records::due( 'test mail', 30, 2 ) ), $keys( iterator_to_array( Records::each( 'test mail', until: 29 ) ) ), Records::due_registries( 'test mail', 29 ) );
  $all = Records::all( 'test mail' );
  $results['all'] = array( $keys( $all ), $keys( Records::containing( 'test mail', 'to', 'b_%ö/@x.de' ) ), $keys( iterator_to_array( Records::each( 'test mail', $all[0]->id ) ) ), $keys( Records::containing( 'test mail', 'to', 'cx' ) ) );
  Records::delete_expired( 'test mail', 30 );
  $results['expired'] = $keys( Records::all( 'test mail' ) );

  $put( 'test of', '1', user: 5 ); $put( 'test of', '2', registry: 5 ); $put( 'test of', '3', registry: 6 );
  Records::read( 'test of', '1' );
  Records::delete_of_user( 5 );
  Records::delete_of_user( 0 );
  $results['users'] = array( $keys( Records::all( 'test of' ) ), Records::read( 'test of', '1' )->is_stored() );
  do_action( 'largesse_registry_deleted', new WP_Post( (object) array( 'ID' => 5 ) ) );
  $results['registries'] = $keys( Records::all( 'test of' ) );
  $results['dropped'] = array_map( static fn ( string $table ): bool => str_ends_with( $table, 'largesse_records' ), array_values( apply_filters( 'wpmu_drop_tables', array(), 7 ) ) );
  echo wp_json_encode( $results );`;

const RESULTS = {
  missing: false,
  read: [{ text: 'Zoë 🎁 50% \\ "x_y"', n: [1, 1] }, [], []],
  types: ['integer', 'double'],
  unchanged: [1, true],
  refused: 'no',
  conflict: [2, { by: 'another', mine: true }],
  deleted: [false, null],
  successor: null,
  busy: ['largesse_busy', { status: 503 }],
  due: ['a b', 'a b', 'a b', [0, 0]],
  all: ['c a none b', 'b', 'a none b', ''],
  expired: 'c none',
  users: ['2 3', false],
  registries: '3',
  dropped: [true],
};

/** Tests of the store on one database. @param complaints returns the PHP log since the last call */
function storeRules(runPhp: () => Run, complaints: () => Promise<string>): void {
  it('reads, changes, finds and deletes records', async () => {
    assert.deepEqual(JSON.parse(await runPhp()(OPERATIONS)), RESULTS);
    assert.equal(await complaints(), '');
  });

  it('loses no change of several processes, which also create the table', async () => {
    await runPhp()(USE + DROP);
    const removed = await Promise.all([1, 2, 3].map(() => runPhp()(ADD_WORDS)));
    const left = Number(await runPhp()(`${USE} echo count( Records::read( 'test race', 'one' )->data );`));
    assert.equal(
      removed.map(Number).reduce((sum, one) => sum + one, left),
      120,
      removed.join(),
    );
    assert.equal(await complaints(), '');
  });
}

describe('the store of records on SQLite', () => {
  const site = openForSuite(openSite);
  storeRules(
    () => site.wordpress.run,
    () => site.complaints(),
  );

  it('exists after the activation, and reports other errors of the database', async () => {
    const found = await site.wordpress.run(
      `${USE}
      ${DROP}
      do_action( 'activate_' . plugin_basename( Largesse\\Plugin::file() ) );
      echo $wpdb->get_var( 'SELECT COUNT(*) FROM ' . Records::table() ), ' ';
      $wpdb->query( 'ALTER TABLE ' . Records::table() . ' DROP COLUMN json' );
      echo Records::change( 'test note', '1', static fn ( Record $now ) => $now->with( data: array( 1 ) ) )->get_error_code();
      ${DROP}`,
    );
    assert.equal(found, '0 largesse_busy');
    assert.match(await site.complaints(), /WordPress database error .*json/s);
  });
});

const hasMysqli = spawnSync('php', ['-r', 'exit(extension_loaded("mysqli") ? 0 : 1);']).status === 0;
const missing = Object.entries({
  MariaDB: hasMariaDb(),
  'PHP with mysqli': hasMysqli,
  unzip: hasProgram('unzip', '-v'),
})
  .filter(([, isThere]) => !isThere)
  .map(([name]) => name);

describe('the store of records on MariaDB', {
  skip: missing.length > 0 && `${missing.join(', ')} is not installed`,
}, () => {
  const mariaDb = openForSuite(async () => {
    await using opened = new AsyncDisposableStack();
    const server = opened.use(await startMariaDb());
    const folder = opened.use(await temporaryFolder()).path;
    const { coreZip } = await fetchWordPress('6.5');
    await run(folder, 'unzip', ['-q', coreZip, '-d', folder]);
    server.rows('CREATE DATABASE site CHARACTER SET utf8mb4');
    const log = join(folder, 'log');
    const constants = { DB_NAME: 'site', DB_USER: 'root', DB_PASSWORD: '', DB_HOST: `localhost:${server.socket}` };
    await writeFile(
      join(folder, 'wp-config.php'),
      `<?php
      ${Object.entries(constants)
        .map(([name, value]) => `define( '${name}', '${value}' );`)
        .join('\n')}
      define( 'DB_CHARSET', 'utf8mb4' ); define( 'DB_COLLATE', '' );
      define( 'WP_DEBUG', true ); define( 'WP_DEBUG_DISPLAY', false ); define( 'WP_DEBUG_LOG', '${log}' );
      define( 'WP_HOME', 'http://site.example' );
      define( 'WP_HTTP_BLOCK_EXTERNAL', true );
      $_SERVER['HTTP_HOST'] = 'site.example';
      $table_prefix = 'gifts_';
      function wp_mail() { return true; }
      require __DIR__ . '/wp-settings.php';`,
    );
    const php: Run = (code) => run(folder, 'php', ['-r', code]);
    const load = `define( 'WP_INSTALLING', true ); require 'wp-load.php';`;
    await php(
      `${load} require ABSPATH . 'wp-admin/includes/upgrade.php'; wp_install( 'Site', 'admin', 'a@people.example', true, '', 'p' );`,
    );
    await mkdir(join(folder, 'wp-content/plugins'), { recursive: true });
    await symlink(join(import.meta.dirname, '../../../plugin'), join(folder, 'wp-content/plugins/largesse'));
    await php(`require 'wp-load.php'; update_option( 'active_plugins', array( 'largesse/largesse.php' ) );`);
    const all = opened.move();
    return {
      run: (code: string) => php(`require 'wp-load.php'; ${code}`),
      log,
      [Symbol.asyncDispose]: () => all.disposeAsync(),
    };
  });
  storeRules(
    () => mariaDb.run,
    async () => spawnSync('cat', [mariaDb.log], { encoding: 'utf8' }).stdout,
  );
});
