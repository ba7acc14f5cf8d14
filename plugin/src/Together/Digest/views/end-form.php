<?php
/**
 * Form that ends all reminders.
 *
 * @var array<string, string> $hidden Hidden fields by name.
 * @var string                $button Name of the button.
 *
 * @version e7b34875
 */

declare( strict_types=1 );

defined( 'ABSPATH' ) || exit;
?>
<form class="largesse-giver__form" method="post">
	<?php largesse_print_template( 'html/hidden-fields', array( 'hidden' => $hidden ) ); ?>
	<p class="largesse-giver__buttons">
		<button class="wp-element-button largesse-giver__button" name="<?php echo esc_attr( $button ); ?>"
			value="1"><?php esc_html_e( 'Stop all reminders', 'largesse' ); ?></button>
	</p>
</form>
