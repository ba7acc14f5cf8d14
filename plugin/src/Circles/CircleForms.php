<?php
declare( strict_types=1 );

namespace Largesse\Circles;

use Largesse\Html\SharedNames;
use Largesse\Html\Template;
use Largesse\Http\NoCacheHeaders;
use Largesse\Http\Request;
use Largesse\Links\OwnerPage;
use Largesse\Registry\Registries;
use WP_Error;
use WP_User;

/**
 * Processes the forms of circles, which work without scripts. After an error, the form still contains the input, and
 * shows the problem below the field.
 */
final class CircleForms {

	/** Field with the action. */
	private const ACT = 'largesse-circle';

	/** Field with the file of a circle. */
	private const FILE = 'circle_file';

	/** Query parameter with the accepted action. The next page shows a sentence about its result. */
	private const SAID = 'circle-said';

	/**
	 * Reason why the form in this request was refused. Null if the form was accepted, or the request contains no form.
	 */
	private static ?WP_Error $error = null;

	public function __construct( private readonly CircleChanges $changes ) {}

	/**
	 * Returns the address and the hidden fields of a form.
	 *
	 * @param string                $act       Action.
	 * @param string                $circle_id Id of the circle; for a new circle, the id of the form.
	 * @param string                $url       Address of the page.
	 * @param array<string, string> $more      Further hidden fields.
	 * @return array{action: string, hidden: array<string, string>}
	 */
	public static function form( string $act, string $circle_id, string $url, array $more = array() ): array {
		return array(
			'action' => $url,
			'hidden' => array(
				self::ACT       => $act,
				'of'            => $circle_id,
				'_wpnonce'      => wp_create_nonce( self::nonce( $act ) ),
			) + $more,
		);
	}

	/**
	 * Prints a form with the template `circles/form`.
	 *
	 * @param array<string, mixed> $form     Result of `form()`, with the data of its `field` or `fields`, if it has any.
	 * @param string               $button   Text of the button.
	 * @param string               $about    Name of a person or circle for screen readers; may be empty.
	 * @param bool                 $is_quiet Whether the button is less important than others.
	 */
	public static function print( array $form, string $button, string $about = '', bool $is_quiet = true ): void {
		$fields = $form['fields'] ?? array_filter( array( $form['field'] ?? null ) );
		Template::print( 'circles/form', compact( 'form', 'fields', 'button', 'is_quiet', 'about' ) );
	}

	/**
	 * Returns the data of a field for the template `circles/field`. After an error, the data contains the user's input.
	 *
	 * @param string $name   Name of the field. A page can contain several fields with this name, one for each `person`.
	 * @param string $value  Initial value.
	 * @param string $person Id of the person whom the form is about; empty for none.
	 * @return array{id: string, name: string, label: string, value: string, most: int, problem: string, type: string}
	 */
	public static function field( string $name, string $label, string $value, int $most, string $person = '', string $type = 'text' ): array {
		$is_refused = null !== self::$error && Request::field( 'person' ) === $person && null !== self::raw( $name );
		return array(
			'id'      => "largesse-circle-{$name}" . ( '' === $person ? '' : "-{$person}" ),
			'name'    => $name,
			'label'   => $label,
			'value'   => $is_refused ? Request::field( $name ) : $value,
			'most'    => $most,
			'problem' => $is_refused && CircleErrors::field( self::$error ) === $name ? self::$error->get_error_message() : '',
			'type'    => $type,
		);
	}

	/**
	 * Returns the problem of the form in this request; an empty text if there is none, or if a field shows the problem.
	 */
	public static function general_problem(): string {
		$is_general = null !== self::$error && '' === self::file_problem() && null === self::raw( CircleErrors::field( self::$error ) );
		return $is_general ? self::$error->get_error_message() : '';
	}

	/** Returns the sentence for the result named in the page's address; an empty text for none. */
	public static function said(): string {
		return null !== self::$error ? '' : match ( Request::parameter( self::SAID ) ) {
			'create', 'join', 'import' => __( 'Welcome to the circle!', 'largesse' ),
			'invite'             => __( 'The invitation is on its way.', 'largesse' ),
			'withdraw'           => __( 'The invitation no longer works.', 'largesse' ),
			'renew_link'         => __( 'This is the new link. Older links no longer work.', 'largesse' ),
			'end_link'           => __( 'The link no longer works.', 'largesse' ),
			'add_ward'           => __( 'The person is in the circle now.', 'largesse' ),
			'open'               => __( 'The list is open to the circle now.', 'largesse' ),
			'close'              => __( 'The list is closed to the circle.', 'largesse' ),
			'remove'             => __( 'The person is no longer in the circle.', 'largesse' ),
			'leave'              => __( 'You have left the circle.', 'largesse' ),
			'delete'             => __( 'The circle no longer exists.', 'largesse' ),
			'ask_guardian'       => __( 'They look after the person as soon as they accept on this page.', 'largesse' ),
			'rename', 'rename_person', 'withdraw_guardian', 'accept_guardian', 'decline_guardian', 'make_organizer' => __( 'Saved.', 'largesse' ),
			default              => '',
		};
	}

	/** Processes the form in this request. After an accepted form, redirects to the next page. */
	public function answer(): void {
		$act = Request::field( self::ACT );
		if ( '' === $act || ! is_user_logged_in() || ! OwnerPage::is_shown() ) {
			// If the visitor is not signed in, the page asks the visitor to sign in.
			return;
		}
		NoCacheHeaders::send_headers();
		$user   = wp_get_current_user();
		$result = wp_verify_nonce( Request::field( '_wpnonce' ), self::nonce( $act ) )
			? $this->run_action( $user, $act, Request::field( 'of' ) )
			: CircleErrors::of( CircleErrors::NO_FIELD, 'late', __( 'The page was open for too long, or you have signed in again. Please try again.', 'largesse' ) );
		if ( is_wp_error( $result ) ) {
			self::$error = $result;
			status_header( 422 );
			return;
		}
		wp_safe_redirect( add_query_arg( self::SAID, $act, $this->next_page( $user, $act, $result ) ), 303 );
		exit;
	}

	private function run_action( WP_User $user, string $act, string $id ): CircleData|WP_Error {
		$person = Request::field( 'person' );
		$new_id = Request::field( 'new_id' );
		$circle = CircleStore::read( $id );
		$pass   = 'join' === $act && null !== $circle ? JoinPass::from_cookie( $circle ) : null;
		return match ( $act ) {
			'create'         => $this->changes->create( $user, $id, Request::field( 'circle_name' ), Request::field( 'own_name' ) ),
			'import'         => $this->import( $user, $id ),
			'join'           => null === $pass ? CircleErrors::no_invitation() : $this->changes->join( $user, $pass, Request::field( 'own_name' ) ),
			'rename'         => $this->changes->rename( $user, $id, Request::field( 'circle_name' ) ),
			'rename_person'  => $this->changes->rename_person( $user, $id, $person, Request::field( 'person_name' ) ),
			'add_ward'       => $this->changes->add_ward( $user, $id, $new_id, Request::field( 'ward_name' ) ),
			'ask_guardian'   => $this->changes->ask_guardian( $user, $id, $person, Request::field( 'guardian' ) ),
			'withdraw_guardian' => $this->changes->withdraw_guardian( $user, $id, $person, Request::field( 'guardian' ) ),
			'accept_guardian',
			'decline_guardian' => $this->changes->answer_guardian( $user, $id, $person, 'accept_guardian' === $act ),
			'make_organizer' => $this->changes->make_organizer( $user, $id, $person ),
			'remove',
			'leave'          => $this->changes->remove( $user, $id, $person ),
			'delete'         => $this->changes->delete( $user, $id ),
			'invite'         => $this->changes->invite( $user, $id, $new_id, Request::field( 'email' ) ),
			'withdraw'       => $this->changes->withdraw( $user, $id, Request::field( 'invitation' ) ),
			'renew_link'     => $this->changes->renew_link( $user, $id ),
			'end_link'       => $this->changes->end_link( $user, $id ),
			'open',
			'close'          => ListChoice::change( $user, $id, (int) Request::field( 'list' ), 'open' === $act ? $person : null ),
			default          => CircleErrors::forbidden(),
		};
	}

	private function import( WP_User $user, string $id ): CircleData|WP_Error {
		// phpcs:ignore WordPress.Security.NonceVerification, WordPress.Security.ValidatedSanitizedInput -- The caller has checked it; PHP made the path.
		$path = $_FILES[ self::FILE ]['tmp_name'] ?? '';
		$file = is_string( $path ) && is_uploaded_file( $path ) && filesize( $path ) <= CircleFile::MAX_BYTES
			// phpcs:ignore WordPress.WP.AlternativeFunctions -- A local file.
			? CircleFile::parse( (string) file_get_contents( $path ) )
			: null;
		return null === $file
			? CircleErrors::of( self::FILE, 'circle_file', __( 'Choose a file that was saved with “Save the circle as a file”.', 'largesse' ) )
			: $this->changes->create( $user, $id, $file->name, Request::field( 'own_name' ), $file->wards );
	}

	/**
	 * Returns the problem of the uploaded file; an empty text for none. Includes problems of the circle's name, because
	 * the file contains the name.
	 */
	public static function file_problem(): string {
		$is_about_file = null !== self::$error && 'import' === Request::field( self::ACT ) && in_array( CircleErrors::field( self::$error ), array( self::FILE, 'circle_name' ), true );
		return $is_about_file ? self::$error->get_error_message() : '';
	}

	/** Returns the address of the page after a change. After joining, also deletes the pass. */
	private function next_page( WP_User $user, string $act, CircleData $circle ): string {
		if ( 'join' === $act ) {
			JoinPass::delete_cookie( $circle->circle->id );
		}
		$registry = in_array( $act, array( 'open', 'close' ), true ) ? Registries::from_request() : null;
		if ( null !== $registry ) {
			return add_query_arg( SharedNames::TAB_PARAMETER, 'settings', OwnerPage::url( $registry->ID ) );
		}
		return $circle->people->of_user( $user->ID ) ? CirclePage::url( $circle->circle->id ) : OwnerPage::url();
	}

	/** Returns a submitted value; null if there is none. */
	private static function raw( string $field ): mixed {
		return $_POST[ $field ] ?? null; // phpcs:ignore WordPress.Security.NonceVerification, WordPress.Security.ValidatedSanitizedInput -- `answer` checks the nonce; each field has its own rule.
	}

	private static function nonce( string $act ): string {
		return "largesse-circle-{$act}";
	}
}
