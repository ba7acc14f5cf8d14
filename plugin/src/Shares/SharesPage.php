<?php
declare( strict_types=1 );

namespace Largesse\Shares;

use Largesse\Giving\DeliveryLines;
use Largesse\Giving\GiftFormPage;
use Largesse\Giving\GiftLimits;
use Largesse\Html\Template;
use Largesse\Http\Form;
use Largesse\Http\FormController;
use Largesse\Http\PrivatePage;
use Largesse\Http\Refusal;
use Largesse\Http\SignedId;
use Largesse\Http\Submission;
use Largesse\Links\ShownRegistry;
use Largesse\Owners\GiftsPage;
use Largesse\Registry\Appearances;
use Largesse\Registry\EventDate;
use Largesse\Registry\RegistryTitle;
use Largesse\Registry\Roles;
use Largesse\Registry\Store;
use Largesse\Service\ApiError;
use WP_Error;
use WP_Post;

/**
 * Page with the wishes that guests give together: the registry's address with `?shares=1`. It also processes the form
 * with which guests promise a part. Recipients see a notice that does not reveal whether there are shares (rules: Shares
 * on the site). No cache stores the page.
 */
final class SharesPage {

	/** Name of the parameter in addresses and forms. Forms send one of the values below. */
	public const PARAMETER  = 'shares';
	private const PROMISE   = 'promise';
	private const TAKE_BACK = 'delete';
	private const RELEASE   = 'release';

	/** Form field with the version of the share that the guest has seen. */
	private const READ = 'version';

	/** @var list<array<string, mixed>> Shares of the registry, before the change. */
	private array $all = array();

	/** Shares of the registry with their wishes; null until the service has returned the shares. */
	private ?Shares $shares = null;

	public function __construct(
		private readonly StoredShares $stored,
		private readonly EndedShares $ended,
		private readonly ShareMailSender $mails,
		private readonly Store $store
	) {}

	/**
	 * Adds the link for members, and if guests visibly give together.
	 *
	 * @param list<array<string, mixed>> $items
	 */
	public static function add_link( string $html, WP_Post $registry, array $items ): string {
		$is_shown = ! Roles::of( $registry )->is_recipient() && ( is_user_logged_in() || Shares::of( array(), $items )->has_any() );
		return $is_shown ? $html . Template::render( 'guests/link', array( 'url' => self::url( $registry ), 'text' => __( 'Give a wish together', 'largesse' ) ) ) : $html;
	}

	/** Answers requests for the page. */
	public function answer(): void {
		FormController::answer(
			new Form(
				self::PARAMETER,
				$this->requested_registry( ... ),
				array(
					self::PROMISE   => $this->promise( ... ),
					self::TAKE_BACK => fn ( WP_Post $registry, Submission $sent ) => $this->end( $registry, $sent, false ),
					self::RELEASE   => fn ( WP_Post $registry, Submission $sent ) => $this->end( $registry, $sent, true ),
				),
				self::url( ... ),
				show: $this->show( ... ),
				robot: self::unfinished( ... )
			)
		);
	}

	/** Shows that the service does not answer. @param string $form HTML of a form with the typed values; may be empty. */
	public static function show_failure( WP_Post $registry, WP_Error $reason, string $form = '' ): void {
		PrivatePage::show_failure( __( 'We cannot reach the list of gifts at the moment. That is our fault, not yours. Please try again in a minute.', 'largesse' ), $reason, GiftFormPage::link_to_list( $registry ), $form );
	}

	/** Shows the page for recipients. It does not reveal whether there are shares. */
	public static function show_notice_to_recipient( WP_Post $registry ): void {
		PrivatePage::show( 200, __( 'Give a wish together', 'largesse' ), PrivatePage::panel( array( __( 'This page is for your guests.', 'largesse' ) ), PrivatePage::link_to( $registry ) ) );
	}

	/** Returns the day of a time (ISO 8601) in the site's time zone and date format. */
	public static function day( string $time ): string {
		return EventDate::day( (string) wp_date( 'Y-m-d', (int) strtotime( $time ) ) );
	}

	/**
	 * Returns the data of the form of a share.
	 *
	 * @param array<string, string> $problems Messages by field.
	 * @param string                $currency Currency of the wish (ISO 4217); '' for none.
	 * @param string                $name     Name of the wish; empty if the page shows it.
	 * @return array<string, mixed>
	 */
	public static function form( WP_Post $registry, ShareFields $fields, array $problems, string $currency, string $name = '' ): array {
		return array(
			'action' => (string) get_permalink( $registry ),
			'hidden' => array(
				self::PARAMETER   => self::PROMISE,
				ShareFields::ITEM => (string) $fields->item,
			) + $fields->id->hidden(),
			'name'   => $name,
		) + $fields->inputs( $problems, $currency );
	}

	private static function url( WP_Post $registry ): string {
		return add_query_arg( self::PARAMETER, '1', (string) get_permalink( $registry ) );
	}

	/** Reads the shares of the requested registry. Returns null if the visitor cannot use the page. */
	private function requested_registry( Submission $sent ): ?WP_Post {
		$registry = ShownRegistry::open_from_request();
		if ( null === $registry ) {
			return null;
		}
		if ( Roles::of( $registry )->is_recipient() ) {
			self::show_notice_to_recipient( $registry );
			return null;
		}
		$items  = $this->store->items->for_guests( $registry->ID );
		$shares = $this->stored->all( $registry );
		if ( is_wp_error( $shares ) || is_wp_error( $items ) ) {
			$this->fail( $registry, $sent, is_wp_error( $shares ) ? $shares : $items );
			return null;
		}
		$received     = Appearances::received( $registry );
		$this->all    = array_values( array_filter( $shares, static fn ( array $share ): bool => ! in_array( $share['item_id'], $received, true ) ) );
		$this->shares = Shares::of( $this->all, $items );
		return $registry;
	}

	/** Returns the values of the form that promises a part; null for a button. */
	private static function typed( Submission $sent ): ?ShareFields {
		return $sent->is_form && self::PROMISE === $sent->text( self::PARAMETER ) ? ShareFields::of( $sent ) : null;
	}

	/** Adds a share of a wish. A repeated form changes nothing. */
	private function promise( WP_Post $registry, Submission $sent ): string|Refusal|null {
		$fields = ShareFields::of( $sent );
		$known  = array_column( $this->all, null, 'id' )[ $fields->id->id ] ?? null;
		if ( ! $fields->id->is_ours( ShareFields::KIND, $registry ) || ( null !== $known && ( $known['item_id'] !== $fields->item || (float) $known['amount'] !== $fields->amount() ) ) ) {
			return self::unfinished( $registry, $sent );
		}
		$problems = null === $known ? $fields->problems( $this->shares ) : array();
		if ( null !== $known || array() !== $problems ) {
			return null === $known ? Refusal::incorrect( $problems ) : null;
		}
		$refused = GiftLimits::take( $registry->ID );
		if ( null !== $refused ) {
			return $refused;
		}
		if ( ShareFields::needs_confirmation() ) {
			return $this->ask( $registry, $fields );
		}
		$share  = array(
			'item_id'       => $fields->item,
			'amount'        => $fields->amount(),
			'giver_user_id' => get_current_user_id(),
			'giver_name'    => '' === $fields->person() ? null : $fields->person(),
		);
		$answer = $this->stored->put( $registry, $fields->id->id, $share, array( 'is_new' => true ) );
		if ( is_wp_error( $answer ) ) {
			GiftLimits::give_back( $registry->ID );
		}
		return $this->result( $registry, $sent, $answer );
	}

	/** Mails a link to a guest who must confirm the address before the share counts. */
	private function ask( WP_Post $registry, ShareFields $fields ): string {
		$this->mails->queue_question( $registry, $fields->id->id, new SharePromise( $fields->item, $fields->amount(), $fields->person(), $fields->email(), determine_locale(), time() + SharePromise::LIFETIME ) );
		$texts = array(
			/* translators: %s: an e-mail address. */
			sprintf( __( 'Your part does not count yet. We will send a mail to %s, usually in a minute or two. Open the link in it and press the button to confirm your part. The link works for two days.', 'largesse' ), $fields->email() ),
			__( 'No mail yet? Please check your spam folder, too.', 'largesse' ),
		);
		PrivatePage::show( 200, __( 'Check your mail', 'largesse' ), PrivatePage::panel( $texts, array( self::url( $registry ) => __( 'Give a wish together', 'largesse' ) ) + PrivatePage::link_to( $registry ) ) );
		return Form::SHOWN;
	}

	/** Ends a share: its guest takes it back, or a keeper releases it. */
	private function end( WP_Post $registry, Submission $sent, bool $is_release ): string|Refusal|null {
		$known = array_column( $this->all, null, 'id' )[ $sent->text( SignedId::ID ) ] ?? null;
		if ( null === $known ) {
			// If a guest submits a form twice, the second submission is not an error: the first one made the change.
			return null;
		}
		if ( $sent->text( self::READ ) !== $known['updated_at'] || ! ( $is_release ? GiftsPage::may_release( $registry ) : ShareCookie::is_own( $registry, $known ) ) ) {
			return Refusal::too_late();
		}
		return $this->result( $registry, $sent, $is_release ? $this->ended->end( $registry, $known, ShareMailSender::RELEASED ) : $this->stored->delete( $registry, $known ) );
	}

	/** Returns why nothing has changed; null after a change. @param mixed $answer Answer of the service. */
	private function result( WP_Post $registry, Submission $sent, mixed $answer ): string|Refusal|null {
		if ( ! is_wp_error( $answer ) ) {
			return null;
		}
		$status = ApiError::status( $answer );
		$broken = ApiError::broken_rules( $answer );
		if ( isset( $broken['amount'] ) ) {
			return Refusal::incorrect( ShareFields::of( $sent )->refused( $this->shares, $broken['amount'] ), $status );
		}
		if ( in_array( $status, array( 404, 409, 412, 422 ), true ) ) {
			return Refusal::too_late();
		}
		$this->fail( $registry, $sent, $answer );
		return Form::SHOWN;
	}

	/** Returns the refusal of a form of a program or another browser, or of a used one. The form gets a new id. */
	private static function unfinished( WP_Post $registry, Submission $sent ): Refusal {
		$typed = self::typed( $sent );
		return new Refusal( 422, __( 'Nothing was added yet: please check the form, and press the button once more.', 'largesse' ), typed: null === $typed ? null : ShareFields::fresh( $registry, $typed->item, $typed ) );
	}

	/** Shows the page. */
	private function show( WP_Post $registry, ?Refusal $refused, Submission $sent ): void {
		$fields = null === $refused ? null : $refused->typed ?? self::typed( $sent );
		$shared = array();
		$counts = false;
		foreach ( $this->shares->by_item as $id => $shares ) {
			$is_covered = $this->shares->is_covered( $id );
			$shown      = array_map( fn ( array $share ): array => self::shown_share( $registry, $share, $this->shares->amount( $id, (float) $share['amount'] ), $is_covered ), $shares );
			$counts     = $counts || ( $this->shares->is_listed( $id ) && in_array( true, array_column( $shown, 'is_own' ), true ) );
			$shared[]   = array(
				'name'     => $shares[0]['name'],
				'total'    => $this->shares->total( $id ),
				'part_url' => $this->shares->left( $id ) > 0 ? GiftFormPage::url_prefix( $registry->ID, true ) . $id : '',
				'shares'   => $shown,
			);
		}
		$page = array(
			'title'   => RegistryTitle::of( $registry ),
			'notice'  => $refused->message ?? '',
			'shared'  => $shared,
			'address' => $counts ? DeliveryLines::of( $registry ) : array(),
			'action'  => (string) get_permalink( $registry ),
			'act'     => self::PARAMETER,
			'delete'  => self::TAKE_BACK,
			'release' => self::RELEASE,
			'form'    => $fields instanceof ShareFields ? self::form( $registry, $fields, $refused->problems ?? array(), $this->shares->currency( $fields->item ), $this->shares->name( $fields->item ) ) : null,
			'links'   => GiftFormPage::link_to_list( $registry ),
		);
		PrivatePage::show( $refused->status ?? 200, __( 'Give a wish together', 'largesse' ), Template::render( 'shares/page', $page ) );
	}

	/**
	 * Returns a share for the template. `$is_covered` means that all shares of the wish together cover its price.
	 *
	 * @param array<string, mixed> $share
	 * @return array{text: string, is_own: bool, may_release: bool, url: string, hidden: array<string, string>}
	 */
	private static function shown_share( WP_Post $registry, array $share, string $amount, bool $is_covered ): array {
		$is_own = ShareCookie::is_own( $registry, $share );
		$name   = (string) $share['giver_name'];
		$who    = $is_own ? __( 'You', 'largesse' ) : ( '' === $name ? __( 'Somebody', 'largesse' ) : $name );
		$has_end = null !== $share['ends_at'] && ! $is_covered;
		return array(
			'text'        => $has_end
				/* translators: 1: name of a person, 2: a price, 3: a date. */
				? sprintf( __( '%1$s: %2$s, until %3$s', 'largesse' ), $who, $amount, self::day( $share['ends_at'] ) )
				/* translators: 1: name of a person, 2: a price. */
				: sprintf( __( '%1$s: %2$s', 'largesse' ), $who, $amount ),
			'is_own'      => $is_own,
			'may_release' => ! $is_own && GiftsPage::may_release( $registry ),
			'url'         => $is_own && $has_end ? ShareLink::url( $registry, $share['id'] ) : '',
			'hidden'      => array(
				SignedId::ID => $share['id'],
				self::READ   => $share['updated_at'],
			),
		);
	}

	/** Shows that the service does not answer. The form on the page still contains the typed values. */
	private function fail( WP_Post $registry, Submission $sent, WP_Error $reason ): void {
		$fields = self::typed( $sent );
		self::show_failure( $registry, $reason, null === $fields ? '' : Template::render( 'shares/form', self::form( $registry, $fields, array(), (string) $this->shares?->currency( $fields->item ) ) ) );
	}
}
