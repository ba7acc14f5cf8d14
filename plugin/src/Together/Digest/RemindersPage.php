<?php
declare( strict_types=1 );

namespace Largesse\Together\Digest;

use Largesse\Foundation\Html\Template;
use Largesse\Foundation\Http\Form;
use Largesse\Foundation\Http\Refusal;
use Largesse\Foundation\Http\Submission;
use Largesse\Pages\Owners\AccountForms;
use Largesse\Pages\Owners\FormPage;
use Largesse\Registries\Links\OwnerPage;
use Largesse\Registries\Registry\ConfirmedAddress;
use WP_Error;
use WP_Post;
use WP_User;

/**
 * Page of My registries on which members choose their reminders.
 *
 * @extends FormPage<WP_User>
 */
final class RemindersPage extends FormPage {

	protected const PARAMETER = 'reminders';
	public const FIELD        = 'largesse-reminders';

	/** Beginning of the names of the boxes; the kind follows. */
	private const BOX = 'remind_';

	/** Returns the address of the page. */
	public static function address(): string {
		return self::url();
	}

	protected function subject_of( ?WP_Post $registry ): WP_User {
		return wp_get_current_user();
	}

	protected function press( mixed $user, string $button, Submission $sent ): Refusal|WP_Error|null {
		$chosen = array_values(
			array_filter(
				array_keys( Reminders::offered() ),
				static fn ( string $kind ): bool => '' !== $sent->text( self::BOX . $kind )
			)
		);
		if ( array() !== $chosen && '' === ConfirmedAddress::of( $user ) ) {
			return new Refusal( 422, __( 'Please confirm the e-mail address of your account first.', 'largesse' ) );
		}
		return Reminders::choose( $user->ID, $chosen );
	}

	/** Prints the link to the page, on My registries. */
	public static function show_link(): void {
		Template::print( 'digest/link', array( 'url' => self::url() ) );
	}

	protected function show( ?WP_Post $registry ): void {
		$user   = wp_get_current_user();
		$chosen = Reminders::chosen( $user->ID );
		if ( ConfirmedAddress::is_pending( $user ) ) {
			AccountForms::show_confirmation( $user );
		}
		$boxes = array();
		foreach ( Reminders::offered() as $kind => $label ) {
			$boxes[] = array(
				'name'      => self::BOX . $kind,
				'label'     => $label,
				'is_ticked' => in_array( $kind, $chosen, true ),
			);
		}
		Template::print(
			'digest/page',
			array(
				'back_url' => OwnerPage::url(),
				'said'     => ! $this->is_saved()
					? ''
					: (
						array() === $chosen ? __( 'You get no reminders.', 'largesse' ) : __( 'Your reminders are saved.', 'largesse' )
					),
				'problem'  => $this->refused->message ?? '',
				'email'    => $user->user_email,
				'boxes'    => $boxes,
				'action'   => self::url(),
				'hidden'   => Form::hidden( self::FIELD, '1', self::FIELD ),
			)
		);
	}
}
