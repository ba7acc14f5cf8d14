<?php
declare( strict_types=1 );

namespace Largesse\Together\Invitations;

use Largesse\Foundation\Format\Number;
use Largesse\Foundation\Http\Body;
use Largesse\Foundation\Http\Errors;
use Largesse\Foundation\Http\FieldError;
use Largesse\Foundation\Http\RateLimit;
use Largesse\People\Mail\MailLimits;
use Largesse\People\Mail\OptOutPage;
use Largesse\Pages\Owners\ChangedParts;
use Largesse\Pages\Owners\RegistryResponses;
use Largesse\Registries\Registry\OpenedList;
use Largesse\Registries\Registry\PeopleEntries;
use Largesse\Registries\Registry\RegistryPostType;
use Largesse\Registries\Registry\Roles;
use Largesse\Registries\Registry\Store;
use Largesse\Foundation\Service\FieldRules;
use Largesse\Foundation\Service\MailAddress;
use WP_Error;
use WP_Post;
use WP_REST_Response;

/**
 * Routes of the namespace `largesse/v1` for the list of invitees, their mails, and links that open a registry (rules:
 * Invitations). Callers must be allowed to edit the registry, because anyone who knows a link can open the registry.
 */
final class InviteeRoutes {

	/** Maximum number of invitations that a member may request per day. Otherwise, the queue could grow forever. */
	private const ASKED_A_DAY = 1000;

	/** Placeholder for the user's message in the mail. No language uses this character. */
	private const MARK = "\u{E000}";

	public function __construct(
		private readonly RegistryResponses $responses,
		private readonly Store $store,
		private readonly Invitations $invitations
	) {}

	/** Invites one or several people. People who are already invited stay invited. */
	public function invite( Body $body, int $id ): WP_REST_Response|WP_Error {
		$is_asking = true === $body->raw( 'ask' );
		$entries   = $body->invitees( ! $is_asking );
		$asked     = $is_asking ? self::questions( $entries ) : array();
		$good      = array_values( array_diff( $entries, array_column( $asked, 'entry' ) ) );
		$changed   = $this->before( $id, 'invitees', 'invitations' );
		return $this->answer(
			$id,
			$good ? $this->store->people->invite( $id, $good ) : 0,
			$changed,
			$is_asking ? array( 'asked' => $asked ) : array()
		);
	}

	/** Withdraws invitations. Entries that are not on the list are ignored. */
	public function uninvite( Body $body, int $id ): WP_REST_Response|WP_Error {
		$entries = $body->invitees();
		$changed = $this->before( $id, 'invitees', 'invitations' );
		return $this->answer( $id, $this->store->people->uninvite( $id, $entries ), $changed );
	}

	public function link( Body $body, int $id ): WP_REST_Response|WP_Error {
		$entries = $body->invitees();
		$link    = PersonalLink::url( get_post( $id ), $entries[0] );
		return '' === $link
			? Errors::fields(
				array(
					'invitee' => new FieldError( 'no_link', __( 'Only invited e-mail addresses have their own link.', 'largesse' ) ),
				)
			)
			: new WP_REST_Response( array( 'link' => $link ) );
	}

	public static function add_to_state( array $state, string $page, ?WP_Post $registry ): array {
		return $state + array( 'familyLink' => null === $registry ? null : self::link_state( $registry ) );
	}

	/** @return array{state: string, url: string} `state` is a constant of FamilyLink; `url` is empty unless it works. */
	private static function link_state( WP_Post $registry ): array {
		return array(
			'state' => FamilyLink::state( $registry ),
			'url'   => FamilyLink::url( $registry ),
		);
	}

	public static function read_family_link( Body $body, int $id ): WP_REST_Response {
		return self::family_link( $id );
	}

	/** Replaces the family link that the caller knows. If there is a newer link, keeps and returns the newer link. */
	public static function replace_family_link( Body $body, int $id ): WP_REST_Response|WP_Error {
		$made = FamilyLink::replace( get_post( $id ), $body->value( 'instead_of' ) ?? '' );
		return is_wp_error( $made ) ? $made : self::family_link( $id, $made ? 201 : 200 );
	}

	public static function revoke_family_link( Body $body, int $id ): WP_REST_Response {
		FamilyLink::revoke( get_post( $id ) );
		return self::family_link( $id );
	}

	/** Revokes the links of all invitees in mails. The invitees stay invited. */
	public static function renew_personal_links( Body $body, int $id ): WP_REST_Response {
		PersonalLink::renew( get_post( $id ) );
		return self::family_link( $id );
	}

	/** Returns the response with the family link. @param int $status HTTP status. */
	private static function family_link( int $id, int $status = 200 ): WP_REST_Response {
		return new WP_REST_Response( array( 'family_link' => self::link_state( get_post( $id ) ) ), $status );
	}

	/** @param string ...$set Names of fields that are in the response, even if they have not changed. */
	private function before( int $id, string ...$set ): ChangedParts {
		return $this->responses->before( $id, new ChangedParts( array( ChangedParts::PEOPLE ), set: $set ) );
	}

	/**
	 * @param mixed $result Result of the change; may be an error.
	 * @param array<string, mixed> $more Additional data.
	 */
	private function answer(
		int $id,
		mixed $result,
		ChangedParts $changed,
		array $more = array()
	): WP_REST_Response|WP_Error {
		return is_wp_error( $result )
			? Errors::fields( array( 'invitee' => FieldError::of_error( $result ) ) )
			: $this->responses->registry( $id, $changed, $more );
	}

	/** @return list<array{entry: string, text: string}> A message for each entry that cannot be invited. */
	private static function questions( array $entries ): array {
		$rules = array_map(
			static fn ( string $entry ) => FieldRules::problem( 'invitee', FieldRules::trim( $entry ) ),
			$entries
		);
		$known = MemberNames::check( array_diff_key( $entries, array_filter( $rules ) ), MemberNames::INVITED );
		$asked = array();
		foreach ( $entries as $index => $entry ) {
			$is_known = str_contains( $entry, '@' )
				? '' !== MailAddress::of( FieldRules::trim( $entry ) )
				: $known[ PeopleEntries::normalize( $entry ) ] ?? null;
			$text     = match ( true ) {
				null !== $rules[ $index ]   => FieldError::text( 'invitee', $rules[ $index ] ),
				true === $is_known          => '',
				null === $is_known          => MemberNames::unchecked_message( $entry ),
				/* translators: %s: what somebody typed. */
				str_contains( $entry, '@' ) => sprintf( __( '“%s” is not a complete e-mail address.', 'largesse' ), $entry ),
				/* translators: %s: what somebody typed. */
				default                     => sprintf( __( 'We don’t know anyone called “%s”. Enter an e-mail address instead.', 'largesse' ), $entry ),
			};
			if ( '' !== $text ) {
				$asked[] = compact( 'entry', 'text' );
			}
		}
		return $asked;
	}

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
		$write    = static fn ( string $message ) => Invitations::message(
			OpenedList::of_member( $registry, $host ),
			$host,
			$message,
			$url,
			$is_open,
			OptOutPage::url_with( '…' )
		);
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
		$changed = $this->before( $id, 'invitations' );
		$number  = $this->invitations->queue( $registry, $host, $meant, $message );
		$limit->give_back( count( $meant ) - $number );
		return $this->responses->registry(
			$id,
			$changed,
			array( 'told' => self::result_message( $number, $before, MailLimits::invitations_of( $host->ID )['day'] ) )
		);
	}

	/**
	 * @param list<string> $entries
	 * @return list<string> Entries that are on the list and can receive mail.
	 */
	private static function mailable_entries( WP_Post $registry, array $entries ): array {
		$wanted = array_flip( array_map( PeopleEntries::normalize( ... ), $entries ) );
		$able   = array_filter(
			InviteeView::all( $registry ),
			static fn ( array $person ) => $person['may_mail']
				&& isset( $wanted[ PeopleEntries::normalize( $person['entry'] ) ] )
		);
		return array_column( $able, 'entry' );
	}

	/** Returns the number of invitation mails that were requested but not yet sent. */
	private static function waiting( WP_Post $registry ): int {
		return count(
			array_filter(
				InvitationStates::of_all( $registry, Roles::entries_of( $registry ) ),
				static fn ( array $was ) => null !== $was[ InvitationStates::ASKED ]
			)
		);
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
				Number::text( $now ),
				Number::text( $number ),
				self::next_time( $daily_limit )
			);
		}
		/* translators: %s: a number. */
		return sprintf( _n( 'We will send %s mail in the next few minutes.', 'We will send %s mails in the next few minutes.', $number, 'largesse' ), Number::text( $number ) );
	}

	private static function remaining_message( RateLimit $daily_limit ): string {
		return $daily_limit->remaining() > 0
			/* translators: 1: a number, 2: a number. */
			? sprintf( __( 'Mails that you can still send today: %1$s of %2$s. We will send any others later, automatically.', 'largesse' ), Number::text( $daily_limit->remaining() ), Number::text( MailLimits::INVITATIONS_A_DAY ) )
			/* translators: 1: a number, 2: date and time. */
			: sprintf( __( 'You have reached today’s limit of %1$s mails. We will send new mails automatically from %2$s on.', 'largesse' ), Number::text( MailLimits::INVITATIONS_A_DAY ), self::next_time( $daily_limit ) );
	}

	private static function next_time( RateLimit $daily_limit ): string {
		return (string) wp_date(
			get_option( 'date_format' ) . ' ' . get_option( 'time_format' ),
			time() + $daily_limit->seconds_to_next()
		);
	}
}
