<?php
declare( strict_types=1 );

namespace Largesse\Ideas;

use Largesse\Html\Template;
use Largesse\Http\Form;
use Largesse\Http\FormController;
use Largesse\Links\OwnerPage;
use Largesse\Registry\Registries;
use Largesse\Registry\Roles;
use WP_Post;

/**
 * Setting that lets guests share ideas for a registry, and the link for guests (rules: Ideas on the site). Neither the
 * setting nor the link reveals whether there are ideas.
 */
final class IdeaSwitch {

	/** Meta key that switches ideas off for a registry. */
	public const META = '_largesse_no_ideas';

	/** Form field with the owner's choice. The field has one of the values below. */
	private const FIELD = 'largesse-ideas';
	private const ON    = 'on';
	private const OFF   = 'off';

	/** Checks whether guests may share ideas for a registry. */
	public static function is_on( WP_Post $registry ): bool {
		return '' === (string) get_post_meta( $registry->ID, self::META, true );
	}

	/**
	 * Adds the link to the page of a registry, except for recipients.
	 *
	 * @param string $html HTML below the wishes.
	 */
	public static function add_link( string $html, WP_Post $registry ): string {
		$is_shown = self::is_on( $registry ) && ! Roles::of( $registry )->is_recipient();
		return $is_shown ? $html . Template::render( 'ideas/link', array( 'url' => IdeasPage::url( $registry ) ) ) : $html;
	}

	/** Prints the setting, among the other settings of a registry. */
	public static function show( int $registry_id ): void {
		$registry = get_post( $registry_id );
		if ( ! $registry instanceof WP_Post || ! current_user_can( 'edit_post', $registry_id ) ) {
			return;
		}
		$is_on = self::is_on( $registry );
		Template::print(
			'ideas/switch',
			array(
				'action' => OwnerPage::url( $registry_id ),
				'hidden' => Form::hidden( self::FIELD, $is_on ? self::OFF : self::ON, self::nonce( $registry_id ) ),
				'is_on'  => $is_on,
			)
		);
	}

	/**
	 * Stores the choice of a submitted form. A form with an expired nonce changes nothing; the page then shows the
	 * stored choice.
	 */
	public static function answer(): void {
		$next = static fn ( WP_Post $registry ): string => OwnerPage::url( $registry->ID );
		FormController::answer(
			new Form(
				self::FIELD,
				static function (): ?WP_Post {
					$registry = OwnerPage::is_shown() ? Registries::from_request() : null;
					return null !== $registry && current_user_can( 'edit_post', $registry->ID ) ? $registry : null;
				},
				array(
					self::ON  => static fn ( WP_Post $registry ) => delete_post_meta( $registry->ID, self::META ),
					self::OFF => static fn ( WP_Post $registry ) => update_post_meta( $registry->ID, self::META, '1' ),
				),
				$next,
				static fn ( WP_Post $registry ): string => self::nonce( $registry->ID ),
				refused: $next,
			)
		);
	}

	private static function nonce( int $registry_id ): string {
		return self::FIELD . "-{$registry_id}";
	}
}
