<?php
/**
 * Sharing a registry.
 *
 * @package Largesse
 */

declare( strict_types=1 );

namespace Largesse\Owner;

/**
 * Prints the ways to pass a registry on: its link, the device's own way, paper, and a code to photograph.
 */
final class SharePanel {

	/** What hides a button where the browser has no way of its own to share. */
	private const WHERE_DEVICES_SHARE = array(
		'hidden'               => '',
		'data-wp-bind--hidden' => '!state.canShare',
	);

	/**
	 * Prints the buttons.
	 *
	 * @param array<string, mixed> $registry The registry as RegistryView has it.
	 */
	public static function show( array $registry ): void {
		?>
		<div class="largesse-mine__share" role="group" aria-label="<?php esc_attr_e( 'Share', 'largesse' ); ?>">
			<a class="largesse-mine__button largesse-mine__button--quiet" href="<?php echo esc_url( $registry['permalink'] ); ?>" data-wp-bind--href="state.permalink"><?php esc_html_e( 'View as a guest', 'largesse' ); ?></a>
			<?php
			Markup::button( __( 'Copy link', 'largesse' ), 'copyLink' );
			Markup::button( __( 'Share …', 'largesse' ), 'share', 'quiet', self::WHERE_DEVICES_SHARE );
			Markup::button( __( 'QR code', 'largesse' ), 'openCode' );
			Markup::button( __( 'Print list', 'largesse' ), 'print' );
			?>
		</div>
		<?php
	}

	/**
	 * Prints the dialog with the code.
	 */
	public static function dialog(): void {
		?>
		<dialog class="largesse-mine__dialog largesse-mine__dialog--small" aria-labelledby="largesse-code-title" data-largesse-dialog="code">
			<?php Markup::dialog_head( 'largesse-code-title', __( 'QR code', 'largesse' ) ); ?>
			<p><?php esc_html_e( 'Whoever photographs it gets to the registry. Print it on your invitation.', 'largesse' ); ?></p>
			<div class="largesse-mine__code" data-largesse-code></div>
			<p class="largesse-mine__address"><bdi data-wp-text="state.permalink"></bdi></p>
			<div class="largesse-mine__buttons">
				<a class="wp-element-button largesse-mine__button" data-wp-bind--href="state.codeUrl" data-wp-bind--download="state.codeName"><?php esc_html_e( 'Download as SVG', 'largesse' ); ?></a>
				<?php Markup::button( __( 'Close', 'largesse' ), 'close' ); ?>
			</div>
		</dialog>
		<?php
	}
}
