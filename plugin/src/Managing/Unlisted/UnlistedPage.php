<?php
declare( strict_types=1 );

namespace Largesse\Managing\Unlisted;

use Largesse\Foundation\Format\Number;
use Largesse\Foundation\Format\Price;
use Largesse\Foundation\Html\Template;
use Largesse\Foundation\Http\Errors;
use Largesse\Foundation\Http\Form;
use Largesse\Foundation\Http\Refusal;
use Largesse\Foundation\Http\Request;
use Largesse\Foundation\Http\Submission;
use Largesse\Registries\Links\OwnerPage;
use Largesse\Pages\Owners\FormPage;
use Largesse\Registries\Registry\Occasion;
use Largesse\Registries\Registry\Registries;
use Largesse\Registries\Registry\Store;
use Largesse\Registries\Registry\TypedWish;
use WP_Error;
use WP_Post;

/**
 * Page with the hidden and received wishes of a registry, for its owners (rules: Hidden and received wishes).
 *
 * @extends FormPage<WP_Post>
 */
final class UnlistedPage extends FormPage {

	protected const PARAMETER = 'unlisted';
	public const FIELD        = 'largesse-unlisted';

	/** Parameter with the id of the chosen wish, and field of the form that takes a wish off the list. */
	public const WISH = 'largesse-wish';

	private const TAKE  = 'take';
	public const SAVE   = 'save';
	public const LIST   = 'list';
	public const DELETE = 'delete';

	/** Refused form with the fields of a wish; null if no such form was refused. */
	private ?UnlistedForm $typed = null;

	public function __construct(
		private readonly WishMover $mover,
		private readonly Store $store
	) {}

	protected function subject_of( ?WP_Post $registry ): ?WP_Post {
		return null !== $registry && current_user_can( 'edit_post', $registry->ID ) ? $registry : null;
	}

	protected function press( mixed $registry, string $button, Submission $sent ): ?Refusal {
		$form = UnlistedForm::sent( $sent );
		if ( null === $form ) {
			// The id or the folder is invalid.
			return self::unknown_button();
		}
		return match ( $button ) {
			self::TAKE                            => self::refusal(
				$this->mover->take_off_list( $registry->ID, $sent->number( self::WISH ), $form->id, $form->folder )
			),
			self::SAVE, self::LIST, self::DELETE => $this->change( $registry->ID, $form, $button ),
			default                               => self::unknown_button(),
		};
	}

	public function answer(): void {
		parent::answer();
		$sent        = Submission::from_request();
		$this->typed = null === $this->refused || self::TAKE === $sent->text( self::FIELD )
			? null
			: UnlistedForm::sent( $sent );
	}

	/** Prints the link to the page. The link is among the settings of a registry. */
	public static function show_link( int $registry_id ): void {
		if ( ! current_user_can( 'edit_post', $registry_id ) ) {
			return;
		}
		$wishes  = UnlistedWishes::of( $registry_id );
		$numbers = array_map(
			static fn ( string $folder ): string => Number::text( count( $wishes->in_folder( $folder ) ) ),
			array( UnlistedWish::HIDDEN, UnlistedWish::RECEIVED )
		);
		$texts   = array(
			__( 'Prepare wishes that guests see later, and note what you have received, and from whom.', 'largesse' ),
			/* translators: 1: number of hidden wishes, 2: number of received wishes. */
			sprintf( __( '%1$s hidden, %2$s received', 'largesse' ), ...$numbers ),
		);
		self::print_setting(
			$registry_id,
			__( 'Hidden and received wishes', 'largesse' ),
			__( 'Open these wishes', 'largesse' ),
			...$texts
		);
	}

	/** Adds the page's address; scripts append an id. */
	public static function add_to_state( array $state, string $page, ?WP_Post $post ): array {
		return null === $post
			? $state
			: $state + array( 'unlisted' => add_query_arg( self::WISH, '', self::url( $post->ID ) ) . '=' );
	}

	/** Saves a wish of a folder, moves it to the list, or deletes it. */
	private function change( int $registry_id, UnlistedForm $form, string $act ): ?Refusal {
		$stored = UnlistedWishes::of( $registry_id )->find( $form->id );
		if (
			null === $stored
			&& (
				self::SAVE !== $act
				|| UnlistedWish::HIDDEN !== $form->folder
				|| UnlistedWishes::of( $registry_id )->was_removed( $form->id )
			)
		) {
			// Another tab, or an earlier submission of this form, has moved or deleted the wish.
			return null;
		}
		if ( self::DELETE === $act ) {
			return self::refusal(
				UnlistedWishes::change(
					$registry_id,
					static fn ( UnlistedWishes $now ): UnlistedWishes => $now->without_id( $form->id )
				)
			);
		}
		$problems = $form->problems( (string) wp_date( 'Y-m-d' ), $stored->day ?? '' );
		if ( array() !== $problems ) {
			return new Refusal( 422, __( 'Nothing was saved: please correct the marked fields.', 'largesse' ), $problems );
		}
		if ( null === $stored ) {
			return self::refusal( WishMover::add( $registry_id, $form->apply( null ) ) );
		}
		$failed = UnlistedWishes::change(
			$registry_id,
			static function ( UnlistedWishes $now ) use ( $form ): UnlistedWishes|WP_Error {
				$wish = $now->find( $form->id );
				$next = null === $wish ? null : $form->apply( $wish );
				return match ( true ) {
					null === $next || $next->equals( $wish ) => $now,
					$wish->version !== $form->version        => new WP_Error(
						'largesse_outdated_wish',
						__( 'This wish was changed on another page since you opened this one, so nothing was saved yet. The form below contains what you typed. Save it again to replace the other change.', 'largesse' ),
						array( 'status' => 409 )
					),
					default                                  => $now->with( $next ),
				};
			}
		);
		return self::refusal(
			$failed ?? ( self::LIST === $act ? $this->mover->put_on_list( $registry_id, $form->id ) : null )
		);
	}

	private static function refusal( ?WP_Error $failed ): ?Refusal {
		return null === $failed ? null : TypedWish::refusal( $failed );
	}

	protected function show( ?WP_Post $registry ): void {
		$items  = $this->store->items->all( $registry->ID );
		$listed = is_wp_error( $items ) ? array() : array_column( $items, 'name', 'id' );
		// If removing a wish from the list has failed, the wish may be both in a folder and on the list. Show it only
		// on the list.
		$wishes = UnlistedWishes::of( $registry->ID )->without_items( array_keys( $listed ) );
		$chosen = (int) Request::parameter( self::WISH );
		$form   = fn ( UnlistedWish $wish ): array => $this->form( $wish );
		$new    = null !== $this->typed
			&& null === $wishes->find( $this->typed->id )
			&& UnlistedWish::HIDDEN === $this->typed->folder
			? $this->typed
			: UnlistedForm::fresh();
		Template::print(
			'unlisted/page',
			array(
				'back_url'   => OwnerPage::url( $registry->ID ),
				'thanks_url' => OwnerPage::gifts_url( $registry->ID ),
				'title'      => Registries::title( $registry ),
				'action'     => self::url( $registry->ID ),
				'message'    => $this->refused->message ?? '',
				'is_done'    => $this->is_saved(),
				'buttons'    => array(
					'name'   => self::FIELD,
					'save'   => self::SAVE,
					'list'   => self::LIST,
					'delete' => self::DELETE,
				),
				'trouble'    => is_wp_error( $items ) ? Errors::unreadable_message( $items ) : '',
				'take'       => array(
					'hidden'   => Form::hidden(
						UnlistedForm::ID,
						wp_generate_uuid4(),
						self::FIELD
					) + array( self::FIELD => self::TAKE ),
					'wishes'   => $listed,
					'field'    => self::WISH,
					'button'   => UnlistedForm::FOLDER,
					'received' => UnlistedWish::RECEIVED,
					'hide'     => UnlistedWish::HIDDEN,
					'chosen'   => isset( $listed[ $chosen ] ) ? $chosen : 0,
				),
				'hidden'     => array_map( $form, $wishes->in_folder( UnlistedWish::HIDDEN ) ),
				'received'   => array_map( $form, $wishes->in_folder( UnlistedWish::RECEIVED ) ),
				'new'        => array(
					'hidden'  => Form::hidden( UnlistedForm::ID, $new->id, self::FIELD ) + array(
						UnlistedForm::FOLDER => UnlistedWish::HIDDEN,
					),
					'inputs'  => $new->inputs( $new === $this->typed ? $this->refused->problems : array() ),
					'is_open' => $new === $this->typed,
				),
			)
		);
	}

	private function form( UnlistedWish $wish ): array {
		$is_refused = $this->typed?->id === $wish->id;
		$form       = $is_refused ? $this->typed : UnlistedForm::of( $wish );
		$facts      = UnlistedWish::RECEIVED === $wish->folder
			/* translators: %s: name of a person. */
			? array( '' === $wish->from ? '' : sprintf( __( 'from %s', 'largesse' ), $wish->from ) )
			: array( Price::of( $wish->fields ), self::shown_from( $wish ) );
		return array(
			'name'       => $wish->name(),
			'facts'      => implode( ' · ', array_filter( $facts, 'strlen' ) ),
			'hidden'     => Form::hidden( UnlistedForm::ID, $wish->id, self::FIELD ) + array(
				UnlistedForm::FOLDER  => $wish->folder,
				// After a conflict, the form replaces the newer version if the owner sends it again.
				UnlistedForm::VERSION => (string) ( 409 === $this->refused?->status ? $wish->version : $form->version ),
			),
			'inputs'     => $form->inputs( $is_refused ? $this->refused->problems : array() ),
			'is_open'    => $is_refused,
		);
	}

	/** Returns a text that says how long a wish stays hidden from guests. */
	private static function shown_from( UnlistedWish $wish ): string {
		return match ( true ) {
			'' === $wish->day => __( 'until you show it', 'largesse' ),
			$wish->is_due(
				(string) wp_date( 'Y-m-d' )
			) => __( 'could not be shown yet; the site tries again every hour', 'largesse' ),
			/* translators: %s: a date. */
			default           => sprintf( __( 'until %s', 'largesse' ), Occasion::day( $wish->day ) ),
		};
	}
}
