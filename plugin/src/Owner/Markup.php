<?php
/**
 * Pieces of HTML.
 *
 * @package Largesse
 */

declare( strict_types=1 );

namespace Largesse\Owner;

use Largesse\Admin\PlainText;

/**
 * Prints what the parts of the page have in common.
 */
final class Markup {

	/**
	 * Prints attributes, each with a space before it.
	 *
	 * @param array<string, string> $attributes Plain text by name.
	 */
	public static function attributes( array $attributes ): void {
		foreach ( $attributes as $name => $value ) {
			// phpcs:ignore WordPress.Security.EscapeOutput -- PlainText escapes.
			echo ' ' . esc_attr( $name ) . '="' . PlainText::html( $value ) . '"';
		}
	}

	/**
	 * Prints what the script knows of an element and those in it.
	 *
	 * @param array<string, mixed> $context The context.
	 */
	public static function context( array $context ): void {
		// phpcs:ignore WordPress.Security.EscapeOutput -- PlainText escapes.
		echo 'data-wp-context="' . PlainText::html( (string) wp_json_encode( $context ) ) . '"';
	}

	/**
	 * Prints the place where a form says what went wrong, with a way to sign in again.
	 */
	public static function message(): void {
		?>
		<div class="largesse-mine__message" role="alert" tabindex="-1" data-largesse-message>
			<p hidden data-wp-bind--hidden="!state.message" data-wp-text="state.message"></p>
			<p hidden data-wp-bind--hidden="!state.isSignedOut"><a target="_blank" rel="noopener" data-wp-bind--href="state.loginUrl"><?php esc_html_e( 'Sign in in a new tab', 'largesse' ); ?></a></p>
		</div>
		<?php
	}

	/**
	 * Prints the button that sends a form.
	 *
	 * @param string $idle What it says.
	 * @param string $busy What it says while it is under way.
	 */
	public static function submit( string $idle, string $busy ): void {
		$context = array(
			'idle' => $idle,
			'busy' => $busy,
		);
		?>
		<button type="submit" class="wp-element-button largesse-mine__button" <?php self::context( $context ); ?> data-wp-bind--aria-disabled="state.isBusy" data-wp-bind--aria-busy="state.isBusy" data-wp-text="state.buttonText"><?php echo esc_html( $idle ); ?></button>
		<?php
	}

	/**
	 * Prints a button that does something at once.
	 *
	 * @param string                $text       What it says.
	 * @param string                $action     Name of the script's action.
	 * @param string                $kind       quiet, plain or danger.
	 * @param array<string, string> $attributes More of its HTML attributes.
	 */
	public static function button( string $text, string $action, string $kind = 'quiet', array $attributes = array() ): void {
		?>
		<button type="button" class="<?php echo 'plain' === $kind ? 'wp-element-button ' : ''; ?>largesse-mine__button largesse-mine__button--<?php echo esc_attr( $kind ); ?>" data-wp-on--click="actions.<?php echo esc_attr( $action ); ?>"<?php self::attributes( $attributes ); ?>><?php echo esc_html( $text ); ?></button>
		<?php
	}

	/**
	 * Prints the heading of a dialog, with a button that closes it.
	 *
	 * @param string $id    Id of the heading.
	 * @param string $title What it says.
	 * @param string $bound What the script puts there instead; '' for nothing.
	 */
	public static function dialog_head( string $id, string $title, string $bound = '' ): void {
		?>
		<div class="largesse-mine__dialog-head">
			<h3 id="<?php echo esc_attr( $id ); ?>" tabindex="-1"<?php self::attributes( '' === $bound ? array() : array( 'data-wp-text' => $bound ) ); ?>><?php echo esc_html( $title ); ?></h3>
			<button type="button" class="largesse-mine__close" data-wp-on--click="actions.close" aria-label="<?php esc_attr_e( 'Close', 'largesse' ); ?>"><span aria-hidden="true">×</span></button>
		</div>
		<?php
	}
}
