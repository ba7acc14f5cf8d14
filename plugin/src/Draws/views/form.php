<?php
/**
 * Form that starts a draw.
 *
 * @var array<string, string> $hidden Hidden fields by name.
 * @var array<string, mixed>  $form   `is_sent`, `is_again` (replaces the open draw), `id`, `day` and `budget` (data of `html/field`), `people` (each with `id`, `name`, `is_in`, `guardian`), `people_problem`, `rows` (exclusions: id of the giver, id of the receiver, and direction), `rows_problem`, `avoids_last_year`, and `fewest` (minimum number of people).
 */

declare( strict_types=1 );

use Largesse\Draws\DrawFields;
use Largesse\Draws\DrawSection;
use Largesse\Html\Template;

defined( 'ABSPATH' ) || exit;

$names   = array_column( $form['people'], 'name', 'id' );
$selects = array(
	/* translators: %s: the number of an exclusion. */
	DrawFields::GIVERS    => array( __( 'Exclusion %s: person who draws', 'largesse' ), array( '' => __( 'Who?', 'largesse' ) ) + $names ),
	/* translators: %s: the number of an exclusion. */
	DrawFields::RECEIVERS => array( __( 'Exclusion %s: person who must not be drawn', 'largesse' ), array( '' => __( 'does not draw whom?', 'largesse' ) ) + $names ),
	/* translators: %s: the number of an exclusion. */
	DrawFields::WAYS      => array( __( 'Exclusion %s: direction', 'largesse' ), array_combine( array( DrawFields::BOTH_WAYS, DrawFields::ONE_WAY ), array( __( 'both ways', 'largesse' ), __( 'only this way', 'largesse' ) ) ) ),
);
?>
<p><?php esc_html_e( 'Each person draws the name of another one and gives them a present. Nobody else learns who draws whom, not even the person who starts the draw.', 'largesse' ); ?></p>
<?php if ( count( $names ) < $form['fewest'] ) : ?>
	<?php /* translators: %s: a number. */ ?>
	<p><?php echo esc_html( sprintf( __( 'A draw needs at least %s people in the circle.', 'largesse' ), number_format_i18n( $form['fewest'] ) ) ); ?></p>
<?php else : ?>
	<details<?php echo $form['is_sent'] ? ' open' : ''; ?>>
		<summary><?php $form['is_again'] ? esc_html_e( 'Draw the names again', 'largesse' ) : esc_html_e( 'Start a draw', 'largesse' ); ?></summary>
		<form class="largesse-mine__form" method="post" action="#<?php echo esc_attr( DrawSection::ANCHOR ); ?>">
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
					<div class="largesse-mine__choice">
						<input type="checkbox" id="<?php echo esc_attr( "largesse-draw-{$person['id']}" ); ?>" name="<?php echo esc_attr( DrawFields::PEOPLE ); ?>[]" value="<?php echo esc_attr( $person['id'] ); ?>"<?php checked( $person['is_in'] ); ?>>
						<label for="<?php echo esc_attr( "largesse-draw-{$person['id']}" ); ?>"><?php echo esc_html( $person['name'] ); ?></label>
						<?php if ( '' !== $person['guardian'] ) : ?>
							<?php /* translators: %s: names of people. */ ?>
							<span class="largesse-mine__hint"><?php echo esc_html( sprintf( __( 'Looked after by %s, who will see the drawn name and cannot be drawn by this person', 'largesse' ), $person['guardian'] ) ); ?></span>
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
				<?php foreach ( $form['rows'] as $number => $row ) : ?>
					<p class="largesse-mine__buttons">
						<?php foreach ( array_keys( $selects ) as $place => $name ) : ?>
							<select name="<?php echo esc_attr( $name ); ?>[]" aria-label="<?php echo esc_attr( sprintf( $selects[ $name ][0], number_format_i18n( $number + 1 ) ) ); ?>">
								<?php foreach ( $selects[ $name ][1] as $value => $text ) : ?>
									<option value="<?php echo esc_attr( (string) $value ); ?>"<?php selected( $row[ $place ], (string) $value ); ?>><?php echo esc_html( $text ); ?></option>
								<?php endforeach; ?>
							</select>
						<?php endforeach; ?>
					</p>
				<?php endforeach; ?>
				<p><button type="submit" name="<?php echo esc_attr( DrawSection::MORE ); ?>" value="1" class="wp-element-button largesse-mine__button largesse-mine__button--quiet" formnovalidate><?php esc_html_e( 'More rows', 'largesse' ); ?></button></p>
			</fieldset>
			<div class="largesse-mine__choice">
				<input type="checkbox" id="largesse-draw-last-year" name="<?php echo esc_attr( DrawFields::LAST_YEAR ); ?>" value="1"<?php checked( $form['avoids_last_year'] ); ?>>
				<label for="largesse-draw-last-year"><?php esc_html_e( 'If the draw stays secret, nobody draws the same person as last year', 'largesse' ); ?></label>
			</div>
			<p>
				<?php
				echo esc_html( $form['is_again'] ? __( 'Everybody draws again. The names that are drawn now no longer count.', 'largesse' ) . ' ' : '' );
				esc_html_e( 'After the draw, its people and exclusions stay as they are. Everybody gets a mail. The names can be drawn once a day.', 'largesse' );
				?>
			</p>
			<p class="largesse-mine__buttons"><button type="submit" name="<?php echo esc_attr( DrawSection::START ); ?>" value="1" class="wp-element-button largesse-mine__button"><?php esc_html_e( 'Draw the names', 'largesse' ); ?></button></p>
			<input type="hidden" name="<?php echo esc_attr( DrawFields::END ); ?>" value="1">
		</form>
	</details>
<?php endif; ?>
