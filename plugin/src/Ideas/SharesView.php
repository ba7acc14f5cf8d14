<?php
declare( strict_types=1 );

namespace Largesse\Ideas;

use Largesse\Giving\DeliveryLines;
use Largesse\Giving\GivePage;
use Largesse\Http\Fields;
use Largesse\Owners\GiftsPage;
use Largesse\Registry\EventDate;
use WP_Post;

/**
 * Data for the section "Give a wish together" on the page with ideas (rules: Shares on the site).
 */
final class SharesView {

	/**
	 * Returns the data of the template `ideas/shares`.
	 *
	 * @param ShareFields|null      $fields   Typed values of a refused form; null for no form.
	 * @param array<string, string> $problems Messages by field.
	 * @return array<string, mixed>|null Null if nothing is shared.
	 */
	public static function data( WP_Post $registry, Shares $shares, ?ShareFields $fields, array $problems ): ?array {
		$shared  = $shares->shared();
		if ( array() === $shared && null === $fields ) {
			return null;
		}
		$counts = false;
		foreach ( $shared as $number => $wish ) {
			$shared[ $number ]['part_url'] = $shares->left( $wish['id'] ) > 0 ? GivePage::url_prefix( $registry->ID, true ) . $wish['id'] : '';
			$shared[ $number ]['shares']   = array_map( static fn ( array $share ): array => self::shown_share( $registry, $share, $shares->amount( $wish['id'], (float) $share['amount'] ), $wish['is_covered'] ), $wish['shares'] );
			$counts                        = $counts || ( $wish['is_listed'] && in_array( true, array_column( $shared[ $number ]['shares'], 'is_own' ), true ) );
		}
		return array(
			'shared'  => $shared,
			'address' => $counts ? DeliveryLines::of( $registry ) : array(),
			'action'  => (string) get_permalink( $registry ),
			'act'     => IdeasPage::PARAMETER,
			'delete'  => IdeasPage::DELETE,
			'release' => IdeasPage::REMOVE,
			'form'    => null === $fields ? null : self::form( $registry, $fields, $problems, $shares->currency( $fields->item ), $shares->name( $fields->item ) ),
		);
	}

	/**
	 * Returns a share for the template.
	 *
	 * @param array<string, mixed> $share      The share.
	 * @param string               $amount     The amount as text.
	 * @param bool                 $is_covered Whether all shares of the wish together cover its price.
	 * @return array{text: string, is_own: bool, may_release: bool, url: string, hidden: array<string, string>}
	 */
	private static function shown_share( WP_Post $registry, array $share, string $amount, bool $is_covered ): array {
		$is_own = IdeaRights::may_delete( $registry, $share );
		$name   = (string) $share['giver_name'];
		$who    = $is_own ? __( 'You', 'largesse' ) : ( '' === $name ? __( 'Somebody', 'largesse' ) : $name );
		$has_end = null !== $share['ends_at'] && ! $is_covered;
		$text    = $has_end
			/* translators: 1: name of a person, 2: a price, 3: a date. */
			? sprintf( __( '%1$s: %2$s, until %3$s', 'largesse' ), $who, $amount, self::day( $share['ends_at'] ) )
			/* translators: 1: name of a person, 2: a price. */
			: sprintf( __( '%1$s: %2$s', 'largesse' ), $who, $amount );
		return array(
			'text'        => $text,
			'is_own'      => $is_own,
			'may_release' => ! $is_own && GiftsPage::may_release( $registry ),
			'url'         => $is_own && $has_end ? ShareLink::url( $registry, $share['id'] ) : '',
			'hidden'      => array(
				IdeasPage::ID   => $share['id'],
				IdeasPage::READ => $share['updated_at'],
			),
		);
	}

	/** Returns the day of a time (ISO 8601) in the site's time zone and date format. */
	public static function day( string $time ): string {
		return EventDate::day( (string) wp_date( 'Y-m-d', (int) strtotime( $time ) ) );
	}

	/**
	 * Returns the data of the form of a share.
	 *
	 * @param array<string, string> $problems Messages by field.
	 * @param string                $currency Currency of the wish (ISO 4217); '' for none.
	 * @param string                $name     Name of the wish; empty if the page shows it.
	 * @return array<string, mixed>
	 */
	public static function form( WP_Post $registry, ShareFields $fields, array $problems, string $currency, string $name = '' ): array {
		return array(
			'action' => (string) get_permalink( $registry ),
			'hidden' => array(
				IdeasPage::PARAMETER => IdeasPage::SHARE,
				ShareFields::ITEM => (string) $fields->item,
				IdeaFields::ID    => $fields->form->id,
				IdeaFields::TOKEN => $fields->form->token,
			),
			'name'   => $name,
			'trap'   => Fields::TRAP,
		) + $fields->inputs( $problems, $currency );
	}
}
