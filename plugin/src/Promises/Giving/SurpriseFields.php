<?php
declare( strict_types=1 );

namespace Largesse\Promises\Giving;

use Largesse\FeatureFields;
use Largesse\Foundation\Http\Schema;
use Largesse\Foundation\Service\BrokenRule;
use Largesse\Foundation\Service\FieldRules;
use Largesse\Foundation\Service\Rules;
use Largesse\Registries\Registry\Occasion;
use Largesse\Registries\Registry\Registries;
use Largesse\Registries\Registry\RegistryMeta;
use Largesse\Registries\Registry\Roles;
use WP_Post;

/** Fields with the surprise settings of a registry (rules: Surprise). */
final class SurpriseFields extends FeatureFields {

	/** Meta keys by field. */
	private const META = array(
		'surprise'    => RegistryMeta::SURPRISE,
		'reveal_date' => RegistryMeta::REVEAL_DATE,
	);

	public static function schema(): array {
		return array(
			'surprise'      => Schema::text( 'Level of surprise for the owners; empty if the caller cannot see it.', array( ...Rules::SURPRISE_LEVELS, '' ) ),
			'reveal_date'   => Schema::text( 'Chosen day of the reveal, YYYY-MM-DD.' ),
			'reveal_text'   => Schema::text( 'Day of the reveal in words, even if none was chosen.' ),
			'surprise_text' => Schema::text( 'Sentence that gifts are a surprise to the caller; empty if they are not.' ),
			'is_revealed'   => Schema::boolean( 'True from the day of the reveal on.' ),
			'is_over'       => Schema::boolean( 'True if the day of the reveal has come and the occasion is over.' ),
		);
	}

	public static function input(): array {
		return array(
			'surprise?'    => Schema::text( 'Level of surprise for the owners; empty for the default of the site.', array( ...Rules::SURPRISE_LEVELS, '', null ), is_nullable: true ),
			'reveal_date?' => Schema::field( 'event_date', 'Day of the reveal, YYYY-MM-DD; empty for none.' ),
		);
	}

	public static function meta_keys(): array {
		return array_values( self::META );
	}

	/** Returns the fields. They are empty for users who must still enter the registry's password. */
	public static function details( WP_Post $registry ): array {
		$is_open  = Registries::is_open( $registry );
		$surprise = Surprise::of( $registry );
		$people   = Roles::of( $registry );
		$sees_all = $people->is_owner() && ! $people->is_recipient();
		return array(
			'surprise'      => $is_open ? $surprise->level : '',
			'reveal_date'   => $is_open ? (string) get_post_meta( $registry->ID, RegistryMeta::REVEAL_DATE, true ) : '',
			// Day of the reveal in words. If the owner chose no day, the day after the occasion applies.
			'reveal_text'   => $is_open ? Occasion::date( $surprise->day ?? '' ) : '',
			'surprise_text' => $is_open ? BoughtView::of( $registry, $sees_all )->surprise_note() : '',
			'is_revealed'   => $is_open && $surprise->has_come(),
			'is_over'       => $is_open && $surprise->is_over(),
		);
	}

	public static function add_problems( array $problems, array $sent, int $owner, int $id ): array {
		$level = $sent['surprise'] ?? '';
		$day   = $sent['reveal_date'] ?? '';
		$found = array(
			'surprise'    => '' === $level || in_array( $level, Rules::SURPRISE_LEVELS, true )
				? null
				: new BrokenRule( 'enum', Rules::SURPRISE_LEVELS ),
			'reveal_date' => '' === $day ? null : FieldRules::problem( 'event_date', $day ),
		);
		return $problems + array_filter( $found );
	}

	public static function stored( array $sent ): array {
		$stored = array();
		foreach ( array_intersect_key( self::META, $sent ) as $field => $key ) {
			$stored[ $key ] = (string) $sent[ $field ];
		}
		return $stored;
	}
}
