<?php
declare( strict_types=1 );

namespace Largesse\Together\Circles;

use Largesse\Registries\Links\OwnerPage;
use Largesse\Foundation\Records\Records;
use Largesse\Registries\Registry\Access;
use Largesse\Registries\Registry\RegistryMeta;
use Largesse\Registries\Registry\RegistryPostType;
use Largesse\Registries\Registry\Store;
use WP_Error;
use WP_User;

/** Starts a list for a person without an account, which is open to the circle as soon as its guardian shares it. */
final class WardList {

	public function __construct( private readonly Store $store ) {}

	/**
	 * Starts a list, unless the guardian has one for the person: a form that is sent twice starts one list. The guardian
	 * sees its gifts, because the presents are not for them. Returns the address at which the guardian fills in the list.
	 */
	public function start( WP_User $user, string $circle_id, string $person_id ): string|WP_Error {
		$circle = Circles::read( $circle_id );
		$person = $circle?->person( $person_id );
		if ( null === $person || null !== $person->user || ! $circle->may_act_for( $person_id, $user->ID ) ) {
			return CircleErrors::of( 'no_person' );
		}
		$allowed = Access::create();
		if ( is_wp_error( $allowed ) ) {
			return $allowed;
		}
		$id = Records::locked(
			"list of {$circle_id} {$person_id}",
			fn (): int|WP_Error => self::existing( $user, $circle_id, $person_id ) ?? $this->create( $user, $circle, $person )
		);
		return is_wp_error( $id ) ? $id : OwnerPage::url( $id );
	}

	/** Returns the id of a list that the guardian has opened to the circle for a person; null for none. */
	public static function existing( WP_User $user, string $circle_id, string $person_id ): ?int {
		return get_posts(
			array(
				'post_type'        => RegistryPostType::NAME,
				'post_status'      => array( 'draft', 'private', 'publish' ),
				'author'           => $user->ID,
				'meta_key'         => OpenLists::META, // phpcs:ignore WordPress.DB.SlowDBQuery.slow_db_query_meta_key -- Only among the lists of one author.
				'meta_value'       => "{$circle_id} {$person_id}", // phpcs:ignore WordPress.DB.SlowDBQuery.slow_db_query_meta_value
				'fields'           => 'ids',
				'numberposts'      => 1,
				'suppress_filters' => true,
			)
		)[0] ?? null;
	}

	private function create( WP_User $user, Circle $circle, Person $person ): int|WP_Error {
		/* translators: %s: name of a person. */
		$title = str_replace( '%s', $person->name, __( '%s’s wishes', 'largesse' ) );
		$id    = $this->store->details->create(
			array(
				'post_title'  => $title,
				'post_status' => 'draft',
			),
			array( RegistryMeta::KEEPERS => array( $user->user_login ) )
		);
		if ( is_wp_error( $id ) ) {
			return $id;
		}
		$opened = ListChoice::change( $user, $circle->id, $id, $person->id );
		if ( is_wp_error( $opened ) ) {
			$this->store->details->delete( $id );
		}
		return is_wp_error( $opened ) ? $opened : $id;
	}
}
