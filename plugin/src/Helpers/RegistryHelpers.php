<?php
declare( strict_types=1 );

namespace Largesse\Helpers;

use Largesse\Html\Template;
use Largesse\Http\Form;
use Largesse\Http\FormController;
use Largesse\Http\Refusal;
use Largesse\Http\Submission;
use Largesse\Invitations\MemberNames;
use Largesse\Registry\ListedPeople;
use Largesse\Registry\Proposals;
use Largesse\Registry\Registries;
use Largesse\Registry\RegistryMeta;
use Largesse\Registry\Store;
use WP_Post;

/**
 * Shows and edits co-owners and keepers on the admin screen of a registry, without scripts.
 */
final class RegistryHelpers {

	/** Name of the field with the action. The nonce's action is this name, followed by the registry's id. */
	private const ACT = 'largesse_helpers';

	/** Why the sent form has changed nothing. */
	private ?Refusal $refused = null;

	public function __construct( private readonly Store $store ) {}

	/** Prints the lists of co-owners and keepers, each with a form to add a person. */
	public function show( WP_Post $registry ): void {
		$names = HelperNames::of( $registry );
		$lists = array();
		foreach ( self::headings() as $key => $heading ) {
			$lists[] = array(
				'key'     => $key,
				'heading' => $heading,
				'entries' => ListedPeople::entries_of( $registry, $key ),
				'asked'   => Proposals::entries_of( $registry, $key ),
				'names'   => $names,
				'add'     => self::hidden( $registry, $key, 'add' ),
				'remove'  => self::hidden( $registry, $key, 'remove' ),
			);
		}
		Template::print(
			'helpers/helper-lists',
			array(
				'refused' => (string) $this->refused?->message,
				'url'     => (string) get_edit_post_link( $registry->ID, 'raw' ),
				'lists'   => $lists,
			)
		);
	}

	/** Processes a submitted form. */
	public function answer(): void {
		$this->refused = FormController::answer(
			new Form(
				self::ACT,
				static function ( Submission $sent ): ?WP_Post {
					$registry = Registries::with_id( $sent->text( 'registry' ) );
					return $registry && current_user_can( 'edit_post', $registry->ID ) && isset( self::headings()[ $sent->text( 'list' ) ] ) ? $registry : null;
				},
				array(
					'add'    => fn ( WP_Post $registry, Submission $sent ): mixed => MemberNames::limit_error( $sent->trimmed( 'person' ) ) ?? $this->store->people->add_helper( $registry, $sent->text( 'list' ), $sent->trimmed( 'person' ) ),
					'remove' => fn ( WP_Post $registry, Submission $sent ): mixed => $this->store->people->remove_person( $registry, $sent->text( 'list' ), $sent->trimmed( 'person' ) ),
				),
				// Users who have removed themselves may no longer see the screen.
				static fn ( WP_Post $registry ): string => current_user_can( 'edit_post', $registry->ID ) ? (string) get_edit_post_link( $registry->ID, 'raw' ) . '#largesse-helpers' : admin_url(),
				static fn ( WP_Post $registry ): string => self::ACT . $registry->ID
			)
		);
	}

	/**
	 * Returns the hidden fields of a form.
	 *
	 * @param string $key Meta key of the list.
	 * @param string $act `add` or `remove`.
	 * @return array<string, string> Values by name.
	 */
	private static function hidden( WP_Post $registry, string $key, string $act ): array {
		return Form::hidden( self::ACT, $act, self::ACT . $registry->ID ) + array(
			'registry' => (string) $registry->ID,
			'list'     => $key,
		);
	}

	/**
	 * Returns the names of the lists by meta key.
	 *
	 * @return array<string, string>
	 */
	private static function headings(): array {
		return array(
			RegistryMeta::OWNERS  => __( 'Co-owners', 'largesse' ),
			RegistryMeta::KEEPERS => __( 'Keepers', 'largesse' ),
		);
	}
}
