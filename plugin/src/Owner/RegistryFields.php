<?php
/**
 * The fields of a registry that its owner fills in.
 *
 * @package Largesse
 */

declare( strict_types=1 );

namespace Largesse\Owner;

use Largesse\Registry\Invitees;
use Largesse\Registry\RegistryMeta;
use Largesse\Registry\RegistryMetaRules;
use Largesse\Registry\RegistryPostType;
use Largesse\Registry\RegistryTitle;
use Largesse\Rest\FieldMessages;
use WP_Error;
use WP_Post;

/**
 * The registry's own fields: their rules, which are the API's, and how they are stored.
 */
final class RegistryFields {

	private const MAX_TITLE_CHARS = 200;
	private const MAX_STORY_CHARS = 20000;

	/** Meta keys of the fields of the occasion. */
	private const META = array(
		'event_type' => RegistryMeta::EVENT_TYPE,
		'event_date' => RegistryMeta::EVENT_DATE,
	);

	/**
	 * Keeps the fields that were sent.
	 *
	 * @param array<string, mixed> $sent Fields by name; others are ignored. Null clears the fields of the occasion.
	 */
	public function __construct( private readonly array $sent ) {}

	/**
	 * What is wrong with the fields.
	 *
	 * @param bool $is_new Whether they make a registry; then it needs a title.
	 * @return array<string, string> Messages by field.
	 */
	public function problems( bool $is_new ): array {
		$rules = array(
			'title'      => self::title_problem( ... ),
			'story'      => static fn ( mixed $value ) => self::text_problem( $value, self::MAX_STORY_CHARS ),
			'event_type' => static fn ( mixed $value ) => null === $value ? '' : self::text_problem( $value, RegistryMetaRules::MAX_TYPE_CHARS ),
			'event_date' => self::date_problem( ... ),
			'is_public'  => static fn ( mixed $value ) => is_bool( $value ) ? '' : 'must be true or false',
		);
		$found = array();
		foreach ( $rules as $field => $problem ) {
			if ( array_key_exists( $field, $this->sent ) ) {
				$found[ $field ] = $problem( $this->sent[ $field ] );
			} elseif ( $is_new && 'title' === $field ) {
				$found[ $field ] = 'is required';
			}
		}
		$broken = array_filter( $found, 'strlen' );
		return array_combine( array_keys( $broken ), array_map( FieldMessages::of( ... ), array_keys( $broken ), $broken ) );
	}

	/**
	 * Makes a registry of the current user. The fields have no problems.
	 *
	 * @return int|WP_Error Its id.
	 */
	public function create(): int|WP_Error {
		$post = $this->post() + array(
			'post_type'   => RegistryPostType::NAME,
			'post_status' => 'private',
			'post_author' => get_current_user_id(),
		);
		$id   = wp_insert_post( wp_slash( $post ), true );
		$done = is_wp_error( $id ) ? $id : $this->store_occasion( $id );
		if ( ! is_wp_error( $done ) ) {
			return $id;
		}
		if ( is_int( $id ) ) {
			wp_delete_post( $id, true );
		}
		return $done;
	}

	/**
	 * Whether the fields decide anew who may see a registry: only who may publish does that.
	 *
	 * @param WP_Post $registry The registry.
	 */
	public function changes_status( WP_Post $registry ): bool {
		return ( $this->post()['post_status'] ?? $registry->post_status ) !== $registry->post_status;
	}

	/**
	 * Changes a registry; what was not sent stays as it is, and so does its address. The fields have no problems.
	 *
	 * @param WP_Post $registry The registry.
	 * @return int|WP_Error Its id.
	 */
	public function update( WP_Post $registry ): int|WP_Error {
		$post = $this->post();
		// First, so that who listens to WordPress's saving finds all of it.
		$is_changed = $this->store_occasion( $registry->ID );
		if ( is_wp_error( $is_changed ) ) {
			return $is_changed;
		}
		// Without a change WordPress would still note one.
		if ( ! $is_changed && ! array_diff_assoc( $post, $registry->to_array() ) ) {
			return $registry->ID;
		}
		if ( 'publish' === ( $post['post_status'] ?? '' ) && strtotime( "{$registry->post_date_gmt} GMT" ) > time() ) {
			// Else WordPress would wait for that day.
			$post['post_date']     = current_time( 'mysql' );
			$post['post_date_gmt'] = current_time( 'mysql', true );
		}
		return self::store_post( $registry, $post );
	}

	/**
	 * Stores fields of a post. The others stay as they are: WordPress would filter them as if the caller had written
	 * them, and take from an administrator's story what members may not write.
	 *
	 * @param WP_Post               $registry The registry as it is stored.
	 * @param array<string, string> $post     The fields.
	 * @return int|WP_Error Its id.
	 */
	private static function store_post( WP_Post $registry, array $post ): int|WP_Error {
		$texts = array(
			'post_title'   => $registry->post_title,
			'post_content' => $registry->post_content,
			'post_excerpt' => $registry->post_excerpt,
		);
		$kept  = wp_slash( array_diff_key( $texts, $post ) );
		$keep  = static function ( array $data, array $sent ) use ( &$keep, $kept, $registry ): array {
			if ( (int) ( $sent['ID'] ?? 0 ) !== $registry->ID ) {
				return $data;
			}
			// Once: who listens to the saving may write the post again.
			remove_filter( 'wp_insert_post_data', $keep, 0 );
			return $kept + $data;
		};
		add_filter( 'wp_insert_post_data', $keep, 0, 2 );
		$id = wp_update_post( wp_slash( array( 'ID' => $registry->ID ) + $post ), true );
		remove_filter( 'wp_insert_post_data', $keep, 0 );
		return $id;
	}

	/**
	 * The fields that WordPress keeps with a post, in the form in which they are stored.
	 *
	 * @return array<string, string>
	 */
	private function post(): array {
		$post = array();
		if ( isset( $this->sent['title'] ) ) {
			$post['post_title'] = RegistryTitle::encode( Story::without_controls( $this->sent['title'] ) );
		}
		if ( isset( $this->sent['story'] ) ) {
			$post['post_content'] = Story::to_html( $this->sent['story'] );
		}
		if ( isset( $this->sent['is_public'] ) ) {
			$post['post_status'] = $this->sent['is_public'] ? 'publish' : 'private';
		}
		return $post;
	}

	/**
	 * Stores the fields of the occasion; an empty one is none.
	 *
	 * @param int $registry_id Id of the registry.
	 * @return bool|WP_Error Whether one was changed.
	 */
	private function store_occasion( int $registry_id ): bool|WP_Error {
		$is_changed = false;
		foreach ( array_intersect_key( self::META, $this->sent ) as $field => $key ) {
			$value = (string) $this->sent[ $field ];
			if ( (string) get_post_meta( $registry_id, $key, true ) === $value ) {
				continue;
			}
			$is_changed = '' === $value ? delete_post_meta( $registry_id, $key ) : (bool) update_post_meta( $registry_id, $key, wp_slash( $value ) );
			if ( ! $is_changed ) {
				return new WP_Error( 'largesse_meta_not_stored' );
			}
		}
		return $is_changed;
	}

	/**
	 * What is wrong with a title; '' for nothing.
	 *
	 * @param mixed $value The title.
	 */
	private static function title_problem( mixed $value ): string {
		$problem = self::text_problem( $value, self::MAX_TITLE_CHARS );
		if ( '' !== $problem ) {
			return $problem;
		}
		return '' === Invitees::trim( Story::without_controls( (string) $value ) ) ? 'must not be blank' : '';
	}

	/**
	 * What is wrong with a text; '' for nothing.
	 *
	 * @param mixed $value The text.
	 * @param int   $max   Most characters.
	 */
	private static function text_problem( mixed $value, int $max ): string {
		if ( ! is_string( $value ) ) {
			return 'must be a string';
		}
		if ( str_contains( $value, "\0" ) || ! mb_check_encoding( $value, 'UTF-8' ) ) {
			return 'must not contain NUL or unpaired surrogates';
		}
		return mb_strlen( $value, 'UTF-8' ) > $max ? sprintf( 'must be at most %d characters', $max ) : '';
	}

	/**
	 * What is wrong with a date; '' for nothing.
	 *
	 * @param mixed $value The date.
	 */
	private static function date_problem( mixed $value ): string {
		if ( null !== $value && ! is_string( $value ) ) {
			return 'must be a string';
		}
		return ( new RegistryMetaRules() )->is_valid( RegistryMeta::EVENT_DATE, (string) $value ) ? '' : 'must be a date, YYYY-MM-DD';
	}
}
