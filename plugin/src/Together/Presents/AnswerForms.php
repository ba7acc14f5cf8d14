<?php
declare( strict_types=1 );

namespace Largesse\Together\Presents;

use Largesse\Foundation\Format\Number;
use Largesse\Foundation\Format\Price;
use Largesse\Foundation\Format\WebAddress;
use Largesse\Foundation\Html\Template;
use Largesse\Foundation\Http\Fields;
use Largesse\Foundation\Http\Form;
use Largesse\Foundation\Http\Proof;
use Largesse\Foundation\Http\Refusal;
use Largesse\Foundation\Http\Request;
use Largesse\Foundation\Http\Submission;
use Largesse\Registries\Links\OwnerPage;
use Largesse\Registries\Registry\TypedWish;
use WP_Error;
use WP_Post;

/**
 * Forms on My registries to accept, change or decline suggestions (rules: Presents that are not on the list),
 * whatever was promised.
 *
 * @extends Form<WP_Post>
 */
final class AnswerForms extends Form {

	/** Form field and parameter with the answer, and the answers. */
	public const FIELD   = 'largesse-suggestion';
	public const ACCEPT  = 'accept';
	public const DECLINE = 'decline';

	private const HANDLE = 'suggested';

	public function __construct( private readonly Answers $answers ) {}

	protected function subject( Submission $sent ): ?WP_Post {
		return OwnerPage::registry();
	}

	protected function proof( mixed $registry, string $button ): Proof {
		return Proof::nonce( self::nonce( $registry->ID ) );
	}

	protected function press( mixed $registry, string $button, Submission $sent ): ?Refusal {
		return match ( $button ) {
			self::ACCEPT  => $this->accept( $registry, $sent ),
			self::DECLINE => self::decline( $registry, $sent->text( self::HANDLE ) ),
			default       => self::unknown_button(),
		};
	}

	/** Returns the page of the registry, with the answer. */
	protected function next( mixed $registry, string $button ): string {
		return add_query_arg( self::FIELD, $button, OwnerPage::url( $registry->ID ) );
	}

	private static function decline( WP_Post $registry, string $handle ): ?Refusal {
		return self::refusal(
			Answers::end( $registry->ID, static fn ( Suggestion $one ): bool => StoredSuggestions::handle( $one ) === $handle )
		);
	}

	/** Prints the suggestions of a registry that the user may change, and the result of the last answer. */
	public function show( int $registry_id ): void {
		$sent    = Submission::from_request();
		$said    = match ( null === $this->refused ? Request::parameter( self::FIELD ) : '' ) {
			self::ACCEPT  => __( 'The wish is on your list.', 'largesse' ),
			self::DECLINE => __( 'You have declined.', 'largesse' ),
			default       => '',
		};
		$problem = $this->refused->message ?? '';
		Template::print( 'owners/form-result', compact( 'said', 'problem' ) );
		$rows = array_map(
			fn ( Suggestion $one ): array => $this->row( $one, $sent ),
			StoredSuggestions::of( $registry_id )->open()
		);
		if ( $rows ) {
			Template::print(
				'presents/answers',
				array(
					'rows'    => $rows,
					'buttons' => array(
						'name'    => self::FIELD,
						'accept'  => self::ACCEPT,
						'decline' => self::DECLINE,
					),
					'action'  => OwnerPage::url( $registry_id ),
					'nonce'   => array( '_wpnonce' => wp_create_nonce( self::nonce( $registry_id ) ) ),
				)
			);
		}
	}

	/** @return list<string> The facts about a registry, with the number of suggestions. */
	public static function add_number( array $facts, WP_Post $registry ): array {
		$number = SuggestionSwitch::is_on( $registry ) ? count( StoredSuggestions::of( $registry->ID )->open() ) : 0;
		/* translators: %s: a number. */
		return 0 === $number ? $facts : array( ...$facts, sprintf( _n( '%s suggestion', '%s suggestions', $number, 'largesse' ), Number::text( $number ) ) );
	}

	private function accept( WP_Post $registry, Submission $sent ): ?Refusal {
		$found = StoredSuggestions::of( $registry->ID )->with_handle( $sent->text( self::HANDLE ) );
		$typed = Fields::sent( TypedWish::fields(), $sent );
		if ( null === $found ) {
			return self::refusal( new WP_Error( Answers::GONE ) );
		}
		$problems = $typed->problems();
		if ( array() !== $problems ) {
			return new Refusal( 422, __( 'Nothing was saved: please correct the marked fields.', 'largesse' ), $problems );
		}
		return self::refusal(
			$this->answers->accept( $registry, $sent->text( self::HANDLE ), TypedWish::wish( $typed ) + $found->fields )
		);
	}

	private static function refusal( ?WP_Error $failed ): ?Refusal {
		return match ( $failed?->get_error_code() ) {
			null          => null,
			Answers::GONE => new Refusal( 409, __( 'This suggestion was taken back, or somebody has answered it already.', 'largesse' ) ),
			default       => TypedWish::refusal( $failed ),
		};
	}

	private function row( Suggestion $one, Submission $sent ): array {
		$handle     = StoredSuggestions::handle( $one );
		$is_refused = null !== $this->refused && $sent->text( self::HANDLE ) === $handle;
		$typed      = $is_refused
			? Fields::sent( TypedWish::fields(), $sent )
			: Fields::fresh( TypedWish::fields() )->with( TypedWish::texts( $one->fields ) );
		$facts      = array(
			/* translators: %s: name of a person. */
			'' === $one->person ? '' : str_replace( '%s', $one->person, __( 'From %s', 'largesse' ) ),
			Price::of( $one->fields ),
		);
		$url        = WebAddress::of_shop( (string) $one->fields['url'] );
		return array(
			'name'    => $one->name(),
			'details' => (string) $one->fields['description'],
			'picture' => (string) $one->fields['image_url'],
			'facts'   => implode( ' · ', array_filter( $facts, 'strlen' ) ),
			'url'     => $url,
			'host'    => (string) wp_parse_url( $url, PHP_URL_HOST ),
			'hidden'  => array( self::HANDLE => $handle ),
			'inputs'  => array_values(
				TypedWish::with_its_currency(
					$typed->inputs( "largesse-{$handle}-", $is_refused ? $this->refused->problems : array(), Fields::OF_OWNERS )
				)
			),
			'is_open' => $is_refused,
		);
	}

	private static function nonce( int $registry_id ): string {
		return self::FIELD . "-{$registry_id}";
	}
}
