<?php
declare( strict_types=1 );

namespace Largesse\Together\About;

use Largesse\Foundation\Records\Record;
use Largesse\Registries\Registry\RecordPrivacy;

/** Texts about a person, and about the children of the registries that the person owns. */
final class AboutPrivacy extends RecordPrivacy {

	public const GROUP = 'largesse-about';

	protected const KIND = StoredAbout::KIND;

	public function label(): string {
		return __( 'Good to know', 'largesse' );
	}

	public function policy(): string {
		return __( 'If you write down what is good to know about you, such as a shoe size or allergies, we store it with your account, or with a list for a child. Everybody who may see one of your lists sees it. On public lists, only people who are signed in or have your link see it. We delete it when you empty the form or delete your account.', 'largesse' );
	}

	protected function entries( Record $record, string $title ): array {
		return array(
			$this->entry(
				"about-{$record->id}",
				array(
					__( 'Registry', 'largesse' )     => $title,
					__( 'Good to know', 'largesse' ) => nl2br( esc_html( StoredAbout::text_in( $record ) ) ),
				)
			),
		);
	}
}
