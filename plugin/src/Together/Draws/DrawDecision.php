<?php
declare( strict_types=1 );

namespace Largesse\Together\Draws;

/** What became of a form that starts a draw. It has changed nothing, except if it started one. */
final class DrawDecision {

	/**
	 * @param Draw|null             $started  The new draw.
	 * @param array<string, string> $problems Reasons why the draw was refused: messages by field ('' is for the whole
	 *         form).
	 * @param string                $question What somebody could conclude. The starter may draw anyway.
	 */
	private function __construct(
		public readonly ?Draw $started = null,
		public readonly array $problems = array(),
		public readonly string $question = ''
	) {}

	public static function start( Draw $draw ): self {
		return new self( started: $draw );
	}

	/** The draw of this form is there already: the browser has sent the form twice. */
	public static function repeat(): self {
		return new self();
	}

	/** @param array<string, string> $problems */
	public static function refuse( array $problems ): self {
		return new self( problems: $problems );
	}

	public static function ask( string $question ): self {
		return new self( question: $question );
	}
}
