<?php
declare( strict_types=1 );

namespace Largesse\Operation\Setup;

use Largesse\Features;
use Largesse\Foundation\Records\Records;
use Largesse\Pages\Owners\PageSetup;
use Largesse\Registries\Links\MyGifts;
use Largesse\Registries\Links\OwnerPage;

/**
 * Sets up a site for a purpose: its switches, its page and its menu. The question can be answered again. An answer
 * switches features off only if an earlier answer has switched them on, and if they have stored nothing.
 */
final class PurposeAnswer {

	/** Option with the last answer, and with the features that answers have switched on. */
	public const OPTION = 'largesse_purpose';

	/**
	 * Features that keep all their data in WordPress, so that this class sees whether there are any. The service keeps the
	 * data of the others, such as ideas.
	 */
	private const LOCAL = array(
		'circles',
		'draws',
		'delivery-address',
		'finding',
		'questions',
	);

	/** Returns the last answer; null if nobody has answered. */
	public static function last(): ?Purpose {
		return Purpose::tryFrom( (string) ( self::stored()['for'] ?? '' ) );
	}

	/**
	 * Sets up the site. The switches count from the next request on.
	 *
	 * @return list<string> A sentence about each change; empty if nothing has changed.
	 */
	public static function give( Purpose $purpose ): array {
		$switches = Features::switches();
		$modules  = Features::switched();
		$known    = (array) ( self::stored()['on'] ?? array() );
		$wanted   = Purpose::Own === $purpose ? array() : $purpose->features();
		$needed   = array_filter( array_map( static fn ( string $key ): string => $modules[ $key ]::NEEDS, $wanted ) );
		$on       = array_values(
			array_filter(
				array_unique( array( ...$wanted, ...$needed ) ),
				static fn ( string $key ): bool => ! $switches[ $key ]
			)
		);
		$unneeded = Purpose::Own === $purpose
			? array()
			: array_filter(
				array_diff( $known, $wanted, $needed ),
				static fn ( mixed $key ): bool => $switches[ $key ] ?? false
			);
		$kept     = array_values( array_filter( $unneeded, self::may_have_data( ... ) ) );
		// A feature stays on if one that stays on needs it.
		$kept = array_values(
			array_unique(
				array(
					...$kept,
					...array_intersect( $unneeded, array_map( static fn ( string $key ): string => $modules[ $key ]::NEEDS, $kept ) ),
				)
			)
		);
		$off  = array_values( array_diff( $unneeded, $kept ) );
		Features::store( array_fill_keys( $on, true ) + array_fill_keys( $off, false ) );
		update_option(
			self::OPTION,
			array(
				'for' => $purpose->value,
				'on'  => array_values( array_unique( array( ...array_diff( $known, $off ), ...$on ) ) ),
			),
			false
		);
		$names   = static fn ( array $keys ): string => implode(
			', ',
			array_map( static fn ( string $key ): string => $modules[ $key ]::texts()['name'], $keys )
		);
		$changes = array();
		if ( array() !== $on ) {
			/* translators: %s: names of features. */
			$changes[] = sprintf( __( 'Switched on: %s', 'largesse' ), $names( $on ) );
		}
		if ( array() !== $off ) {
			/* translators: %s: names of features. */
			$changes[] = sprintf( __( 'Switched off: %s', 'largesse' ), $names( $off ) );
		}
		if ( array() !== $kept ) {
			/* translators: %s: names of features. */
			$changes[] = sprintf( __( 'Left on, because they may already have data: %s', 'largesse' ), $names( $kept ) );
		}
		if ( Purpose::Own === $purpose ) {
			return $changes;
		}
		if ( PageSetup::restore() ) {
			/* translators: %s: title of a page. */
			$changes[] = sprintf( __( 'Created the page “%s”', 'largesse' ), get_the_title( OwnerPage::id() ) );
		}
		$gifts = __( 'My gifts', 'largesse' );
		$menus = array(
			get_the_title( OwnerPage::id() ) => MenuEntry::add( OwnerPage::id() ),
			$gifts                           => MenuEntry::add_address( $gifts, MyGifts::url() ),
		);
		foreach ( array_filter( $menus, is_string( ... ) ) as $title => $menu ) {
			/* translators: 1: title of a page, 2: name of a menu. */
			$changes[] = sprintf( __( 'Added “%1$s” to the menu “%2$s”', 'largesse' ), $title, $menu );
		}
		return $changes;
	}

	/** Removes features that no longer exist from the features that answers have switched on. */
	public static function remove_unknown(): void {
		$stored = self::stored();
		if ( isset( $stored['on'] ) ) {
			$stored['on'] = array_values( array_intersect( $stored['on'], array_keys( Features::switched() ) ) );
			update_option( self::OPTION, $stored, false );
		}
	}

	/** @return array<string, mixed> */
	private static function stored(): array {
		return (array) get_option( self::OPTION, array() );
	}

	private static function may_have_data( string $key ): bool {
		global $wpdb;
		$stored = in_array( $key, self::LOCAL, true ) ? Features::switched()[ $key ]::stored() : null;
		if ( null === $stored ) {
			return true;
		}
		foreach ( array_keys( $stored->records ) as $kind ) {
			if ( Records::each( $kind )->valid() ) {
				return true;
			}
		}
		foreach ( array_keys( $stored->post_meta ) as $meta ) {
			// phpcs:ignore WordPress.DB.DirectDatabaseQuery -- Runs only for an answer; WordPress's own function would load posts.
			if ( null !== $wpdb->get_var( $wpdb->prepare( "SELECT 1 FROM {$wpdb->postmeta} WHERE meta_key = %s LIMIT 1", $meta ) ) ) {
				return true;
			}
		}
		return array() !== $stored->user_meta;
	}
}
