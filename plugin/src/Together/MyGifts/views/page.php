<?php
/**
 * Everything that a giver has promised.
 *
 * @var string                                    $told       Result of the last action; may be empty.
 * @var string                                    $problem    Why the last action was refused; may be empty.
 * @var string                                    $email      Address whose gifts a link has opened; empty for a member.
 * @var string                                    $action     Address of the forms.
 * @var list<array<string, mixed>>                $coming     Lists for `my-gifts/list`: those of coming days, and those
 *      without a day.
 * @var list<array<string, mixed>>                $past       Lists of past days.
 * @var array<string, list<array<string, mixed>>> $remembered Remembered gifts by year: `text`, and `hidden` fields of
 *      the form that erases it.
 * @var array<string, mixed>|null                 $remember   Whether past gifts are remembered (`is_on`), and the
 *      `hidden` fields of the switch; null for guests.
 * @var array<string, string>                     $links      Texts of links by address.
 *
 * @version 2037bfb6
 */

declare( strict_types=1 );

defined( 'ABSPATH' ) || exit;
?>
<div class="largesse-giver">
	<?php if ( '' !== $problem ) : ?>
		<p class="largesse-giver__trouble" role="alert"><?php echo esc_html( $problem ); ?></p>
	<?php elseif ( '' !== $told ) : ?>
		<div role="status"><p class="largesse-giver__told"><?php echo esc_html( $told ); ?></p></div>
	<?php endif; ?>
	<?php if ( '' !== $email ) : ?>
		<?php /* translators: %s: an e-mail address. */ ?>
		<p><?php echo largesse_html( str_replace( '%s', $email, __( 'Promised with %s', 'largesse' ) ) ); ?></p>
	<?php endif; ?>
	<?php if ( array() === $coming && array() === $past && array() === $remembered ) : ?>
		<p><?php esc_html_e( 'There are no gifts here.', 'largesse' ); ?></p>
	<?php endif; ?>
	<?php
	foreach ( $coming as $list ) {
		largesse_print_template( 'my-gifts/list', $list + array( 'action' => $action ) );
	}
	?>
	<?php if ( $past || $remembered ) : ?>
		<details class="largesse-giver__fold"<?php echo array() === $coming ? ' open' : ''; ?>>
			<summary><?php esc_html_e( 'What I gave', 'largesse' ); ?></summary>
			<div class="largesse-giver__inside">
				<?php
				foreach ( $past as $list ) {
					largesse_print_template( 'my-gifts/list', $list + array( 'action' => $action ) );
				}
				?>
				<?php foreach ( $remembered as $year => $gifts ) : ?>
					<h2 class="largesse-giver__name"><?php echo esc_html( (string) $year ); ?></h2>
					<?php foreach ( $gifts as $gift ) : ?>
						<form class="largesse-giver__idea" method="post" action="<?php echo esc_url( $action ); ?>">
							<?php largesse_print_template( 'html/hidden-fields', array( 'hidden' => $gift['hidden'] ) ); ?>
							<p dir="auto"><?php echo largesse_html( $gift['text'] ); ?></p>
							<p class="largesse-giver__buttons">
								<button class="wp-element-button largesse-giver__button largesse-giver__button--quiet"><?php
									esc_html_e( 'Erase', 'largesse' );
								?><span class="largesse-unseen"> – <?php echo largesse_html( $gift['text'] ); ?></span></button>
							</p>
						</form>
					<?php endforeach; ?>
				<?php endforeach; ?>
			</div>
		</details>
	<?php endif; ?>
	<?php if ( $remember ) : ?>
		<form class="largesse-giver__idea" method="post" action="<?php echo esc_url( $action ); ?>">
			<?php largesse_print_template( 'html/hidden-fields', array( 'hidden' => $remember['hidden'] ) ); ?>
			<h2 class="largesse-giver__name"><?php esc_html_e( 'Remember what I gave', 'largesse' ); ?></h2>
			<p><?php echo $remember['is_on'] ? esc_html__( 'Your past gifts stay on this page until you erase them. Only you see them.', 'largesse' ) : esc_html__( 'The names of givers are erased some months after the day. If you switch this on, your past gifts stay on this page until you erase them, and only you see them.', 'largesse' ); ?></p>
			<p class="largesse-giver__buttons">
				<button class="wp-element-button largesse-giver__button largesse-giver__button--quiet"><?php
					echo $remember['is_on'] ? esc_html__( 'Erase my past gifts, and remember no more', 'largesse' ) : esc_html__( 'Switch on', 'largesse' );
				?></button>
			</p>
		</form>
	<?php endif; ?>
	<?php if ( $links ) : ?>
		<p class="largesse-giver__buttons"><?php largesse_print_template( 'http/links', array( 'links' => $links ) ); ?></p>
	<?php endif; ?>
</div>
