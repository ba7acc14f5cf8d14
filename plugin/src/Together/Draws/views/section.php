<?php
/**
 * Tab about draws of names on the page of a circle.
 *
 * @var string                     $anchor   Id of the tab in the page.
 * @var array<string, string>      $buttons  `name` of the buttons, and their values: `start`, `cancel`, `add`.
 * @var array<string, string>      $problems Problems: messages by field. The key '' is for the whole form.
 * @var string                     $question What somebody could conclude from the draw, if the starter must decide
 *      whether to draw anyway; otherwise empty.
 * @var array<string, mixed>|null  $open     The open draw: `hidden` fields, `facts` (sentences about day and budget), `starter`,
 *      `people` (names), `may_repeat` (last year's pairs are possible, although the starter excluded them), `has_gap`
 *      (somebody has left), `guardians` (sentences about what they see; may be empty), and `changes` (the viewer may
 *      cancel it); null for none.
 * @var array<string, mixed>|null  $form     Data of `draws/form`; null if the viewer cannot draw the names.
 * @var list<array<string, mixed>> $history  The viewer's past pairs: each with `year` and `text`.
 *
 * @version 7532a2ed
 */

declare( strict_types=1 );

defined( 'ABSPATH' ) || exit;
?>
<section class="largesse-mine__card" id="<?php echo esc_attr( $anchor ); ?>"
	aria-labelledby="<?php echo esc_attr( $anchor ); ?>-title">
	<h3 class="largesse-unseen" id="<?php echo esc_attr( $anchor ); ?>-title"><?php esc_html_e( 'Draw names', 'largesse' ); ?></h3>
	<?php if ( array() !== $problems ) : ?>
		<p class="largesse-mine__problem" role="alert"><?php echo esc_html( $problems[''] ?? __( 'The names are not drawn yet: please correct the marked fields.', 'largesse' ) ); ?></p>
	<?php endif; ?>
	<?php if ( '' !== $question ) : ?>
		<div class="largesse-mine__problem" role="alert">
			<p><?php echo esc_html( __( 'The names are not drawn yet.', 'largesse' ) . ' ' . $question ); ?></p>
			<p class="largesse-mine__buttons">
				<button type="submit" form="largesse-draw-form" name="<?php echo esc_attr( $buttons['name'] ); ?>"
					value="<?php echo esc_attr( $buttons['start'] ); ?>"
					class="wp-element-button largesse-mine__button"><?php esc_html_e( 'Draw anyway', 'largesse' ); ?></button>
			</p>
		</div>
	<?php endif; ?>
	<?php if ( null !== $open ) : ?>
		<p>
			<?php
			echo esc_html( $open['facts'] );
			/* translators: %s: name of a person. */
			echo esc_html( '' === $open['starter'] ? '' : ' ' . sprintf( __( 'Started by %s.', 'largesse' ), $open['starter'] ) );
			/* translators: %s: names of people. */
			echo esc_html( ' ' . sprintf( __( 'These people take part: %s.', 'largesse' ), wp_sprintf( '%l', $open['people'] ) ) . ' ' . __( 'Each of them sees only whom they drew.', 'largesse' ) . ' ' . $open['guardians'] );
			?>
		</p>
		<?php if ( $open['may_repeat'] ) : ?>
			<p><?php esc_html_e( 'Somebody may have drawn the same person as last year. With these people and exclusions, nothing else was possible.', 'largesse' ); ?></p>
		<?php endif; ?>
		<?php if ( $open['has_gap'] ) : ?>
			<p><?php esc_html_e( 'Somebody who takes part has left, so somebody might get no present. The member who started the draw, or an organizer of the circle, can draw the names again at once.', 'largesse' ); ?></p>
		<?php endif; ?>
		<?php if ( $open['changes'] ) : ?>
			<details class="largesse-mine__fold">
				<summary><span class="largesse-mine__label"><?php esc_html_e( 'Cancel this draw', 'largesse' ); ?></span></summary>
				<form class="largesse-mine__form" method="post" action="#<?php echo esc_attr( $anchor ); ?>">
					<?php largesse_print_template( 'html/hidden-fields', array( 'hidden' => $open['hidden'] ) ); ?>
					<p><?php esc_html_e( 'The pairs are deleted, and everybody gets a mail.', 'largesse' ); ?></p>
					<p class="largesse-mine__buttons">
						<button type="submit" name="<?php echo esc_attr( $buttons['name'] ); ?>"
							value="<?php echo esc_attr( $buttons['cancel'] ); ?>"
							class="wp-element-button largesse-mine__button largesse-mine__button--quiet"><?php esc_html_e( 'Cancel the draw', 'largesse' ); ?></button>
					</p>
				</form>
			</details>
		<?php endif; ?>
	<?php endif; ?>
	<?php if ( null !== $form && $form['is_again'] ) : ?>
		<details class="largesse-mine__fold"<?php echo $form['is_open'] ? ' open' : ''; ?>>
			<summary><span class="largesse-mine__label"><?php esc_html_e( 'Draw the names again', 'largesse' ); ?></span></summary>
			<div class="largesse-mine__folded">
				<?php largesse_print_template( 'draws/form', compact( 'anchor', 'buttons', 'form' ) ); ?>
			</div>
		</details>
	<?php elseif ( null !== $form ) : ?>
		<p class="largesse-mine__hint"><?php esc_html_e( 'Each person draws the name of another one and gives them a present. Each sees only whom they drew, and whom the people they look after drew.', 'largesse' ); ?></p>
		<?php largesse_print_template( 'draws/form', compact( 'anchor', 'buttons', 'form' ) ); ?>
	<?php endif; ?>
	<?php if ( array() !== $history ) : ?>
		<details class="largesse-mine__fold">
			<summary><span class="largesse-mine__label"><?php esc_html_e( 'Whom you drew in earlier years', 'largesse' ); ?></span></summary>
			<ul>
				<?php foreach ( $history as $past ) : ?>
					<li><?php echo esc_html( "{$past['year']}: {$past['text']}" ); ?></li>
				<?php endforeach; ?>
			</ul>
		</details>
	<?php endif; ?>
</section>
