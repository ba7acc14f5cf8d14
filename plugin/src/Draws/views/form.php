<?php
/**
 * Form that starts a draw.
 *
 * @var array<string, string> $hidden Hidden fields by name.
 * @var array<string, mixed>  $form   `is_sent`, `id`, `day` and `budget` (data of `html/field`), `people` (each with `id`, `name`, `is_in`, `guardian`), `people_problem`, `rows` (exclusions: id of the giver, id of the receiver, and a key of $ways), `rows_problem`, `avoids_last_year`, `may_draw` (the circle has enough people) and `fewest` (minimum number of people).
 */

declare( strict_types=1 );

use Largesse\Draws\DrawFields;
use Largesse\Draws\DrawForms;
use Largesse\Html\Template;

defined( 'ABSPATH' ) || exit;

$ways = array(
	DrawFields::BOTH_WAYS => __( 'both ways', 'largesse' ),
	DrawFields::ONE_WAY   => __( 'only this way', 'largesse' ),
);
?>
<p><?php esc_html_e( 'Each person draws the name of another one and gives them a present. Nobody else learns who draws whom, not even the person who starts the draw.', 'largesse' ); ?></p>
<?php if ( ! $form['may_draw'] ) : ?>
	<p>
		<?php
		/* translators: %s: a number. */
		echo esc_html( sprintf( __( 'A draw needs at least %s people in the circle.', 'largesse' ), number_format_i18n( $form['fewest'] ) ) );
		?>
	</p>
<?php else : ?>
	<details<?php echo $form['is_sent'] ? ' open' : ''; ?>>
		<summary><?php esc_html_e( 'Start a draw', 'largesse' ); ?></summary>
		<form class="largesse-mine__form" method="post" action="#<?php echo esc_attr( DrawForms::ANCHOR ); ?>">
			<?php
			Template::print( 'html/hidden-fields', array( 'hidden' => $hidden + array( DrawFields::ID => $form['id'] ) ) );
			Template::print( 'html/field', $form['day'] );
			Template::print( 'html/field', $form['budget'] );
			?>
			<fieldset class="largesse-mine__choices">
				<legend><?php esc_html_e( 'Who takes part?', 'largesse' ); ?></legend>
				<?php if ( '' !== $form['people_problem'] ) : ?>
					<p class="largesse-mine__error"><?php echo esc_html( $form['people_problem'] ); ?></p>
				<?php endif; ?>
				<?php foreach ( $form['people'] as $person ) : ?>
					<?php $id = "largesse-draw-{$person['id']}"; ?>
					<div class="largesse-mine__choice">
						<input type="checkbox" id="<?php echo esc_attr( $id ); ?>" name="<?php echo esc_attr( DrawFields::PEOPLE ); ?>[]" value="<?php echo esc_attr( $person['id'] ); ?>"<?php checked( $person['is_in'] ); ?>>
						<label for="<?php echo esc_attr( $id ); ?>"><?php echo esc_html( $person['name'] ); ?></label>
						<?php if ( '' !== $person['guardian'] ) : ?>
							<span class="largesse-mine__hint">
								<?php
								/* translators: %s: names of people. */
								echo esc_html( sprintf( __( 'Looked after by %s, who will see the drawn name and cannot be drawn by this person', 'largesse' ), $person['guardian'] ) );
								?>
							</span>
						<?php endif; ?>
					</div>
				<?php endforeach; ?>
			</fieldset>
			<fieldset class="largesse-mine__choices">
				<legend><?php esc_html_e( 'Who should not draw whom?', 'largesse' ); ?></legend>
				<p class="largesse-mine__hint"><?php esc_html_e( 'For example couples. Empty rows are ignored.', 'largesse' ); ?></p>
				<?php if ( '' !== $form['rows_problem'] ) : ?>
					<p class="largesse-mine__error" id="largesse-draws-exclusions"><?php echo esc_html( $form['rows_problem'] ); ?></p>
				<?php endif; ?>
				<?php foreach ( $form['rows'] as $number => list( $giver, $receiver, $way ) ) : ?>
					<p class="largesse-mine__buttons">
						<?php foreach ( array( DrawFields::GIVERS => $giver, DrawFields::RECEIVERS => $receiver ) as $name => $chosen ) : ?>
							<?php
							$label = DrawFields::GIVERS === $name
								/* translators: %s: the number of an exclusion. */
								? sprintf( __( 'Exclusion %s: person who draws', 'largesse' ), number_format_i18n( $number + 1 ) )
								/* translators: %s: the number of an exclusion. */
								: sprintf( __( 'Exclusion %s: person who must not be drawn', 'largesse' ), number_format_i18n( $number + 1 ) );
							?>
							<select name="<?php echo esc_attr( $name ); ?>[]" aria-label="<?php echo esc_attr( $label ); ?>">
								<option value=""><?php echo esc_html( DrawFields::GIVERS === $name ? __( 'Who?', 'largesse' ) : __( 'does not draw whom?', 'largesse' ) ); ?></option>
								<?php foreach ( $form['people'] as $person ) : ?>
									<option value="<?php echo esc_attr( $person['id'] ); ?>"<?php selected( $chosen, $person['id'] ); ?>><?php echo esc_html( $person['name'] ); ?></option>
								<?php endforeach; ?>
							</select>
						<?php endforeach; ?>
						<?php /* translators: %s: the number of an exclusion. */ ?>
						<select name="<?php echo esc_attr( DrawFields::WAYS ); ?>[]" aria-label="<?php echo esc_attr( sprintf( __( 'Exclusion %s: direction', 'largesse' ), number_format_i18n( $number + 1 ) ) ); ?>">
							<?php foreach ( $ways as $value => $text ) : ?>
								<option value="<?php echo esc_attr( $value ); ?>"<?php selected( $way, $value ); ?>><?php echo esc_html( $text ); ?></option>
							<?php endforeach; ?>
						</select>
					</p>
				<?php endforeach; ?>
				<p><button type="submit" name="<?php echo esc_attr( DrawForms::MORE ); ?>" value="1" class="wp-element-button largesse-mine__button largesse-mine__button--quiet" formnovalidate><?php esc_html_e( 'More rows', 'largesse' ); ?></button></p>
			</fieldset>
			<div class="largesse-mine__choice">
				<input type="checkbox" id="largesse-draw-last-year" name="<?php echo esc_attr( DrawFields::LAST_YEAR ); ?>" value="1"<?php checked( $form['avoids_last_year'] ); ?>>
				<label for="largesse-draw-last-year"><?php esc_html_e( 'If possible, nobody draws the person they drew last year, or the person who drew them last year', 'largesse' ); ?></label>
			</div>
			<p><?php esc_html_e( 'After the draw, its people and exclusions stay as they are. Everybody gets a mail.', 'largesse' ); ?></p>
			<p class="largesse-mine__buttons"><button type="submit" name="<?php echo esc_attr( DrawForms::START ); ?>" value="1" class="wp-element-button largesse-mine__button"><?php esc_html_e( 'Draw the names', 'largesse' ); ?></button></p>
			<input type="hidden" name="<?php echo esc_attr( DrawFields::END ); ?>" value="1">
		</form>
	</details>
<?php endif; ?>
