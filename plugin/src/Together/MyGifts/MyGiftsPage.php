<?php
declare( strict_types=1 );

namespace Largesse\Together\MyGifts;

use Largesse\Foundation\Format\Household;
use Largesse\Foundation\Html\Template;
use Largesse\Foundation\Http\Fields;
use Largesse\Foundation\Http\GuestFields;
use Largesse\Foundation\Http\PageWithForm;
use Largesse\Foundation\Http\PrivatePage;
use Largesse\Foundation\Http\Proof;
use Largesse\Foundation\Http\RateLimit;
use Largesse\Foundation\Http\Refusal;
use Largesse\Foundation\Http\ShownPage;
use Largesse\Foundation\Http\Submission;
use Largesse\Foundation\Service\ApiError;
use Largesse\Foundation\Service\MailAddress;
use Largesse\Promises\Giving\Giver;
use Largesse\Promises\Giving\GiverPage;
use Largesse\Promises\Giving\GiverPromises;
use Largesse\Promises\Giving\OwnGift;
use Largesse\Promises\Giving\Purchases;
use Largesse\Registries\Links\MyGifts;
use Largesse\Registries\Links\SecretParameters;
use WP_Error;

/**
 * Page with everything that the visitor has promised on this site (rules: My gifts). Members see the promises of their
 * account. Guests enter their address and get a mail with a link, whether or not the address has gifts, so nobody
 * learns who gives something.
 *
 * @extends PageWithForm<Giver>
 */
final class MyGiftsPage extends PageWithForm {

	public const FIELD = SecretParameters::MY_GIFTS;

	/** Name of the buttons, and the buttons. */
	protected const BUTTON = 'act';
	private const ASK      = 'ask';
	public const BUY       = GiverPage::BUY;
	public const UNBUY     = GiverPage::UNBUY;
	public const BACK      = GiverPage::GIVE_BACK;
	public const REMEMBER  = 'remember';
	public const FORGET    = 'forget';
	public const REMOVE    = 'remove';

	/** Field with the id of a promise, and field and parameter with the last action. */
	public const ID   = 'promise';
	public const TOLD = 'told';

	private const EMAIL = 'giver_address';

	/** Maximum number of forms that one network address may send in ten minutes. */
	private const PER_HOUSEHOLD = 20;

	public function __construct(
		private readonly GiverPromises $promises,
		private readonly Purchases $purchases,
		private readonly LinkMailSender $mails
	) {}

	protected function subject( Submission $sent ): Giver {
		return Giver::of( $sent );
	}

	protected function proof( mixed $giver, string $button ): Proof {
		return match ( true ) {
			'' !== $giver->key => Proof::secret(),
			$giver->user > 0   => Proof::nonce( self::FIELD ),
			default            => Proof::origin(),
		};
	}

	protected function press( mixed $giver, string $button, Submission $sent ): ShownPage|Refusal|WP_Error|null {
		return match ( true ) {
			self::ASK === $button                                => $this->ask( $sent ),
			! $giver->is_known()                                 => self::unknown_button(),
			self::BUY === $button, self::UNBUY === $button       => $this->change(
				$giver,
				$sent,
				fn ( OwnGift $gift ): mixed => $this->purchases->change( $gift, array( 'state' => $button ) )
			),
			self::BACK === $button                               => $this->change(
				$giver,
				$sent,
				fn ( OwnGift $gift ): mixed => $this->purchases->give_back( $gift )
			),
			0 === $giver->user                                   => self::unknown_button(),
			self::REMEMBER === $button, self::FORGET === $button => RememberedGifts::turn(
				$giver->user,
				self::REMEMBER === $button
			),
			self::REMOVE === $button                             => RememberedGifts::remove(
				$giver->user,
				$sent->text( self::ID )
			),
			default                                              => self::unknown_button(),
		};
	}

	/** A password manager may also fill in the hidden field, so the visitor gets the form again. */
	protected function press_by_robot( mixed $giver, string $button, Submission $sent ): Refusal {
		return self::ASK === $button ? self::not_sent() : self::unknown_button();
	}

	protected function next( mixed $giver, string $button ): string {
		return $giver->url( array( self::TOLD => $button ) );
	}

	/** Sends the link to an address. The answer and its time do not depend on whether the address has gifts. */
	private function ask( Submission $sent ): ShownPage|Refusal {
		$typed    = Fields::sent( self::fields(), $sent );
		$problems = $typed->problems();
		if ( array() !== $problems ) {
			return Refusal::incorrect( $problems );
		}
		$wait = (
			new RateLimit( Household::limited( 'links to gifts' ), self::PER_HOUSEHOLD, 10 * MINUTE_IN_SECONDS )
		)->take();
		if ( $wait > 0 ) {
			return new Refusal( 429, __( 'Too many links were asked for from here. Please try again in some minutes.', 'largesse' ), wait: $wait );
		}
		$this->mails->queue( strtolower( MailAddress::ascii( $typed->text( self::EMAIL ) ) ) );
		return self::show_sent();
	}

	private static function show_sent(): ShownPage {
		PrivatePage::show(
			200,
			__( 'Check your mail', 'largesse' ),
			PrivatePage::panel(
				array( __( 'In a minute you get a mail with a link. It opens everything that you have promised with this address, for one day. Then you can ask for another one here.', 'largesse' ) ),
				array( home_url( '/' ) => __( 'Go to the start page', 'largesse' ) )
			)
		);
		return new ShownPage();
	}

	/**
	 * Changes a gift of the visitor, or takes back another promise.
	 *
	 * @param callable(OwnGift): mixed $change Returns an error if it fails.
	 */
	private function change( Giver $giver, Submission $sent, callable $change ): Refusal|WP_Error|null {
		$all = $this->promises->of( $giver );
		if ( is_wp_error( $all ) ) {
			return $this->late();
		}
		$id    = strtolower( $sent->text( self::ID ) );
		$other = array_column( $all, null, 'id' )[ $id ]['take_back'] ?? null;
		if ( null !== $other && self::BACK === $this->button( $sent ) ) {
			return $this->outcome( $other['press']() );
		}
		$gifts = array_column(
			array_filter( $all, static fn ( array $one ): bool => GiverPromises::GIFT === $one['kind'] ),
			null,
			'id'
		);
		$known = $gifts[ $id ] ?? null;
		$found = null === $known ? null : $this->purchases->get( $known['id'] );
		if ( is_wp_error( $found ) ) {
			return $this->late();
		}
		$gift = null === $found ? null : OwnGift::of_giver( $found, $giver );
		if ( null === $gift ) {
			// The form was sent twice, or the gift was given back elsewhere.
			return self::BACK === $this->button( $sent )
				? null
				: new Refusal( 409, __( 'This gift is no longer registered.', 'largesse' ) );
		}
		return $this->outcome( $change( $gift ) );
	}

	/** @param mixed $done Result of a change. */
	private function outcome( mixed $done ): Refusal|WP_Error|null {
		return match ( true ) {
			! is_wp_error( $done )             => $done instanceof Refusal ? $done : null,
			ApiError::status( $done ) >= 500,
			0 === ApiError::status( $done ) => $this->late(),
			default                            => $done,
		};
	}

	private function late(): Refusal {
		return new Refusal( 503, __( 'We cannot reach the list of gifts, so we do not know whether this worked. Please press the button again in a minute: nothing is done twice.', 'largesse' ), wait: PrivatePage::RETRY );
	}

	protected function show( mixed $giver, ?Refusal $refused, Submission $sent ): void {
		$giver->is_known() ? $this->show_gifts( $giver, $refused, $sent ) : self::show_form( $refused, $sent );
	}

	private function show_gifts( Giver $giver, ?Refusal $refused, Submission $sent ): void {
		$all = $this->promises->of( $giver );
		if ( is_wp_error( $all ) && ApiError::NOT_CONFIGURED !== $all->get_error_code() ) {
			PrivatePage::show_failure( __( 'Your gifts cannot be shown right now, but they are not lost. Please try again in a minute.', 'largesse' ), $all, array( $giver->url() => __( 'Try again', 'largesse' ) ) );
			return;
		}
		$view = new MyGiftsView(
			$giver,
			is_wp_error( $all ) ? array() : $all,
			static fn ( string $button, array $more = array() ): array => self::hidden_fields( $giver, $button, $more )
		);
		PrivatePage::show(
			$refused->status ?? 200,
			__( 'My gifts', 'largesse' ),
			$view->html( null === $refused ? self::told( $sent->text( self::TOLD ) ) : '', $refused->message ?? '' )
		);
	}

	private static function show_form( ?Refusal $refused, Submission $sent ): void {
		$is_old = '' !== SecretParameters::key( $sent->raw( self::FIELD ) );
		$typed  = $sent->is_form ? Fields::sent( self::fields(), $sent ) : Fields::fresh( self::fields() );
		PrivatePage::show(
			$refused->status ?? 200,
			__( 'My gifts', 'largesse' ),
			Template::render(
				'my-gifts/ask',
				array(
					'notice'  => $refused->message ?? ( $is_old ? __( 'This link has expired. Enter your address to get a new one.', 'largesse' ) : '' ),
					'hidden'  => array(
						self::FIELD  => '1',
						self::BUTTON => self::ASK,
					),
					'fields'  => array_values( $typed->inputs( 'largesse-my-gifts-', $refused->problems ?? array() ) ),
					'sign_in' => wp_login_url( MyGifts::url() ),
				)
			)
		);
	}

	private static function fields(): array {
		return array(
			self::EMAIL => GuestFields::email( true, __( 'The address that you entered when you chose a gift.', 'largesse' ) ),
		);
	}

	/** @return array<string, string> Hidden fields of a form on the page of a known giver. */
	private static function hidden_fields( Giver $giver, string $button, array $more ): array {
		return $more + array(
			self::FIELD  => '' === $giver->key ? '1' : $giver->key,
			self::BUTTON => $button,
		) + ( '' === $giver->key ? array( '_wpnonce' => wp_create_nonce( self::FIELD ) ) : array() );
	}

	private static function told( string $told ): string {
		return match ( $told ) {
			self::REMEMBER => __( 'From now on, your past gifts stay on this page.', 'largesse' ),
			self::FORGET   => __( 'Your past gifts are erased.', 'largesse' ),
			self::REMOVE   => __( 'This gift is erased.', 'largesse' ),
			default        => GiverPage::noted( $told ),
		};
	}
}
