<?php
declare( strict_types=1 );

namespace Largesse\Together\Ideas;

use Largesse\Foundation\Format\Number;
use Largesse\Promises\Giving\GiftLimits;
use Largesse\Pages\Guests\GuestPage;
use Largesse\Foundation\Html\Template;
use Largesse\Foundation\Http\Fields;
use Largesse\Foundation\Http\GuestFields;
use Largesse\Foundation\Http\GuestForm;
use Largesse\Foundation\Http\Refusal;
use Largesse\Foundation\Http\ShownPage;
use Largesse\Foundation\Http\SignedId;
use Largesse\Foundation\Http\Submission;
use Largesse\Pages\Owners\GiftsPage;
use Largesse\Registries\Registry\Roles;
use Largesse\Foundation\Service\ApiError;
use Largesse\Foundation\Service\Client;
use Largesse\Foundation\Service\Rules;
use WP_Error;
use WP_Post;

/** Page on which guests share ideas, and announce gifts that are not on the list (rules: Ideas on the site). */
final class IdeasPage extends GuestPage {

	public const FIELD      = 'ideas';
	protected const FORM    = IdeaForm::class;
	protected const SENDS   = array( self::ADD );
	private const ADD       = 'add';
	private const DELETE    = 'delete';
	private const GIVE      = 'give';
	private const GIVE_BACK = 'return';
	private const REMOVE    = 'remove';
	private const CLEAR     = 'clear';

	/** @var list<array<string, mixed>> All ideas for the registry, before the change. */
	private array $all = array();

	public function __construct( private readonly Client $client ) {}

	protected static function title(): string {
		return __( 'Ideas and other gifts', 'largesse' );
	}

	protected static function notice(): string {
		return __( 'This page is for your guests. You can see their ideas after the gifts have been revealed.', 'largesse' );
	}

	protected static function closed( WP_Post $registry ): string {
		return IdeaSwitch::is_on( $registry ) ? '' : __( 'This list has no page for ideas.', 'largesse' );
	}

	protected function load( WP_Post $registry ): ?WP_Error {
		$ideas     = $this->ideas( $registry );
		$this->all = is_wp_error( $ideas ) ? array() : $ideas;
		return is_wp_error( $ideas ) ? $ideas : null;
	}

	/** @return list<array<string, mixed>>|WP_Error Ideas. Recipients may see only the view `owner`. */
	private function ideas( WP_Post $registry, array $view = array() ): array|WP_Error {
		$query = array(
			'registry_id' => $registry->ID,
			'limit'       => Rules::MAX_IDEAS,
		);
		$ideas = $this->client->list_ideas( $query + $view );
		return is_array( $ideas ) || is_wp_error( $ideas ) ? $ideas : ApiError::not_the_service();
	}

	protected function press( mixed $registry, string $button, Submission $sent ): ShownPage|Refusal|null {
		return match ( $button ) {
			self::ADD => $this->add( $registry, $sent ),
			self::GIVE, self::GIVE_BACK, self::DELETE, self::REMOVE, self::CLEAR => $this->change( $registry, $button, $sent ),
			default   => self::unknown_button(),
		};
	}

	private function find( string $id ): ?array {
		return array_column( $this->all, null, 'id' )[ $id ] ?? null;
	}

	/** Adds an idea. A repeated form changes nothing. */
	private function add( WP_Post $registry, Submission $sent ): ShownPage|Refusal|null {
		$form    = IdeaForm::of( $registry, $sent );
		$known   = $this->find( $form->id->id );
		$content = $form->content();
		if ( ! $form->is_ours( $registry ) || ( null !== $known && array() !== array_diff_assoc( $content, $known ) ) ) {
			return self::unfinished( $registry, $sent );
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
		) + self::giver( '' !== $form->text( IdeaForm::GIVES ), (string) $form->person() );
		if ( null === $known ) {
			return $this->result( $registry, $sent, $this->put( $registry, $form->id->id, $idea, array( 'is_new' => true ) ), true );
		}
		// Another guest may have changed or given the idea in the meantime. In this case, the cookie must not claim
		// that this browser gives the idea.
		$is_unchanged = $known['created_at'] === $known['updated_at'];
		return $this->result( $registry, $sent, array( 'data' => $is_unchanged ? $known : array( 'state' => null ) + $known ), true );
	}

	/** Carries out a button: GIVE, GIVE_BACK or DELETE of a visitor, REMOVE or CLEAR of a keeper. */
	private function change( WP_Post $registry, string $act, Submission $sent ): ShownPage|Refusal|null {
		$known   = $this->find( $sent->text( SignedId::ID ) );
		$deletes = in_array( $act, array( self::DELETE, self::REMOVE, self::CLEAR ), true );
		$may     = null !== $known && match ( $act ) {
			self::GIVE      => null === $known['state'],
			self::GIVE_BACK => IdeaRights::is_giver( $registry, $known ),
			self::DELETE    => IdeaRights::may_delete( $registry, $known ),
			default         => GiftsPage::may_release( $registry ),
		};
		if ( ! $may || $sent->text( self::READ ) !== $known['updated_at'] ) {
			// If a guest submits a form twice, the second submission is not an error: the first one made the change.
			$is_done = $deletes ? null === $known : null !== $known && IdeaRights::is_giver( $registry, $known ) === ( self::GIVE === $act );
			return $is_done ? null : Refusal::too_late();
		}
		if ( $deletes ) {
			return $this->result( $registry, $sent, $this->delete( $registry, self::CLEAR === $act ? $this->of_same_guest( $known ) : array( $known ), self::CLEAR === $act ) );
		}
		$name = mb_substr( (string) IdeaForm::of( $registry, $sent )->person(), 0, Rules::MAX_GIVER_NAME_CHARS );
		$kept = array_intersect_key( $known, array_flip( array( 'name', 'url', 'note', 'author_user_id', 'author_name', 'author_email' ) ) );
		return $this->result( $registry, $sent, $this->put( $registry, $known['id'], $kept + self::giver( self::GIVE === $act, $name ), array( 'updated_at' => $known['updated_at'] ) ) );
	}

	/** @return list<array<string, mixed>> Ideas of the same guest, known by account or name, that no other guest gives. */
	private function of_same_guest( array $idea ): array {
		$who = static fn ( array $one, string $role ): array => array( $one[ "{$role}_user_id" ], null === $one[ "{$role}_user_id" ] ? $one[ "{$role}_name" ] : null );
		return array_values( array_filter( $this->all, static fn ( array $one ): bool => $who( $one, 'author' ) === $who( $idea, 'author' ) && ( null === $one['state'] || $who( $one, 'giver' ) === $who( $one, 'author' ) ) ) );
	}

	/** Deletes unchanged ideas. Changed ones are errors, or skipped. */
	private function delete( WP_Post $registry, array $ideas, bool $skips ): mixed {
		foreach ( $ideas as $idea ) {
			$answer = $this->client->delete_idea( $idea['id'], $registry->ID, array( 'updated_at' => $idea['updated_at'] ) );
			if ( is_wp_error( $answer ) && ! ( $skips && 412 === ApiError::status( $answer ) ) ) {
				return $answer;
			}
		}
		return null;
	}

	private function put( WP_Post $registry, string $id, array $idea, array $expected ): mixed {
		return GiftLimits::count( GiftLimits::IDEAS, $registry->ID, fn () => $this->client->put_idea( $id, array( 'registry_id' => $registry->ID ) + $idea, $expected ) ?? ApiError::not_the_service() );
	}

	/** Returns why nothing has changed; null after a change. @param mixed $answer Answer of the service, or a refusal. */
	private function result( WP_Post $registry, Submission $sent, mixed $answer, bool $is_author = false ): ShownPage|Refusal|null {
		if ( ! is_wp_error( $answer ) ) {
			$stored = is_array( $answer ) ? $answer['data'] ?? null : null;
			if ( is_array( $stored ) ) {
				IdeaRights::remember( $registry, $stored, $is_author );
			}
			return $answer instanceof Refusal ? $answer : null;
		}
		$status = ApiError::status( $answer );
		return match ( true ) {
			422 === $status && ! isset( ApiError::broken_rules( $answer )['registry_id'] ) => Refusal::incorrect( array( IdeaForm::NAME => __( 'This could not be stored. Please check it.', 'largesse' ) ) ),
			/* translators: %s: a number. */
			422 === $status => new Refusal( 422, sprintf( __( 'There are already %s ideas, which is the maximum.', 'largesse' ), Number::text( Rules::MAX_IDEAS ) ) ),
			in_array( $status, array( 404, 409, 412 ), true ) => Refusal::too_late(),
			default => $this->fail( $registry, $sent, $answer ),
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

	protected function data( WP_Post $registry, ?Refusal $refused ): array {
		return array(
			'about'   => __( 'Do you know a good present that is not on the list, or do you already have one? Tell the other guests, so that nobody gives it twice. The people who get the presents can see these ideas only after the gifts have been revealed.', 'largesse' ),
			'entries' => array_map( fn ( array $idea ): array => $this->entry( $registry, $idea ), $this->all ),
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
		return array(
			'name'    => $idea['name'],
			'texts'   => array(
				(string) $idea['note'],
				/* translators: %s: name of a person. */
				'' === (string) $idea['author_name'] ? '' : sprintf( __( 'From %s', 'largesse' ), $idea['author_name'] ),
			),
			'state'   => $is_giver ? __( 'You give this', 'largesse' ) : ( $is_free ? '' : self::gives( $idea['giver_name'] ) ),
			'links'   => null === $idea['url'] ? array() : array( $idea['url'] => (string) wp_parse_url( $idea['url'], PHP_URL_HOST ) ),
			'field'   => $is_free ? Fields::fresh( array( IdeaForm::PERSON => GuestFields::name() ) )->inputs( "largesse-{$idea['id']}-" )[ IdeaForm::PERSON ] : null,
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
			'hidden'  => array(
				SignedId::ID => $idea['id'],
				self::READ   => $idea['updated_at'],
			),
		);
	}

	protected function form( WP_Post $registry, ?GuestForm $typed, array $problems = array() ): string {
		$form = $typed ?? IdeaForm::fresh( $registry );
		return Template::render(
			'ideas/form',
			array(
				'action'  => (string) get_permalink( $registry ),
				'hidden'  => array( self::FIELD => self::ADD ) + $form->hidden(),
				'fields'  => array_values( $form->inputs( $problems ) ),
				'is_open' => null !== $typed || array() === $this->all,
			)
		);
	}

	/** Prints the revealed ideas to a recipient, below the registry's gifts. */
	public function show_to_recipient( int $registry_id ): void {
		$registry = get_post( $registry_id );
		$ideas    = $registry instanceof WP_Post && Roles::of( $registry )->is_recipient() ? $this->ideas( $registry, array( 'view' => 'owner' ) ) : array();
		$row      = static fn ( array $idea ): array => array(
			'name'   => $idea['name'],
			'detail' => null === $idea['author_name'] ? '' : "({$idea['author_name']})",
			'giver'  => null === $idea['state'] ? '' : self::gives( $idea['giver_name'] ),
		);
		self::show_revealed( 'largesse-revealed-ideas', __( 'Ideas of your guests', 'largesse' ), array_map( $row, is_wp_error( $ideas ) ? array() : $ideas ) );
	}
}
