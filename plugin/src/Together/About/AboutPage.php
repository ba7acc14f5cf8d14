<?php
declare( strict_types=1 );

namespace Largesse\Together\About;

use Largesse\Foundation\Html\Template;
use Largesse\Foundation\Http\Field;
use Largesse\Foundation\Http\Fields;
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
 * Page on which members edit the text about themselves, or about the child of a registry.
 *
 * @extends FormPage<StoredAbout>
 */
final class AboutPage extends FormPage {

	protected const PARAMETER = 'about';
	public const FIELD        = 'largesse-about-save';

	/** Names of the fields with the text, and with the version that the member has read. */
	private const TEXT = 'largesse-about';
	private const READ = 'largesse-about-read';

	protected function subject_of( ?WP_Post $registry ): ?StoredAbout {
		$may_edit = null === $registry
			? ! Registries::is_named()
			: current_user_can( 'edit_post', $registry->ID ) && StoredAbout::belongs_to_registry( $registry );
		return $may_edit ? self::about( $registry ) : null;
	}

	protected function press( mixed $about, string $button, Submission $sent ): Refusal|WP_Error|null {
		$typed    = Fields::sent( self::fields(), $sent );
		$problems = $typed->problems();
		if ( $problems ) {
			return new Refusal( 422, '', $problems );
		}
		$saved = $about->save( AboutText::clean( $typed->text( self::TEXT ) ), $sent->number( self::READ ) );
		return is_wp_error( $saved ) ? $saved : null;
	}

	/** Prints a link to the member's own text. */
	public static function show_link(): void {
		Template::print( 'about/link', array( 'url' => self::url(), 'hint' => self::hint() ) );
	}

	/** Prints a link to the text among a registry's settings: only for owners if the texts belong to accounts. */
	public static function show_link_of_registry( int $registry_id ): void {
		$registry = get_post( $registry_id );
		if ( ! $registry instanceof WP_Post ) {
			return;
		}
		$is_own = ! StoredAbout::belongs_to_registry( $registry );
		if ( $is_own && ! Roles::of( $registry )->is_owner() ) {
			return;
		}
		self::print_setting(
			$is_own ? null : $registry_id,
			$is_own ? __( 'Good to know about me', 'largesse' ) : __( 'Good to know', 'largesse' ),
			__( 'Edit this text', 'largesse' ),
			$is_own
				? self::hint()
				: __( 'Clothing sizes, allergies, collections: people who may see this list see it there.', 'largesse' )
		);
	}

	/** Prints the page. @param WP_Post|null $registry Registry with its own text; null for the text of the member. */
	protected function show( ?WP_Post $registry ): void {
		$about  = self::about( $registry );
		$text   = $about->text();
		$sent   = Submission::from_request();
		$is_old = 409 === $this->refused?->status;
		$typed  = null === $this->refused
			? Fields::fresh( self::fields() )->with( array( self::TEXT => $text ) )
			: Fields::sent( self::fields(), $sent );
		Template::print(
			'about/page',
			array(
				'back_url' => OwnerPage::url( $registry?->ID ),
				'title'    => null === $registry ? '' : Registries::title( $registry ),
				'action'   => self::url( $registry?->ID ),
				'hidden'   => Form::hidden( self::FIELD, '1', self::FIELD ) + array(
					self::READ => (string) ( null === $this->refused || $is_old ? $about->version() : $sent->number( self::READ ) ),
				),
				'inputs'   => array_values( $typed->inputs( '', $this->refused->problems ?? array(), Fields::OF_OWNERS ) ),
				'stored'   => $is_old ? $text : null,
				'message'  => $this->refused->message ?? '',
				'is_saved' => $this->is_saved(),
			)
		);
	}

	private static function fields(): array {
		$check = static fn ( string $typed ): string => AboutText::is_long( AboutText::clean( $typed ) )
			? RegistryAbout::too_long()
			: '';
		$attributes = array(
			'rows'         => 8,
			'maxlength'    => Rules::MAX_ABOUT_CHARS,
			'dir'          => 'auto',
			'autocomplete' => 'off',
		);
		return array(
			self::TEXT => new Field(
				'textarea',
				__( 'Good to know', 'largesse' ),
				$attributes,
				$check,
				__( 'For example: clothing size M, shoe size 39, no nuts, collects stamps, already has all seven books.', 'largesse' )
			),
		);
	}

	private static function hint(): string {
		return __( 'Clothing sizes, allergies, collections: people who may see one of your lists see it there.', 'largesse' );
	}

	/** Returns the text of a registry; without a registry, the text of the member. */
	private static function about( ?WP_Post $registry ): StoredAbout {
		return null === $registry ? StoredAbout::of_user( get_current_user_id() ) : StoredAbout::of_registry( $registry->ID );
	}
}
