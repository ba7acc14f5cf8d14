<?php
/**
 * Form with which guests ask about a wish.
 *
 * @var string                     $action Address of the form.
 * @var array<string, string>      $hidden Hidden fields by name.
 * @var list<array<string, mixed>> $fields Data of `html/field`.
 *
 * @version 63c5e7a3
 */

declare( strict_types=1 );

use Largesse\Foundation\Html\Template;

defined( 'ABSPATH' ) || exit;
?>
<form class="largesse-giver__form" method="post" action="<?php echo esc_url( $action ); ?>">
	<?php Template::print( 'html/form-fields', array( 'hidden' => $hidden, 'fields' => $fields ) ); ?>
	<?php Template::print( 'http/trap' ); ?>
	<p class="largesse-giver__buttons"><button class="wp-element-button largesse-giver__button"><?php esc_html_e( 'Ask', 'largesse' ); ?></button></p>
</form>
