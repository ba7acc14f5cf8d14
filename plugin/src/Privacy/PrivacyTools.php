<?php
declare( strict_types=1 );

namespace Largesse\Privacy;

use Largesse\Hooks;
use Largesse\PersonalData;
use Largesse\Services;

/**
 * Exports, erases and deletes the personal data of all features, also of features that are off. The exporters and
 * erasers exist outside of wp-admin, too, because other plugins use them in background jobs.
 */
final class PrivacyTools {

	public static function add_exporters( mixed $exporters ): array {
		return ( is_array( $exporters ) ? $exporters : array() ) + self::entries( 'exporter_friendly_name', 'export' );
	}

	public static function add_erasers( mixed $erasers ): array {
		return ( is_array( $erasers ) ? $erasers : array() ) + self::entries( 'eraser_friendly_name', 'erase' );
	}

	public static function forget_user( mixed $id ): void {
		foreach ( Hooks::declared( 'personal_data', true ) as $class_name ) {
			Services::get( $class_name )->forget_user( (int) $id );
		}
	}

	public static function delete_expired(): void {
		foreach ( Hooks::declared( 'personal_data', true ) as $class_name ) {
			Services::get( $class_name )->delete_expired();
		}
	}

	/** Returns the label and the callback of each feature. WordPress expects the label under `$key`. */
	private static function entries( string $key, string $method ): array {
		$entry = static function ( string $class_name ) use ( $key, $method ): array {
			/** @var PersonalData Data of a feature. $data */
			$data = Services::get( $class_name );
			return array(
				$key       => $data->label(),
				'callback' => array( $data, $method ),
			);
		};
		return array_map( $entry, Hooks::declared( 'personal_data', true ) );
	}
}
