<?php
declare( strict_types=1 );

namespace Largesse\Giving;

use Largesse\Registry\EventDate;
use Largesse\Registry\Registries;
use Largesse\Registry\RegistryMeta;
use WP_Post;

/**
 * Fields with the surprise settings of a registry (rules: Surprise).
 */
final class SurpriseFields {

	/**
	 * Adds the surprise settings to the data of a registry. The settings are empty for users who must still enter the
	 * registry's password.
	 *
	 * @param array<string, mixed> $fields Fields of the registry, as pages get them.
	 * @return array<string, mixed>
	 */
	public static function add_to_details( array $fields, WP_Post $registry ): array {
		$is_open  = Registries::is_insider( $registry ) || ! post_password_required( $registry );
		$surprise = Surprise::of( $registry );
		return $fields + array(
			'surprise'    => $is_open ? $surprise->level : '',
			'reveal_date' => $is_open ? (string) get_post_meta( $registry->ID, RegistryMeta::REVEAL_DATE, true ) : '',
			// Day of the reveal in words. If the owner chose no day, the day after the occasion applies.
			'reveal_text' => $is_open ? EventDate::text( $surprise->day ?? '' ) : '',
			'is_revealed' => $is_open && $surprise->has_come(),
			'is_over'     => $is_open && $surprise->is_over(),
		);
	}
}
