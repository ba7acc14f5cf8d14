<?php
/**
 * Questions about the wishes of a registry, with forms that answer or delete them.
 *
 * @var list<array<string, mixed>> $open     Questions without an answer: `name` of the wish (may be empty), `text`,
 *      `typed` (a refused answer), `problem`, and `hidden` fields.
 * @var list<array<string, mixed>> $answered Questions with an `answer`; the rest as above.
 * @var int                        $total    Number of all questions without an answer, also of those not in `$open`.
 * @var array<string, string>|null $delete   Hidden fields of the form that deletes all of `$open`; null for few.
 * @var string                     $action   Address of the forms.
 * @var array<string, string>      $buttons  `name` of the buttons, and their values: `answer`, `delete`, `delete_shown`.
 * @var array<string, mixed>       $field    `name` and `maxlength` (characters) of the answer.
 *
 * @version 9342e6d6
 */

declare( strict_types=1 );

defined( 'ABSPATH' ) || exit;
?>
<?php if ( $open ) : ?>
	<section class="largesse-mine__card" aria-labelledby="largesse-questions">
		<h2 id="largesse-questions"><?php esc_html_e( 'Questions of guests', 'largesse' ); ?> <span class="largesse-mine__number"><?php
			echo esc_html( largesse_number( $total ) );
		?></span></h2>
		<p class="largesse-mine__hint"><?php esc_html_e( 'Nobody learns who asks, and a question does not mean that somebody gives the wish. Your answer appears on the wish.', 'largesse' ); ?></p>
		<?php foreach ( $open as $number => $row ) : ?>
			<?php $id = "largesse-answer-{$number}"; ?>
			<form class="largesse-mine__form" method="post" action="<?php echo esc_url( $action ); ?>" novalidate>
				<?php largesse_print_template( 'html/hidden-fields', array( 'hidden' => $row['hidden'] ) ); ?>
				<h3 dir="auto"><?php echo largesse_html( '' === $row['name'] ? __( 'A wish that is no longer on the list', 'largesse' ) : $row['name'] ); ?></h3>
				<div class="largesse-mine__field">
					<label for="<?php echo esc_attr( $id ); ?>" dir="auto"><?php echo largesse_html( $row['text'] ); ?></label>
					<textarea id="<?php echo esc_attr( $id ); ?>" name="<?php echo esc_attr( $field['name'] ); ?>" rows="2"
						maxlength="<?php echo (int) $field['maxlength']; ?>"
						dir="auto"<?php
						if ( '' !== $row['problem'] ) :
							?> aria-invalid="true" aria-describedby="<?php echo esc_attr( "{$id}-problem" ); ?>" autofocus<?php
						endif;
					?>><?php echo largesse_html( $row['typed'] ); ?></textarea>
					<?php if ( '' !== $row['problem'] ) : ?>
						<p class="largesse-mine__error"
							id="<?php echo esc_attr( "{$id}-problem" ); ?>"><?php echo esc_html( $row['problem'] ); ?></p>
					<?php endif; ?>
				</div>
				<p class="largesse-mine__buttons">
					<button class="wp-element-button largesse-mine__button" name="<?php echo esc_attr( $buttons['name'] ); ?>"
						value="<?php echo esc_attr( $buttons['answer'] ); ?>"><?php esc_html_e( 'Answer', 'largesse' ); ?><span class="largesse-unseen"> <?php
						echo largesse_html( $row['text'] );
					?></span></button>
					<button class="wp-element-button largesse-mine__button largesse-mine__button--quiet"
						name="<?php echo esc_attr( $buttons['name'] ); ?>"
						value="<?php echo esc_attr( $buttons['delete'] ); ?>"><?php esc_html_e( 'Delete', 'largesse' ); ?><span class="largesse-unseen"> <?php
						echo largesse_html( $row['text'] );
					?></span></button>
				</p>
			</form>
		<?php endforeach; ?>
		<?php if ( null !== $delete ) : ?>
			<form method="post" action="<?php echo esc_url( $action ); ?>">
				<?php largesse_print_template( 'html/hidden-fields', array( 'hidden' => $delete ) ); ?>
				<?php if ( $total > count( $open ) ) : ?>
					<?php /* translators: %s: a number. */ ?>
					<p class="largesse-mine__hint"><?php echo esc_html( sprintf( __( 'These are the first %s questions.', 'largesse' ), largesse_number( count( $open ) ) ) ); ?></p>
				<?php endif; ?>
				<p class="largesse-mine__buttons"><button
					class="wp-element-button largesse-mine__button largesse-mine__button--quiet"
					name="<?php echo esc_attr( $buttons['name'] ); ?>"
					value="<?php echo esc_attr( $buttons['delete_shown'] ); ?>"><?php
					/* translators: %s: a number, at least 4. */
					echo esc_html( sprintf( __( 'Delete these %s questions', 'largesse' ), largesse_number( count( $open ) ) ) );
				?></button></p>
			</form>
		<?php endif; ?>
	</section>
<?php endif; ?>
<?php if ( $answered ) : ?>
	<details class="largesse-mine__card largesse-mine__fold">
		<?php /* translators: %s: a number. */ ?>
		<summary><h3><?php echo esc_html( sprintf( __( 'Answered questions (%s)', 'largesse' ), largesse_number( count( $answered ) ) ) ); ?></h3></summary>
		<div class="largesse-mine__folded">
			<?php foreach ( $answered as $row ) : ?>
				<form class="largesse-mine__form" method="post" action="<?php echo esc_url( $action ); ?>">
					<?php largesse_print_template( 'html/hidden-fields', array( 'hidden' => $row['hidden'] ) ); ?>
					<p dir="auto"><strong><?php echo largesse_html( $row['text'] ); ?></strong> <?php
						echo largesse_html( $row['answer'] );
					?></p>
					<p class="largesse-mine__buttons">
						<button class="wp-element-button largesse-mine__button largesse-mine__button--quiet"
							name="<?php echo esc_attr( $buttons['name'] ); ?>"
							value="<?php echo esc_attr( $buttons['delete'] ); ?>"><?php esc_html_e( 'Delete', 'largesse' ); ?><span class="largesse-unseen"> <?php
							echo largesse_html( $row['text'] );
						?></span></button>
					</p>
				</form>
			<?php endforeach; ?>
		</div>
	</details>
<?php endif; ?>
