<?php
declare( strict_types=1 );

namespace Largesse\Together\Calendar;

use Largesse\Foundation\Html\Template;
use Largesse\Foundation\Http\Form;
use Largesse\Foundation\Http\Refusal;
use Largesse\Foundation\Http\Submission;
use Largesse\Pages\Owners\FormPage;
use Largesse\Registries\Links\OwnerPage;
use WP_Error;
use WP_Post;
use WP_User;

/**
 * Page of My registries with the address of the member's calendar.
 *
 * @extends FormPage<WP_User>
 */
final class CalendarPage extends FormPage {

	protected const PARAMETER = 'my-calendar';
	public const FIELD        = 'largesse-calendar';

	/** Buttons. */
	private const RENEW = 'renew';
	private const END   = 'end';

	protected function subject_of( ?WP_Post $registry ): WP_User {
		return wp_get_current_user();
	}

	protected function press( mixed $user, string $button, Submission $sent ): Refusal|WP_Error|null {
		return match ( $button ) {
			self::RENEW => CalendarKey::renew( $user->ID ),
			self::END   => CalendarKey::end( $user->ID ),
			default     => self::unknown_button(),
		};
	}

	/** Prints the link to the page, on My registries. */
	public static function show_link(): void {
		Template::print( 'calendar/link', array( 'url' => self::url() ) );
	}

	protected function show( ?WP_Post $registry ): void {
		$url  = CalendarKey::url( get_current_user_id() );
		$form = static fn ( string $button ): array => Form::hidden( self::FIELD, $button, self::FIELD );
		// Calendar programs open this scheme, and then ask for the address with https.
		$webcal = (string) preg_replace( '#^https?:#', 'webcal:', $url );
		Template::print(
			'calendar/page',
			array(
				'back_url' => OwnerPage::url(),
				'said'     => ! $this->is_saved()
					? ''
					: (
						'' === $url
						? __( 'The address no longer works.', 'largesse' )
						: __( 'The address is ready. Earlier ones no longer work.', 'largesse' )
					),
				'problem'  => $this->refused->message ?? '',
				'url'      => $url,
				'links'    => '' === $url ? array() : array(
					$webcal => __( 'Add to Apple Calendar, Thunderbird or Outlook', 'largesse' ),
					'https://calendar.google.com/calendar/render?cid=' . rawurlencode( $webcal ) => __( 'Add to Google Calendar', 'largesse' ),
				),
				'action'   => self::url(),
				'renew'    => $form( self::RENEW ),
				'end'      => $form( self::END ),
			)
		);
	}
}
