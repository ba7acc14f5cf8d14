<?php
/**
 * The part of the plugin in WordPress's tools for personal data.
 *
 * @package Largesse
 */

declare( strict_types=1 );

namespace Largesse\Privacy;

use Largesse\Api\Client;
use Largesse\Api\Settings;
use Largesse\Feature;
use Largesse\Registry\ItemCache;
use Largesse\Registry\RegistryItems;

/**
 * Offers the exporters and erasers wherever somebody asks for them: WordPress does in wp-admin, other plugins also in
 * background jobs. Nothing is built before that.
 */
final class PersonalData implements Feature {

	/**
	 * Adds the hooks of this feature.
	 */
	public function register(): void {
		add_filter( 'wp_privacy_personal_data_exporters', array( $this, 'add_exporters' ) );
		add_filter( 'wp_privacy_personal_data_erasers', array( $this, 'add_erasers' ) );
	}

	/**
	 * Adds what is exported.
	 *
	 * @param mixed $exporters Those of WordPress and other plugins.
	 * @return array<string, mixed>
	 */
	public function add_exporters( mixed $exporters ): array {
		$exporter = new Exporter( new RegistryItems( new Client( new Settings() ), new ItemCache( 0 ) ) );
		return ( is_array( $exporters ) ? $exporters : array() ) + array(
			'largesse-registries'  => array(
				'exporter_friendly_name' => __( 'Gift registries', 'largesse' ),
				'callback'               => array( $exporter, 'registries' ),
			),
			'largesse-invitations' => array(
				'exporter_friendly_name' => __( 'Invitations to gift registries', 'largesse' ),
				'callback'               => array( $exporter, 'invitations' ),
			),
		);
	}

	/**
	 * Adds what is erased.
	 *
	 * @param mixed $erasers Those of WordPress and other plugins.
	 * @return array<string, mixed>
	 */
	public function add_erasers( mixed $erasers ): array {
		$eraser = new Eraser( new Client( new Settings() ) );
		return ( is_array( $erasers ) ? $erasers : array() ) + array(
			'largesse-registries'  => array(
				'eraser_friendly_name' => __( 'Gift registries', 'largesse' ),
				'callback'             => array( $eraser, 'registries' ),
			),
			'largesse-invitations' => array(
				'eraser_friendly_name' => __( 'Invitations to gift registries', 'largesse' ),
				'callback'             => array( $eraser, 'invitations' ),
			),
		);
	}
}
