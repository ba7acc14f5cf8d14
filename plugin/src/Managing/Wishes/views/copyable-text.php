<?php
/**
 * Text with a button that copies it. Without scripts, members can select the text.
 *
 * @var string $text  The text.
 * @var string $label Text of the button.
 *
 * @version 0136df9e
 */

declare( strict_types=1 );

defined( 'ABSPATH' ) || exit;
?>
<span class="largesse-mine__copy" data-largesse-copy>
	<input type="text" readonly dir="ltr" aria-label="<?php echo esc_attr( $label ); ?>"
		value="<?php echo esc_attr( $text ); ?>">
	<button type="button" class="wp-element-button largesse-mine__button largesse-mine__button--quiet"
		hidden data-done="<?php esc_attr_e( 'Copied.', 'largesse' ); ?>"><?php echo esc_html( $label ); ?></button>
	<span role="status"></span>
</span>
