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
	 * Prints the attributes of the frame in which nothing can be pressed until the script listens.
	 */
	public static function gate(): void {
		// phpcs:ignore WordPress.Security.EscapeOutput -- It is constant.
		echo 'class="largesse-mine__gate" role="presentation" disabled data-wp-bind--disabled="!state.isReady" data-wp-init="callbacks.start" data-wp-on-window--beforeunload="actions.guard" data-wp-on-window--pageshow="actions.comeBack"';
	}

	/**
	 * Prints what stands where a list is empty.
	 *
	 * @param string $text   What is not there, and what to do.
	 * @param string $hidden What hides it in the script; '' for nothing.
	 * @param string $create Link to the form that makes the first registry; '' for none.
	 * @param bool   $is_on  Whether it is seen from the beginning.
	 */
	public static function empty_place( string $text, string $hidden = '', string $create = '', bool $is_on = true ): void {
		?>
		<div class="largesse-mine__empty"<?php self::attributes( ( $is_on ? array() : array( 'hidden' => '' ) ) + ( '' === $hidden ? array() : array( 'data-wp-bind--hidden' => $hidden ) ) ); ?>>
			<span class="largesse-picture largesse-mine__drawing" aria-hidden="true"></span>
			<p><?php echo esc_html( $text ); ?></p>
			<?php if ( '' !== $create ) : ?>
				<a class="largesse-mine__button largesse-mine__button--quiet" href="<?php echo esc_url( $create ); ?>"><?php esc_html_e( 'Create a registry', 'largesse' ); ?></a>
			<?php endif; ?>
		</div>
		<?php
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
	 * Prints the button that sends a form. While somebody has to choose between two versions, the choice is in its place.
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
		<button type="submit" class="wp-element-button largesse-mine__button" <?php self::context( $context ); ?> data-wp-bind--hidden="state.isConflict" data-wp-bind--aria-disabled="state.isBusy" data-wp-bind--aria-busy="state.isBusy" data-wp-text="state.buttonText"><?php echo esc_html( $idle ); ?></button>
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
