import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { openForSuite } from '../../api/testing/suite.ts';
import { openSite } from '../wordpress/site.ts';

/** Takes a lock whose first query the database refuses, naming a table that is not there; gives the result. */
const HOLD = `$is_first = true;
  add_filter( 'query', function ( $query ) use ( $input, &$is_first ) {
    if ( ! $is_first || ! str_starts_with( $query, 'INSERT IGNORE' ) ) {
      return $query;
    }
    $is_first = false;
    return "INSERT INTO $input ( a ) VALUES ( 1 )";
  } );
  echo Largesse\\Registry\\Lock::hold( 'test', fn () => 'done' );`;

describe('a lock', () => {
  const site = openForSuite(openSite);

  // MariaDB says so to all but one of those who add the row at the moment in which another one goes.
  it('is acquired after a deadlock, of which nothing is logged', async () => {
    assert.equal(await site.wordpress.run(HOLD, 'Deadlock'), 'done');
    assert.equal(await site.complaints(), '');
  });

  it('is acquired after another error of the database, which is logged', async () => {
    assert.equal(await site.wordpress.run(HOLD, 'nowhere'), 'done');
    assert.match(await site.complaints(), /WordPress database error .*nowhere/s);
  });
});
