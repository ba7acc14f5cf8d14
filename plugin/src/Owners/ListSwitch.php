<?php
declare( strict_types=1 );

namespace Largesse\Owners;

use Largesse\Html\Template;
use Largesse\Http\Form;
use Largesse\Http\FormController;
use Largesse\Links\OwnerPage;
use WP_Post;

/** Switch of a feature for one registry, among the settings of the registry. It needs no scripts. */
final class ListSwitch {

	/** Values of the form field. */
	private const ON  = 'on';
	private const OFF = 'off';

	/**
	 * @param string $meta     Meta key; it has the value `1` if the switch is not in its standard position.
	 * @param string $field    Form field with the new position.
	 * @param bool   $standard Standard position.
	 */
	public function __construct(
		private readonly string $meta,
		private readonly string $field,
		private readonly bool $standard
	) {}

	public function is_on( WP_Post $registry ): bool {
		return $this->standard === ( '' === (string) get_post_meta( $registry->ID, $this->meta, true ) );
	}

	/**
	 * Prints the switch, if the user may change the registry.
	 *
	 * @param string       $heading Name of the feature.
	 * @param list<string> $about   Descriptions of both positions, first of `off`.
	 * @param list<string> $buttons Texts of the button that switches the feature off, and of the one that switches it on.
	 */
	public function show( int $registry_id, string $heading, array $about, array $buttons ): void {
		$registry = get_post( $registry_id );
		if ( ! $registry instanceof WP_Post || ! current_user_can( 'edit_post', $registry_id ) ) {
			return;
		}
		$is_on = $this->is_on( $registry );
		Template::print(
			'owners/list-switch',
			array(
				'action'  => OwnerPage::url( $registry_id ),
				'hidden'  => Form::hidden( $this->field, $is_on ? self::OFF : self::ON, $this->nonce( $registry_id ) ),
				'heading' => $heading,
				'about'   => $about[ (int) $is_on ],
				'button'  => $buttons[ (int) ! $is_on ],
			)
		);
	}

	/** Stores the choice of a form. After an expired nonce, the page shows the stored choice. */
	public function answer(): void {
		$next  = static fn ( WP_Post $registry ): string => OwnerPage::url( $registry->ID );
		$store = fn ( bool $is_on ) => fn ( WP_Post $registry ) => $is_on === $this->standard ? delete_post_meta( $registry->ID, $this->meta ) : update_post_meta( $registry->ID, $this->meta, '1' );
		FormController::answer(
			new Form(
				$this->field,
				static fn (): ?WP_Post => OwnerPage::registry(),
				array(
					self::ON  => $store( true ),
					self::OFF => $store( false ),
				),
				$next,
				fn ( WP_Post $registry ): string => $this->nonce( $registry->ID ),
				refused: $next,
			)
		);
	}

	private function nonce( int $registry_id ): string {
		return "{$this->field}-{$registry_id}";
	}
}
