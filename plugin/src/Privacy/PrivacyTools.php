<?php
declare( strict_types=1 );

namespace Largesse\Privacy;

use Largesse\Hooks;
use Largesse\PersonalData;
use Largesse\Services;

/**
 * Registers the exporters and erasers of all features on every request. WordPress uses them only in wp-admin, but other
 * plugins also use them in background jobs.
 */
final class PrivacyTools {

	/**
	 * Adds the exporters.
	 *
	 * @param mixed $exporters Exporters of WordPress and other plugins.
	 * @return array<string, mixed>
	 */
	public function add_exporters( mixed $exporters ): array {
		return ( is_array( $exporters ) ? $exporters : array() ) + self::entries( 'exporter_friendly_name', 'export' );
	}

	/**
	 * Adds the erasers.
	 *
	 * @param mixed $erasers Erasers of WordPress and other plugins.
	 * @return array<string, mixed>
	 */
	public function add_erasers( mixed $erasers ): array {
		return ( is_array( $erasers ) ? $erasers : array() ) + self::entries( 'eraser_friendly_name', 'erase' );
	}

	/**
	 * Returns the label and the callback of each feature.
	 *
	 * @param string $key Key under which WordPress expects the label.
	 * @return array<string, array<string, mixed>>
	 */
	private static function entries( string $key, string $method ): array {
		$entry = static function ( string $class_name ) use ( $key, $method ): array {
			/**
			 * Data of a feature.
			 *
			 * @var PersonalData $data
			 */
			$data = Services::get( $class_name );
			return array(
				$key       => $data->label(),
				'callback' => array( $data, $method ),
			);
		};
		return array_map( $entry, Hooks::declared( 'personal_data', true ) );
	}
}
