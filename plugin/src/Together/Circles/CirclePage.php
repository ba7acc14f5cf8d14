<?php
declare( strict_types=1 );

namespace Largesse\Together\Circles;

use Largesse\Foundation\Html\Escape;
use Largesse\Foundation\Html\SharedNames;
use Largesse\Foundation\Html\Template;
use Largesse\Foundation\Http\Form;
use Largesse\Foundation\Http\Request;
use Largesse\Registries\Links\OwnerPage;
use Largesse\Pages\Owners\AccountForms;
use Largesse\Pages\Owners\ScriptState;
use Largesse\Registries\Registry\ConfirmedAddress;
use WP_Post;
use WP_User;

/** Page of a circle, a part of My registries (rules: Circles). It shows no gifts, and does not call the service. */
final class CirclePage {

	/** Parameters of the page's address: the circle's id, and the number of a page of lists. */
	public const PARAMETER = 'circle';
	public const LISTS     = 'circle-lists';

	/** Tabs of the page, as values of the parameter `tab`. The first one opens without the parameter. */
	public const PEOPLE   = 'people';
	public const INVITE   = 'invite';
	public const SETTINGS = 'settings';

	/** Returns the address of a circle's page. @param int $lists Number of the page of lists. */
	public static function url( string $circle_id, string $tab = self::PEOPLE, int $lists = 1 ): string {
		$more = array_diff( array( SharedNames::TAB_PARAMETER => $tab, self::LISTS => $lists ), array( self::PEOPLE, 1 ) );
		return add_query_arg( array( self::PARAMETER => $circle_id ) + $more, OwnerPage::url() );
	}

	/** Returns the address of a person's card. */
	public static function person_url( string $circle_id, string $person_id ): string {
		return self::url( $circle_id ) . '#' . CircleView::PERSON . $person_id;
	}

	/** Returns the id in the address of this request; '' for none. */
	public static function requested_id(): string {
		return Request::parameter( self::PARAMETER );
	}

	/** Returns the HTML of the circle in the address; without one, `$html`. */
	public static function choose_page( ?string $html, ?WP_Post $registry ): ?string {
		$id = null === $registry ? self::requested_id() : '';
		if ( '' === $id ) {
			return $html;
		}
		ob_start();
		self::show( $id );
		return (string) ob_get_clean();
	}

	/**
	 * Sets the title of the browser tab.
	 *
	 * @param array<string, string> $parts
	 * @return array<string, string>
	 */
	public static function set_title( array $parts ): array {
		$circle = OwnerPage::is_shown() ? Circles::read( self::requested_id() ) : null;
		if ( null !== $circle?->member( get_current_user_id() ) ) {
			$parts = array( 'title' => Escape::shielded( $circle->name ) ) + $parts;
		}
		return $parts;
	}

	/** Prints a circle, the form to join it, or a notice. The notice does not tell strangers whether a circle exists. */
	private static function show( string $id ): void {
		$user   = wp_get_current_user();
		$circle = Circles::read( $id );
		if ( null !== $circle && $circle->member( $user->ID ) ) {
			ScriptState::send( self::PARAMETER );
			Template::print( 'circles/circle', CircleView::of( $circle, $user ) );
		} elseif ( null !== $circle && JoinLink::from_cookie( $circle ) ) {
			self::show_join_form( $circle, $user );
		} else {
			$texts = array(
				'heading' => __( 'There is no such circle', 'largesse' ),
				'text'    => CircleErrors::of( 'no_circle' )->get_error_message()
					. ' '
					. __( 'Perhaps you are signed in with another account?', 'largesse' ),
				'links'   => array( OwnerPage::url() => __( 'My registries', 'largesse' ) ),
				'hint'    => '',
			);
			Template::print( 'owners/notice', $texts );
		}
	}

	private static function show_join_form( Circle $circle, WP_User $user ): void {
		$is_pending = ConfirmedAddress::is_pending( $user );
		if ( $is_pending ) {
			AccountForms::show_confirmation( $user );
		}
		Template::print(
			'circles/join',
			array(
				'name'    => $circle->name,
				'problem' => CircleForms::general_problem(),
				'form'    => $is_pending
					? null
					: CircleForms::form( 'join', $circle->id, self::url( $circle->id ) ) + array(
						'field' => CircleForms::field(
							'own_name',
							__( 'Your name in the circle', 'largesse' ),
							$user->display_name,
							CircleRules::PERSON_NAME_CHARS
						),
					),
			)
		);
	}

	/** @param array<string, string> $notice Text and addresses, for visitors who came through a link. */
	public static function word_sign_in( array $notice ): array {
		$circle = Circles::read( self::requested_id() );
		return null === $circle || null === JoinLink::from_cookie( $circle )
			? $notice
			: array( 'text' => __( 'To join the circle, sign in or create an account. Afterwards you come back here.', 'largesse' ) ) + $notice;
	}
}
