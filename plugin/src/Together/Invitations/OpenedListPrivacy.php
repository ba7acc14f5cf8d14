<?php
declare( strict_types=1 );

namespace Largesse\Together\Invitations;

use Largesse\Foundation\Records\Record;
use Largesse\Foundation\Records\Records;
use Largesse\Registries\Registry\RecordPrivacy;

/** Lists that a person has opened with a link. The person's own registries contain nothing about such visitors. */
final class OpenedListPrivacy extends RecordPrivacy {

	public const GROUP = 'largesse-opened-lists';

	protected const KIND = OpenedLists::KIND;

	public function label(): string {
		return __( 'Gift registries opened with a link', 'largesse' );
	}

	public function policy(): string {
		return __( 'If you open a gift registry with a link while you are signed in, we store this with your account, so that you find it on all your devices. We delete it when you remove the list on My registries, or delete your account.', 'largesse' );
	}

	protected static function records( string $email, int $page ): array {
		$user = get_user_by( 'email', $email );
		return array( $user ? Records::all( self::KIND, user: $user->ID ) : array(), true );
	}

	protected function entries( Record $record, string $title ): array {
		return array(
			$this->entry(
				"opened-{$record->registry}",
				array( __( 'Registry', 'largesse' ) => $title )
			),
		);
	}
}
