<?php
declare( strict_types=1 );

namespace Largesse\Foundation\Http;

use Largesse\Foundation\Service\MailAddress;
use WP_Post;

/**
 * Form with which a guest adds something to a registry. It contains the signed id of the new thing, so that no form can
 * name a thing of another guest, and a form that is sent twice adds one thing.
 */
abstract class GuestForm {

	/** Name of the field with the guest's name. */
	public const PERSON = 'person';

	/** Kind of the form's id (SignedId). */
	protected const KIND = '';

	/** Names of hidden fields. */
	protected const HIDDEN = array();

	/** @param array<string, string> $hidden Values of the hidden fields. */
	final private function __construct(
		public readonly SignedId $id,
		protected readonly Fields $typed,
		protected readonly array $hidden
	) {}

	/** @return array<string, Field> The fields that guests fill in, by name. */
	abstract protected static function fields( WP_Post $registry ): array;

	/** Returns an empty form with these values of hidden fields. */
	public static function fresh( WP_Post $registry, array $hidden = array() ): static {
		return new static(
			SignedId::fresh( static::KIND, $registry ),
			Fields::fresh( static::fields( $registry ) ),
			$hidden
		);
	}

	public static function of( WP_Post $registry, Submission $sent ): static {
		return new static(
			SignedId::of( $sent ),
			Fields::sent( static::fields( $registry ), $sent ),
			array_combine( static::HIDDEN, array_map( $sent->trimmed( ... ), static::HIDDEN ) )
		);
	}

	/** Returns this form with a new id. */
	public function renewed( WP_Post $registry ): static {
		return new static( SignedId::fresh( static::KIND, $registry ), $this->typed, $this->hidden );
	}

	/** Returns this form with other values of typed and of hidden fields. */
	protected function with( array $typed, array $hidden ): static {
		return new static( $this->id, $this->typed->with( $typed ), $hidden + $this->hidden );
	}

	/** Checks whether this site has made the form for this visitor. */
	public function is_ours( WP_Post $registry ): bool {
		return $this->id->is_ours( static::KIND, $registry );
	}

	/** Checks whether this site has made the form, for this visitor or another. */
	public function is_of_site( WP_Post $registry ): bool {
		return $this->id->is_of_site( static::KIND, $registry );
	}

	/** Returns a value; '' if the form has no such field. */
	public function text( string $name ): string {
		return $this->typed->text( $name );
	}

	/** Returns the name of the guest; null for none. */
	public function person(): ?string {
		return '' === $this->text( self::PERSON ) ? null : $this->text( self::PERSON );
	}

	/** Returns an e-mail address in lower case; '' for none. */
	protected function address( string $name ): string {
		return strtolower( MailAddress::ascii( $this->text( $name ) ) );
	}

	/** @return array<string, string> Messages about invalid values, by field. */
	public function problems(): array {
		return $this->typed->problems();
	}

	/** @return array<string, string> Values of the hidden fields, with the id. */
	public function hidden(): array {
		return $this->id->hidden() + $this->hidden;
	}

	/** @return array<string, array<string, mixed>> Data of the fields for `html/field`, by name. */
	public function inputs( array $problems ): array {
		return $this->typed->inputs( 'largesse-' . static::KIND . '-', $problems );
	}
}
