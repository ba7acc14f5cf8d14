<?php
declare( strict_types=1 );

namespace Largesse\Ideas;

use Largesse\Http\FieldMessages;
use Largesse\Http\KeyedHash;
use Largesse\Mail\Delivery;
use Largesse\Service\ApiError;
use Largesse\Service\FieldRules;
use Largesse\Service\Rules;
use WP_Error;
use WP_Post;

/**
 * Values of the form with which guests add an idea (rules: Ideas on the site). The form contains the id of the new
 * idea. A signature of this id ensures that nobody can overwrite another idea.
 */
final class IdeaFields {

	/** Names of the fields. */
	public const ID     = 'idea';
	public const TOKEN  = 'token';
	public const NAME   = 'idea_name';
	public const URL    = 'idea_url';
	public const NOTE   = 'idea_note';
	public const PERSON = 'person';
	public const GIVES  = 'gives';

	/**
	 * @param string $id     UUID of the new idea.
	 * @param string $token  Signature of the id.
	 * @param string $person Name of the guest, which all guests see.
	 * @param bool   $gives  Whether the author gives the idea.
	 */
	private function __construct(
		public readonly string $id,
		public readonly string $token,
		public readonly string $name = '',
		public readonly string $url = '',
		public readonly string $note = '',
		public readonly string $person = '',
		public readonly bool $gives = false
	) {}

	/** Returns a form with a new id. The other values come from `$sent`, if it is set. */
	public static function fresh( WP_Post $registry, ?self $sent = null ): self {
		$id = wp_generate_uuid4();
		return new self( $id, self::sign( $registry, $id ), $sent->name ?? '', $sent->url ?? '', $sent->note ?? '', $sent->person ?? (string) wp_get_current_user()->display_name, $sent->gives ?? false );
	}

	/**
	 * Reads the values of a sent form.
	 *
	 * @param array<mixed> $sent Unslashed values of the request.
	 */
	public static function of( array $sent ): self {
		$text = static fn ( string $field ): string => is_string( $sent[ $field ] ?? null ) ? FieldRules::trim( $sent[ $field ] ) : '';
		$line = static fn ( string $field ): string => FieldRules::trim( Delivery::one_line( $text( $field ) ) );
		return new self( strtolower( $text( self::ID ) ), $text( self::TOKEN ), $line( self::NAME ), $text( self::URL ), str_replace( array( "\r\n", "\r" ), "\n", $text( self::NOTE ) ), $line( self::PERSON ), isset( $sent[ self::GIVES ] ) );
	}

	/** Checks whether this site created the form for this visitor and this registry. */
	public function is_ours( WP_Post $registry ): bool {
		return wp_is_uuid( $this->id ) && hash_equals( self::sign( $registry, $this->id ), $this->token );
	}

	/**
	 * Returns messages about invalid values, by field.
	 *
	 * @return array<string, string>
	 */
	public function problems(): array {
		return array_filter(
			array(
				self::NAME   => self::problem( 'idea_name', $this->name ),
				self::URL    => '' === $this->url || ( 1 === preg_match( Rules::HTTP_ADDRESS, $this->url ) && mb_strlen( $this->url ) <= Rules::MAX_IDEA_ADDRESS_CHARS ) ? '' : __( 'Enter a complete address that begins with https://, or leave the field empty.', 'largesse' ),
				self::NOTE   => self::problem( 'note', $this->note ),
				self::PERSON => $this->person_problem(),
			)
		);
	}

	/**
	 * Returns messages for the fields that the service has refused.
	 *
	 * @param WP_Error $error Error of the service's client.
	 * @return array<string, string>
	 */
	public static function service_problems( WP_Error $error ): array {
		$again = __( 'This could not be stored. Please check it.', 'largesse' );
		$named = array(
			'name'        => self::NAME,
			'url'         => self::URL,
			'note'        => self::NOTE,
			'author_name' => self::PERSON,
		);
		return array_fill_keys( array_intersect_key( $named, ApiError::broken_rules( $error ) ), $again );
	}

	/** Returns a message about the name of the guest; '' if the name is valid. */
	public function person_problem(): string {
		return self::problem( 'giver_name', $this->person );
	}

	private static function problem( string $field, string $text ): string {
		$rule = FieldRules::problem( $field, $text );
		return null === $rule ? '' : FieldMessages::of( $field, $rule );
	}

	private static function sign( WP_Post $registry, string $id ): string {
		return KeyedHash::of( "largesse-new-idea|{$registry->ID}|{$id}|" . get_current_user_id() );
	}
}
