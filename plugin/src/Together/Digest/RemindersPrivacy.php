<?php
declare( strict_types=1 );

namespace Largesse\Together\Digest;

use Largesse\Foundation\Records\Record;
use Largesse\Registries\Registry\RecordPrivacy;

/** Reminders that a person has chosen. */
final class RemindersPrivacy extends RecordPrivacy {

	public const GROUP = 'largesse-chosen-reminders';

	protected const KIND = Reminders::KIND;

	public function label(): string {
		return __( 'Reminders', 'largesse' );
	}

	protected function entries( Record $record, string $title ): array {
		$labels = array_intersect_key( Reminders::offered(), array_flip( $record->data['kinds'] ?? array() ) );
		return array(
			$this->entry(
				"reminders-{$record->id}",
				array(
					__( 'Reminders', 'largesse' ) => esc_html( implode( '; ', $labels ) ),
					__( 'Last mail', 'largesse' ) => esc_html( $record->data['last'] ?? '' ),
				)
			),
		);
	}
}
