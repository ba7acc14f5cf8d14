<?php
declare( strict_types=1 );

namespace Largesse\Circles;

use function Largesse\Testing\assert_same;
use function Largesse\Testing\test;

test(
	'sorts the next celebrations first, and past ones last',
	static function (): void {
		$days  = array( 1 => '2026-01-01', 2 => '', 3 => '2027-06-01', 4 => '2026-11-27', 5 => '2026-05-01', 6 => '2027-06-01', 7 => '' );
		$lists = array_map( static fn ( int $id ): OpenList => new OpenList( $id, 1, 'p', 'p', $days[ $id ] ), array( 7, 6, 5, 4, 3, 2, 1 ) );
		assert_same( array( 4, 3, 6, 2, 7, 5, 1 ), array_column( OpenList::sorted( $lists, '2026-11-27' ), 'id' ) );
		assert_same( array( 4, 3, 6 ), array_column( array_values( array_filter( OpenList::sorted( $lists, '2026-11-27' ), static fn ( OpenList $list ): bool => $list->is_next( '2026-11-27' ) ) ), 'id' ) );
	}
);
