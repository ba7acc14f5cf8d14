import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { openForSuite } from '../../support/suite.ts';
import { openSite } from '../wordpress/site.ts';

/**
 * PHP that acquires a lock. The filter makes the first attempt fail: it replaces the query with an INSERT into a
 * missing table. The database connection then has the error number that the input contains, like a connection to MySQL.
 */
const HOLD = `global $wpdb;
  $database = $wpdb;
  $wpdb     = new class( $wpdb, $input ) {
    public object $dbh;
    public function __construct( private object $database, int $errno ) { $this->dbh = (object) array( 'errno' => $errno ); }
    public function __call( string $name, array $values ) { return $this->database->$name( ...$values ); }
    public function __get( string $name ) { return $this->database->$name; }
  };
  $is_first = true;
  add_filter( 'query', function ( $query ) use ( &$is_first ) {
    if ( ! $is_first || ! str_starts_with( $query, 'INSERT IGNORE' ) ) {
      return $query;
    }
    $is_first = false;
    return 'INSERT INTO nowhere ( a ) VALUES ( 1 )';
  } );
  echo Largesse\\Registry\\ProcessLock::run( 'test', fn () => 'done' );
  $wpdb = $database;`;

/** Error numbers of MySQL: ER_LOCK_DEADLOCK and ER_NO_SUCH_TABLE. */
const DEADLOCK = 1213;
const NO_SUCH_TABLE = 1146;

describe('a lock', () => {
  const site = openForSuite(openSite);

  // MariaDB can report a deadlock if one process adds the lock's row while another deletes it.
  it('is acquired after a deadlock, without a log entry', async () => {
    assert.equal(await site.wordpress.run(HOLD, DEADLOCK), 'done');
    assert.equal(await site.complaints(), '');
  });

  it('is acquired after another database error, which is logged', async () => {
    assert.equal(await site.wordpress.run(HOLD, NO_SUCH_TABLE), 'done');
    assert.match(await site.complaints(), /WordPress database error .*nowhere/s);
  });

  it('ends if the work throws', async () => {
    const left = await site.wordpress.run(
      `try {
         Largesse\\Registry\\ProcessLock::run( 'thrown', static fn () => throw new Exception( 'No' ) );
       } catch ( Exception $thrown ) {
         echo $thrown->getMessage();
       }
       echo wp_json_encode( get_option( '_transient_largesse_lock_thrown' ) );`,
    );
    assert.equal(left, 'Nofalse');
  });

  it('lets only one of two simultaneous requests add an option, a key or the page My registries', async () => {
    const results = await site.wordpress.run(
      `global $wpdb;
       // Adds an option as another request would, after this request has cached that the option is missing.
       $add = static function ( string $name, string $value ) use ( $wpdb ): void {
         delete_option( $name );
         get_option( $name );
         $wpdb->query( $wpdb->prepare( "INSERT INTO {$wpdb->options} (option_name, option_value, autoload) VALUES (%s, %s, 'no')", $name, $value ) );
       };
       $add( 'largesse_added', 'first' );
       $results[] = Largesse\\Registry\\OptionRow::add( 'largesse_added', 'second' );
       $results[] = get_option( 'largesse_added' );
       $results[] = Largesse\\Registry\\OptionRow::add( 'largesse_new', 'new' ) ? get_option( 'largesse_new' ) : '';
       delete_option( 'largesse_added' );
       delete_option( 'largesse_new' );

       $add( 'largesse_no_mails_key', 'key' );
       $url = Largesse\\Mail\\MailOptOuts::url( 'guest@example.com' );
       $results[] = str_contains( $url, substr( hash_hmac( 'sha256', 'address|guest@example.com', 'key' ), 0, 32 ) );

       // The other request is still creating the page My registries.
       wp_set_current_user( 1 );
       $add( Largesse\\Links\\OwnerPage::OPTION, '0' );
       ( new Largesse\\Owners\\PageSetup() )->create_first();
       $results[] = $wpdb->get_var( $wpdb->prepare( "SELECT option_value FROM {$wpdb->options} WHERE option_name = %s", Largesse\\Links\\OwnerPage::OPTION ) );
       echo wp_json_encode( $results );`,
    );
    assert.equal(results, '[false,"first","new",true,"0"]');
  });
});
