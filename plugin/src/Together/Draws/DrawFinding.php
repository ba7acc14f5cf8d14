<?php
declare( strict_types=1 );

namespace Largesse\Together\Draws;

/** Reason why a draw is impossible, or a conclusion that somebody could draw. People are numbers from 0. */
final class DrawFinding {

	/**
	 * Impossible: `$people` could draw only `$others`, who are fewer; or only `$others`, who are fewer, could draw
	 * `$people`.
	 */
	public const TOO_FEW_RECEIVERS = 'too_few_receivers';
	public const TOO_FEW_GIVERS    = 'too_few_givers';

	/** Possible, but somebody who sees the receivers of `$seen` could conclude whom `$giver` draws. */
	public const CERTAIN = 'certain';

	/** Possible, but somebody sees all pairs. */
	public const ALL_SEEN = 'all_seen';

	/** Possible, but without last year's pairs, somebody could conclude a pair of this year or of last year. */
	public const LAST_YEAR = 'last_year';

	/** Possible, but there are too many exclusions to find out what somebody could conclude. */
	public const UNCLEAR = 'unclear';

	/**
	 * @param string    $kind   One of the constants.
	 * @param list<int> $people People of an impossible draw.
	 * @param list<int> $others The only possible receivers or givers of `$people`.
	 * @param string    $viewer Id of the guardian who sees pairs; '' for people who see at most their own pair.
	 * @param list<int> $seen   Givers whose pairs the viewer sees.
	 * @param int|null  $giver  Giver of the pair that the viewer could conclude.
	 */
	public function __construct(
		public readonly string $kind,
		public readonly array $people = array(),
		public readonly array $others = array(),
		public readonly string $viewer = '',
		public readonly array $seen = array(),
		public readonly ?int $giver = null
	) {}

	/** Checks whether somebody perhaps could conclude a pair, although none is certain. */
	public function is_possibility(): bool {
		return in_array( $this->kind, array( self::LAST_YEAR, self::UNCLEAR ), true );
	}

	public function is_impossible(): bool {
		return in_array( $this->kind, array( self::TOO_FEW_RECEIVERS, self::TOO_FEW_GIVERS ), true );
	}
}
