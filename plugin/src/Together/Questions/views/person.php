<?php
/**
 * Questions to a person of a circle, on the person's card.
 *
 * @var string                     $id       Id of the person.
 * @var string                     $name     Name of the person.
 * @var list<array<string, mixed>> $answered Questions with an answer: `text`, `answer`, `hidden`.
 * @var list<array<string, mixed>> $open     Questions without an answer, for people who may answer: `id`, `text`,
 *      `hidden`.
 * @var list<string>               $waiting  Questions without an answer, for people who may not answer.
 * @var string                     $told     Result of the form that asks; may be empty.
 * @var array<string, string>|null $ask      Hidden fields of the form that asks; null for the person and for guardians.
 * @var bool                       $may_act  Whether the visitor may answer and delete.
 * @var string                     $action   Address of the forms.
 * @var string                     $typed    Text of a refused form; may be empty.
 * @var string                     $asked    Id of the question of a refused form; may be empty.
 * @var string                     $problem  Why the form was refused; may be empty.
 * @var array<string, string>      $buttons  `name` of the buttons, and their values: `ask`, `answer`, `delete`.
 * @var array<string, mixed>       $text_field `name`, and characters of the longest answer (`most_of_answer`) and question
 *      (`most_of_question`).
 *
 * @version 58ee877a
 */

declare( strict_types=1 );

defined( 'ABSPATH' ) || exit;

$delete = static function ( array $row ) use ( $buttons ): void {
	?>
	<button class="wp-element-button largesse-mine__button largesse-mine__button--quiet"
		name="<?php echo esc_attr( $buttons['name'] ); ?>"
		value="<?php echo esc_attr( $buttons['delete'] ); ?>"><?php esc_html_e( 'Delete', 'largesse' ); ?><span class="largesse-unseen"> <?php
		echo largesse_html( $row['text'] );
	?></span></button>
	<?php
};
?>
<?php foreach ( $answered as $row ) : ?>
	<form method="post" action="<?php echo esc_url( $action ); ?>">
		<p class="largesse-mine__hint"
			dir="auto"><strong><?php echo largesse_html( $row['text'] ); ?></strong> <?php
			echo largesse_html( $row['answer'] );
		?></p>
		<?php if ( $may_act ) : ?>
			<?php largesse_print_template( 'html/hidden-fields', array( 'hidden' => $row['hidden'] ) ); ?>
			<p class="largesse-mine__buttons"><?php $delete( $row ); ?></p>
		<?php endif; ?>
	</form>
<?php endforeach; ?>
<?php foreach ( $open as $number => $row ) : ?>
	<?php $field = "largesse-question-{$id}-{$number}"; ?>
	<?php $is_wrong = '' !== $problem && $row['id'] === $asked; ?>
	<form class="largesse-mine__form" method="post" action="<?php echo esc_url( $action ); ?>">
		<?php largesse_print_template( 'html/hidden-fields', array( 'hidden' => $row['hidden'] ) ); ?>
		<div class="largesse-mine__field">
			<label for="<?php echo esc_attr( $field ); ?>" dir="auto"><?php echo largesse_html( $row['text'] ); ?></label>
			<p class="largesse-mine__hint"><?php esc_html_e( 'Somebody from the circle asks this without a name. Everybody in the circle sees your answer.', 'largesse' ); ?></p>
			<input type="text" id="<?php echo esc_attr( $field ); ?>" name="<?php echo esc_attr( $text_field['name'] ); ?>"
				maxlength="<?php echo (int) $text_field['most_of_answer']; ?>" dir="auto" autocomplete="off"
				value="<?php echo largesse_html( $is_wrong ? $typed : '' ); ?>">
			<?php if ( $is_wrong ) : ?>
				<p class="largesse-mine__error"><?php echo esc_html( $problem ); ?></p>
			<?php endif; ?>
		</div>
		<p class="largesse-mine__buttons">
			<button class="wp-element-button largesse-mine__button" name="<?php echo esc_attr( $buttons['name'] ); ?>"
				value="<?php echo esc_attr( $buttons['answer'] ); ?>"><?php esc_html_e( 'Answer', 'largesse' ); ?><span class="largesse-unseen"> <?php
				echo largesse_html( $row['text'] );
			?></span></button>
			<?php $delete( $row ); ?>
		</p>
	</form>
<?php endforeach; ?>
<?php foreach ( $waiting as $text ) : ?>
	<p class="largesse-mine__hint" dir="auto"><strong><?php echo largesse_html( $text ); ?></strong> <?php esc_html_e( 'Not answered yet', 'largesse' ); ?></p>
<?php endforeach; ?>
<?php if ( '' !== $told ) : ?>
	<div role="status"><p class="largesse-mine__hint"><?php echo esc_html( $told ); ?></p></div>
<?php endif; ?>
<?php if ( null !== $ask ) : ?>
	<details class="largesse-mine__fold"<?php echo '' === $problem ? '' : ' open'; ?>>
		<summary><span class="largesse-mine__label"><?php
			/* translators: %s: name of a person. */
			echo largesse_html( str_replace( '%s', $name, __( 'Ask %s without your name', 'largesse' ) ) );
		?></span></summary>
		<form class="largesse-mine__folded largesse-mine__form" method="post" action="<?php echo esc_url( $action ); ?>">
			<?php largesse_print_template( 'html/hidden-fields', array( 'hidden' => $ask ) ); ?>
			<div class="largesse-mine__field">
				<label for="<?php echo esc_attr( "largesse-ask-{$id}" ); ?>"><?php esc_html_e( 'Your question', 'largesse' ); ?></label>
				<p class="largesse-mine__hint"><?php esc_html_e( 'For example: Which size? Everybody in the circle sees question and answer, and nobody sees who asked.', 'largesse' ); ?></p>
				<input type="text" id="<?php echo esc_attr( "largesse-ask-{$id}" ); ?>"
					name="<?php echo esc_attr( $text_field['name'] ); ?>"
					maxlength="<?php echo (int) $text_field['most_of_question']; ?>"
					dir="auto" autocomplete="off" value="<?php echo largesse_html( $typed ); ?>">
				<?php if ( '' !== $problem ) : ?>
					<p class="largesse-mine__error"><?php echo esc_html( $problem ); ?></p>
				<?php endif; ?>
			</div>
			<p class="largesse-mine__buttons">
				<button class="wp-element-button largesse-mine__button largesse-mine__button--quiet"
					name="<?php echo esc_attr( $buttons['name'] ); ?>"
					value="<?php echo esc_attr( $buttons['ask'] ); ?>"><?php esc_html_e( 'Ask', 'largesse' ); ?></button>
			</p>
		</form>
	</details>
<?php endif; ?>
