<?php
/**
 * Form that sends the mail of a sign-up again.
 *
 * @var array<string, string> $hidden Hidden fields by name.
 *
 * @version 1368eb38
 */

declare( strict_types=1 );

defined( 'ABSPATH' ) || exit;
?>
<form method="post" action="<?php echo esc_url( home_url( '/' ) ); ?>">
	<?php largesse_print_template( 'html/hidden-fields', array( 'hidden' => $hidden ) ); ?>
	<button type="submit"
		class="wp-element-button largesse-giver__button largesse-giver__button--quiet"><?php esc_html_e( 'Send the mail again', 'largesse' ); ?></button>
</form>
