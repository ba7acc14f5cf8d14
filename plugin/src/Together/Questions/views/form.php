<?php
/**
 * Form with which guests ask about a wish.
 *
 * @var string                     $action Address of the form.
 * @var array<string, string>      $hidden Hidden fields by name.
 * @var list<array<string, mixed>> $fields Data of `html/field`.
 *
 * @version 35511ca6
 */

declare( strict_types=1 );

defined( 'ABSPATH' ) || exit;
?>
<form class="largesse-giver__form" method="post" action="<?php echo esc_url( $action ); ?>">
	<?php largesse_print_template( 'html/form-fields', array( 'hidden' => $hidden, 'fields' => $fields ) ); ?>
	<?php largesse_print_template( 'http/trap' ); ?>
	<p class="largesse-giver__buttons"><button class="wp-element-button largesse-giver__button"><?php esc_html_e( 'Ask', 'largesse' ); ?></button></p>
</form>
