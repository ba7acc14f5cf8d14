<?php
/**
 * Form of a gift: number, giver and message. `novalidate` disables the browser's checks, so that the site can explain
 * the errors.
 *
 * @var string                     $action     Address of the form.
 * @var array<string, string>      $hidden     Hidden fields by name.
 * @var list<array<string, mixed>> $fields     Data of `html/field`, in order.
 * @var string                     $promise    Text about what the owner can see, and when; may be empty.
 * @var bool                       $is_another Whether the guest already gives this wish.
 *
 * @version 455e061b
 */

declare( strict_types=1 );

defined( 'ABSPATH' ) || exit;
?>
<form class="largesse-give__form" method="post" action="<?php echo esc_url( $action ); ?>" novalidate>
	<?php largesse_print_template( 'html/form-fields', array( 'hidden' => $hidden, 'fields' => $fields ) ); ?>
	<?php largesse_print_template( 'http/trap' ); ?>
	<?php if ( '' !== $promise ) : ?>
		<p class="largesse-give__promise"><?php echo esc_html( $promise ); ?></p>
	<?php endif; ?>
	<p class="largesse-give__go">
		<?php $text = $is_another ? __( 'Yes, I’ll give another one', 'largesse' ) : __( 'Yes, I’ll give this', 'largesse' ); ?>
		<button type="submit" class="wp-element-button largesse-give__button"><?php echo esc_html( $text ); ?></button>
	</p>
	<p class="largesse-give__line"><?php esc_html_e( 'You don’t pay here: buy it wherever you like.', 'largesse' ); ?></p>
</form>
