<?php
declare( strict_types=1 );

namespace Largesse\Together\Sizes;

use Largesse\Foundation\Html\Template;
use Largesse\Foundation\Http\Form;
use Largesse\Foundation\Http\Refusal;
use Largesse\Foundation\Http\Submission;
use Largesse\Registries\Links\OwnerPage;
use Largesse\Pages\Owners\FormPage;
use Largesse\Registries\Registry\Registries;
use Largesse\Registries\Registry\Roles;
use Largesse\Foundation\Service\Rules;
use WP_Error;
use WP_Post;

/**
 * Page on which members edit their own sizes and notes, or the sizes of a registry for a child.
 *
 * @extends FormPage<StoredSizes>
 */
final class SizesPage extends FormPage {

	protected const PARAMETER = 'sizes';
	public const FIELD        = 'largesse-sizes-save';

	/** Names of the fields with the rows, and with the version that the member has read. */
	public const ROWS  = 'largesse-sizes';
	private const READ = 'largesse-sizes-read';

	/** Number of rows without a value in a new form, and in the form of stored sizes. The last one has no label either. */
	private const NEW_ROWS  = 4;
	private const MORE_ROWS = 2;

	protected function subject_of( ?WP_Post $registry ): ?StoredSizes {
		$may_edit = null === $registry
			? ! Registries::is_named()
			: current_user_can( 'edit_post', $registry->ID ) && StoredSizes::belong_to_registry( $registry );
		return $may_edit ? self::sizes( $registry ) : null;
	}

	/** Saves the sizes. */
	protected function press( mixed $sizes, string $button, Submission $sent ): Refusal|WP_Error|null {
		$entries = SizeEntries::of( $sent->raw( self::ROWS ), self::suggested() );
		if ( null !== $entries->problem() ) {
			return new Refusal( 422, __( 'Nothing was saved: please correct the marked fields.', 'largesse' ) );
		}
		$saved = $sizes->save( $entries->rows, $sent->number( self::READ ) );
		return is_wp_error( $saved ) ? $saved : null;
	}

	/** Prints a link to the member's own sizes. */
	public static function show_link(): void {
		Template::print( 'sizes/link', array( 'url' => self::url() ) );
	}

	/** Prints a link to the sizes among a registry's settings: only for owners if the sizes belong to accounts. */
	public static function show_link_of_registry( int $registry_id ): void {
		$registry = get_post( $registry_id );
		if ( ! $registry instanceof WP_Post ) {
			return;
		}
		$is_own = ! StoredSizes::belong_to_registry( $registry );
		if ( $is_own && ! Roles::of( $registry )->is_owner() ) {
			return;
		}
		$hint = $is_own
			? __( 'Shoe size, favourite colour, allergies: people who may see one of your registries see them there.', 'largesse' )
			: __( 'Shoe size, favourite colour, allergies: people who may see this registry see them there.', 'largesse' );
		self::print_setting(
			$is_own ? null : $registry_id,
			__( 'Sizes and notes', 'largesse' ),
			__( 'Edit sizes and notes', 'largesse' ),
			$hint
		);
	}

	/** Prints the page. @param WP_Post|null $registry Registry with its own sizes; null for the sizes of the member. */
	protected function show( ?WP_Post $registry ): void {
		$sizes   = self::sizes( $registry );
		$fields  = $sizes->fields();
		$sent    = Submission::from_request();
		$typed   = null === $this->refused ? null : SizeEntries::of( $sent->raw( self::ROWS ), self::suggested() );
		$problem = $typed?->problem();
		$is_old  = 409 === $this->refused?->status;
		$rows    = $typed->rows ?? $fields;
		$labels  = array_diff( self::suggested(), array_column( $rows, 'label' ) );
		$labels  = array( ...array_slice( $labels, 0, ( $rows ? self::MORE_ROWS : self::NEW_ROWS ) - 1 ), '' );
		$offered = array_map( static fn ( string $label ): array => compact( 'label' ) + array( 'value' => '' ), $labels );
		Template::print(
			'sizes/page',
			array(
				'back_url'  => OwnerPage::url( $registry?->ID ),
				'title'     => null === $registry ? '' : Registries::title( $registry ),
				'action'    => self::url( $registry?->ID ),
				'hidden'    => Form::hidden( self::FIELD, '1', self::FIELD ) + array(
					self::READ => (string) ( null === $typed || $is_old ? $sizes->version() : $sent->number( self::READ ) ),
				),
				'rows'      => array_slice( array( ...$rows, ...$offered ), 0, max( count( $rows ), Rules::MAX_SIZES ) ),
				'suggested' => self::suggested(),
				'stored'    => $is_old ? $fields : null,
				'message'   => $this->refused->message ?? '',
				'wrong'     => null === $problem ? null : array( 'message' => RegistrySizes::message( $problem ) ) + $problem,
				'is_saved'  => $this->is_saved(),
			)
		);
	}

	/** @return list<string> Labels that the form suggests. */
	private static function suggested(): array {
		return array(
			__( 'Clothing size', 'largesse' ),
			__( 'Shoe size', 'largesse' ),
			__( 'Favourite colour', 'largesse' ),
			__( 'Ring size', 'largesse' ),
			__( 'Favourite book or author', 'largesse' ),
			__( 'Allergies', 'largesse' ),
			__( 'I already have', 'largesse' ),
		);
	}

	/** Returns the sizes of a registry; without a registry, the sizes of the member. */
	private static function sizes( ?WP_Post $registry ): StoredSizes {
		return null === $registry ? StoredSizes::of_user( get_current_user_id() ) : StoredSizes::of_registry( $registry->ID );
	}
}
