<?php
declare( strict_types=1 );

namespace Largesse\Together\Sizes;

use Largesse\Foundation\Records\Record;
use Largesse\Registries\Registry\RecordPrivacy;

/** Sizes and notes of a person, and of the registries that the person owns. */
final class SizesPrivacy extends RecordPrivacy {

	public const GROUP = 'largesse-sizes';

	protected const KIND = StoredSizes::KIND;

	public function label(): string {
		return __( 'Sizes and notes', 'largesse' );
	}

	public function policy(): string {
		return __( 'If you enter sizes and notes, such as a shoe size or allergies, we store them with your account, or with a registry for a child. Everybody who may see one of your registries sees them. On public registries, only people who are signed in or have your link see them. We delete them when you empty the form or delete your account.', 'largesse' );
	}

	protected function entries( Record $record, string $title ): array {
		$entry = $this->entry( "sizes-{$record->id}", array( __( 'Registry', 'largesse' ) => esc_html( $title ) ) );
		foreach ( $record->data as $field ) {
			// Two fields may have the same label.
			$entry['data'][] = array(
				'name'  => esc_html( $field['label'] ),
				'value' => esc_html( $field['value'] ),
			);
		}
		return array( $entry );
	}
}
