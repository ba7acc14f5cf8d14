<?php
/**
 * Page with the form of the delivery address. It works without scripts.
 *
 * @var string                     $back_url Address of the registry's page.
 * @var string                     $title    Title of the registry.
 * @var string                     $action   Address of the form.
 * @var array<string, string>      $hidden   Hidden fields by name.
 * @var list<array<string, mixed>> $inputs   Data of `html/field`.
 * @var list<string>|null          $stored   Stored lines after a conflict; null otherwise.
 * @var string                     $message  Why the form was refused, or why the address is unreadable; may be empty.
 * @var bool                       $is_saved Whether the form was just saved.
 * @var list<string>               $hints    Sentences about the address.
 *
 * @version 7bec6062
 */

declare( strict_types=1 );

defined( 'ABSPATH' ) || exit;
?>
<p class="largesse-mine__back"><a href="<?php echo esc_url( $back_url ); ?>"><?php esc_html_e( 'Back to the registry', 'largesse' ); ?></a></p>
<section class="largesse-mine__card" aria-labelledby="largesse-address-title">
	<h2 id="largesse-address-title"><?php esc_html_e( 'Delivery address', 'largesse' ); ?></h2>
	<p dir="auto"><?php echo largesse_html( $title ); ?></p>
	<?php
	largesse_print_template(
		'owners/form-result',
		array( 'said' => $is_saved ? __( 'Your change is saved.', 'largesse' ) : '', 'problem' => $message )
	);
	?>
	<?php if ( null !== $stored ) : ?>
		<h3><?php esc_html_e( 'Saved at the moment', 'largesse' ); ?></h3>
		<?php if ( $stored ) : ?>
			<p dir="auto"><?php echo nl2br( largesse_html( implode( "\n", $stored ) ) ); ?></p>
		<?php else : ?>
			<p><?php esc_html_e( 'Nothing is saved.', 'largesse' ); ?></p>
		<?php endif; ?>
		<h3><?php esc_html_e( 'What you typed', 'largesse' ); ?></h3>
	<?php endif; ?>
	<form class="largesse-mine__form" method="post" action="<?php echo esc_url( $action ); ?>" novalidate>
		<?php largesse_print_template( 'html/form-fields', array( 'hidden' => $hidden, 'fields' => $inputs ) ); ?>
		<?php foreach ( $hints as $hint ) : ?>
			<p class="largesse-mine__hint"><?php echo esc_html( $hint ); ?></p>
		<?php endforeach; ?>
		<p class="largesse-mine__buttons"><button class="wp-element-button largesse-mine__button"><?php esc_html_e( 'Save', 'largesse' ); ?></button></p>
	</form>
</section>
