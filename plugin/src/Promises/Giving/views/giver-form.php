<?php
/**
 * Form with one action on a giver's page. The hidden fields contain the key of the gift.
 *
 * @var string                     $class  Class of the form; may be empty.
 * @var string                     $action Address of the form.
 * @var array<string, string>      $hidden Hidden fields by name.
 * @var list<array<string, mixed>> $fields Data of `html/field`, in order.
 * @var string                     $name   Name of the button.
 * @var string                     $act    Value of the button, which names the action.
 * @var string                     $label  Text of the button.
 *
 * @version 146490f2
 */

declare( strict_types=1 );

defined( 'ABSPATH' ) || exit;
?>
<form class="<?php echo esc_attr( $class ); ?>" method="post" action="<?php echo esc_url( $action ); ?>" novalidate>
	<?php largesse_print_template( 'html/form-fields', array( 'hidden' => $hidden, 'fields' => $fields ) ); ?>
	<button type="submit" class="wp-element-button largesse-giver__button largesse-giver__button--quiet"
		name="<?php echo esc_attr( $name ); ?>"
		value="<?php echo esc_attr( $act ); ?>"><?php echo esc_html( $label ); ?></button>
</form>
