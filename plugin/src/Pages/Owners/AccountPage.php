<?php
declare( strict_types=1 );

namespace Largesse\Pages\Owners;

use Largesse\People\Accounts\AccountChanges;
use Largesse\People\Accounts\AccountRules;
use Largesse\Foundation\Html\Template;
use Largesse\Foundation\Http\Field;
use Largesse\Foundation\Http\Fields;
use Largesse\Foundation\Http\Form;
use Largesse\Foundation\Http\GuestFields;
use Largesse\Foundation\Http\NextPage;
use Largesse\Foundation\Http\RateLimit;
use Largesse\Foundation\Http\Refusal;
use Largesse\Foundation\Http\Request;
use Largesse\Foundation\Http\Submission;
use Largesse\Registries\Links\OwnerPage;
use Largesse\Registries\Links\SecretParameters;
use Largesse\Foundation\Service\MailAddress;
use WP_Error;
use WP_Post;
use WP_User;

/**
 * Page on which members change their name, language, address and password, and erase their account. Members who do not
 * write for the site come here in place of WordPress's profile.
 *
 * @extends FormPage<WP_User>
 */
final class AccountPage extends FormPage {

	protected const PARAMETER = 'account';
	public const FIELD        = 'largesse-own-account';

	/** Buttons of the forms. */
	private const SAVE     = 'save';
	private const MAIL     = 'mail';
	private const CONFIRM  = 'confirm';
	private const PASSWORD = 'password';
	private const ERASE    = 'erase';

	/** Fields. WordPress's query already uses `name`. */
	private const FULL_NAME    = 'own_name';
	private const LANGUAGE     = 'own_language';
	private const EMAIL        = 'own_email';
	private const OLD_PASSWORD = 'own_password';
	private const NEW_PASSWORD = 'new_password';

	/** Maximum number of wrong passwords of a member in ten minutes. */
	private const MOST_WRONG = 10;

	/** Names of languages in which pages are translated; other languages have the name of their locale. */
	private const LANGUAGES = array(
		'en_US' => 'English',
		'de_DE' => 'Deutsch',
		'es_ES' => 'Español',
		'fr_FR' => 'Français',
		'it_IT' => 'Italiano',
		'nl_NL' => 'Nederlands',
		'pl_PL' => 'Polski',
		'pt_BR' => 'Português (Brasil)',
		'sv_SE' => 'Svenska',
	);

	/** Parameter that opens WordPress's profile, where members create application passwords. */
	private const PROFILE = 'application-passwords';

	protected function subject_of( ?WP_Post $registry ): ?WP_User {
		return null === $registry ? wp_get_current_user() : null;
	}

	protected function press( mixed $user, string $button, Submission $sent ): NextPage|Refusal|WP_Error|null {
		return match ( $button ) {
			self::SAVE     => self::save( $user, $sent ),
			self::MAIL     => self::request_address( $user, $sent ),
			self::CONFIRM  => AccountChanges::confirm_address( $user, $sent->text( SecretParameters::ADDRESS ) ),
			self::PASSWORD => self::set_password( $user, $sent ),
			self::ERASE    => self::erase( $user, $sent ),
			default        => self::unknown_button(),
		};
	}

	private static function save( WP_User $user, Submission $sent ): Refusal|WP_Error|null {
		$name   = AccountRules::clean_name( $sent->text( self::FULL_NAME ) );
		$locale = $sent->text( self::LANGUAGE );
		// Only a change must follow the rule: administrators may have created accounts with other names.
		$problem = $name === $user->display_name ? '' : AccountRules::name_problem( $name );
		if ( '' !== $problem ) {
			return self::wrong( self::FULL_NAME, $problem );
		}
		return AccountChanges::save( $user, $name, isset( self::languages()[ $locale ] ) ? $locale : $user->locale );
	}

	private static function request_address( WP_User $user, Submission $sent ): ?Refusal {
		$email   = MailAddress::ascii( $sent->trimmed( self::EMAIL ) );
		$problem = ( GuestFields::email( true )->check )( $email );
		$problem = '' === $problem && strtolower( $email ) === strtolower( $user->user_email )
			? __( 'This is the address of your account already.', 'largesse' )
			: $problem;
		return '' === $problem
			? self::wrong_password( $user, $sent ) ?? AccountChanges::request_address( $user, $email, self::url() )
			: self::wrong( self::EMAIL, $problem );
	}

	private static function set_password( WP_User $user, Submission $sent ): Refusal|WP_Error|null {
		$password = trim( $sent->text( self::NEW_PASSWORD ) );
		$problem  = AccountRules::password_problem( $password, $user->display_name, $user->user_email );
		return '' === $problem
			? self::wrong_password( $user, $sent ) ?? AccountChanges::set_password( $user, $password )
			: self::wrong( self::NEW_PASSWORD, $problem );
	}

	/** Erases the account. My registries then asks to sign in, so the start page follows. */
	private static function erase( WP_User $user, Submission $sent ): Refusal|NextPage {
		return self::wrong_password( $user, $sent ) ?? AccountChanges::erase( $user ) ?? new NextPage( home_url( '/' ) );
	}

	/** Returns the refusal of a form with a wrong password: somebody else may use the browser of a member. */
	private static function wrong_password( WP_User $user, Submission $sent ): ?Refusal {
		$limit = new RateLimit( "passwords of {$user->ID}", self::MOST_WRONG, 10 * MINUTE_IN_SECONDS );
		$wait  = $limit->seconds_to_wait();
		if ( $wait > 0 ) {
			return new Refusal( 429, __( 'The password was wrong too often. Please try again in ten minutes.', 'largesse' ), wait: $wait );
		}
		if ( wp_check_password( wp_slash( trim( $sent->text( self::OLD_PASSWORD ) ) ), $user->user_pass, $user->ID ) ) {
			return null;
		}
		$limit->take();
		return self::wrong( self::OLD_PASSWORD, __( 'This is not the password with which you sign in.', 'largesse' ) );
	}

	private static function wrong( string $field, string $problem ): Refusal {
		return new Refusal( 422, '', array( $field => $problem ) );
	}

	protected function show( ?WP_Post $registry ): void {
		$user = wp_get_current_user();
		$sent = Submission::from_request();
		$act  = null === $this->refused ? '' : $sent->text( self::FIELD );
		$key  = SecretParameters::key( Request::parameter( SecretParameters::ADDRESS ) );
		$form = fn ( string $of, array $fields, array $more = array() ): array => array(
			'hidden'  => Form::hidden( self::FIELD, $of, self::FIELD ) + $more,
			'fields'  => array_values(
				( $act === $of ? Fields::sent( $fields, $sent ) : Fields::fresh( $fields ) )->inputs(
					"largesse-own-{$of}-",
					$act === $of ? $this->refused->problems : array(),
					Fields::OF_OWNERS
				)
			),
			'is_open' => $act === $of,
		);
		$waiting = AccountChanges::waiting_address( $user );
		Template::print(
			'owners/account',
			array(
				'back_url'  => OwnerPage::url(),
				'action'    => self::url(),
				'problem'   => $this->refused->message ?? '',
				'said'      => $this->is_saved() ? __( 'Saved.', 'largesse' ) : '',
				'email'     => $user->user_email,
				'waiting'   => $waiting,
				'save'      => $form( self::SAVE, self::fields( $user ) ),
				'mail'      => $form( self::MAIL, array( self::EMAIL => GuestFields::email( true ) ) + self::password() ),
				'confirm'   => '' === $key || '' === $waiting
					? null
					: $form( self::CONFIRM, array(), array( SecretParameters::ADDRESS => $key ) ),
				'password'  => $form(
					self::PASSWORD,
					self::password() + array(
						self::NEW_PASSWORD => self::password_field( __( 'New password', 'largesse' ), 'new-password' ),
					)
				),
				'erase'     => AccountChanges::may_erase( $user )
					? $form( self::ERASE, self::password() ) + array( 'notes' => self::erase_notes( $user ) )
					: null,
				'apps_url'  => add_query_arg( self::PROFILE, '1', self_admin_url( 'profile.php' ) )
					. '#application-passwords-section',
				'sign_out'  => wp_logout_url( home_url( '/' ) ),
			)
		);
	}

	/** @return list<string> What other features say before a member erases the account. */
	private static function erase_notes( WP_User $user ): array {
		/**
		 * Filters the sentences that members read before they erase their account.
		 *
		 * @param list<string> $notes Plain texts.
		 * @param WP_User      $user
		 */
		return apply_filters( 'largesse_erase_account_notes', array(), $user );
	}

	/** @return array<string, Field> */
	private static function fields( WP_User $user ): array {
		$name      = array(
			'maxlength'    => AccountRules::MOST_NAME,
			'autocomplete' => 'name',
			'dir'          => 'auto',
			'required'     => '',
		);
		$languages = self::languages();
		$fields    = array(
			self::FULL_NAME => new Field(
				'text',
				__( 'Your name', 'largesse' ),
				$name,
				hint: __( 'Guests and the people of your circles see it.', 'largesse' ),
				initial: $user->display_name
			),
		);
		return count( $languages ) < 3
			? $fields
			: $fields + array(
				self::LANGUAGE => new Field(
					'select',
					__( 'Language', 'largesse' ),
					array( 'required' => '' ),
					initial: $user->locale,
					choices: $languages
				),
			);
	}

	/** @return array<string, string> Names of the languages that the site has, by locale; '' stands for the site's own. */
	private static function languages(): array {
		$locales = array_unique( array( 'en_US', ...get_available_languages() ) );
		sort( $locales );
		return array( '' => __( 'The language of the site', 'largesse' ) ) + array_combine(
			$locales,
			array_map( static fn ( string $locale ): string => self::LANGUAGES[ $locale ] ?? $locale, $locales )
		);
	}

	/** @return array<string, Field> */
	private static function password(): array {
		return array( self::OLD_PASSWORD => self::password_field( __( 'Your password', 'largesse' ), 'current-password' ) );
	}

	private static function password_field( string $label, string $kind ): Field {
		return new Field( 'password', $label, array( 'autocomplete' => $kind, 'required' => '' ) );
	}

	/** Prints the link to the page on My registries. */
	public static function show_link(): void {
		Template::print(
			'owners/account-link',
			array( 'url' => self::url(), 'email' => (string) wp_get_current_user()->user_email )
		);
	}

	/**
	 * Leads members from WordPress's profile to this page, unless they came for something that only the profile offers.
	 */
	public static function replace_profile(): void {
		if ( ! self::is_for( get_current_user_id() ) ) {
			return;
		}
		// Members need no colours for screens that they do not see.
		remove_action( 'admin_color_scheme_picker', 'admin_color_scheme_picker' );
		$own = array_flip( array( self::PROFILE, 'newuseremail', 'dismiss' ) );
		// phpcs:ignore WordPress.Security.NonceVerification.Recommended -- Only decides which page to show.
		if ( Request::is_post() || array() !== array_intersect_key( $_GET, $own ) ) {
			return;
		}
		self::redirect( self::url() );
	}

	/** Leads members to this page from the page on which administrators edit a user, if the user is the member. */
	public static function replace_own_edit(): void {
		// phpcs:ignore WordPress.Security.NonceVerification.Recommended, WordPress.Security.ValidatedSanitizedInput -- Only decides which page to show.
		if ( get_current_user_id() === absint( $_GET['user_id'] ?? 0 ) ) {
			self::replace_profile();
		}
	}

	/** Returns the address of this page in place of the address of a member's profile. */
	public static function replace_profile_link( mixed $url, mixed $user_id ): mixed {
		return is_user_logged_in() && self::is_for( (int) $user_id ) ? self::url() : $url;
	}

	/** Checks whether a user has this page in place of WordPress's profile: members who do not write for the site. */
	private static function is_for( int $user_id ): bool {
		return '' !== OwnerPage::url() && ! is_network_admin() && ! user_can( $user_id, 'edit_posts' );
	}
}
