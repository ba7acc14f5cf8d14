import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { openSite, type Site } from '../wordpress/site.ts';

/** Takes a turn whose first query the database refuses, naming a table that is not there; gives the result. */
const TAKE = `$is_first = true;
  add_filter( 'query', function ( $query ) use ( $input, &$is_first ) {
    if ( ! $is_first || ! str_starts_with( $query, 'INSERT IGNORE' ) ) {
      return $query;
    }
    $is_first = false;
    return "INSERT INTO $input ( a ) VALUES ( 1 )";
  } );
  echo Largesse\\Rest\\Turn::take( 'test', fn () => 'done' );`;

describe('a turn', () => {
  let site: Site;
  before(async () => {
    site = await openSite();
  });
  after(() => site?.close());

  // MariaDB says so to all but one of those who add the mark at the moment in which another one goes.
  it('is taken after a deadlock, of which nothing is logged', async () => {
    assert.equal(await site.wordpress.run(TAKE, 'Deadlock'), 'done');
    assert.equal(await site.wordpress.log(), '');
  });

  it('is taken after another error of the database, which is logged', async () => {
    assert.equal(await site.wordpress.run(TAKE, 'nowhere'), 'done');
    assert.match(await site.wordpress.log(), /WordPress database error .*nowhere/s);
  });
});
