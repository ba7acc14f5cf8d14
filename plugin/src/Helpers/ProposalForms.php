<?php
declare( strict_types=1 );

namespace Largesse\Helpers;

use Largesse\Html\Template;
use Largesse\Http\Errors;
use Largesse\Http\Form;
use Largesse\Http\Refusal;
use Largesse\Http\Request;
use Largesse\Http\Submission;
use Largesse\Links\OwnerPage;
use Largesse\Records\Records;
use Largesse\Registry\PeopleLists;
use Largesse\Registry\Proposals;
use Largesse\Registry\Registries;
use Largesse\Registry\RegistryMeta;
use Largesse\Registry\RegistryPostType;
use LimitIterator;
use WP_Error;
use WP_Post;
use WP_User;

/** Shows and processes proposals to be co-owners or keepers, without scripts (rules: Co-owners and keepers). */
final class ProposalForms {

	/** Form field with the answer, and its values. */
	public const ACT     = 'largesse-proposal';
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
		$rows = array_map( self::row( ... ), iterator_to_array( new LimitIterator( Proposals::to( wp_get_current_user() ), 0, self::MOST ), false ) );
		if ( $rows ) {
			Template::print( 'helpers/proposals', array( 'rows' => $rows ) );
		}
	}

	public static function answer(): void {
		$next = static fn ( string $said ): string => add_query_arg( self::SAID, $said, OwnerPage::url() );
		( new Form(
			self::ACT,
			static fn ( Submission $sent ): ?int => is_user_logged_in() && OwnerPage::is_shown() ? absint( $sent->text( self::REGISTRY ) ) : null,
			array(
				self::ACCEPT  => static fn ( int $id ): string|WP_Error => self::carry_out( $id, Proposals::accept( ... ) ) ?? 'accepted',
				self::DECLINE => static fn ( int $id ): string|WP_Error => self::carry_out( $id, Proposals::decline( ... ) ) ?? 'declined',
			),
			static fn ( int $id, string $act, string $said ): string => $next( $said ),
			static fn ( int $id ): string => self::ACT . $id,
			refused: static fn ( int $id, Refusal $refused ): string => $next( $refused->rule ),
		) )->answer();
	}

	/** @param callable(WP_Post, WP_User): ?WP_Error $answer Runs if the registry still exists. */
	private static function carry_out( int $id, callable $answer ): ?WP_Error {
		$registry = get_post( $id );
		return RegistryPostType::is( $registry ) && 'trash' !== $registry->post_status ? $answer( $registry, wp_get_current_user() ) : new WP_Error( Proposals::MISSING );
	}

	private static function row( WP_Post $registry ): array {
		$keys   = Proposals::entries_for( $registry, wp_get_current_user() );
		$author = get_userdata( (int) $registry->post_author );
		return array(
			'owner'       => $author ? $author->display_name : '',
			'title'       => Registries::title_or_untitled( $registry ),
			'for_owners'  => isset( $keys[ RegistryMeta::OWNERS ] ),
			'for_keepers' => isset( $keys[ RegistryMeta::KEEPERS ] ),
			'hidden'      => Form::hidden( self::REGISTRY, (string) $registry->ID, self::ACT . $registry->ID ),
		);
	}
}
