<?php
/**
 * A registry, for its owner.
 *
 * @package Largesse
 */

declare( strict_types=1 );

namespace Largesse\Owner;

use Largesse\Admin\PlainText;

/**
 * Prints all that can be read and done of one registry.
 */
final class ManageView {

	/**
	 * Prints the view.
	 *
	 * @param array<string, mixed> $registry The registry as RegistryView has it.
	 * @param string               $owner    Name of the owner, where it is somebody else; else ''.
	 */
	public static function show( array $registry, string $owner ): void {
		?>
		<p class="largesse-mine__back"><a href="<?php echo esc_url( OwnerPage::url() ); ?>"><?php esc_html_e( 'All my registries', 'largesse' ); ?></a></p>
		<fieldset <?php Markup::gate(); ?>>
			<header class="largesse-mine__head">
				<?php self::head( $registry, $owner ); ?>
				<?php SharePanel::show( $registry ); ?>
			</header>
			<div class="largesse-mine__columns">
				<?php WishesPanel::show( $registry ); ?>
				<div class="largesse-mine__side">
					<section class="largesse-mine__card" aria-labelledby="largesse-details-heading">
						<h3 id="largesse-details-heading" tabindex="-1"><?php esc_html_e( 'Details', 'largesse' ); ?></h3>
						<?php DetailsForm::show( 'details', $registry ); ?>
					</section>
					<?php InviteesPanel::show( $registry ); ?>
					<?php DeletePanel::show(); ?>
				</div>
			</div>
			<?php
			WishesPanel::dialog();
			WishesPanel::surplus_dialog();
			SharePanel::dialog();
			DeletePanel::dialog();
			self::notice();
			?>
		</fieldset>
		<?php
	}

	/**
	 * Prints what the registry is.
	 *
	 * @param array<string, mixed> $registry The registry.
	 * @param string               $owner    Name of the owner, where it is somebody else.
	 */
	private static function head( array $registry, string $owner ): void {
		?>
		<h2 class="largesse-mine__title" dir="auto" data-wp-text="state.title"><?php PlainText::show( $registry['title'] ); ?></h2>
		<p class="largesse-mine__facts">
			<bdi data-wp-text="state.occasion"><?php PlainText::show( implode( ' · ', array_filter( array( $registry['event_type'], $registry['date_text'] ) ) ) ); ?></bdi>
			<span class="largesse-mine__badge" data-wp-text="state.visibilityText"><?php echo esc_html( self::visibility( self::status( $registry ) ) ); ?></span>
		</p>
		<p class="largesse-mine__hint"<?php echo $registry['is_draft'] ? '' : ' hidden'; ?> data-wp-bind--hidden="!state.isDraft"><?php esc_html_e( 'Guests cannot see this registry yet. Choose under “Details” who may see it, and save.', 'largesse' ); ?></p>
		<?php if ( '' !== $owner ) : ?>
			<?php /* translators: %s: name of a person. */ ?>
			<p class="largesse-mine__hint" dir="auto"><?php PlainText::show( str_replace( '%s', $owner, __( 'This registry belongs to %s.', 'largesse' ) ) ); ?></p>
		<?php endif; ?>
		<?php
	}

	/**
	 * Who may see a registry, in a word.
	 *
	 * @param string $status Its status in WordPress.
	 */
	public static function visibility( string $status ): string {
		return match ( $status ) {
			'publish' => __( 'Public', 'largesse' ),
			'private' => __( 'Invited people only', 'largesse' ),
			// Begun in wp-admin.
			default   => __( 'Draft', 'largesse' ),
		};
	}

	/**
	 * The status of a registry, as far as it says who may see it.
	 *
	 * @param array<string, mixed> $registry The registry as RegistryView has it.
	 */
	public static function status( array $registry ): string {
		return $registry['is_public'] ? 'publish' : ( $registry['is_draft'] ? 'draft' : 'private' );
	}

	/**
	 * Prints where the page says what was done and what failed. What can be undone, can be undone there.
	 */
	private static function notice(): void {
		?>
		<div class="largesse-mine__notice" data-wp-class--is-shown="state.notice" data-wp-class--is-failure="state.isNoticeFailure" data-largesse-notice>
			<p role="status" dir="auto" data-wp-text="state.notice"></p>
			<a hidden target="_blank" rel="noopener" data-wp-bind--hidden="!state.isNoticeSignedOut" data-wp-bind--href="state.loginUrl"><?php esc_html_e( 'Sign in in a new tab', 'largesse' ); ?></a>
			<button type="button" class="largesse-mine__tool" hidden data-wp-bind--hidden="!state.noticeAction" data-wp-text="state.noticeAction" data-wp-on--click="actions.runNotice"></button>
			<button type="button" class="largesse-mine__close" hidden data-wp-bind--hidden="!state.notice" data-wp-on--click="actions.closeNotice" aria-label="<?php esc_attr_e( 'Dismiss', 'largesse' ); ?>"><span aria-hidden="true">×</span></button>
		</div>
		<p class="largesse-unseen" role="status" data-wp-text="state.announcement"></p>
		<?php
	}
}
