<?php
/**
 * Draws of names on the page of a circle.
 *
 * @var string                     $anchor   Id of the section.
 * @var array<string, string>      $hidden   Hidden fields of each form by name.
 * @var array<string, string>      $problems Problems: messages by field. The key '' is for the whole form.
 * @var array<string, mixed>|null  $open     The open draw: `id`, `day`, `budget`, `organizer`, `people` (names), `has_gap` (somebody has left, and no new pairs are possible), the viewer's `own` draws, and `cancels` (the viewer may cancel it); null for none.
 * @var array<string, mixed>|null  $form     Data of `draws/form`; null if the names are drawn.
 * @var list<array<string, mixed>> $history  The viewer's past draws: `year`, `name` (empty for the viewer) and `drawn` (empty if the name was erased).
 */

declare( strict_types=1 );

use Largesse\Draws\DrawFields;
use Largesse\Draws\DrawForms;
use Largesse\Html\Template;

defined( 'ABSPATH' ) || exit;
?>
<section class="largesse-mine__card" id="<?php echo esc_attr( $anchor ); ?>" aria-labelledby="<?php echo esc_attr( $anchor ); ?>-title">
	<h3 id="<?php echo esc_attr( $anchor ); ?>-title"><?php esc_html_e( 'Draw names', 'largesse' ); ?></h3>
	<?php if ( array() !== $problems ) : ?>
		<p class="largesse-mine__problem" role="alert"><?php echo esc_html( $problems[''] ?? __( 'The names are not drawn yet: please correct the marked fields.', 'largesse' ) ); ?></p>
	<?php endif; ?>
	<?php if ( null !== $open ) : ?>
		<p>
			<?php
			/* translators: %s: a date. */
			echo esc_html( sprintf( __( 'The names are drawn for presents on %s.', 'largesse' ), $open['day'] ) );
			if ( '' !== $open['budget'] ) {
				/* translators: %s: a budget, as a member typed it. */
				echo ' ' . esc_html( sprintf( __( 'Budget: %s.', 'largesse' ), $open['budget'] ) );
			}
			if ( '' !== $open['organizer'] ) {
				/* translators: %s: name of a person. */
				echo ' ' . esc_html( sprintf( __( 'Started by %s.', 'largesse' ), $open['organizer'] ) );
			}
			?>
		</p>
		<p>
			<?php
			/* translators: %s: names of people. */
			echo esc_html( sprintf( __( 'These people take part: %s.', 'largesse' ), wp_sprintf( '%l', $open['people'] ) ) );
			?>
			<?php esc_html_e( 'Each of them knows only whom they drew.', 'largesse' ); ?>
		</p>
		<?php if ( $open['has_gap'] ) : ?>
			<p><?php esc_html_e( 'Somebody has left. The draw stays as it is, because with so few people or so many exclusions, a change would give away who draws whom. If nobody draws for you, or if you drew the person who has left, talk to the others.', 'largesse' ); ?></p>
		<?php endif; ?>
		<?php
		foreach ( $open['own'] as $own ) {
			Template::print(
				'draws/own',
				array(
					'draw'   => $open['id'],
					'hidden' => $hidden,
					'own'    => $own,
				)
			);
		}
		?>
		<?php if ( $open['cancels'] ) : ?>
			<details>
				<summary><?php esc_html_e( 'Cancel this draw', 'largesse' ); ?></summary>
				<form class="largesse-mine__form" method="post" action="#<?php echo esc_attr( $anchor ); ?>">
					<?php Template::print( 'html/hidden-fields', array( 'hidden' => $hidden + array( DrawFields::ID => $open['id'] ) ) ); ?>
					<p><?php esc_html_e( 'The pairs are deleted, and everybody gets a mail. Then the names can be drawn again.', 'largesse' ); ?></p>
					<p class="largesse-mine__buttons"><button type="submit" name="<?php echo esc_attr( DrawForms::CANCEL ); ?>" value="1" class="wp-element-button largesse-mine__button largesse-mine__button--quiet"><?php esc_html_e( 'Cancel the draw', 'largesse' ); ?></button></p>
				</form>
			</details>
		<?php endif; ?>
	<?php endif; ?>
	<?php
	if ( null !== $form ) {
		Template::print(
			'draws/form',
			array(
				'form'   => $form,
				'hidden' => $hidden,
			)
		);
	}
	?>
	<?php if ( array() !== $history ) : ?>
		<details>
			<summary><?php esc_html_e( 'Whom you drew in earlier years', 'largesse' ); ?></summary>
			<ul>
				<?php foreach ( $history as $past ) : ?>
					<li>
						<?php
						$drawn = '' === $past['drawn'] ? __( 'somebody who has left', 'largesse' ) : $past['drawn'];
						echo esc_html(
							'' === $past['name']
								/* translators: 1: a year, 2: name of a person. */
								? sprintf( __( '%1$s: You drew %2$s.', 'largesse' ), $past['year'], $drawn )
								/* translators: 1: a year, 2: name of a child, 3: name of a person. */
								: sprintf( __( '%1$s: %2$s drew %3$s.', 'largesse' ), $past['year'], $past['name'], $drawn )
						);
						?>
					</li>
				<?php endforeach; ?>
			</ul>
		</details>
	<?php endif; ?>
</section>
