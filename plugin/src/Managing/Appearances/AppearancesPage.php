<?php
declare( strict_types=1 );

namespace Largesse\Managing\Appearances;

use Largesse\Foundation\Format\Number;
use Largesse\Foundation\Html\Template;
use Largesse\Foundation\Http\Errors;
use Largesse\Foundation\Http\Form;
use Largesse\Foundation\Http\Refusal;
use Largesse\Foundation\Http\Submission;
use Largesse\Registries\Links\OwnerPage;
use Largesse\Pages\Owners\FormPage;
use Largesse\Registries\Registry\Appearances;
use Largesse\Registries\Registry\Memberships;
use Largesse\Registries\Registry\Registries;
use Largesse\Registries\Registry\Store;
use Largesse\Foundation\Service\ApiError;
use Largesse\Foundation\Service\Rules;
use WP_Error;
use WP_Post;

/**
 * Page on which owners choose the other lists of a wish, add wishes of other lists to a list, or move wishes to other
 * lists before they delete a list (rules: Appearances). After a change, the registry's page shows the changed list.
 *
 * @extends FormPage<WP_Post>
 */
final class AppearancesPage extends FormPage {

	/** The value of the parameter is the id of a wish, or the action for the whole list. */
	protected const PARAMETER = 'appearances';
	private const ADD         = 'add';

	public const FIELD = 'largesse-appearances';

	/**
	 * Names of the checkboxes, which have ids of lists or wishes, and of the field with the ids that were ticked before.
	 */
	public const CHOSEN  = 'largesse-chosen';
	private const WERE   = 'largesse-were';

	/** Maximum number of other lists whose wishes the page shows. */
	private const MOST = 30;

	/** Seconds after which no further wishes are added. */
	private const ADDING_S = 20;

	public function __construct( private readonly Store $store ) {}

	protected function subject_of( ?WP_Post $registry ): ?WP_Post {
		$asked = self::requested();
		return null !== $registry && self::SAVED !== $asked && current_user_can( 'edit_post', $registry->ID )
			? $registry
			: null;
	}

	/** Does what the page is for. */
	protected function press( mixed $registry, string $button, Submission $sent ): ?Refusal {
		return match ( self::requested() ) {
			self::ADD  => $this->add( $registry, self::chosen( $sent ) ),
			default    => $this->choose(
				$registry,
				(int) self::requested(),
				self::chosen( $sent ),
				array_map( 'intval', explode( ',', $sent->text( self::WERE ) ) )
			),
		};
	}

	/** Adds the address of this page to the data of My registries. Scripts there append the id of a wish. */
	public static function add_to_state( array $state, string $page, ?WP_Post $post ): array {
		return null === $post || ! current_user_can( 'edit_post', $post->ID ) || array() === self::others( $post )
			? $state
			: $state + array( 'appearances' => self::url( $post->ID, '' ) . '=' );
	}

	/**
	 * Removes a wish from lists that are no longer chosen, and then, because their number is limited, adds it to others.
	 */
	private function choose( WP_Post $registry, int $item_id, array $chosen, array $were ): ?Refusal {
		$others = array_column( self::others( $registry ), 'ID' );
		foreach ( array_intersect( $others, array_diff( $were, $chosen ) ) as $list ) {
			$failed = $this->store->items->hide_on( $list, $item_id );
			if ( is_wp_error( $failed ) ) {
				return self::refusal( $failed );
			}
		}
		foreach ( array_intersect( $others, array_diff( $chosen, $were ) ) as $list ) {
			$failed = self::refusal( $this->store->items->show_on( $list, $item_id ) );
			if ( null !== $failed ) {
				return $failed;
			}
		}
		return null;
	}

	private function add( WP_Post $registry, array $chosen ): ?Refusal {
		$end = time() + self::ADDING_S;
		foreach ( array_diff( $chosen, array_keys( $this->names( $registry ) ) ) as $item_id ) {
			$failed = time() < $end
				? self::refusal( $this->store->items->show_on( $registry->ID, $item_id ) )
				: new Refusal( 503, __( 'Only some of the wishes were added so far. Please save again.', 'largesse' ) );
			if ( null !== $failed ) {
				return $failed;
			}
		}
		return null;
	}

	/** Returns why a change failed; null if it worked. */
	private static function refusal( bool|WP_Error|null $result ): ?Refusal {
		if ( true === $result ) {
			return null;
		}
		if ( null === $result ) {
			return new Refusal( 404, __( 'This wish no longer exists, or you cannot change it.', 'largesse' ) );
		}
		$status = (int) ApiError::status( $result );
		$rule   = ApiError::broken_rules( $result )['item_id']->name ?? '';
		if ( 'appearances_full' === $rule ) {
			/* translators: %s: a number. */
			return new Refusal( 422, sprintf( __( 'This wish is already on %s other lists, and cannot be on more.', 'largesse' ), Number::text( Rules::MAX_APPEARANCES ) ) );
		}
		if ( 501 === $status ) {
			return new Refusal( 501, __( 'The registry service of this site cannot show a wish on several lists.', 'largesse' ) );
		}
		$error = Errors::after_change( $result );
		return new Refusal( (int) ( (array) $error->get_error_data() )['status'], $error->get_error_message() );
	}

	protected function show( ?WP_Post $registry ): void {
		$asked = self::requested();
		$item  = (int) $asked;
		$were  = $item > 0 ? array_column( Appearances::of_item( $registry, $item ), 'ID' ) : array();

		list( $heading, $hint, $groups ) = match ( $asked ) {
			self::ADD  => array(
				__( 'Add from another list', 'largesse' ),
				__( 'The wishes stay on their own lists, too. A gift through one list counts on all.', 'largesse' ),
				array_filter( $this->wishes( $registry ) ),
			),
			default    => array(
				__( 'Also on …', 'largesse' ),
				__( 'A gift through one list counts on all. Guests of one list do not see the others. The gift stays a surprise until the last of these lists reveals its gifts.', 'largesse' ),
				array_filter(
					array(
						'' => array_map( Registries::title( ... ), array_column( self::others( $registry ), null, 'ID' ) ),
					)
				),
			),
		};
		Template::print(
			'appearances/page',
			array(
				'back_url' => OwnerPage::url( $registry->ID ),
				'title'    => $item > 0 ? $this->names( $registry )[ $item ] ?? '' : Registries::title( $registry ),
				'heading'  => $heading,
				'hint'     => $hint,
				'action'   => self::url( $registry->ID, $asked ),
				'hidden'   => Form::hidden( self::FIELD, '1', self::FIELD ) + array( self::WERE => implode( ',', $were ) ),
				'field'    => self::CHOSEN . '[]',
				'groups'   => $groups,
				'chosen'   => null === $this->refused ? $were : self::chosen( Submission::from_request() ),
				'message'  => $this->refused->message ?? '',
				'button'   => __( 'Save', 'largesse' ),
				'has_form' => array() !== $groups,
			)
		);
	}

	/** @return array<string, array<int, string>> Names of wishes that only other lists have, by title of the list. */
	private function wishes( WP_Post $registry ): array {
		$known  = $this->names( $registry );
		$groups = array();
		foreach ( array_slice( self::others( $registry ), 0, self::MOST ) as $list ) {
			$title  = Registries::title( $list );
			$found  = array_diff_key( $this->names( $list ), $known );
			$known += $found;

			$groups[ $title ] = ( $groups[ $title ] ?? array() ) + $found;
		}
		return $groups;
	}

	/** @return array<int, string> Names of the wishes on a list, by id; none if the service does not answer. */
	private function names( WP_Post $registry ): array {
		$items = $this->store->items->all( $registry->ID );
		return is_wp_error( $items ) ? array() : array_column( $items, 'name', 'id' );
	}

	/** @return list<WP_Post> Other lists of a registry's author that the user may edit. */
	private static function others( WP_Post $registry ): array {
		return array_values(
			array_filter(
				Memberships::of_author( (int) $registry->post_author ),
				static fn ( WP_Post $list ): bool => $list->ID !== $registry->ID && current_user_can( 'edit_post', $list->ID )
			)
		);
	}

	private static function chosen( Submission $sent ): array {
		return array_values(
			array_filter(
				array_map( static fn ( mixed $id ): int => is_string( $id ) ? (int) $id : 0, (array) $sent->raw( self::CHOSEN ) )
			)
		);
	}
}
