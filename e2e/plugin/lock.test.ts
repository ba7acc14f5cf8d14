import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { openForSuite } from '../../api/testing/suite.ts';
import { openSite } from '../wordpress/site.ts';

/** PHP that acquires a lock. Its first query fails, because it uses a table that does not exist. */
const HOLD = `$is_first = true;
  add_filter( 'query', function ( $query ) use ( $input, &$is_first ) {
    if ( ! $is_first || ! str_starts_with( $query, 'INSERT IGNORE' ) ) {
      return $query;
    }
    $is_first = false;
    return "INSERT INTO $input ( a ) VALUES ( 1 )";
  } );
  echo Largesse\\Registry\\ProcessLock::run( 'test', fn () => 'done' );`;

describe('a lock', () => {
  const site = openForSuite(openSite);

  // MariaDB can report a deadlock if one process adds the lock's row while another deletes it.
  it('is acquired after a deadlock, without a log entry', async () => {
    assert.equal(await site.wordpress.run(HOLD, 'Deadlock'), 'done');
    assert.equal(await site.complaints(), '');
  });

  it('is acquired after another database error, which is logged', async () => {
    assert.equal(await site.wordpress.run(HOLD, 'nowhere'), 'done');
    assert.match(await site.complaints(), /WordPress database error .*nowhere/s);
  });
});
