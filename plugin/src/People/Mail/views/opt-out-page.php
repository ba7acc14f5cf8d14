<?php
/**
 * Page on which readers of a mail refuse further invitations, or ask for them again.
 *
 * @var list<string>          $texts       Paragraphs.
 * @var array<string, string> $hidden      Hidden fields by name.
 * @var string                $box         Name of the checkbox.
 * @var string                $wish        Value of the checkbox.
 * @var bool                  $is_unwanted Whether the reader has refused invitations.
 *
 * @version 866b5b0e
 */

declare( strict_types=1 );

defined( 'ABSPATH' ) || exit;
?>
<div class="largesse-giver">
	<?php foreach ( $texts as $text ) : ?>
		<p><?php echo esc_html( $text ); ?></p>
	<?php endforeach; ?>
	<form class="largesse-giver__form" method="post" action="<?php echo esc_url( home_url( '/' ) ); ?>">
		<?php largesse_print_template( 'html/hidden-fields', array( 'hidden' => $hidden ) ); ?>
		<?php // Programs that send forms unchanged must not change anything, so the box is never ticked. ?>
		<label class="largesse-giver__box">
			<input type="checkbox" name="<?php echo esc_attr( $box ); ?>" value="<?php echo esc_attr( $wish ); ?>"
				autocomplete="off" required>
			<span><?php echo $is_unwanted ? esc_html__( 'I want to be invited by mail again.', 'largesse' ) : esc_html__( 'Do not send me any invitations from anyone.', 'largesse' ); ?></span>
		</label>
		<p class="largesse-giver__buttons">
			<button type="submit" class="wp-element-button largesse-giver__button"><?php esc_html_e( 'Save', 'largesse' ); ?></button>
		</p>
	</form>
</div>
