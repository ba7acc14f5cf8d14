<?php
declare( strict_types=1 );

namespace Largesse\Pages\Guests;

use Largesse\Promises\Giving\GiftFormPage;
use Largesse\Foundation\Html\Template;
use Largesse\Foundation\Http\GuestForm;
use Largesse\Foundation\Http\PageWithForm;
use Largesse\Foundation\Http\PrivatePage;
use Largesse\Foundation\Http\Proof;
use Largesse\Foundation\Http\Refusal;
use Largesse\Foundation\Http\ShownPage;
use Largesse\Foundation\Http\Submission;
use Largesse\Registries\Registry\OpenedList;
use Largesse\Registries\Registry\Registries;
use Largesse\Registries\Registry\Roles;
use WP_Error;
use WP_Post;

/**
 * A page of a feature for the guests of a registry, with entries and a form: the registry's address with a parameter.
 * It needs no scripts, and no cache stores it. Recipients see a notice that does not reveal whether there are entries.
 * FIELD is the parameter of the page's address, and the name of its buttons.
 *
 * @extends PageWithForm<OpenedList>
 */
abstract class GuestPage extends PageWithForm {

	/** Class of the form, and values of the buttons that send it. */
	protected const FORM  = GuestForm::class;
	protected const SENDS = array();

	/** Form field with the version of the entry that the guest has seen. */
	protected const READ = 'version';

	/** Returns the title of the page, which is also the text of the link to it. */
	abstract protected static function title(): string;

	/** Returns the notice for recipients. */
	abstract protected static function notice(): string;

	/** Returns why guests cannot open the page; '' if they can. */
	protected static function closed( WP_Post $registry ): string {
		return '';
	}

	/** Checks whether the registry's page, which shows these wishes, has a link to this page. */
	protected static function is_linked( WP_Post $registry, array $items ): bool {
		return '' === static::closed( $registry );
	}

	/** Reads the entries. */
	protected function load( OpenedList $list ): ?WP_Error {
		return null;
	}

	/** @return array<string, mixed> Data of the template `guests/page` that differs from the standard. */
	abstract protected function data( OpenedList $list, ?Refusal $refused ): array;

	/** Renders the form, with the messages about a form that was not accepted; null renders an empty form, or none. */
	abstract protected function form( OpenedList $list, ?GuestForm $typed, array $problems = array() ): string;

	public static function url( WP_Post $registry, string $value = '1' ): string {
		return add_query_arg( static::FIELD, $value, (string) get_permalink( $registry ) );
	}

	/** Adds the link below the wishes of a registry, except for recipients. */
	public static function add_link( string $html, WP_Post $registry, array $items ): string {
		$is_shown = ! Roles::of( $registry )->is_recipient() && static::is_linked( $registry, $items );
		return $is_shown
			? $html . Template::render( 'guests/link', array( 'url' => static::url( $registry ), 'text' => static::title() ) )
			: $html;
	}

	protected function proof( mixed $list, string $button ): Proof {
		return Proof::origin();
	}

	protected function press_by_robot( mixed $list, string $button, Submission $sent ): Refusal {
		return $this->unfinished( $list->registry, $sent );
	}

	protected function next( mixed $list, string $button ): string {
		return static::url( $list->registry );
	}

	/** Returns the requested registry; null if the visitor cannot use the page. */
	protected function subject( Submission $sent ): ?OpenedList {
		$list = OpenedList::shown();
		// If the visitor cannot open the registry, its own page explains why.
		if ( null === $list ) {
			return null;
		}
		$registry = $list->registry;
		if ( Roles::of( $registry )->is_recipient() ) {
			self::show_notice( $registry );
			return null;
		}
		$closed = static::closed( $registry );
		if ( '' !== $closed ) {
			PrivatePage::show( 404, static::title(), PrivatePage::panel( array( $closed ), PrivatePage::link_to( $registry ) ) );
			return null;
		}
		$failed = $this->load( $list );
		if ( null !== $failed ) {
			$this->fail( $list, $sent, $failed );
			return null;
		}
		return $list;
	}

	/** Returns the sent form; null for a button of an entry. */
	protected static function typed( WP_Post $registry, Submission $sent ): ?GuestForm {
		return $sent->is_form && in_array( $sent->text( static::FIELD ), static::SENDS, true )
			? ( static::FORM )::of( $registry, $sent )
			: null;
	}

	/** Checks whether a form with this id has added something. The form has the site's signature. */
	protected function knows( WP_Post $registry, string $id ): bool {
		return false;
	}

	/**
	 * Returns the refusal of a form of a program or another visitor, or of a used one. The form gets a new id. The id of a
	 * form without the site's signature may be anybody's, so the page then does not say whether the form was used.
	 */
	protected function unfinished( WP_Post $registry, Submission $sent ): Refusal {
		$typed    = self::typed( $registry, $sent );
		$is_known = true === $typed?->is_of_site( $registry ) && $this->knows( $registry, $typed->id->id );
		$message  = null === $typed || ( $typed->is_of_site( $registry ) && ! $is_known )
			? __( 'Nothing was added yet: please check the form, and press the button once more.', 'largesse' )
			: __( 'This press has added nothing, but an earlier one may have worked. Look at the entries on this page before you press the button again.', 'largesse' );
		return null === $typed
			? new Refusal( 422, $message )
			: new OtherForm( $is_known ? 409 : 422, $message, $typed->renewed( $registry ) );
	}

	protected function show( mixed $list, ?Refusal $refused, Submission $sent ): void {
		$registry = $list->registry;
		$typed    = $refused instanceof OtherForm ? $refused->form : self::typed( $registry, $sent );
		// Another site may send a form that its own browser has opened, and that would get the new entry.
		$typed = Proof::ORIGIN === $refused?->rule ? $typed?->renewed( $registry ) : $typed;
		self::show_page(
			$refused->status ?? 200,
			static::title(),
			$this->data( $list, $refused ) + array(
				'title'  => Registries::title( $registry ),
				'notice' => $refused->message ?? '',
				'action' => (string) get_permalink( $registry ),
				'act'    => static::FIELD,
				'form'   => $this->form( $list, $typed, $refused->problems ?? array() ),
				'links'  => GiftFormPage::link_to_list( $registry ),
			)
		);
	}

	/** Shows a page with the template `guests/page`. Empty values of the page and its entries may be missing. */
	public static function show_page( int $status, string $title, array $data ): void {
		$entry = array_fill_keys( array( 'name', 'state', 'yes' ), '' ) + array_fill_keys(
			array( 'texts', 'links', 'hidden', 'buttons', 'asks' ),
			array()
		);
		$page  = array_fill_keys(
			array( 'title', 'lead', 'about', 'notice', 'told', 'form' ),
			''
		) + array( 'address' => array() );

		$data['entries'] = array_map(
			static fn ( array $one ): array => $one + $entry + array( 'field' => null, 'is_main' => false ),
			$data['entries']
		);
		PrivatePage::show( $status, $title, Template::render( 'guests/page', $data + $page ) );
	}

	public static function show_notice( WP_Post $registry ): void {
		PrivatePage::show(
			200,
			static::title(),
			PrivatePage::panel(
				array( static::notice() ),
				// The address of a list contains its name.
				null === OpenedList::of_visitor( $registry ) ? array() : PrivatePage::link_to( $registry )
			)
		);
	}

	/** Shows that the service does not answer, with a sent form. */
	protected function fail( OpenedList $list, Submission $sent, WP_Error $reason ): ShownPage {
		$typed = self::typed( $list->registry, $sent );
		self::show_failure( $list->registry, $reason, null === $typed ? '' : $this->form( $list, $typed ) );
		return new ShownPage();
	}

	/**
	 * Shows that the service does not answer.
	 *
	 * @param WP_Post|null $registry Null if it was deleted.
	 * @param string       $form     HTML of a form with the typed values; may be empty.
	 */
	public static function show_failure( ?WP_Post $registry, WP_Error $reason, string $form = '' ): void {
		PrivatePage::show_failure( __( 'We cannot reach the list of gifts at the moment. That is our fault, not yours. Please try again in a minute.', 'largesse' ), $reason, GiftFormPage::link_to_list( $registry ), $form );
	}

	/** Returns a sentence that names the giver of something. */
	public static function gives( ?string $name ): string {
		/* translators: %s: name of a person. */
		return '' === (string) $name ? __( 'Somebody gives this', 'largesse' ) : sprintf( __( '%s gives this', 'largesse' ), $name );
	}

	/** @param list<array{name: string, detail: string, giver: string}> $rows Promises, for a recipient below the gifts. */
	public static function show_revealed( string $id, string $heading, array $rows ): void {
		if ( array() !== $rows ) {
			Template::print( 'guests/revealed', compact( 'id', 'heading', 'rows' ) );
		}
	}
}
