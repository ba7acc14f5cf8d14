<?php
declare( strict_types=1 );

namespace Largesse\Registries\Pictures;

use Largesse\FeatureFields;
use Largesse\Foundation\Http\FieldError;
use Largesse\Foundation\Http\Schema;
use Largesse\Registries\Registry\Cover;
use Largesse\Registries\Registry\Registries;
use Largesse\Registries\Registry\RegistryMeta;
use WP_Post;

/** Field with the picture on top of a registry's page. */
final class CoverField extends FeatureFields {

	public static function schema(): array {
		return array( 'cover' => Schema::text( 'Address of the uploaded picture on top.' ) );
	}

	public static function input(): array {
		return array( 'cover?' => Schema::text( 'Address of an uploaded picture; empty for none.', is_nullable: true ) );
	}

	public static function meta_keys(): array {
		return array( RegistryMeta::COVER );
	}

	/** Returns the address of the cover; '' for users who must still enter the registry's password. */
	public static function details( WP_Post $registry ): array {
		return array( 'cover' => Registries::is_open( $registry ) ? Cover::of( $registry )->url ?? '' : '' );
	}

	public static function add_problems( array $problems, array $sent, int $owner, int $id ): array {
		$cover    = $sent['cover'] ?? '';
		$is_valid = is_string( $cover ) && Cover::is_valid( $cover );
		return $problems + (
			$is_valid
			? array()
			: array( 'cover' => new FieldError( 'not_uploaded', __( 'Choose a picture that was uploaded here.', 'largesse' ) ) )
		);
	}

	public static function stored( array $sent ): array {
		return array_key_exists( 'cover', $sent ) ? array( RegistryMeta::COVER => (string) $sent['cover'] ) : array();
	}
}
