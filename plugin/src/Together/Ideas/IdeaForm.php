<?php
declare( strict_types=1 );

namespace Largesse\Together\Ideas;

use Largesse\Foundation\Http\Field;
use Largesse\Foundation\Http\GuestFields;
use Largesse\Foundation\Http\GuestForm;
use Largesse\Foundation\Service\Rules;
use WP_Post;

/** Form with which guests add an idea (rules: Ideas on the site). */
final class IdeaForm extends GuestForm {

	/** Names of the fields. */
	public const NAME   = 'idea_name';
	private const URL   = 'idea_url';
	private const NOTE  = 'idea_note';
	public const GIVES  = 'gives';

	protected const KIND = 'idea';

	protected static function fields( WP_Post $registry ): array {
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

	/** @return array<string, string|null> Typed texts about the idea, by field of the API. */
	public function content(): array {
		$text = fn ( string $name ): ?string => '' === $this->text( $name ) ? null : $this->text( $name );
		return array(
			'name' => $text( self::NAME ),
			'url'  => $text( self::URL ),
			'note' => $text( self::NOTE ),
		);
	}
}
