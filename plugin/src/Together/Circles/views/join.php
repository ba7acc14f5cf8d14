<?php
/**
 * Form to join a circle.
 *
 * @var string                    $name    Name of the circle.
 * @var string                    $problem Reason why the form was refused; may be empty.
 * @var array<string, mixed>|null $form    Form with its `field`; null until the member has confirmed their address.
 *
 * @version 3958a7ee
 */

declare( strict_types=1 );

defined( 'ABSPATH' ) || exit;
?>
<section class="largesse-mine__card largesse-mine__panel" aria-labelledby="largesse-circle-join">
	<?php /* translators: %s: name of a circle. */ ?>
	<h2 id="largesse-circle-join" dir="auto"><?php echo largesse_html( str_replace( '%s', $name, __( 'Join “%s”', 'largesse' ) ) ); ?></h2>
	<?php largesse_print_template( 'owners/form-result', array( 'said' => '', 'problem' => $problem ) ); ?>
	<?php if ( $form ) : ?>
		<p><?php esc_html_e( 'The people in the circle see your name, and the lists that you share with them. You see theirs.', 'largesse' ); ?></p>
		<?php largesse_print_template( 'circles/form', array( 'form' => $form, 'button' => __( 'Join the circle', 'largesse' ), 'is_quiet' => false ) ); ?>
	<?php else : ?>
		<p><?php esc_html_e( 'Please confirm the e-mail address of your account first.', 'largesse' ); ?></p>
	<?php endif; ?>
</section>
