<?php
declare( strict_types=1 );

namespace Largesse\Owners;

use Largesse\Html\Template;
use Largesse\Http\Form;
use Largesse\Links\OwnerPage;
use WP_Post;

/** Switch of a feature for one registry, among the settings of the registry. It needs no scripts. */
abstract class ListSwitch {

	/** Meta key; it has the value `1` if the switch is not in its standard position. */
	public const META = '';

	/** Form field with the new position: ON or OFF. */
	public const FIELD = '';
	private const ON   = 'on';
	private const OFF  = 'off';

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

	/** Stores the choice of a form. After an expired nonce, the page shows the stored choice. */
	final public static function answer(): void {
		$next  = static fn ( WP_Post $registry ): string => OwnerPage::url( $registry->ID );
		$store = static fn ( bool $is_on ) => static fn ( WP_Post $registry ) => static::IS_ON === $is_on ? delete_post_meta( $registry->ID, static::META ) : update_post_meta( $registry->ID, static::META, '1' );
		( new Form(
			static::FIELD,
			static fn (): ?WP_Post => OwnerPage::registry(),
			array(
				self::ON  => $store( true ),
				self::OFF => $store( false ),
			),
			$next,
			self::nonce( ... ),
			refused: $next,
		) )->answer();
	}

	private static function nonce( WP_Post $registry ): string {
		return static::FIELD . "-{$registry->ID}";
	}
}
