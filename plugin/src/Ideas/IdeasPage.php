<?php
declare( strict_types=1 );

namespace Largesse\Ideas;

use Closure;
use Largesse\Giving\GiftFormPage;
use Largesse\Giving\GiftLimits;
use Largesse\Html\Template;
use Largesse\Http\Fields;
use Largesse\Http\Form;
use Largesse\Http\FormController;
use Largesse\Http\GuestFields;
use Largesse\Http\PrivatePage;
use Largesse\Http\Refusal;
use Largesse\Http\SignedId;
use Largesse\Http\Submission;
use Largesse\Links\ShownRegistry;
use Largesse\Owners\GiftsPage;
use Largesse\Registry\RegistryTitle;
use Largesse\Registry\Roles;
use Largesse\Service\ApiError;
use Largesse\Service\Rules;
use WP_Error;
use WP_Post;

/**
 * Page on which guests share ideas, and announce gifts that are not on the list. The address of the page is the
 * registry's address with `?ideas=1`. Recipients see a notice that does not reveal whether there are ideas (rules:
 * Ideas on the site). No cache stores the page.
 */
final class IdeasPage {

	/** Name of the parameter in addresses and forms. Forms send one of the values below. */
	public const PARAMETER = 'ideas';
	private const ADD     = 'add';
	private const DELETE  = 'delete';
	private const GIVE    = 'give';
	private const RETURN  = 'return';
	private const REMOVE  = 'remove';
	private const CLEAR   = 'clear';

	/** Form field with the version of the idea that the guest has seen. */
	private const READ = 'version';

	/** @var list<array<string, mixed>> All ideas for the registry, before the change. */
	private array $all = array();

	public function __construct( private readonly StoredIdeas $ideas ) {}

	/** Returns the address of the page. */
	public static function url( WP_Post $registry ): string {
		return add_query_arg( self::PARAMETER, '1', (string) get_permalink( $registry ) );
	}

	/** Answers requests for the page. */
	public function answer(): void {
		$change = fn ( string $act ): Closure => fn ( WP_Post $registry, Submission $sent ) => $this->change( $registry, $act, $sent );
		FormController::answer(
			new Form(
				self::PARAMETER,
				$this->requested_registry( ... ),
				array(
					self::ADD    => $this->add( ... ),
					self::GIVE   => $change( self::GIVE ),
					self::RETURN => $change( self::RETURN ),
					self::DELETE => $change( self::DELETE ),
					self::REMOVE => $change( self::REMOVE ),
					self::CLEAR  => $change( self::CLEAR ),
				),
				self::url( ... ),
				show: $this->show( ... ),
				robot: self::unfinished( ... )
			)
		);
	}

	/**
	 * Reads the ideas of the requested registry. Returns null if the visitor cannot use the page. If the visitor cannot
	 * open the registry, the registry's own page explains why.
	 */
	private function requested_registry( Submission $sent ): ?WP_Post {
		$registry = ShownRegistry::open_from_request();
		if ( null === $registry ) {
			return null;
		}
		if ( Roles::of( $registry )->is_recipient() ) {
			self::show_notice_to_recipient( $registry );
			return null;
		}
		if ( ! IdeaSwitch::is_on( $registry ) ) {
			self::show_notice( $registry, 404, __( 'This list has no page for ideas.', 'largesse' ) );
			return null;
		}
		$ideas = $this->ideas->all( $registry );
		if ( is_wp_error( $ideas ) ) {
			$this->show_failure( $registry, self::typed( $sent ), $ideas );
			return null;
		}
		$this->all = $ideas;
		return $registry;
	}

	/** Returns the values of the form that adds an idea; null for a button of an idea. */
	private static function typed( Submission $sent ): ?IdeaFields {
		return $sent->is_form && self::ADD === $sent->text( self::PARAMETER ) ? IdeaFields::of( $sent ) : null;
	}

	/** @return array<string, mixed>|null Idea with an id; null for none. */
	private function find( string $id ): ?array {
		return array_column( $this->all, null, 'id' )[ $id ] ?? null;
	}

	/** Adds an idea. A repeated form changes nothing. */
	private function add( WP_Post $registry, Submission $sent ): string|Refusal|null {
		$fields = IdeaFields::of( $sent );
		$known  = $this->find( $fields->id->id );
		if ( ! $fields->id->is_ours( IdeaFields::KIND, $registry ) || ( null !== $known && ! self::is_from( $fields, $known ) ) ) {
			return self::unfinished( $registry, $sent );
		}
		$problems = $fields->typed->problems();
		if ( array() !== $problems ) {
			return Refusal::incorrect( $problems );
		}
		$user = get_current_user_id();
		$text = static fn ( string $field ): ?string => '' === $fields->typed->text( $field ) ? null : $fields->typed->text( $field );
		$idea = array(
			'name'           => $text( IdeaFields::NAME ),
			'url'            => $text( IdeaFields::URL ),
			'note'           => $text( IdeaFields::NOTE ),
			'author_user_id' => $user > 0 ? $user : null,
			'author_name'    => $text( IdeaFields::PERSON ),
			'author_email'   => null,
		) + self::giver( '' !== $fields->typed->text( IdeaFields::GIVES ), (string) $text( IdeaFields::PERSON ) );
		if ( null === $known ) {
			return $this->result( $registry, $sent, $this->put( $registry, $fields->id->id, $idea, array( 'is_new' => true ) ), true );
		}
		// Another guest may have changed or given the idea in the meantime. In this case, the cookie must not claim
		// that this browser gives the idea.
		$is_unchanged = $known['created_at'] === $known['updated_at'];
		return $this->result( $registry, $sent, array( 'data' => $is_unchanged ? $known : array( 'state' => null ) + $known ), true );
	}

	/** Returns the refusal of a form of a program or another browser, or of a used one. The form gets a new id. */
	private static function unfinished( WP_Post $registry, Submission $sent ): Refusal {
		$typed = self::typed( $sent );
		return new Refusal( 422, __( 'Nothing was added yet: please check the form, and press the button once more.', 'largesse' ), typed: null === $typed ? null : IdeaFields::fresh( $registry, $typed ) );
	}

	/** Checks whether an idea has the values of a form. */
	private static function is_from( IdeaFields $fields, array $idea ): bool {
		$sent = array_map( $fields->typed->text( ... ), array( IdeaFields::NAME, IdeaFields::URL, IdeaFields::NOTE ) );
		return array( (string) $idea['name'], (string) $idea['url'], (string) $idea['note'] ) === $sent;
	}

	/** Carries out a button: GIVE, RETURN or DELETE of a visitor, REMOVE or CLEAR of a keeper. */
	private function change( WP_Post $registry, string $act, Submission $sent ): string|Refusal|null {
		$known   = $this->find( $sent->text( SignedId::ID ) );
		$deletes = in_array( $act, array( self::DELETE, self::REMOVE, self::CLEAR ), true );
		$may     = null !== $known && match ( $act ) {
			self::GIVE   => null === $known['state'],
			self::RETURN => IdeaRights::is_giver( $registry, $known ),
			self::DELETE => IdeaRights::may_delete( $registry, $known ),
			default      => GiftsPage::may_release( $registry ),
		};
		if ( ! $may || $sent->text( self::READ ) !== $known['updated_at'] ) {
			// If a guest submits a form twice, the second submission is not an error: the first one made the change.
			$is_done = $deletes ? null === $known : null !== $known && IdeaRights::is_giver( $registry, $known ) === ( self::GIVE === $act );
			return $is_done ? null : Refusal::too_late();
		}
		if ( $deletes ) {
			return $this->result( $registry, $sent, self::CLEAR === $act ? $this->clear( $registry, self::of_same_guest( $known, $this->all ) ) : $this->ideas->delete( $registry, $known ), false );
		}
		$name = mb_substr( IdeaFields::of( $sent )->typed->text( IdeaFields::PERSON ), 0, Rules::MAX_GIVER_NAME_CHARS );
		$kept = array_intersect_key( $known, array_flip( array( 'name', 'url', 'note', 'author_user_id', 'author_name', 'author_email' ) ) );
		return $this->result( $registry, $sent, $this->put( $registry, $known['id'], $kept + self::giver( self::GIVE === $act, $name ), array( 'updated_at' => $known['updated_at'] ) ), false );
	}

	/**
	 * Returns the ideas of the guest who added an idea, without ideas that another guest gives. Guests without an account
	 * are recognized by their name.
	 *
	 * @param array<string, mixed>       $idea  The idea.
	 * @param list<array<string, mixed>> $ideas All ideas for the registry.
	 * @return list<array<string, mixed>>
	 */
	private static function of_same_guest( array $idea, array $ideas ): array {
		$author = static fn ( array $one ): array => null === $one['author_user_id'] ? array( null, $one['author_name'] ) : array( $one['author_user_id'], null );
		$giver  = static fn ( array $one ): array => null === $one['giver_user_id'] ? array( null, $one['giver_name'] ) : array( $one['giver_user_id'], null );
		return array_values( array_filter( $ideas, static fn ( array $one ): bool => $author( $one ) === $author( $idea ) && ( null === $one['state'] || $giver( $one ) === $author( $one ) ) ) );
	}

	/**
	 * Deletes ideas. Skips ideas that have changed in the meantime.
	 *
	 * @param list<array<string, mixed>> $ideas
	 */
	private function clear( WP_Post $registry, array $ideas ): mixed {
		foreach ( $ideas as $idea ) {
			$answer = $this->ideas->delete( $registry, $idea );
			if ( is_wp_error( $answer ) && 412 !== ApiError::status( $answer ) ) {
				return $answer;
			}
		}
		return null;
	}

	/** Stores an idea within the limits. */
	private function put( WP_Post $registry, string $id, array $idea, array $expected ): mixed {
		$refused = GiftLimits::take( $registry->ID );
		if ( null !== $refused ) {
			return $refused;
		}
		$answer = $this->ideas->put( $registry, $id, $idea, $expected );
		if ( is_wp_error( $answer ) ) {
			GiftLimits::give_back( $registry->ID );
		}
		return $answer;
	}

	/** Returns why nothing has changed; null after a change. @param mixed $answer Answer of the service, or a refusal. */
	private function result( WP_Post $registry, Submission $sent, mixed $answer, bool $is_author ): string|Refusal|null {
		if ( ! is_wp_error( $answer ) ) {
			$stored = is_array( $answer ) ? $answer['data'] ?? null : null;
			if ( is_array( $stored ) && ! is_user_logged_in() ) {
				IdeaRights::remember( $registry, $stored, $is_author );
			}
			return $answer instanceof Refusal ? $answer : null;
		}
		$status = ApiError::status( $answer );
		if ( 422 === $status ) {
			$problems = IdeaFields::service_problems( $answer );
			/* translators: %s: a number. */
			return array() === $problems ? new Refusal( 422, sprintf( __( 'There are already %s ideas, which is the maximum.', 'largesse' ), number_format_i18n( Rules::MAX_IDEAS ) ) ) : Refusal::incorrect( $problems );
		}
		if ( in_array( $status, array( 404, 409, 412 ), true ) ) {
			return Refusal::too_late();
		}
		$this->show_failure( $registry, self::typed( $sent ), $answer );
		return Form::SHOWN;
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

	/** Shows the page. */
	private function show( WP_Post $registry, ?Refusal $refused, Submission $sent ): void {
		$fields     = null === $refused ? null : $refused->typed ?? self::typed( $sent );
		$problems   = $refused->problems ?? array();
		$may_remove = GiftsPage::may_release( $registry );
		$page       = array(
			'title'   => RegistryTitle::of( $registry ),
			'notice'  => $refused->message ?? '',
			'action'  => (string) get_permalink( $registry ),
			'ideas'   => array_map( fn ( array $idea ): array => self::shown( $registry, $idea, $may_remove ? count( self::of_same_guest( $idea, $this->all ) ) : null ), $this->all ),
			'act'     => self::PARAMETER,
			'give'    => self::GIVE,
			'return'  => self::RETURN,
			'delete'  => self::DELETE,
			'remove'  => self::REMOVE,
			'clear'   => self::CLEAR,
			'form'    => self::form( $registry, $fields, $problems ),
			'is_open' => null !== $fields || array() === $this->all,
			'links'   => GiftFormPage::link_to_list( $registry ),
		);
		PrivatePage::show( $refused->status ?? 200, __( 'Ideas and other gifts', 'largesse' ), Template::render( 'ideas/page', $page ) );
	}

	/**
	 * Returns the data of an idea for the template.
	 *
	 * @param array<string, mixed> $idea   The idea.
	 * @param int|null             $number Number of ideas of the same guest; null if the visitor may not remove ideas.
	 * @return array<string, mixed>
	 */
	private static function shown( WP_Post $registry, array $idea, ?int $number ): array {
		$is_giver = IdeaRights::is_giver( $registry, $idea );
		$giver    = (string) $idea['giver_name'];
		return array(
			'name'       => $idea['name'],
			'url'        => (string) $idea['url'],
			'note'       => (string) $idea['note'],
			'author'     => (string) $idea['author_name'],
			'state'      => match ( true ) {
				null === $idea['state'] => '',
				$is_giver               => __( 'You give this', 'largesse' ),
				'' === $giver           => __( 'Somebody gives this', 'largesse' ),
				/* translators: %s: name of a person. */
				default                 => sprintf( __( '%s gives this', 'largesse' ), $giver ),
			},
			'may_give'   => null === $idea['state'],
			'person'     => null === $idea['state'] ? Fields::fresh( array( IdeaFields::PERSON => GuestFields::name() ) )->inputs( "largesse-{$idea['id']}-" )[ IdeaFields::PERSON ] : null,
			'may_return' => $is_giver,
			'may_delete' => IdeaRights::may_delete( $registry, $idea ),
			'may_remove' => null !== $number && ! IdeaRights::may_delete( $registry, $idea ),
			'clear'      => match ( true ) {
				null === $number || $number < 2 => '',
				/* translators: %s: a number, at least two. */
				null === $idea['author_user_id'] && null === $idea['author_name'] => sprintf( __( 'Remove all %s ideas without a name', 'largesse' ), number_format_i18n( $number ) ),
				/* translators: %s: a number, at least two. */
				default                         => sprintf( __( 'Remove all %s ideas of this guest', 'largesse' ), number_format_i18n( $number ) ),
			},
			'hidden'     => array(
				SignedId::ID => $idea['id'],
				self::READ   => $idea['updated_at'],
			),
		);
	}

	/**
	 * Returns the form for the template.
	 *
	 * @param array<string, string> $problems
	 * @return array<string, mixed>
	 */
	private static function form( WP_Post $registry, ?IdeaFields $fields, array $problems ): array {
		$values = $fields ?? IdeaFields::fresh( $registry );
		return array(
			'action' => (string) get_permalink( $registry ),
			'hidden' => array( self::PARAMETER => self::ADD ) + $values->id->hidden(),
			'fields' => array_values( $values->typed->inputs( 'largesse-ideas-', $problems ) ),
		);
	}

	/** Shows that the service does not answer. The form on the page still contains the typed values. */
	private function show_failure( WP_Post $registry, ?IdeaFields $fields, WP_Error $reason ): void {
		$form = null === $fields ? '' : Template::render( 'ideas/form', self::form( $registry, $fields, array() ) );
		PrivatePage::show_failure( __( 'We cannot reach the ideas at the moment. That is our fault, not yours. Please try again in a minute.', 'largesse' ), $reason, GiftFormPage::link_to_list( $registry ), $form );
	}

	/** Shows the page for recipients. It does not reveal whether there are ideas. */
	private static function show_notice_to_recipient( WP_Post $registry ): void {
		self::show_notice( $registry, 200, __( 'This page is for your guests. You can see their ideas after the gifts have been revealed.', 'largesse' ) );
	}

	private static function show_notice( WP_Post $registry, int $status, string $text ): void {
		PrivatePage::show( $status, __( 'Ideas and other gifts', 'largesse' ), PrivatePage::panel( array( $text ), PrivatePage::link_to( $registry ) ) );
	}
}
