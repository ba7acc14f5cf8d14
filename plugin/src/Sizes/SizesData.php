<?php
declare( strict_types=1 );

namespace Largesse\Sizes;

use Largesse\PersonalData;
use Largesse\Registry\DataSubject;
use Largesse\Registry\RegistryTitle;

/** Sizes and notes of a person, and of the registries that the person owns. */
final class SizesData extends PersonalData {

	public const GROUP = 'largesse-sizes';

	/** Number of registries that one request exports or erases. */
	private const PAGE = 100;

	public function label(): string {
		return __( 'Sizes and notes', 'largesse' );
	}

	public function export( string $email, int $page = 1 ): array {
		$user       = 1 === $page ? get_user_by( 'email', $email ) : false;
		$registries = DataSubject::with_email( $email )->registries( self::PAGE, $page );
		$groups     = $user ? array( $this->group( "sizes-{$user->ID}", '', StoredSizes::of_user( $user->ID ) ) ) : array();
		foreach ( $registries as $registry ) {
			$groups[] = $this->group( "sizes-of-registry-{$registry->ID}", RegistryTitle::of( $registry ), StoredSizes::of_registry( $registry->ID ) );
		}
		return self::page( array_values( array_filter( $groups ) ), count( $registries ) < self::PAGE );
	}

	public function erase( string $email, int $page = 1 ): array {
		$user       = 1 === $page ? get_user_by( 'email', $email ) : false;
		$registries = DataSubject::with_email( $email )->registries( self::PAGE, $page );
		$is_removed = $user && StoredSizes::of_user( $user->ID )->delete();
		foreach ( $registries as $registry ) {
			$is_removed = StoredSizes::of_registry( $registry->ID )->delete() || $is_removed;
		}
		return self::erasure( $is_removed, is_last: count( $registries ) < self::PAGE );
	}

	public function policy(): string {
		return __( 'If you enter sizes and notes, such as a shoe size or allergies, we store them with your account, or with a registry for a child. Everybody who may see one of your registries sees them. On public registries, only people who are signed in or have your link see them. We delete them when you empty the form or delete your account.', 'largesse' );
	}

	/**
	 * Exports sizes.
	 *
	 * @param string $registry Title; '' for the person's own sizes.
	 * @return array<string, mixed>|null
	 */
	private function group( string $id, string $registry, StoredSizes $sizes ): ?array {
		$fields = $sizes->fields();
		if ( array() === $fields ) {
			return null;
		}
		$entry = $this->entry( $id, array( __( 'Registry', 'largesse' ) => esc_html( $registry ) ) );
		foreach ( $fields as $field ) {
			// Two fields may have the same label.
			$entry['data'][] = array(
				'name'  => esc_html( $field['label'] ),
				'value' => esc_html( $field['value'] ),
			);
		}
		return $entry;
	}
}
