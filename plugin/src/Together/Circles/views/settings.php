<?php
/**
 * Settings of a circle.
 *
 * @var array<string, mixed>|null $rename   Form to rename the circle, with its `field`; null if the visitor is not an
 *      organizer.
 * @var array<string, mixed>      $leave    Form to leave the circle, with `wards`: names of the people who leave
 *      together with the visitor, and `notes`: sentences of other features.
 * @var array<string, mixed>|null $delete   Form to delete the circle; null if the visitor is not an organizer.
 *
 * @version 82721fc9
 */

declare( strict_types=1 );

defined( 'ABSPATH' ) || exit;
?>
<?php if ( $rename ) : ?>
	<section class="largesse-mine__card"><?php
		$button = __( 'Save', 'largesse' );
		largesse_print_template( 'circles/form', array( 'form' => $rename, 'button' => $button, 'is_quiet' => false ) );
	?></section>
<?php endif; ?>
<details class="largesse-mine__card largesse-mine__fold">
	<summary><span class="largesse-mine__label"><?php esc_html_e( 'Leave the circle', 'largesse' ); ?></span></summary>
	<div class="largesse-mine__folded">
		<p><?php esc_html_e( 'You no longer see the circle, and it no longer sees your lists.', 'largesse' ); ?></p>
		<?php if ( $leave['wards'] ) : ?>
			<?php /* translators: %s: names of people. */ ?>
			<p><?php echo largesse_html( str_replace( '%s', implode( ', ', $leave['wards'] ), __( 'These people leave, too, because nobody else looks after them: %s', 'largesse' ) ) ); ?></p>
		<?php endif; ?>
		<?php foreach ( $leave['notes'] as $note ) : ?>
			<p><?php echo largesse_html( $note ); ?></p>
		<?php endforeach; ?>
		<?php largesse_print_template( 'circles/form', array( 'form' => $leave, 'button' => __( 'Yes, leave it', 'largesse' ) ) ); ?>
	</div>
</details>
<?php if ( $delete ) : ?>
	<details class="largesse-mine__card largesse-mine__fold">
		<summary><span class="largesse-mine__label"><?php esc_html_e( 'Delete the circle', 'largesse' ); ?></span></summary>
		<div class="largesse-mine__folded">
			<p><?php esc_html_e( 'If you delete the circle, nobody sees lists through it any more. The lists stay.', 'largesse' ); ?></p>
			<?php largesse_print_template( 'circles/form', array( 'form' => $delete, 'button' => __( 'Delete the circle', 'largesse' ) ) ); ?>
		</div>
	</details>
<?php endif; ?>
