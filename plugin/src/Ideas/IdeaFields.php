<?php
declare( strict_types=1 );

namespace Largesse\Ideas;

use Largesse\Http\Field;
use Largesse\Http\Fields;
use Largesse\Http\GuestFields;
use Largesse\Http\SignedId;
use Largesse\Http\Submission;
use Largesse\Service\ApiError;
use Largesse\Service\Rules;
use WP_Error;
use WP_Post;

/** Values of the form with which guests add an idea (rules: Ideas on the site). */
final class IdeaFields {

	/** Names of the fields. */
	public const NAME   = 'idea_name';
	public const URL    = 'idea_url';
	public const NOTE   = 'idea_note';
	public const PERSON = 'person';
	public const GIVES  = 'gives';

	/** Kind of the form's id. */
	public const KIND = 'idea';

	private function __construct(
		public readonly SignedId $id,
		public readonly Fields $typed
	) {}

	/** Returns a form with a new id. The other values come from `$sent`, if it is set. */
	public static function fresh( WP_Post $registry, ?self $sent = null ): self {
		return new self( SignedId::fresh( self::KIND, $registry ), $sent->typed ?? Fields::fresh( self::fields() ) );
	}

	/** Reads the values of a sent form. */
	public static function of( Submission $sent ): self {
		return new self( SignedId::of( $sent ), Fields::sent( self::fields(), $sent ) );
	}

	/** @return array<string, Field> The fields that guests type into, by name. */
	private static function fields(): array {
		$short = static fn ( int $most ): array => array(
			'maxlength'    => $most,
			'autocomplete' => 'off',
		);
		$link  = static fn ( string $url ): string => '' === $url || ( 1 === preg_match( Rules::HTTP_ADDRESS, $url ) && mb_strlen( $url ) <= Rules::MAX_IDEA_ADDRESS_CHARS ) ? '' : __( 'Enter a complete address that begins with https://, or leave the field empty.', 'largesse' );
		return array(
			self::NAME   => new Field( 'text', __( 'Idea or gift', 'largesse' ), array( 'required' => '' ) + $short( Rules::MAX_IDEA_NAME_CHARS ), Field::rule( 'idea_name' ) ),
			self::URL    => new Field( 'url', __( 'Link', 'largesse' ), $short( Rules::MAX_IDEA_ADDRESS_CHARS ), $link ),
			self::NOTE   => Field::textarea( __( 'Note for the other guests', 'largesse' ), 'note', Rules::MAX_IDEA_NOTE_CHARS ),
			self::PERSON => GuestFields::name(),
			self::GIVES  => new Field( 'checkbox', __( 'I give this', 'largesse' ) ),
		);
	}

	/** @return array<string, string> Messages for the fields that the service has refused. */
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
}
