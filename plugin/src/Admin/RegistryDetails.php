<?php
/**
 * A registry, as wp-admin shows it.
 *
 * @package Largesse
 */

declare( strict_types=1 );

namespace Largesse\Admin;

use Closure;
use Largesse\Owner\OwnerPage;
use Largesse\Owner\Story;
use Largesse\Registry\Invitees;
use Largesse\Registry\RegistryItems;
use Largesse\Registry\RegistryMeta;
use Largesse\Registry\RegistryTitle;
use Largesse\Rest\ServiceErrors;
use WP_Post;
use WP_User;

/**
 * Prints all that a registry holds, with links to its page and to where it is edited. Nothing can be changed here.
 */
final class RegistryDetails {

	/**
	 * Keeps where the items come from.
	 *
	 * @param Closure(): RegistryItems $items Gives them; most screens need none.
	 */
	public function __construct( private readonly Closure $items ) {}

	/**
	 * The title of a registry as plain text, or what stands for it.
	 *
	 * @param WP_Post $registry The registry.
	 */
	public static function name( WP_Post $registry ): string {
		$title = trim( RegistryTitle::of( $registry ) );
		return '' === $title ? __( '(no title)', 'largesse' ) : $title;
	}

	/**
	 * Prints the registry.
	 *
	 * @param WP_Post $registry The registry, which the user may edit.
	 */
	public function show( WP_Post $registry ): void {
		?>
		<div class="wrap" style="overflow-wrap: anywhere;">
			<h1 class="wp-heading-inline" dir="auto"><?php PlainText::show( self::name( $registry ) ); ?></h1>
			<?php self::links( $registry ); ?>
			<hr class="wp-header-end">
			<table class="form-table" role="presentation">
				<?php
				foreach ( self::facts( $registry ) as list( $label, $html ) ) {
					printf( '<tr><th scope="row">%s</th><td>%s</td></tr>', esc_html( $label ), '' === $html ? AffiliateLink::nothing() : $html ); // phpcs:ignore WordPress.Security.EscapeOutput -- Escaped where it is made.
				}
				?>
			</table>
			<h2><?php esc_html_e( 'Invited people', 'largesse' ); ?></h2>
			<?php self::invitees( Invitees::entries_of( $registry ) ); ?>
			<h2><?php esc_html_e( 'Items', 'largesse' ); ?></h2>
			<?php $this->items( $registry ); ?>
		</div>
		<?php
	}

	/**
	 * Prints where the registry is edited, and where guests see it.
	 *
	 * @param WP_Post $registry The registry.
	 */
	private static function links( WP_Post $registry ): void {
		if ( OwnerPage::is_there() ) {
			printf( '<a class="page-title-action" href="%s">%s</a> ', esc_url( OwnerPage::url( $registry->ID ) ), esc_html__( 'Edit this registry', 'largesse' ) );
		}
		printf( '<a class="page-title-action" href="%s">%s</a>', esc_url( (string) get_permalink( $registry ) ), esc_html__( 'View as a guest', 'largesse' ) );
	}

	/**
	 * What the registry says of itself: labels, each with its HTML; '' for nothing.
	 *
	 * @param WP_Post $registry The registry.
	 * @return list<array{0: string, 1: string}>
	 */
	private static function facts( WP_Post $registry ): array {
		$occasion = (string) get_post_meta( $registry->ID, RegistryMeta::EVENT_TYPE, true );
		$story    = Story::plain( $registry->post_content );
		return array(
			array( __( 'Owner', 'largesse' ), self::owner( $registry ) ),
			array( __( 'Visible to', 'largesse' ), esc_html( RegistryColumns::visibility( $registry ) ) ),
			array( __( 'Occasion', 'largesse' ), '' === $occasion ? '' : '<bdi>' . PlainText::html( $occasion ) . '</bdi>' ),
			array( __( 'Date of the occasion', 'largesse' ), RegistryColumns::date( (string) get_post_meta( $registry->ID, RegistryMeta::EVENT_DATE, true ) ) ),
			array( __( 'Story', 'largesse' ), '' === $story ? '' : '<div dir="auto" style="white-space: pre-line; max-width: 45rem;">' . PlainText::html( $story ) . '</div>' ),
		);
	}

	/**
	 * The owner as HTML. Only administrators see other people's registries, and so their names, here.
	 *
	 * @param WP_Post $registry The registry.
	 */
	private static function owner( WP_Post $registry ): string {
		$owner = get_userdata( (int) $registry->post_author );
		if ( ! $owner instanceof WP_User ) {
			return esc_html__( 'The owner is no user of this site any more.', 'largesse' );
		}
		$name = get_current_user_id() === $owner->ID ? esc_html__( 'You are the owner.', 'largesse' ) : '<bdi>' . esc_html( $owner->display_name ) . '</bdi>';
		if ( get_current_user_id() !== $owner->ID && current_user_can( 'edit_user', $owner->ID ) ) {
			$name = sprintf( '<a href="%s">%s</a>', esc_url( get_edit_user_link( $owner->ID ) ), $name );
		}
		if ( ! current_user_can( 'edit_others_registries' ) ) {
			return $name;
		}
		return $name . '<p class="description">' . esc_html__( 'To give the registry to somebody else, choose “Quick Edit” in the list of registries.', 'largesse' ) . '</p>';
	}

	/**
	 * Prints who is invited.
	 *
	 * @param list<string> $entries User names and e-mail addresses.
	 */
	private static function invitees( array $entries ): void {
		if ( ! $entries ) {
			echo '<p>' . esc_html__( 'Nobody is invited yet.', 'largesse' ) . '</p>';
			return;
		}
		echo '<ul class="ul-disc">';
		foreach ( $entries as $entry ) {
			echo '<li><bdi>' . PlainText::html( $entry ) . '</bdi></li>'; // phpcs:ignore WordPress.Security.EscapeOutput -- PlainText escapes.
		}
		echo '</ul>';
	}

	/**
	 * Prints the items.
	 *
	 * @param WP_Post $registry The registry.
	 */
	private function items( WP_Post $registry ): void {
		$items = ( $this->items )()->of( $registry->ID );
		if ( is_wp_error( $items ) ) {
			echo '<p><strong>' . esc_html( ServiceErrors::cannot_read( $items ) ) . '</strong></p>';
		} elseif ( ! $items ) {
			echo '<p>' . esc_html__( 'The registry has no items.', 'largesse' ) . '</p>';
		} else {
			ItemsTable::show( $items, current_user_can( 'manage_options' ) );
		}
	}
}
