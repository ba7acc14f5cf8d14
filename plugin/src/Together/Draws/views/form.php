<?php
/**
 * Form that starts a draw.
 *
 * @var string                $anchor  Id of the tab in the page.
 * @var array<string, string> $buttons `name` of the buttons, and their values: `start`, `add`.
 * @var array<string, mixed>  $form    `is_open` (shown unfolded), `hidden` fields, `names` of fields (`people`,
 *      `excluded`, `last_year`), `day` and `budget` (data of `html/field`), `people` (each with `id`, `name`, `is_in`),
 *      `fewest` (number of people), `people_problem`, `has_guardians` (somebody is looked after), `excluded` (values
 *      and texts of exclusions), `row` (chosen giver, receiver and direction of the next exclusion, by name of the
 *      field), `ways` (values for both directions, and for one), `row_problem`, `is_again` (replaces the open draw),
 *      and `avoids_last_year` (null without an earlier draw).
 *
 * @version 283096c6
 */

declare( strict_types=1 );

defined( 'ABSPATH' ) || exit;

$names   = array_column( $form['people'], 'name', 'id' );
$selects = array(
	array( __( 'Person who draws', 'largesse' ), array( '' => __( 'Who?', 'largesse' ) ) + $names ),
	array( __( 'Person who must not be drawn', 'largesse' ), array( '' => __( 'Whom?', 'largesse' ) ) + $names ),
	array(
		__( 'Direction', 'largesse' ),
		array_combine( $form['ways'], array( __( 'both ways', 'largesse' ), __( 'only this way', 'largesse' ) ) ),
	),
);
$chip    = static function ( string $name, string $value, string $text, bool $is_checked ): void {
	?>
	<label class="largesse-mine__chip"><input type="checkbox" name="<?php echo esc_attr( $name ); ?>"
		value="<?php echo esc_attr( $value ); ?>"<?php checked( $is_checked ); ?>> <span dir="auto"><?php
		echo esc_html( $text );
	?></span></label>
	<?php
};
?>
<?php if ( count( $form['people'] ) < $form['fewest'] ) : ?>
	<?php /* translators: %s: a number. */ ?>
	<p><?php echo esc_html( sprintf( __( 'A draw needs at least %s people in the circle.', 'largesse' ), largesse_number( $form['fewest'] ) ) ); ?></p>
<?php else : ?>
	<form class="largesse-mine__form" id="largesse-draw-form" method="post"
		action="#<?php echo esc_attr( $anchor ); ?>">
		<?php largesse_print_template( 'html/hidden-fields', array( 'hidden' => $form['hidden'] ) ); ?>
		<div class="largesse-mine__pair"><?php
			foreach ( array( $form['day'], $form['budget'] ) as $field ) {
				largesse_print_template( 'html/field', $field );
			}
		?></div>
		<fieldset class="largesse-mine__choices">
			<legend><?php esc_html_e( 'Who takes part?', 'largesse' ); ?></legend>
			<?php if ( '' !== $form['people_problem'] ) : ?>
				<p class="largesse-mine__error"><?php echo esc_html( $form['people_problem'] ); ?></p>
			<?php endif; ?>
			<div class="largesse-mine__chips">
				<?php
				foreach ( $form['people'] as $person ) {
					$chip( $form['names']['people'], $person['id'], $person['name'], $person['is_in'] );
				}
				?>
			</div>
			<?php if ( $form['has_guardians'] ) : ?>
				<p class="largesse-mine__hint"><?php esc_html_e( 'If you look after somebody, you see whom they draw. They do not draw you.', 'largesse' ); ?></p>
			<?php endif; ?>
		</fieldset>
		<details class="largesse-mine__fold"
			id="largesse-draw-exclusions"<?php echo $form['excluded'] || '' !== $form['row_problem'] ? ' open' : ''; ?>>
			<summary><span class="largesse-mine__label"><?php esc_html_e( 'Couples, and others who should not draw each other', 'largesse' ); ?></span></summary>
			<div class="largesse-mine__folded">
				<?php if ( '' !== $form['row_problem'] ) : ?>
					<p class="largesse-mine__error"><?php echo esc_html( $form['row_problem'] ); ?></p>
				<?php endif; ?>
				<div class="largesse-mine__chips">
					<?php
					foreach ( $form['excluded'] as list( $pair, $text ) ) {
						$chip( $form['names']['excluded'], $pair, $text, true );
					}
					?>
				</div>
				<div class="largesse-mine__row">
					<?php foreach ( array_keys( $form['row'] ) as $place => $name ) : ?>
						<select name="<?php echo esc_attr( $name ); ?>" aria-label="<?php echo esc_attr( $selects[ $place ][0] ); ?>">
							<?php foreach ( $selects[ $place ][1] as $value => $text ) : ?>
								<option value="<?php echo esc_attr( (string) $value ); ?>"<?php
									selected( $form['row'][ $name ], (string) $value );
								?>><?php echo esc_html( $text ); ?></option>
							<?php endforeach; ?>
						</select>
					<?php endforeach; ?>
					<button type="submit" name="<?php echo esc_attr( $buttons['name'] ); ?>"
						value="<?php echo esc_attr( $buttons['add'] ); ?>"
						class="wp-element-button largesse-mine__button largesse-mine__button--quiet"
						formnovalidate formaction="#largesse-draw-exclusions"><?php esc_html_e( 'Add', 'largesse' ); ?></button>
				</div>
			</div>
		</details>
		<?php
		if ( null !== $form['avoids_last_year'] ) {
			$chip( $form['names']['last_year'], '1', __( 'Nobody draws the same person as last year', 'largesse' ), $form['avoids_last_year'] );
		}
		?>
		<p class="largesse-mine__hint">
			<?php
			echo esc_html( $form['is_again'] ? __( 'Everybody draws again. The names that are drawn now no longer count.', 'largesse' ) . ' ' : '' );
			esc_html_e( 'After the draw, its people and exclusions stay as they are. Everybody gets a mail. The names can be drawn once a day.', 'largesse' );
			?>
		</p>
		<p class="largesse-mine__buttons">
			<button type="submit" name="<?php echo esc_attr( $buttons['name'] ); ?>"
				value="<?php echo esc_attr( $buttons['start'] ); ?>"
				class="wp-element-button largesse-mine__button"><?php esc_html_e( 'Draw the names', 'largesse' ); ?></button>
		</p>
	</form>
<?php endif; ?>
