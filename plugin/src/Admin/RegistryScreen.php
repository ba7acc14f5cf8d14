<?php
/**
 * The screen of a registry.
 *
 * @package Largesse
 */

declare( strict_types=1 );

namespace Largesse\Admin;

use Largesse\Feature;
use Largesse\Registry\RegistryPostType;
use WP_Post;

/**
 * Adds boxes for what a registry holds besides name and story to the screen on which WordPress edits it. The block
 * editor sends boxes in the background and drops the answer, so that nothing could be refused; therefore each has a
 * form of its own, whose answer is the page with a word of what was done.
 */
final class RegistryScreen implements Feature {

	/** Name of the action of all forms. */
	public const ACTION = 'largesse_registry';

	/**
	 * What was said about the last change; false until it was looked for.
	 *
	 * @var RegistryNotice|false|null
	 */
	private RegistryNotice|false|null $notice = false;

	/**
	 * Keeps the boxes.
	 *
	 * @param list<RegistryBox> $boxes The boxes.
	 */
	public function __construct( private readonly array $boxes ) {}

	/**
	 * Adds the hooks of this feature.
	 */
	public function register(): void {
		add_action( 'add_meta_boxes_' . RegistryPostType::NAME, array( $this, 'add_boxes' ) );
		add_action( 'admin_footer-post.php', array( $this, 'print_forms' ) );
		add_action( 'admin_notices', array( $this, 'print_notice' ) );
		add_action( 'enqueue_block_editor_assets', array( $this, 'add_notice_to_block_editor' ) );
		add_action( 'admin_post_' . self::ACTION, array( $this, 'handle' ) );
	}

	/**
	 * Adds the boxes to the screen of a registry.
	 *
	 * @param WP_Post $registry The registry.
	 */
	public function add_boxes( WP_Post $registry ): void {
		add_meta_box( 'largesse-owner', __( 'Owner', 'largesse' ), OwnerBox::render( ... ), RegistryPostType::NAME, 'side' );
		foreach ( $this->boxes as $box ) {
			add_meta_box( 'largesse-' . $box->id(), $box->title(), fn () => $this->print_box( $registry, $box ), RegistryPostType::NAME );
		}
	}

	/**
	 * Prints the form of each box.
	 */
	public function print_forms(): void {
		$registry = self::shown_registry();
		if ( ! $registry ) {
			return;
		}
		foreach ( $this->boxes as $box ) {
			printf(
				'<form id="%s" method="post" action="%s"><input type="hidden" name="action" value="%s"><input type="hidden" name="registry" value="%d"><input type="hidden" name="box" value="%s"><input type="hidden" name="_wpnonce" value="%s"></form>',
				esc_attr( self::form_of( $box ) ),
				esc_url( admin_url( 'admin-post.php' ) ),
				esc_attr( self::ACTION ),
				absint( $registry->ID ),
				esc_attr( $box->id() ),
				esc_attr( wp_create_nonce( self::nonce_of( $registry ) ) )
			);
		}
	}

	/**
	 * Does what a form asks for, and leads back to the screen.
	 */
	public function handle(): void {
		// phpcs:disable WordPress.Security.NonceVerification.Missing -- Which registry it is about is part of the nonce.
		$registry = isset( $_POST['registry'] ) && is_string( $_POST['registry'] ) ? get_post( absint( $_POST['registry'] ) ) : null;
		$asked    = isset( $_POST['box'] ) && is_string( $_POST['box'] ) ? sanitize_key( $_POST['box'] ) : '';
		// phpcs:enable
		if ( ! $registry instanceof WP_Post || ! self::is_open( $registry ) || ! current_user_can( 'edit_post', $registry->ID ) ) {
			wp_die( esc_html__( 'Sorry, you are not allowed to change this registry.', 'largesse' ), '', array( 'response' => 403 ) );
		}
		check_admin_referer( self::nonce_of( $registry ) );
		foreach ( $this->boxes as $box ) {
			if ( $box->id() === $asked ) {
				$input = self::input();
				RegistryNotice::keep( $registry->ID, $asked, $box->save( $registry, $input ), $input );
			}
		}
		wp_safe_redirect( (string) get_edit_post_link( $registry->ID, 'raw' ) );
		exit;
	}

	/**
	 * Says above the classic editor what became of the last change.
	 */
	public function print_notice(): void {
		$registry = self::shown_registry();
		$notice   = $registry ? $this->notice( $registry ) : null;
		if ( $notice ) {
			printf( '<div class="notice notice-%s is-dismissible" role="%s"><p>%s</p></div>', esc_attr( $notice->is_error ? 'error' : 'success' ), esc_attr( $notice->is_error ? 'alert' : 'status' ), esc_html( $notice->text ) );
		}
	}

	/**
	 * Says the same in the block editor, which does not show what stands above it.
	 */
	public function add_notice_to_block_editor(): void {
		$registry = self::shown_registry();
		$notice   = $registry ? $this->notice( $registry ) : null;
		if ( ! $notice ) {
			return;
		}
		$flags = JSON_HEX_TAG | JSON_HEX_AMP;
		wp_enqueue_script( 'wp-notices' );
		wp_add_inline_script(
			'wp-notices',
			sprintf(
				'wp.data.dispatch( "core/notices" ).createNotice( %s, %s );',
				wp_json_encode( $notice->is_error ? 'error' : 'success', $flags ),
				wp_json_encode( $notice->text, $flags )
			)
		);
	}

	/**
	 * Prints a box.
	 *
	 * @param WP_Post     $registry The registry.
	 * @param RegistryBox $box      The box.
	 */
	private function print_box( WP_Post $registry, RegistryBox $box ): void {
		if ( ! self::is_open( $registry ) ) {
			echo '<p>' . esc_html__( 'Save the registry and open it again; then there is a form here.', 'largesse' ) . '</p>';
			return;
		}
		$notice = $this->notice( $registry );
		$box->render( $registry, self::form_of( $box ), $notice && $notice->box === $box->id() ? $notice->typed : array() );
	}

	/**
	 * What there is to say about the registry; asked for once, for it is forgotten then.
	 *
	 * @param WP_Post $registry The registry.
	 */
	private function notice( WP_Post $registry ): ?RegistryNotice {
		if ( false === $this->notice ) {
			$this->notice = RegistryNotice::take( $registry->ID );
		}
		return $this->notice;
	}

	/**
	 * The registry whose screen this is, where the user may change it.
	 */
	private static function shown_registry(): ?WP_Post {
		$screen   = get_current_screen();
		$registry = $screen && 'post' === $screen->base && RegistryPostType::NAME === $screen->post_type ? get_post() : null;
		return $registry instanceof WP_Post && self::is_open( $registry ) && current_user_can( 'edit_post', $registry->ID ) ? $registry : null;
	}

	/**
	 * Whether something is a registry that can be changed: it was saved once and is not in the trash.
	 *
	 * @param WP_Post $post What may be one.
	 */
	private static function is_open( WP_Post $post ): bool {
		return RegistryPostType::is( $post ) && ! in_array( $post->post_status, array( 'auto-draft', 'trash' ), true );
	}

	/**
	 * What was sent, without characters that no text holds.
	 *
	 * @return array<string, string>
	 */
	private static function input(): array {
		// phpcs:ignore WordPress.Security.NonceVerification.Missing, WordPress.Security.ValidatedSanitizedInput -- Verified by the caller; text is kept as typed and escaped on output.
		$texts = array_filter( array_diff_key( wp_unslash( $_POST ), array_flip( array( 'action', 'registry', 'box', '_wpnonce' ) ) ), 'is_string' );
		return array_map( static fn ( string $text ) => (string) preg_replace( '/[\x00-\x08\x0B\x0C\x0E-\x1F\x7F]/', '', wp_check_invalid_utf8( $text ) ), $texts );
	}

	/**
	 * Id of the form of a box.
	 *
	 * @param RegistryBox $box The box.
	 */
	private static function form_of( RegistryBox $box ): string {
		return 'largesse-' . $box->id() . '-form';
	}

	/**
	 * Name of the nonce for a registry.
	 *
	 * @param WP_Post $registry The registry.
	 */
	private static function nonce_of( WP_Post $registry ): string {
		return self::ACTION . '_' . $registry->ID;
	}
}
