<?php
declare( strict_types=1 );

namespace Largesse\Together\Presents;

use Largesse\Foundation\Format\Number;
use Largesse\Foundation\Format\Price;
use Largesse\Promises\Giving\GiftLimits;
use Largesse\Promises\Giving\GiverPromises;
use Largesse\Pages\Guests\GuestPage;
use Largesse\Foundation\Http\Fields;
use Largesse\Foundation\Http\GuestFields;
use Largesse\Foundation\Http\Refusal;
use Largesse\Pages\Owners\GiftsPage;
use Largesse\Registries\Registry\OpenedList;
use Largesse\Registries\Registry\Roles;
use Largesse\Registries\Registry\TypedWish;
use Largesse\Foundation\Service\ApiError;
use Largesse\Foundation\Service\Client;
use Largesse\Foundation\Service\Rules;
use WP_Error;
use WP_Post;

/**
 * Presents about which guests tell each other, and their entries on the page (rules: Presents that are not on the
 * list).
 */
final class Ideas {

	/** Buttons of an entry: DELETE, GIVE and GIVE_BACK of guests, REMOVE and CLEAR of keepers. */
	public const DELETE    = 'delete';
	public const GIVE      = 'give';
	public const GIVE_BACK = 'return';
	public const REMOVE    = 'remove';
	public const CLEAR     = 'clear';

	/** Code of the error about a form that must be sent once more. */
	public const UNFINISHED = 'largesse_unfinished';

	/** @var list<array<string, mixed>> All ideas for the registry, before the change. */
	private array $all = array();

	public function __construct( private readonly Client $client ) {}

	/** Reads the ideas for a registry. */
	public function load( OpenedList $list ): ?WP_Error {
		$ideas     = $this->of( $list->registry );
		$this->all = is_wp_error( $ideas ) ? array() : $ideas;
		return is_wp_error( $ideas ) ? $ideas : null;
	}

	/** Checks whether an idea has this id. */
	public function knows( string $id ): bool {
		return null !== $this->find( $id );
	}

	/** Checks whether there are ideas. */
	public function has_any(): bool {
		return array() !== $this->all;
	}

	/** @return list<array<string, mixed>>|WP_Error Ideas. Recipients may see only the view `owner`. */
	private function of( WP_Post $registry, array $view = array() ): array|WP_Error {
		$query = array(
			'registry_id' => $registry->ID,
			'limit'       => Rules::MAX_IDEAS,
		);
		$ideas = $this->client->list_ideas( $query + $view );
		return is_array( $ideas ) || is_wp_error( $ideas ) ? $ideas : ApiError::not_the_service();
	}

	private function find( string $id ): ?array {
		return array_column( $this->all, null, 'id' )[ $id ] ?? null;
	}

	/** Adds an idea. A repeated form changes nothing. Returns why nothing has changed; null after a change. */
	public function add( WP_Post $registry, PresentForm $form ): Refusal|WP_Error|null {
		$known   = $this->find( $form->id->id );
		$content = $form->idea();
		// Numbers of the service may be whole.
		if (
			null !== $known
			&& array() !== array_diff_assoc(
				array_map( 'strval', $content ),
				array_map( 'strval', array_intersect_key( $known, $content ) )
			)
		) {
			return new WP_Error( self::UNFINISHED );
		}
		$problems = $form->problems();
		if ( array() !== $problems ) {
			return Refusal::incorrect( $problems );
		}
		$user = get_current_user_id();
		$idea = $content + array(
			'author_user_id' => $user > 0 ? $user : null,
			'author_name'    => $form->person(),
			'author_email'   => null,
		) + self::giver( $form->gives(), (string) $form->person() );
		if ( null === $known ) {
			$answer = $this->put( $registry->ID, $form->id->id, $idea, array( 'is_new' => true ) );
			return $this->result( $registry, $answer, true );
		}
		// Another guest may have changed or given the idea in the meantime. In this case, the cookie must not claim
		// that this browser gives the idea.
		$is_unchanged = $known['created_at'] === $known['updated_at'];
		return $this->result(
			$registry,
			array( 'data' => $is_unchanged ? $known : array( 'state' => null ) + $known ),
			true
		);
	}

	/** Carries out a button of an entry. @param string $version Version of the idea that the visitor has seen. */
	public function change(
		WP_Post $registry,
		string $act,
		string $id,
		string $version,
		string $name
	): Refusal|WP_Error|null {
		$known   = $this->find( $id );
		$deletes = in_array( $act, array( self::DELETE, self::REMOVE, self::CLEAR ), true );
		$may     = null !== $known && match ( $act ) {
			self::GIVE      => null === $known['state'],
			self::GIVE_BACK => IdeaRights::is_giver( $registry, $known ),
			self::DELETE    => IdeaRights::may_delete( $registry, $known ),
			default         => GiftsPage::may_release( $registry ),
		};
		if ( ! $may || $version !== $known['updated_at'] ) {
			// If a guest submits a form twice, the second submission is not an error: the first one made the change.
			$is_done = $deletes
				? null === $known
				: null !== $known && IdeaRights::is_giver( $registry, $known ) === ( self::GIVE === $act );
			return $is_done ? null : Refusal::too_late();
		}
		if ( $deletes ) {
			return $this->result(
				$registry,
				$this->delete(
					$registry,
					self::CLEAR === $act ? $this->of_same_guest( $known ) : array( $known ),
					self::CLEAR === $act
				)
			);
		}
		$giver = self::giver( self::GIVE === $act, mb_substr( $name, 0, Rules::MAX_GIVER_NAME_CHARS ) );
		return $this->result( $registry, $this->put_giver( $known, $giver ) );
	}

	/**
	 * Stores that its giver no longer gives an idea, which is one of their promises (GiverPromises).
	 *
	 * @param array<string, mixed> $idea As the service has returned it for the giver.
	 */
	public function give_back( array $idea ): Refusal|WP_Error|null {
		$answer = $this->put_giver( $idea, self::giver( false, '' ) );
		$status = is_wp_error( $answer ) ? ApiError::status( $answer ) : 200;
		return match ( true ) {
			in_array( $status, array( 404, 409, 412 ), true ) => Refusal::too_late(),
			is_wp_error( $answer ), $answer instanceof Refusal => $answer,
			default                                           => null,
		};
	}

	/** Stores who gives an unchanged idea. Returns the answer of the service, or why it has changed nothing. */
	private function put_giver( array $known, array $giver ): mixed {
		$kept   = array_intersect_key(
			$known,
			array_flip( array( 'name', 'url', 'note', 'price', 'currency', 'author_user_id', 'author_name', 'author_email' ) )
		);
		$unless = array( 'updated_at' => $known['updated_at'] );
		$answer = $this->put( $known['registry_id'], $known['id'], $kept + $giver, $unless );
		if ( null === $giver['state'] && is_array( $answer ) ) {
			GiverPromises::tell_end( $known );
		}
		return $answer;
	}

	/** @return list<array<string, mixed>> Ideas of the same guest, known by account or name, that no other guest gives. */
	private function of_same_guest( array $idea ): array {
		$who = static fn ( array $one, string $role ): array => array(
			$one[ "{$role}_user_id" ],
			null === $one[ "{$role}_user_id" ] ? $one[ "{$role}_name" ] : null,
		);
		return array_values(
			array_filter(
				$this->all,
				static fn ( array $one ): bool => $who( $one, 'author' ) === $who( $idea, 'author' )
					&& ( null === $one['state'] || $who( $one, 'giver' ) === $who( $one, 'author' ) )
			)
		);
	}

	/** Deletes unchanged ideas. Changed ones are errors, or skipped. */
	private function delete( WP_Post $registry, array $ideas, bool $skips ): mixed {
		foreach ( $ideas as $idea ) {
			$answer = $this->client->delete_idea( $idea['id'], $registry->ID, array( 'updated_at' => $idea['updated_at'] ) );
			if ( is_wp_error( $answer ) && ! ( $skips && 412 === ApiError::status( $answer ) ) ) {
				return $answer;
			}
			if ( ! is_wp_error( $answer ) ) {
				GiverPromises::tell_end( $idea );
			}
		}
		return null;
	}

	private function put( int $registry_id, string $id, array $idea, array $expected ): mixed {
		return GiftLimits::count(
			GiftLimits::IDEAS,
			$registry_id,
			fn () => $this->client->put_idea(
				$id,
				array( 'registry_id' => $registry_id ) + $idea,
				$expected
			) ?? ApiError::not_the_service()
		);
	}

	/** Returns why nothing has changed; null after a change. @param mixed $answer Answer of the service, or a refusal. */
	private function result( WP_Post $registry, mixed $answer, bool $is_author = false ): Refusal|WP_Error|null {
		if ( ! is_wp_error( $answer ) ) {
			$stored = is_array( $answer ) ? $answer['data'] ?? null : null;
			if ( is_array( $stored ) ) {
				IdeaRights::remember( $registry, $stored, $is_author );
			}
			return $answer instanceof Refusal ? $answer : null;
		}
		$status = ApiError::status( $answer );
		return match ( true ) {
			422 === $status
				&& ! isset( ApiError::broken_rules( $answer )['registry_id'] ) => Refusal::incorrect(
					array(
						TypedWish::INPUTS['name'] => __( 'This could not be stored. Please check it.', 'largesse' ),
					)
				),
			/* translators: %s: a number. */
			422 === $status => new Refusal( 422, sprintf( __( 'There are already %s ideas, which is the maximum.', 'largesse' ), Number::text( Rules::MAX_IDEAS ) ) ),
			in_array( $status, array( 404, 409, 412 ), true ) => Refusal::too_late(),
			default => $answer,
		};
	}

	/** @return array<string, mixed> Fields of an idea that describe its giver. */
	private static function giver( bool $gives, string $name ): array {
		$user = get_current_user_id();
		return array(
			'state'         => $gives ? 'reserved' : null,
			'giver_user_id' => $gives && $user > 0 ? $user : null,
			'giver_name'    => $gives && '' !== $name ? $name : null,
			'giver_email'   => null,
		);
	}

	/** @return list<array<string, mixed>> Data of `guests/entry`. @param string $version Name of the hidden field with the version. @param string $id Name of the hidden field with the id. */
	public function entries( WP_Post $registry, string $version, string $id ): array {
		return array_map(
			fn ( array $idea ): array => $this->entry( $registry, $idea ) + array(
				'hidden' => array(
					$id      => $idea['id'],
					$version => $idea['updated_at'],
				),
			),
			$this->all
		);
	}

	/** @return array<string, mixed> An idea for the template `guests/entry`. */
	private function entry( WP_Post $registry, array $idea ): array {
		$is_free    = null === $idea['state'];
		$is_giver   = IdeaRights::is_giver( $registry, $idea );
		$is_author  = IdeaRights::may_delete( $registry, $idea );
		$may_remove = GiftsPage::may_release( $registry );
		$number     = $may_remove ? count( $this->of_same_guest( $idea ) ) : 0;
		$clear      = null === $idea['author_user_id'] && null === $idea['author_name']
			/* translators: %s: a number, at least two. */
			? __( 'Remove all %s ideas without a name', 'largesse' )
			/* translators: %s: a number, at least two. */
			: __( 'Remove all %s ideas of this guest', 'largesse' );
		$giver = Fields::fresh( array( PresentForm::PERSON => GuestFields::name() ) );
		return array(
			'name'    => $idea['name'],
			'texts'   => array(
				Price::of( $idea ),
				(string) $idea['note'],
				/* translators: %s: name of a person. */
				'' === (string) $idea['author_name'] ? '' : sprintf( __( 'From %s', 'largesse' ), $idea['author_name'] ),
			),
			'state'   => $is_giver
				? __( 'You give this', 'largesse' )
				: ( $is_free ? '' : GuestPage::gives( $idea['giver_name'] ) ),
			'links'   => null === $idea['url']
				? array()
				: array( $idea['url'] => (string) wp_parse_url( $idea['url'], PHP_URL_HOST ) ),
			'field'   => $is_free
				? $giver->inputs( "largesse-{$idea['id']}-" )[ PresentForm::PERSON ]
				: null,
			'is_main' => $is_free,
			'buttons' => array_filter(
				array(
					self::GIVE      => $is_free ? __( 'I give this', 'largesse' ) : '',
					self::GIVE_BACK => $is_giver ? __( 'I don’t give it after all', 'largesse' ) : '',
					self::DELETE    => $is_author ? __( 'Delete', 'largesse' ) : '',
					self::REMOVE    => $may_remove && ! $is_author ? __( 'Remove', 'largesse' ) : '',
					self::CLEAR     => $number > 1 ? sprintf( $clear, Number::text( $number ) ) : '',
				),
				'strlen'
			),
		);
	}

	/** Prints the revealed ideas to a recipient, below the registry's gifts. */
	public function show_to_recipient( int $registry_id ): void {
		$registry = get_post( $registry_id );
		$ideas    = $registry instanceof WP_Post && Roles::of( $registry )->is_recipient()
			? $this->of( $registry, array( 'view' => 'owner' ) )
			: array();
		$row      = static fn ( array $idea ): array => array(
			'name'   => $idea['name'],
			'detail' => null === $idea['author_name'] ? '' : "({$idea['author_name']})",
			'giver'  => null === $idea['state'] ? '' : GuestPage::gives( $idea['giver_name'] ),
		);
		GuestPage::show_revealed(
			'largesse-revealed-ideas',
			__( 'Ideas of your guests', 'largesse' ),
			array_map( $row, is_wp_error( $ideas ) ? array() : $ideas )
		);
	}
}
