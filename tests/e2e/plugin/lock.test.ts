// Needs a whole site: simultaneous processes share the database.
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
  echo Largesse\\Foundation\\Records\\Records::locked( 'test', fn () => 'done' );
  $wpdb = $database;`;

/** Error numbers of MySQL: ER_LOCK_DEADLOCK and ER_NO_SUCH_TABLE. */
const DEADLOCK = 1213;
const NO_SUCH_TABLE = 1146;

describe('a lock', () => {
  const site = openForSuite(openSite);

  // MariaDB can report a deadlock if one process adds the lock's row while another deletes it.
  for (const [error, errno] of Object.entries({ 'a deadlock': DEADLOCK, 'a missing table': NO_SUCH_TABLE }))
    it(`is acquired after ${error}, without a log entry`, async () => {
      assert.equal(await site.wordpress.run(HOLD, errno), 'done');
      assert.equal(await site.complaints(), '');
    });

  it('ends if the work throws', async () => {
    const left = await site.wordpress.run(
      `try {
         Largesse\\Foundation\\Records\\Records::locked( 'thrown', static fn () => throw new Exception( 'No' ) );
       } catch ( Exception $thrown ) {
         echo $thrown->getMessage();
       }
       echo wp_json_encode( Largesse\\Foundation\\Records\\Records::read_again( 'lock', 'thrown' )->is_stored() );`,
    );
    assert.equal(left, 'Nofalse');
  });

  it('lets only one of two simultaneous requests create the page My registries', async () => {
    const stored = await site.wordpress.run(
      `global $wpdb;
       // Another request creates the page, after this request has cached that the option is missing.
       delete_option( Largesse\\Registries\\Links\\OwnerPage::OPTION );
       get_option( Largesse\\Registries\\Links\\OwnerPage::OPTION );
       $wpdb->query( $wpdb->prepare( "INSERT INTO {$wpdb->options} (option_name, option_value, autoload) VALUES (%s, '7', 'yes')", Largesse\\Registries\\Links\\OwnerPage::OPTION ) );
       wp_set_current_user( 1 );
       ( new Largesse\\Pages\\Owners\\PageSetup() )->create_first();
       echo $wpdb->get_var( $wpdb->prepare( "SELECT option_value FROM {$wpdb->options} WHERE option_name = %s", Largesse\\Registries\\Links\\OwnerPage::OPTION ) );`,
    );
    assert.equal(stored, '7');
  });
});

describe('a limit', () => {
  const site = openForSuite(openSite);

  /** Counts events in three processes at the same time. @returns the number of events that each process counted */
  const inThreeProcesses = async (code: string, input: unknown): Promise<number[]> =>
    (await Promise.all([1, 2, 3].map(() => site.wordpress.run(code, input)))).map(Number);

  for (const cache of [false, true]) {
    it(`is never exceeded by simultaneous events${cache ? ', with an external object cache' : ''}`, async () => {
      const passed = await inThreeProcesses(
        `wp_using_ext_object_cache( $input );
         $limit = new Largesse\\Foundation\\Http\\RateLimit( 'events ' . (int) $input, 60, 600 );
         for ( $passed = 0, $n = 0; $n < 60; $n++ ) $passed += (int) ( 0 === $limit->take() );
         echo $passed;`,
        cache,
      );
      assert.equal(
        passed.reduce((sum, one) => sum + one),
        60,
        passed.join(),
      );
    });
  }

  it('of each kind of mail counts all addresses of a mailbox', async () => {
    const sent = await site.wordpress.run(
      `use Largesse\\People\\Mail\\Delivery;
       use Largesse\\People\\Mail\\MailLimits;
       add_filter( 'pre_wp_mail', '__return_true' );
       $addresses = array( 'ada@gmail.com', 'A.da@gmail.com', 'ada+list@googlemail.com', 'a.d.a+1@gmail.com' );
       for ( $n = 0; $n < 60; $n++ ) {
         // Each mail is about another registry, circle or member, so only the mailbox is the same.
         $limits = array(
           'gift' => MailLimits::gift( random_int( 1, 1_000_000 ) ),
           'invitation' => MailLimits::invitation( random_int( 1, 1_000_000 ), random_int( 1, 1_000_000 ) ),
           'account' => MailLimits::account(),
           'follow' => MailLimits::follow(),
           'share' => MailLimits::share(),
           'news' => MailLimits::news(),
           'draw' => MailLimits::draw(),
           'question' => MailLimits::question(),
           'giver_link' => MailLimits::giver_link(),
           'reveal' => MailLimits::reveal(),
         );
         foreach ( $limits as $kind => $limit ) {
           $sent[ $kind ] = ( $sent[ $kind ] ?? 0 ) + (int) ( true === Delivery::send( $addresses[ $n % 4 ], new Largesse\\People\\Mail\\MailMessage( 'Hello' ), 'test', $limit, Largesse\\People\\Mail\\RecipientMailboxes::none() ) );
         }
       }
       echo wp_json_encode( $sent );`,
    );
    // Kinds with the limit 1 have a pause between two mails.
    const paused = { gift: 1, invitation: 1, account: 1, follow: 1, share: 1, question: 1, giver_link: 1 };
    const limits = { ...paused, news: 5, draw: 50, reveal: 20 };
    assert.deepEqual(JSON.parse(sent), limits);
    const factories = await site.wordpress.run(
      `$methods = ( new ReflectionClass( Largesse\\People\\Mail\\MailLimits::class ) )->getMethods( ReflectionMethod::IS_STATIC );
       echo wp_json_encode( array_column( array_filter( $methods, fn ( $one ) => 'self' === (string) $one->getReturnType() ), 'name' ) );`,
    );
    assert.deepEqual(JSON.parse(factories).toSorted(), Object.keys(limits).toSorted(), 'this test knows all kinds');
  });

  it('of mails about a registry is 200 a day, for gifts and invitations apart', async () => {
    const waits = await site.wordpress.run(
      `use Largesse\\People\\Mail\\MailLimits;
       foreach ( array( 'mails of 7' => MailLimits::gift( 7 ), 'invitations to 7' => MailLimits::invitation( 7, 7 ) ) as $counter => $limits ) {
         ( new Largesse\\Foundation\\Http\\RateLimit( $counter, 200, DAY_IN_SECONDS ) )->take( 199 );
         echo $limits->take( 'one@people.example' ), ' ', $limits->seconds_to_wait( 'other@people.example' ) > 80000 ? 'waits ' : '';
       }`,
    );
    assert.equal(waits, '0 waits 0 waits ');
  });

  it('counts nothing if one of several limits is reached, and forgets events that did not happen', async () => {
    const seen = await site.wordpress.run(
      `use Largesse\\Foundation\\Http\\RateLimit;
       list( $one, $other ) = array( new RateLimit( 'one', 3, 600 ), new RateLimit( 'other', 1, 3600 ) );
       $seen = array( RateLimit::take_all( $one, $other ), RateLimit::take_all( $one, $other ) > 3000, $one->remaining() );
       RateLimit::give_back_all( $one, $other );
       array_push( $seen, $one->remaining(), $one->take( 4 ) > 0, $one->take( 3 ), $one->take() > 500 );
       $one->give_back( 2 );
       $seen[] = $one->remaining();
       echo wp_json_encode( $seen );`,
    );
    assert.deepEqual(JSON.parse(seen), [0, true, 2, 3, true, 0, true, 2]);
  });
});
