<?php
declare( strict_types=1 );

namespace Largesse\Invitations;

use Largesse\Http\Body;
use Largesse\Http\Errors;
use Largesse\Http\FieldError;
use Largesse\Http\RateLimit;
use Largesse\Links\SecretParameters;
use Largesse\Mail\MailLimits;
use Largesse\Mail\MailOptOuts;
use Largesse\Owners\ChangedParts;
use Largesse\Owners\RegistryResponses;
use Largesse\Registry\PeopleEntries;
use Largesse\Registry\RegistryPostType;
use Largesse\Registry\Roles;
use Largesse\Service\FieldRules;
use WP_Error;
use WP_Post;
use WP_REST_Response;

/** Routes of the namespace `largesse/v1` by which owners preview and send mails with invitations. */
final class InvitationRoutes {

	/** Maximum number of invitations that a member may request per day. Otherwise, the queue could grow forever. */
	private const ASKED_A_DAY = 1000;

	/** Placeholder for the user's message in the mail. No language uses this character. */
	private const MARK = "\u{E000}";

	public function __construct(
		private readonly RegistryResponses $responses,
		private readonly Invitations $invitations
	) {}

	/**
	 * Returns the text of an invitation without a message, and the texts before and after a message. Links with a
	 * secret contain "…" instead of the secret, so these links do not work. If any entry is an e-mail address, the
	 * texts are for people without an account.
	 */
	public function mail_text( Body $body, int $id ): WP_REST_Response|WP_Error {
		$entries  = $body->invitees( false );
		$registry = get_post( $id );
		$host     = wp_get_current_user();
		$is_open  = array() !== array_filter( $entries, static fn ( string $entry ) => str_contains( $entry, '@' ) );
		$url      = $is_open ? LinkKey::address( $registry, '…' ) : LinkKey::permalink( $registry );
		$write    = static fn ( string $message ) => Invitations::message( $registry, $host, $message, $url, $is_open, SecretParameters::link( home_url( '/' ), MailOptOuts::PARAMETER, '…' ) );
		$parts    = explode( '> ' . self::MARK, $write( self::MARK )->text() );
		return new WP_REST_Response(
			array(
				'letter' => array(
					'subject'  => $write( '' )->subject,
					'without'  => $write( '' )->text(),
					'before'   => $parts[0],
					'after'    => $parts[1] ?? '',
					/* translators: %s: an e-mail address. */
					'reply_to' => sprintf( __( 'Replies go to you at %s. Everyone who gets the mail sees your address.', 'largesse' ), $host->user_email ),
					'left'     => self::remaining_message( MailLimits::invitations_of( $host->ID )['day'] ),
				),
			)
		);
	}

	/** Queues mails to invitees, and reports when they will be sent. */
	public function queue_mails( Body $body, int $id ): WP_REST_Response|WP_Error {
		$entries  = $body->invitees( false );
		$message  = $body->raw( 'message' ) ?? '';
		$rule     = '' === $message ? null : FieldRules::problem( 'message', $message );
		$registry = get_post( $id );
		if ( null !== $rule ) {
			return Errors::fields( array( 'message' => FieldError::of( 'message', $rule ) ) );
		}
		if ( ! RegistryPostType::is_shared( $registry ) ) {
			return Errors::fields( array(), __( 'No mail was sent: guests cannot see this registry yet. Choose under “Share” who may see it.', 'largesse' ) );
		}
		$host = wp_get_current_user();
		if ( ! Invitations::may_invite( $host, $registry ) ) {
			return Errors::unconfirmed();
		}
		$limit = new RateLimit( "invitations asked for by {$host->ID}", self::ASKED_A_DAY, DAY_IN_SECONDS );
		$meant = self::mailable_entries( $registry, $entries );
		if ( $limit->take( count( $meant ) ) > 0 ) {
			return Errors::fields( array(), __( 'No mail was sent: you have reached today’s limit. Please continue tomorrow.', 'largesse' ) );
		}
		$before  = self::waiting( $registry );
		$changed = $this->responses->before( $id, new ChangedParts( array( ChangedParts::PEOPLE ), set: array( 'invitations' ) ) );
		$number  = $this->invitations->queue( $registry, $host, $meant, $message );
		$limit->give_back( count( $meant ) - $number );
		return $this->responses->registry( $id, $changed, array( 'told' => self::result_message( $number, $before, MailLimits::invitations_of( $host->ID )['day'] ) ) );
	}

	/**
	 * @param list<string> $entries
	 * @return list<string> Entries that are on the list and can receive mail.
	 */
	private static function mailable_entries( WP_Post $registry, array $entries ): array {
		$wanted = array_flip( array_map( PeopleEntries::normalize( ... ), $entries ) );
		$able   = array_filter( InviteeView::all( $registry ), static fn ( array $person ) => $person['may_mail'] && isset( $wanted[ PeopleEntries::normalize( $person['entry'] ) ] ) );
		return array_column( $able, 'entry' );
	}

	/** Returns the number of invitation mails that were requested but not yet sent. */
	private static function waiting( WP_Post $registry ): int {
		return count( array_filter( InvitationStates::of_all( $registry, Roles::entries_of( $registry ) ), static fn ( array $was ) => null !== $was[ InvitationStates::ASKED ] ) );
	}

	/**
	 * @param int $number Number of requested mails.
	 * @param int $before Number of mails that were already waiting.
	 */
	private static function result_message( int $number, int $before, RateLimit $daily_limit ): string {
		$now = min( $number, max( 0, $daily_limit->remaining() - $before ) );
		if ( 0 === $number ) {
			return __( 'No mail was sent: none of these people can get a mail now. Reload the page to see the current list.', 'largesse' );
		}
		if ( $now < $number ) {
			return sprintf(
				/* translators: 1: a number, 2: a number, 3: date and time. */
				__( 'We will send %1$s of %2$s mails in the next few minutes. The others exceed your daily limit: we will send them automatically from %3$s on.', 'largesse' ),
				number_format_i18n( $now ),
				number_format_i18n( $number ),
				self::next_time( $daily_limit )
			);
		}
		/* translators: %s: a number. */
		return sprintf( _n( 'We will send %s mail in the next few minutes.', 'We will send %s mails in the next few minutes.', $number, 'largesse' ), number_format_i18n( $number ) );
	}

	private static function remaining_message( RateLimit $daily_limit ): string {
		return $daily_limit->remaining() > 0
			/* translators: 1: a number, 2: a number. */
			? sprintf( __( 'Mails that you can still send today: %1$s of %2$s. We will send any others later, automatically.', 'largesse' ), number_format_i18n( $daily_limit->remaining() ), number_format_i18n( MailLimits::INVITATIONS_A_DAY ) )
			/* translators: 1: a number, 2: date and time. */
			: sprintf( __( 'You have reached today’s limit of %1$s mails. We will send new mails automatically from %2$s on.', 'largesse' ), number_format_i18n( MailLimits::INVITATIONS_A_DAY ), self::next_time( $daily_limit ) );
	}

	private static function next_time( RateLimit $daily_limit ): string {
		return (string) wp_date( get_option( 'date_format' ) . ' ' . get_option( 'time_format' ), time() + $daily_limit->seconds_to_next() );
	}
}
