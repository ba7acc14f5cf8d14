<?php
/**
 * Form with which guests add an idea.
 *
 * @var string                     $action Address of the form.
 * @var array<string, string>      $hidden Hidden fields by name.
 * @var list<array<string, mixed>> $fields Data of `html/field`.
 * @var string                     $gives  Name of the box "I give this".
 * @var bool                       $is_set Whether this box is checked.
 * @var string                     $trap   Name of the field that people neither see nor hear, and that programs fill in.
 */

declare( strict_types=1 );

use Largesse\Html\Template;

defined( 'ABSPATH' ) || exit;
?>
<form class="largesse-giver__form" method="post" action="<?php echo esc_url( $action ); ?>">
	<?php
	Template::print( 'html/hidden-fields', array( 'hidden' => $hidden ) );
	foreach ( $fields as $field ) {
		Template::print( 'html/field', $field );
	}
	?>
	<p><label><input type="checkbox" name="<?php echo esc_attr( $gives ); ?>" value="1"<?php checked( $is_set ); ?>> <?php esc_html_e( 'I give this', 'largesse' ); ?></label></p>
	<p class="largesse-unseen" aria-hidden="true"><label><?php esc_html_e( 'Leave this empty', 'largesse' ); ?> <input type="text" name="<?php echo esc_attr( $trap ); ?>" value="" tabindex="-1" autocomplete="off"></label></p>
	<p class="largesse-giver__buttons"><button class="wp-element-button largesse-giver__button"><?php esc_html_e( 'Add', 'largesse' ); ?></button></p>
</form>
