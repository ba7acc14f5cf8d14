<?php
declare( strict_types=1 );

namespace Largesse\Together\Digest;

use Largesse\Foundation\Html\Template;
use Largesse\Foundation\Http\LinkPage;
use Largesse\Foundation\Http\NextPage;
use Largesse\Foundation\Http\PrivatePage;
use Largesse\Foundation\Http\Refusal;
use Largesse\Foundation\Http\ShownPage;
use Largesse\Foundation\Http\Submission;
use Largesse\Registries\Links\SecretParameters;
use WP_Error;

/**
 * Page that ends all reminders of a member with one press. It opens from a mail, also on a device on which the member
 * is not signed in.
 *
 * @extends LinkPage<int>
 */
final class EndReminders extends LinkPage {

	public const FIELD = SecretParameters::NO_REMINDERS;

	protected const BUTTON = 'end';

	protected function subject( Submission $sent ): ?int {
		$user_id = Reminders::user_of( $sent->raw( self::FIELD ) );
		if ( 0 === $user_id ) {
			self::show_nothing( array( __( 'This link is incomplete. Please copy all of it from the mail, even if it continues on the next line.', 'largesse' ) ) );
			return null;
		}
		return $user_id;
	}

	protected function press(
		mixed $user_id,
		string $button,
		Submission $sent
	): ShownPage|Refusal|WP_Error|NextPage|null {
		if ( '1' !== $button ) {
			// Programs that scan mails may send the form without its button.
			return self::unknown_button();
		}
		$failed = Reminders::choose( $user_id, array() );
		if ( null !== $failed ) {
			return $failed;
		}
		PrivatePage::show(
			200,
			__( 'No more reminders', 'largesse' ),
			PrivatePage::panel(
				array( __( 'You get no more reminders from this site.', 'largesse' ) ),
				array( RemindersPage::address() => __( 'Change my reminders', 'largesse' ) )
			)
		);
		return new ShownPage();
	}

	protected function show( mixed $user_id, ?Refusal $refused, Submission $sent ): void {
		$is_over = array() === Reminders::chosen( $user_id );
		$texts   = array(
			$refused->message ?? '',
			$is_over ? __( 'You get no reminders from this site.', 'largesse' ) : __( 'This ends all reminders from this site. You can choose them again at any time.', 'largesse' ),
		);
		$form    = $is_over ? '' : Template::render(
			'digest/end-form',
			array(
				'hidden' => array( self::FIELD => (string) $sent->raw( self::FIELD ) ),
				'button' => self::BUTTON,
			)
		);
		PrivatePage::show(
			$refused->status ?? 200,
			__( 'Stop all reminders', 'largesse' ),
			PrivatePage::panel(
				array_values( array_filter( $texts, 'strlen' ) ),
				array( RemindersPage::address() => __( 'Change my reminders', 'largesse' ) ),
				$form
			)
		);
	}
}
