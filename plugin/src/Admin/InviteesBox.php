<?php
/**
 * Who is invited to a registry.
 *
 * @package Largesse
 */

declare( strict_types=1 );

namespace Largesse\Admin;

use Largesse\Registry\InviteeList;
use Largesse\Registry\Invitees;
use WP_Error;
use WP_Post;

/**
 * Lists the invitees of a registry, invites people and takes invitations back.
 */
final class InviteesBox implements RegistryBox {

	private const INVITE = 'invite';
	private const REMOVE = 'remove';

	/**
	 * Name of the box in forms.
	 */
	public function id(): string {
		return 'invitees';
	}

	/**
	 * The heading of the box.
	 */
	public function title(): string {
		return __( 'Invited people', 'largesse' );
	}

	/**
	 * Prints the box.
	 *
	 * @param WP_Post               $registry The registry.
	 * @param string                $form     Id of the form.
	 * @param array<string, string> $typed    What was typed before and refused.
	 */
	public function render( WP_Post $registry, string $form, array $typed ): void {
		$entries = Invitees::entries_of( $registry );
		if ( ! $entries ) {
			echo '<p>' . esc_html__( 'Nobody is invited yet.', 'largesse' ) . '</p>';
		} else {
			echo '<ul>';
			foreach ( $entries as $entry ) {
				$this->render_entry( $entry, $form );
			}
			echo '</ul>';
		}
		?>
		<p>
			<label for="largesse-invite"><?php esc_html_e( 'Invite people', 'largesse' ); ?></label>
			<textarea class="widefat" rows="3" dir="auto" id="largesse-invite" name="<?php echo esc_attr( self::INVITE ); ?>" form="<?php echo esc_attr( $form ); ?>" aria-describedby="largesse-invite-how"><?php echo esc_textarea( $typed[ self::INVITE ] ?? '' ); ?></textarea>
			<span class="description" id="largesse-invite-how"><?php esc_html_e( 'One user name or e-mail address on each line. Invited people see the registry while it is private; nobody gets a message.', 'largesse' ); ?></span>
		</p>
		<p>
			<button type="submit" class="button" form="<?php echo esc_attr( $form ); ?>"><?php esc_html_e( 'Invite', 'largesse' ); ?></button>
		</p>
		<?php
	}

	/**
	 * Invites, or takes one invitation back.
	 *
	 * @param WP_Post               $registry The registry.
	 * @param array<string, string> $input    What was sent.
	 */
	public function save( WP_Post $registry, array $input ): string|WP_Error {
		return isset( $input[ self::REMOVE ] ) ? $this->remove( $registry, $input[ self::REMOVE ] ) : $this->invite( $registry, $input[ self::INVITE ] ?? '' );
	}

	/**
	 * Invites people.
	 *
	 * @param WP_Post $registry The registry.
	 * @param string  $typed    User names and e-mail addresses, one a line; commas and semicolons part them too.
	 */
	private function invite( WP_Post $registry, string $typed ): string|WP_Error {
		$who = array_values( array_filter( array_map( 'trim', (array) preg_split( '/[\r\n,;]+/', $typed ) ), 'strlen' ) );
		if ( ! $who ) {
			return new WP_Error( 'largesse_invitees', __( 'Nobody was invited: write at least one user name or e-mail address.', 'largesse' ) );
		}
		$added = InviteeList::add( $registry, $who );
		if ( is_wp_error( $added ) ) {
			/* translators: %s: the reason, a whole sentence. */
			return new WP_Error( 'largesse_invitees', sprintf( __( 'Nobody was invited. %s', 'largesse' ), $added->get_error_message() ) );
		}
		if ( 0 === $added ) {
			return __( 'All of them were invited already.', 'largesse' );
		}
		/* translators: %s: a number of people. */
		return sprintf( _n( '%s person is invited now.', '%s people are invited now.', $added, 'largesse' ), number_format_i18n( $added ) );
	}

	/**
	 * Takes an invitation back.
	 *
	 * @param WP_Post $registry The registry.
	 * @param string  $asked    The entry.
	 */
	private function remove( WP_Post $registry, string $asked ): string|WP_Error {
		$asked   = Invitees::normalize( $asked );
		$removed = InviteeList::remove( $registry, static fn ( string $entry ) => Invitees::normalize( $entry ) === $asked );
		return is_wp_error( $removed ) ? $removed : __( 'The invitation is taken back.', 'largesse' );
	}

	/**
	 * Prints one invitee.
	 *
	 * @param string $entry A user name or an e-mail address.
	 * @param string $form  Id of the form.
	 */
	private function render_entry( string $entry, string $form ): void {
		printf(
			'<li><bdi>%1$s</bdi> <button type="submit" class="button-link button-link-delete" form="%2$s" name="%3$s" value="%4$s" aria-label="%5$s">%6$s</button></li>',
			PlainText::html( $entry ), // phpcs:ignore WordPress.Security.EscapeOutput -- PlainText escapes.
			esc_attr( $form ),
			esc_attr( self::REMOVE ),
			PlainText::html( $entry ), // phpcs:ignore WordPress.Security.EscapeOutput -- PlainText escapes.
			/* translators: %s: a user name or an e-mail address. */
			PlainText::html( sprintf( __( 'Remove %s', 'largesse' ), $entry ) ), // phpcs:ignore WordPress.Security.EscapeOutput -- PlainText escapes.
			esc_html__( 'Remove', 'largesse' )
		);
	}
}
