<?php
declare( strict_types=1 );

namespace Largesse\Pages\Owners;

use Largesse\Foundation\Html\Template;
use Largesse\Foundation\Http\Form;
use Largesse\Foundation\Http\Proof;
use Largesse\Foundation\Http\Refusal;
use Largesse\Foundation\Http\Submission;
use Largesse\Registries\Links\OwnerPage;
use WP_Post;

/**
 * Switch of a feature for one registry, among the settings of the registry. It needs no scripts. After an expired
 * nonce, the page shows the stored choice.
 *
 * @extends Form<WP_Post>
 */
abstract class ListSwitch extends Form {

	/** Meta key; it has the value `1` if the switch is not in its standard position. */
	public const META = '';

	/** Buttons, which name the new position. */
	private const ON  = 'on';
	private const OFF = 'off';

	/** Standard position. */
	protected const IS_ON = false;

	/** @return array{0: string, 1: string, 2: string} Heading, sentence about the position, and text of the button. */
	abstract protected static function texts( bool $is_on ): array;

	final public static function is_on( WP_Post $registry ): bool {
		return static::IS_ON === ( '' === (string) get_post_meta( $registry->ID, static::META, true ) );
	}

	/** Prints the switch, if the user may change the registry. */
	final public static function show( int $registry_id ): void {
		$registry = get_post( $registry_id );
		if ( ! $registry instanceof WP_Post || ! current_user_can( 'edit_post', $registry_id ) ) {
			return;
		}
		$is_on = static::is_on( $registry );
		list( $heading, $about, $button ) = static::texts( $is_on );
		Template::print(
			'owners/list-switch',
			compact( 'heading', 'about', 'button' ) + array(
				'action' => OwnerPage::url( $registry_id ),
				'hidden' => Form::hidden( static::FIELD, $is_on ? self::OFF : self::ON, self::nonce( $registry ) ),
			)
		);
	}

	protected function subject( Submission $sent ): ?WP_Post {
		return OwnerPage::registry();
	}

	protected function proof( mixed $registry, string $button ): Proof {
		return Proof::nonce( self::nonce( $registry ) );
	}

	/** Stores the position of the pressed button. */
	protected function press( mixed $registry, string $button, Submission $sent ): ?Refusal {
		if ( self::ON !== $button && self::OFF !== $button ) {
			return self::unknown_button();
		}
		if ( static::IS_ON === ( self::ON === $button ) ) {
			delete_post_meta( $registry->ID, static::META );
		} else {
			update_post_meta( $registry->ID, static::META, '1' );
		}
		return null;
	}

	protected function next( mixed $registry, string $button ): string {
		return OwnerPage::url( $registry->ID );
	}

	protected function next_after_refusal( mixed $registry, Refusal $refused ): string {
		return OwnerPage::url( $registry->ID );
	}

	private static function nonce( WP_Post $registry ): string {
		return static::FIELD . "-{$registry->ID}";
	}
}
