<?php
declare( strict_types=1 );

namespace Largesse\Owners;

use Largesse\Html\SharedNames;
use Largesse\Html\Template;
use Largesse\Http\Request;
use Largesse\Links\OwnerPage;
use Largesse\Registry\EventDate;
use Largesse\Registry\Occasion;
use Largesse\Registry\RegistryMeta;
use Largesse\Registry\RegistryTitle;
use Largesse\Registry\Roles;
use WP_Post;

/**
 * Prints the overview of a member: own and kept registries, registries to which the member is invited, and gifts. A
 * script replaces its placeholder with the form for a new registry.
 */
final class Overview {

	/** Prints the overview. @param list<array<string, mixed>>|null $gifts Cards of MembersGifts. */
	public static function show( array $own, array $co_owned, array $kept, array $inviting, ?array $gifts ): void {
		$own  = array( ...$own, ...$co_owned );
		$past = array_filter( $own, RegistryMeta::is_past( ... ) );
		Template::print(
			'owners/overview',
			array(
				'current'    => self::cards( array_diff_key( $own, $past ), 'manage', 'view', 'gifts' ),
				'past'       => self::cards( $past, 'manage', 'view', 'gifts' ),
				'kept'       => self::cards( $kept, 'gifts', 'view' ),
				'inviting'   => self::cards( $inviting, 'view' ),
				'gifts'      => $gifts,
				'may_create' => current_user_can( 'publish_registries' ),
				'is_asked'   => '' !== Request::parameter( SharedNames::START_PARAMETER ),
			)
		);
	}

	private static function visibility( string $status ): string {
		return match ( $status ) {
			'publish' => __( 'Public', 'largesse' ),
			'private' => __( 'Invited people only', 'largesse' ),
			default   => __( 'Draft', 'largesse' ),
		};
	}

	/** Returns "From …" with the author's name; '' if the member is the author, or has no role on the registry. */
	private static function owner_name( WP_Post $registry ): string {
		$author = get_current_user_id() === (int) $registry->post_author ? false : get_userdata( (int) $registry->post_author );
		/* translators: %s: name of a person. */
		return $author && Roles::of( $registry )->is_named() ? str_replace( '%s', $author->display_name, __( 'From %s', 'largesse' ) ) : '';
	}

	/**
	 * Returns cards for the template `owners/registry-cards`.
	 *
	 * @param array<WP_Post> $registries The registries.
	 * @param string         ...$ways    Links of each card: `manage`, `view` and `gifts`, the main one first.
	 * @return list<array<string, mixed>>
	 */
	private static function cards( array $registries, string ...$ways ): array {
		$cards = array();
		foreach ( $registries as $registry ) {
			$links   = array(
				'manage' => array( OwnerPage::url( $registry->ID ) => __( 'Manage', 'largesse' ) ),
				'view'   => array( (string) get_permalink( $registry ) => __( 'View', 'largesse' ) ),
				'gifts'  => array( OwnerPage::gifts_url( $registry->ID ) => __( 'Gifts', 'largesse' ) ),
			);
			$facts   = array(
				self::owner_name( $registry ),
				Occasion::type( $registry ),
				EventDate::text( (string) get_post_meta( $registry->ID, RegistryMeta::EVENT_DATE, true ) ),
			);
			if ( in_array( 'manage', $ways, true ) ) {
				/**
				 * Filters the facts about a registry on My registries.
				 *
				 * @param list<string> $facts    Texts; may be empty.
				 * @param WP_Post      $registry The registry.
				 */
				$facts = (array) apply_filters( 'largesse_overview_facts', $facts, $registry );
			}
			$cards[] = array(
				'name'  => RegistryTitle::shown( $registry ),
				'facts' => array_filter( $facts, 'strlen' ),
				'badge' => in_array( 'manage', $ways, true ) ? self::visibility( $registry->post_status ) : '',
				'links' => array_merge( ...array_map( static fn ( string $way ): array => $links[ $way ], $ways ) ),
			);
		}
		return $cards;
	}
}
