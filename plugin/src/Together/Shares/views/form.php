<?php
/**
 * Form with which guests promise a part of a wish's price.
 *
 * @var string                     $action  Address of the form.
 * @var array<string, string>      $hidden  Hidden fields by name.
 * @var string                     $name    Name of the wish; empty if the page shows it.
 * @var string                     $all     Address of the page with all parts.
 * @var string                     $problem Message if guests cannot give a part of the wish; may be empty.
 * @var list<array<string, mixed>> $fields  Data of `html/field`.
 *
 * @version d64e48c1
 */

declare( strict_types=1 );

defined( 'ABSPATH' ) || exit;
?>
<?php if ( '' !== $name ) : ?>
	<h4 class="largesse-giver__name" dir="auto"><?php echo largesse_html( $name ); ?></h4>
<?php endif; ?>
<form class="largesse-give__form largesse-giver__form largesse-giver__inside" method="post"
	action="<?php echo esc_url( $action ); ?>" novalidate>
	<p><?php esc_html_e( 'Several guests give this together. No money is paid here: agree with the others who buys it.', 'largesse' ); ?></p>
	<?php if ( '' !== $problem ) : ?>
		<p class="largesse-field__problem"><?php echo esc_html( $problem ); ?></p>
	<?php endif; ?>
	<?php largesse_print_template( 'html/form-fields', array( 'hidden' => $hidden, 'fields' => $fields ) ); ?>
	<?php largesse_print_template( 'http/trap' ); ?>
	<p class="largesse-giver__buttons">
		<button class="wp-element-button largesse-give__button largesse-giver__button"><?php esc_html_e( 'Promise', 'largesse' ); ?></button>
	</p>
	<?php if ( '' === $name ) : ?>
		<p><a href="<?php echo esc_url( $all ); ?>" rel="nofollow"><?php esc_html_e( 'See who promises what', 'largesse' ); ?></a></p>
	<?php endif; ?>
</form>
