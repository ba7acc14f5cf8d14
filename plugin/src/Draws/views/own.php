<?php
/**
 * Name that the viewer, or a child in the viewer's care, drew. If somebody has left the draw, a form asks whether the
 * viewer agrees to another name. The name is hidden until the viewer opens it, so that nobody reads it over the
 * viewer's shoulder.
 *
 * @var string                $draw   Id of the draw.
 * @var array<string, string> $hidden Hidden fields of the form by name.
 * @var array<string, mixed>  $own    `person` (id), `name` (empty for the viewer), `drawn` (name; empty if the person has left), `lists` (each with `title` and `url`), `is_asked` and `may_decline`.
 */

declare( strict_types=1 );

use Largesse\Draws\DrawFields;
use Largesse\Draws\DrawForms;
use Largesse\Html\Template;

defined( 'ABSPATH' ) || exit;
?>
<details class="largesse-mine__card">
	<summary>
		<?php
		/* translators: %s: name of a child. */
		echo esc_html( '' === $own['name'] ? __( 'Show whom I drew', 'largesse' ) : sprintf( __( 'Show whom %s drew', 'largesse' ), $own['name'] ) );
		?>
	</summary>
	<p>
		<?php
		if ( '' === $own['drawn'] ) {
			esc_html_e( 'The person who was drawn has left the circle.', 'largesse' );
		} elseif ( '' === $own['name'] ) {
			/* translators: %s: name of a person. */
			echo esc_html( sprintf( __( 'You drew %s.', 'largesse' ), $own['drawn'] ) );
		} else {
			/* translators: 1: name of a child, 2: name of a person. */
			echo esc_html( sprintf( __( '%1$s drew %2$s.', 'largesse' ), $own['name'], $own['drawn'] ) );
		}
		?>
	</p>
	<?php if ( array() !== $own['lists'] ) : ?>
		<ul>
			<?php foreach ( $own['lists'] as $list ) : ?>
				<li><a href="<?php echo esc_url( $list['url'] ); ?>"><?php echo esc_html( $list['title'] ); ?></a></li>
			<?php endforeach; ?>
		</ul>
	<?php elseif ( '' !== $own['drawn'] ) : ?>
		<p><?php esc_html_e( 'This person has no list that is open to the circle.', 'largesse' ); ?></p>
	<?php endif; ?>
</details>
<?php if ( $own['is_asked'] ) : ?>
	<form class="largesse-mine__form" method="post" action="#<?php echo esc_attr( DrawForms::ANCHOR ); ?>">
		<?php
		Template::print(
			'html/hidden-fields',
			array(
				'hidden' => $hidden + array(
					DrawFields::ID    => $draw,
					DrawForms::PERSON => $own['person'],
				),
			)
		);
		?>
		<p>
			<?php
			/* translators: %s: name of a child. */
			echo esc_html( '' === $own['name'] ? __( 'Somebody has left the draw. To close the gap, you would draw another person.', 'largesse' ) : sprintf( __( 'Somebody has left the draw. To close the gap, %s would draw another person.', 'largesse' ), $own['name'] ) );
			?>
			<?php esc_html_e( 'This happens only if all who are asked agree.', 'largesse' ); ?>
		</p>
		<p class="largesse-mine__buttons">
			<button type="submit" name="<?php echo esc_attr( DrawForms::AGREE ); ?>" value="1" class="wp-element-button largesse-mine__button"><?php esc_html_e( 'Agree', 'largesse' ); ?></button>
			<?php if ( $own['may_decline'] ) : ?>
				<button type="submit" name="<?php echo esc_attr( DrawForms::DECLINE ); ?>" value="1" class="wp-element-button largesse-mine__button largesse-mine__button--quiet"><?php esc_html_e( 'Keep this draw', 'largesse' ); ?></button>
			<?php endif; ?>
		</p>
	</form>
<?php endif; ?>
