<?php
/**
 * Form that repeats a request whose response was lost. The form has no `action`, so browsers send the form to the
 * address of the first request.
 *
 * @var array<string, string> $hidden Fields of the first form by name.
 *
 * @version 35669c5e
 */

declare( strict_types=1 );

defined( 'ABSPATH' ) || exit;
?>
<form method="post">
	<?php largesse_print_template( 'html/hidden-fields', array( 'hidden' => $hidden ) ); ?>
	<button type="submit"
		class="wp-element-button largesse-giver__button largesse-giver__button--quiet"><?php esc_html_e( 'Try again', 'largesse' ); ?></button>
</form>
