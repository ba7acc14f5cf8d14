<?php
declare( strict_types=1 );

namespace Largesse\Together\Invitations;

use Largesse\Foundation\Html\Template;
use Largesse\Foundation\Http\Form;
use Largesse\Foundation\Http\NextPage;
use Largesse\Foundation\Http\Proof;
use Largesse\Foundation\Http\Request;
use Largesse\Foundation\Http\Submission;
use Largesse\Registries\Links\OwnerPage;
use Largesse\Registries\Registry\Registries;
use WP_User;

/**
 * Button on My registries with which a member removes a list that a link has opened (OpenedLists).
 *
 * @extends Form<WP_User>
 */
final class OpenedListForm extends Form {

	/** Field with the id of the registry, and name of the nonce. */
	public const FIELD = 'largesse-remove-list';

	/** Parameter of the page after a change. */
	private const SAID = 'list-removed';

	/** Adds the lists to "You are invited" on My registries, each with its button. */
	public static function add_to_overview( array $invitations, WP_User $member ): array {
		foreach ( OpenedLists::of( $member ) as $registry ) {
			$invitations[ $registry->ID ] ??= array(
				'registry' => $registry,
				'button'   => __( 'Remove from my lists', 'largesse' ),
				'hidden'   => Form::hidden( self::FIELD, (string) $registry->ID, self::FIELD ),
			);
		}
		return $invitations;
	}

	/** Prints that a list was removed, or why not. */
	public function show_result(): void {
		$said = '' === Request::parameter( self::SAID ) ? '' : __( 'The list is no longer among yours. To open it again, use its link.', 'largesse' );
		Template::print(
			'owners/form-result',
			array( 'said' => null === $this->refused ? $said : '', 'problem' => $this->refused->message ?? '' )
		);
	}

	/** Returns the member. If the visitor is not signed in, the page asks the visitor to sign in. */
	protected function subject( Submission $sent ): ?WP_User {
		return is_user_logged_in() && OwnerPage::is_shown() ? wp_get_current_user() : null;
	}

	protected function proof( mixed $member, string $button ): Proof {
		return Proof::nonce( self::FIELD );
	}

	/** Removes the list. A form that was sent twice, or names another list, changes nothing more. */
	protected function press( mixed $member, string $button, Submission $sent ): NextPage {
		$registry = Registries::with_id( $button );
		if ( null !== $registry ) {
			OpenedLists::remove( $registry, $member->ID );
		}
		return new NextPage( add_query_arg( self::SAID, '1', OwnerPage::url() ) );
	}
}
