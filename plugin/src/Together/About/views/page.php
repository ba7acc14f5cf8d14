<?php
/**
 * Page with the form for the text about a member or a child. It works without scripts.
 *
 * @var string                     $back_url Address of the previous page.
 * @var string                     $title    Title of the registry; empty for the member's own text.
 * @var string                     $action   Address of the form.
 * @var array<string, string>      $hidden   Hidden fields by name.
 * @var list<array<string, mixed>> $inputs   Data of `html/field`.
 * @var string|null                $stored   Stored text after a conflict; null otherwise.
 * @var string                     $message  Why the form was refused; may be empty.
 * @var bool                       $is_saved Whether the form was just saved.
 *
 * @version 5983aeb3
 */

declare( strict_types=1 );

defined( 'ABSPATH' ) || exit;
?>
<p class="largesse-mine__back">
	<a href="<?php echo esc_url( $back_url ); ?>"><?php echo '' === $title ? esc_html__( 'All my registries', 'largesse' ) : esc_html__( 'Back to the registry', 'largesse' ); ?></a>
</p>
<section class="largesse-mine__card" aria-labelledby="largesse-about-title">
	<h2 id="largesse-about-title"><?php echo '' === $title ? esc_html__( 'Good to know about me', 'largesse' ) : esc_html__( 'Good to know', 'largesse' ); ?></h2>
	<?php if ( '' !== $title ) : ?>
		<p dir="auto"><?php echo largesse_html( $title ); ?></p>
	<?php endif; ?>
	<p class="largesse-mine__hint">
		<?php
		echo '' === $title
			? esc_html__( 'People who may see one of your lists see this above your wishes. On a public list, only people who are signed in or have your link see it.', 'largesse' )
			: esc_html__( 'People who may see this list see this above the wishes. If it is public, only people who are signed in or have your link see it.', 'largesse' );
		?>
	</p>
	<?php
	largesse_print_template(
		'owners/form-result',
		array( 'said' => $is_saved ? __( 'Your text is saved.', 'largesse' ) : '', 'problem' => $message )
	);
	?>
	<?php if ( null !== $stored ) : ?>
		<h3><?php esc_html_e( 'Saved at the moment', 'largesse' ); ?></h3>
		<?php if ( '' !== $stored ) : ?>
			<p dir="auto"><?php echo nl2br( largesse_html( $stored ) ); ?></p>
		<?php else : ?>
			<p><?php esc_html_e( 'Nothing is saved.', 'largesse' ); ?></p>
		<?php endif; ?>
		<h3><?php esc_html_e( 'What you typed', 'largesse' ); ?></h3>
	<?php endif; ?>
	<form class="largesse-mine__form" method="post" action="<?php echo esc_url( $action ); ?>" novalidate>
		<?php largesse_print_template( 'html/form-fields', array( 'hidden' => $hidden, 'fields' => $inputs ) ); ?>
		<p class="largesse-mine__buttons"><button class="wp-element-button largesse-mine__button"><?php esc_html_e( 'Save', 'largesse' ); ?></button></p>
	</form>
</section>
