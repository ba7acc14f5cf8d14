<?php
declare( strict_types=1 );

namespace Largesse\Owners;

use Largesse\Format\Csv;
use Largesse\Format\Price;

/**
 * Exports the list of gifts as CSV for spreadsheets (see Csv).
 */
final class GiftsFile {

	public static function csv( VisibleGifts $gifts ): string {
		$lines = array( array( __( 'Wish', 'largesse' ), __( 'How many', 'largesse' ), __( 'Who', 'largesse' ), __( 'Message', 'largesse' ), __( 'When', 'largesse' ), __( 'Thanked', 'largesse' ) ) );
		foreach ( $gifts->rows as $row ) {
			$thanked = $row['is_thanked'] ? __( 'Yes', 'largesse' ) : __( 'No', 'largesse' );
			$lines[] = array( $row['wish'], $row['quantity'], $row['who'], $row['message'], (string) wp_date( 'Y-m-d', $row['time'] ), $row['is_own'] ? '' : $thanked );
		}
		foreach ( $gifts->counts as $count ) {
			$lines[] = array( $count['wish'], $count['quantity'], '', '', '', '' );
		}
		return Csv::of( $lines, Price::decimal_point() );
	}
}
