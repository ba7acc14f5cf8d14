<?php
/**
 * Form that starts a draw.
 *
 * @var array<string, string> $hidden Hidden fields by name.
 * @var array<string, mixed>  $form   `is_open` (shown unfolded), `question` (that the starter must answer; may be
 *      empty), `is_again` (replaces the open draw), `id`, `day` and `budget` (data of `html/field`), `people` (each
 *      with `id`, `name`, `is_in`), `people_problem`, `has_guardians` (somebody is looked after), `excluded` (values
 *      and texts of exclusions), `row` (the next exclusion: id of the giver, id of the receiver, and direction),
 *      `row_problem`, and `avoids_last_year` (null without an earlier draw).
 *
 * @version 7c933254
 */

declare( strict_types=1 );

use Largesse\Together\Draws\DrawFields;
use Largesse\Together\Draws\DrawSection;

defined( 'ABSPATH' ) || exit;

$names   = array_column( $form['people'], 'name', 'id' );
$selects = array(
	DrawFields::GIVER    => array( __( 'Person who draws', 'largesse' ), array( '' => __( 'Who?', 'largesse' ) ) + $names ),
	DrawFields::RECEIVER => array( __( 'Person who must not be drawn', 'largesse' ), array( '' => __( 'Whom?', 'largesse' ) ) + $names ),
	DrawFields::WAY      => array(
		__( 'Direction', 'largesse' ),
		array(
			DrawFields::BOTH_WAYS => __( 'both ways', 'largesse' ),
			DrawFields::ONE_WAY   => __( 'only this way', 'largesse' ),
		),
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
<?php if ( count( $names ) < DrawFields::FEWEST ) : ?>
	<?php /* translators: %s: a number. */ ?>
	<p><?php echo esc_html( sprintf( __( 'A draw needs at least %s people in the circle.', 'largesse' ), largesse_number( DrawFields::FEWEST ) ) ); ?></p>
<?php else : ?>
	<form class="largesse-mine__form" id="largesse-draw-form" method="post"
		action="#<?php echo esc_attr( DrawSection::ANCHOR ); ?>">
		<?php
		$hidden += array( DrawFields::ID => $form['id'] );
		if ( '' !== $form['question'] ) {
			$hidden += array( DrawFields::ACCEPTED => DrawFields::fingerprint( $form['question'] ) );
		}
		largesse_print_template( 'html/hidden-fields', array( 'hidden' => $hidden ) );
		?>
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
					$chip( DrawFields::PEOPLE . '[]', $person['id'], $person['name'], $person['is_in'] );
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
						$chip( DrawFields::EXCLUDED . '[]', $pair, $text, true );
					}
					?>
				</div>
				<div class="largesse-mine__row">
					<?php foreach ( array_keys( $selects ) as $place => $name ) : ?>
						<select name="<?php echo esc_attr( $name ); ?>" aria-label="<?php echo esc_attr( $selects[ $name ][0] ); ?>">
							<?php foreach ( $selects[ $name ][1] as $value => $text ) : ?>
								<option value="<?php echo esc_attr( (string) $value ); ?>"<?php
									selected( $form['row'][ $place ], (string) $value );
								?>><?php echo esc_html( $text ); ?></option>
							<?php endforeach; ?>
						</select>
					<?php endforeach; ?>
					<button type="submit" name="<?php echo esc_attr( DrawSection::BUTTON ); ?>"
						value="<?php echo esc_attr( DrawSection::ADD ); ?>"
						class="wp-element-button largesse-mine__button largesse-mine__button--quiet"
						formnovalidate formaction="#largesse-draw-exclusions"><?php esc_html_e( 'Add', 'largesse' ); ?></button>
				</div>
			</div>
		</details>
		<?php
		if ( null !== $form['avoids_last_year'] ) {
			$chip( DrawFields::LAST_YEAR, '1', __( 'Nobody draws the same person as last year', 'largesse' ), $form['avoids_last_year'] );
		}
		?>
		<p class="largesse-mine__hint">
			<?php
			echo esc_html( $form['is_again'] ? __( 'Everybody draws again. The names that are drawn now no longer count.', 'largesse' ) . ' ' : '' );
			esc_html_e( 'After the draw, its people and exclusions stay as they are. Everybody gets a mail. The names can be drawn once a day.', 'largesse' );
			?>
		</p>
		<p class="largesse-mine__buttons">
			<button type="submit" name="<?php echo esc_attr( DrawSection::BUTTON ); ?>"
				value="<?php echo esc_attr( DrawSection::START ); ?>"
				class="wp-element-button largesse-mine__button"><?php esc_html_e( 'Draw the names', 'largesse' ); ?></button>
		</p>
	</form>
<?php endif; ?>
