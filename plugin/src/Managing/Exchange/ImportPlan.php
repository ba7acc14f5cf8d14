<?php
declare( strict_types=1 );

namespace Largesse\Managing\Exchange;

use Largesse\Foundation\Service\BrokenRule;
use Largesse\Registries\Registry\ImportWish;

/** Decides which wishes of a file a registry gets. */
final class ImportPlan {

	/** Results: the wish would be added, is there already, or breaks a rule. */
	public const IS_NEW = 'new';
	public const THERE  = 'there';
	public const WRONG  = 'wrong';

	/**
	 * Returns the result for each wish. `nth` is the position among equal wishes in the file, from 1. `$nths` contains
	 * these positions, unless `$wishes` are all wishes of the file.
	 *
	 * @param list<ImportWish>   $wishes
	 * @param array<string, int> $there  Number of equal wishes that the registry has, by their key.
	 * @param int                $room   Number of wishes that the registry can still take.
	 * @param list<int>|null     $nths
	 * @return list<array{state: string, nth: int, broken: array<string, BrokenRule>, is_full: bool}>
	 */
	public static function of( array $wishes, array $there, int $room, ?array $nths = null ): array {
		$seen = array();
		$plan = array();
		foreach ( $wishes as $index => $wish ) {
			$broken       = $wish->problems();
			$key          = $broken ? '' : $wish->key();
			$nth          = $nths[ $index ] ?? ( $broken ? 1 : ( $seen[ $key ] ?? 0 ) + 1 );
			$state        = match ( true ) {
				array() !== $broken             => self::WRONG,
				( $there[ $key ] ?? 0 ) >= $nth => self::THERE,
				default                         => self::IS_NEW,
			};
			$seen[ $key ] = $nth;
			$is_full      = self::IS_NEW === $state && $room-- <= 0;
			$plan[]       = array( 'state' => $is_full ? self::WRONG : $state ) + compact( 'nth', 'broken', 'is_full' );
		}
		return $plan;
	}
}
