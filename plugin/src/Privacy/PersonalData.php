<?php
declare( strict_types=1 );

namespace Largesse\Privacy;

use Largesse\Registry\Store;

/**
 * Registers the exporters and erasers on every kind of request: WordPress uses them in wp-admin, other plugins also in
 * background jobs.
 */
final class PersonalData {

	private readonly Store $store;

	public function __construct( Store $store, private readonly GiverData $gifts ) {
		$this->store = $store->uncached();
	}

	/**
	 * Adds the exporters.
	 *
	 * @param mixed $exporters Exporters of WordPress and other plugins.
	 * @return array<string, mixed>
	 */
	public function add_exporters( mixed $exporters ): array {
		$exporter = new Exporter( $this->store );
		return ( is_array( $exporters ) ? $exporters : array() ) + array(
			'largesse-registries'  => array(
				'exporter_friendly_name' => __( 'Gift registries', 'largesse' ),
				'callback'               => array( $exporter, 'registries' ),
			),
			'largesse-invitations' => array(
				'exporter_friendly_name' => __( 'Invitations to gift registries', 'largesse' ),
				'callback'               => array( $exporter, 'invitations' ),
			),
			'largesse-gifts'       => array(
				'exporter_friendly_name' => __( 'Gifts for registries', 'largesse' ),
				'callback'               => array( $this->gifts, 'export' ),
			),
		);
	}

	/**
	 * Adds the erasers.
	 *
	 * @param mixed $erasers Erasers of WordPress and other plugins.
	 * @return array<string, mixed>
	 */
	public function add_erasers( mixed $erasers ): array {
		$eraser = new Eraser( $this->store );
		return ( is_array( $erasers ) ? $erasers : array() ) + array(
			'largesse-registries'  => array(
				'eraser_friendly_name' => __( 'Gift registries', 'largesse' ),
				'callback'             => array( $eraser, 'registries' ),
			),
			'largesse-invitations' => array(
				'eraser_friendly_name' => __( 'Invitations to gift registries', 'largesse' ),
				'callback'             => array( $eraser, 'invitations' ),
			),
			'largesse-gifts'       => array(
				'eraser_friendly_name' => __( 'Gifts for registries', 'largesse' ),
				'callback'             => array( $this->gifts, 'erase' ),
			),
		);
	}
}
