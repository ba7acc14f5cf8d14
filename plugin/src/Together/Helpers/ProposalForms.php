<?php
declare( strict_types=1 );

namespace Largesse\Together\Helpers;

use Largesse\Foundation\Html\Template;
use Largesse\Foundation\Http\Errors;
use Largesse\Foundation\Http\Form;
use Largesse\Foundation\Http\NextPage;
use Largesse\Foundation\Http\Proof;
use Largesse\Foundation\Http\Refusal;
use Largesse\Foundation\Http\Request;
use Largesse\Foundation\Http\Submission;
use Largesse\Registries\Links\OwnerPage;
use Largesse\Foundation\Records\Records;
use Largesse\Registries\Registry\PeopleLists;
use Largesse\Registries\Registry\Proposals;
use Largesse\Registries\Registry\Registries;
use Largesse\Registries\Registry\RegistryMeta;
use Largesse\Registries\Registry\RegistryPostType;
use LimitIterator;
use WP_Error;
use WP_Post;

/**
 * Shows and processes proposals to be co-owners or keepers, without scripts (rules: Co-owners and keepers). The subject
 * is the id of the registry, which may no longer exist.
 *
 * @extends Form<int>
 */
final class ProposalForms extends Form {

	/** Form field with the answer, and its values. */
	public const FIELD   = 'largesse-proposal';
	public const ACCEPT  = 'accept';
	public const DECLINE = 'decline';

	/** Form field with the id of the registry. */
	private const REGISTRY = 'proposal-of';

	/** Parameter of the page's address with the result of a form. */
	private const SAID = 'proposal-said';

	private const MOST = 20;

	/** Prints the proposals to the member, and the result of the last answer. */
	public static function show(): void {
		$result  = Request::parameter( self::SAID );
		$said    = match ( $result ) {
			'accepted' => __( 'Thank you! You find the registry below.', 'largesse' ),
			'declined' => __( 'You have declined.', 'largesse' ),
			default    => '',
		};
		$problem = match ( $result ) {
			Proposals::MISSING           => __( 'Nobody asks you for this any more.', 'largesse' ),
			PeopleLists::KEEPER_IS_OWNER => __( 'You own this registry, so you cannot see its surprises.', 'largesse' ),
			Errors::TOO_MANY             => __( 'The registry has too many helpers already.', 'largesse' ),
			Refusal::LATE, Records::BUSY => __( 'The page was open for too long, or somebody was just changing the registry. Please try again.', 'largesse' ),
			default                      => '',
		};
		Template::print( 'owners/form-result', compact( 'said', 'problem' ) );
		$rows = array_map(
			self::row( ... ),
			iterator_to_array( new LimitIterator( Proposals::to( wp_get_current_user() ), 0, self::MOST ), false )
		);
		if ( $rows ) {
			$buttons = array(
				'name'    => self::FIELD,
				'accept'  => self::ACCEPT,
				'decline' => self::DECLINE,
			);
			Template::print( 'helpers/proposals', compact( 'rows', 'buttons' ) );
		}
	}

	protected function subject( Submission $sent ): ?int {
		return is_user_logged_in() && OwnerPage::is_shown() ? absint( $sent->text( self::REGISTRY ) ) : null;
	}

	protected function proof( mixed $id, string $button ): Proof {
		return Proof::nonce( self::FIELD . $id );
	}

	protected function press( mixed $id, string $button, Submission $sent ): NextPage|Refusal|WP_Error {
		$registry = get_post( $id );
		if ( ! RegistryPostType::is( $registry ) || 'trash' === $registry->post_status ) {
			return new WP_Error( Proposals::MISSING );
		}
		return match ( $button ) {
			self::ACCEPT  => Proposals::accept( $registry, wp_get_current_user() ) ?? self::page_with( 'accepted' ),
			self::DECLINE => Proposals::decline( $registry, wp_get_current_user() ) ?? self::page_with( 'declined' ),
			default       => self::unknown_button(),
		};
	}

	protected function next_after_refusal( mixed $id, Refusal $refused ): string {
		return self::page_with( $refused->rule )->url;
	}

	/** Returns the page with a result. @param string $said One of the results that `show()` knows. */
	private static function page_with( string $said ): NextPage {
		return new NextPage( add_query_arg( self::SAID, $said, OwnerPage::url() ) );
	}

	private static function row( WP_Post $registry ): array {
		$keys   = Proposals::entries_for( $registry, wp_get_current_user() );
		$author = get_userdata( (int) $registry->post_author );
		return array(
			'owner'       => $author ? $author->display_name : '',
			'title'       => Registries::title_or_untitled( $registry ),
			'for_owners'  => isset( $keys[ RegistryMeta::OWNERS ] ),
			'for_keepers' => isset( $keys[ RegistryMeta::KEEPERS ] ),
			'hidden'      => Form::hidden( self::REGISTRY, (string) $registry->ID, self::FIELD . $registry->ID ),
		);
	}
}
