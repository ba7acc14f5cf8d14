<?php
/**
 * Deleting a registry.
 *
 * @package Largesse
 */

declare( strict_types=1 );

namespace Largesse\Owner;

/**
 * Prints the way to delete a registry, with the question that comes first.
 */
final class DeletePanel {

	/**
	 * Prints the panel.
	 */
	public static function show(): void {
		?>
		<section class="largesse-mine__card largesse-mine__card--last" aria-labelledby="largesse-delete">
			<h3 id="largesse-delete"><?php esc_html_e( 'Delete this registry', 'largesse' ); ?></h3>
			<p class="largesse-mine__hint"><?php esc_html_e( 'It goes with all its wishes and cannot be brought back.', 'largesse' ); ?></p>
			<?php Markup::button( __( 'Delete registry …', 'largesse' ), 'openDelete', 'danger' ); ?>
		</section>
		<?php
	}

	/**
	 * Prints the question.
	 */
	public static function dialog(): void {
		?>
		<dialog class="largesse-mine__dialog largesse-mine__dialog--small" role="alertdialog" aria-labelledby="largesse-delete-title" aria-describedby="largesse-delete-question" data-largesse-dialog="delete">
			<?php Markup::dialog_head( 'largesse-delete-title', __( 'Delete this registry?', 'largesse' ) ); ?>
			<form class="largesse-mine__form" method="dialog" <?php Markup::context( array( 'form' => 'delete' ) ); ?> data-wp-on--submit="actions.submit" data-largesse-form="delete">
				<p id="largesse-delete-question" dir="auto" data-wp-text="state.deleteQuestion"></p>
				<?php Markup::message(); ?>
				<div class="largesse-mine__buttons largesse-mine__buttons--danger">
					<?php
					Markup::submit( __( 'Delete for good', 'largesse' ), __( 'Deleting …', 'largesse' ) );
					Markup::button( __( 'Keep it', 'largesse' ), 'close' );
					?>
				</div>
			</form>
		</dialog>
		<?php
	}
}
