<?php
declare( strict_types=1 );

namespace Largesse\Ideas;

use Largesse\Format\Price;
use Largesse\Html\FormFields;
use WP_Post;

/**
 * Data for the section "Give a wish together" on the page with ideas (rules: Shares on the site).
 */
final class SharesView {

	/**
	 * Returns the data of the template `ideas/shares`.
	 *
	 * @param ShareFields|null      $fields   Typed values; null for an empty form.
	 * @param array<string, string> $problems Messages by field.
	 * @return array<string, mixed>|null Null if there is nothing to share.
	 */
	public static function data( WP_Post $registry, Shares $shares, ?ShareFields $fields, array $problems ): ?array {
		$shared  = $shares->shared();
		$choices = $shares->choices();
		if ( array() === $shared && array() === $choices && null === $fields ) {
			return null;
		}
		foreach ( $shared as $number => $wish ) {
			$shared[ $number ]['shares'] = array_map( static fn ( array $share ): array => self::shown_share( $registry, $share ), $wish['shares'] );
		}
		return array(
			'shared'  => $shared,
			'action'  => (string) get_permalink( $registry ),
			'act'     => IdeasPage::PARAMETER,
			'delete'  => IdeasPage::DELETE,
			'form'    => array() === $choices && null === $fields ? null : self::form( $registry, $fields ?? ShareFields::fresh( IdeaFields::fresh( $registry ) ), $choices, $problems ),
			'is_open' => null !== $fields,
		);
	}

	/**
	 * Returns a share for the template.
	 *
	 * @param array<string, mixed> $share The share.
	 * @return array{text: string, hidden: array<string, string>|null}
	 */
	private static function shown_share( WP_Post $registry, array $share ): array {
		$is_own = IdeaRights::may_delete( $registry, $share );
		$name   = (string) $share['giver_name'];
		$who    = $is_own ? __( 'You', 'largesse' ) : ( '' === $name ? __( 'Somebody', 'largesse' ) : $name );
		return array(
			/* translators: 1: name of a person, 2: a price. */
			'text'   => sprintf( __( '%1$s: %2$s', 'largesse' ), $who, Price::text( (float) $share['amount'] ) ),
			'hidden' => $is_own ? array(
				IdeasPage::ID   => $share['id'],
				IdeasPage::READ => $share['updated_at'],
			) : null,
		);
	}

	/**
	 * Returns the data of the form of a share.
	 *
	 * @param array<int, string>    $choices  Texts of the wishes by id.
	 * @param array<string, string> $problems Messages by field.
	 * @return array<string, mixed>
	 */
	public static function form( WP_Post $registry, ShareFields $fields, array $choices, array $problems ): array {
		return array(
			'action' => (string) get_permalink( $registry ),
			'hidden' => array(
				IdeasPage::PARAMETER   => IdeasPage::SHARE,
				IdeaFields::ID    => $fields->form->id,
				IdeaFields::TOKEN => $fields->form->token,
			),
			'trap'   => FormFields::TRAP,
		) + $fields->inputs( $choices, $problems );
	}
}
