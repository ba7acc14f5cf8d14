<?php
declare( strict_types=1 );

namespace Largesse\Together\Calendar;

use Largesse\Foundation\Records\Record;
use Largesse\Registries\Registry\RecordPrivacy;

/** The calendar of a person: that they have one. Other exports contain its events. */
final class CalendarPrivacy extends RecordPrivacy {

	public const GROUP = 'largesse-calendar-address';

	protected const KIND = CalendarKey::KIND;

	public function label(): string {
		return __( 'Calendar', 'largesse' );
	}

	protected function entries( Record $record, string $title ): array {
		return array(
			$this->entry(
				"calendar-{$record->id}",
				array(
					__( 'Calendar', 'largesse' ) => esc_html__( 'A private address for birthdays and days of lists', 'largesse' ),
				)
			),
		);
	}
}
