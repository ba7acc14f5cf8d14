<?php
/**
 * Drawn names of a member and of the people whom the member looks after. They are hidden until the member opens them,
 * so that nobody reads them over the member's shoulder.
 *
 * @var list<array<string, mixed>> $pairs Pairs: `name` (whom the member looks after; empty for the member), `text`,
 *      `drawn` (name; empty if the person has left), `lists` (titles and addresses), and `ask_url` (address at which
 *      the member asks the drawn person without a name; may be empty).
 * @var string                     $facts Sentences about day and budget.
 *
 * @version 16b9671e
 */

declare( strict_types=1 );

defined( 'ABSPATH' ) || exit;
?>
<?php foreach ( $pairs as $own ) : ?>
	<details class="largesse-mine__fold largesse-mine__drawn">
		<summary><span class="largesse-mine__label"><?php
			/* translators: %s: name of a child. */
			echo esc_html( '' === $own['name'] ? __( 'Show whom I drew', 'largesse' ) : sprintf( __( 'Show whom %s drew', 'largesse' ), $own['name'] ) );
		?></span></summary>
		<div class="largesse-mine__folded">
			<p class="largesse-mine__who"><?php echo esc_html( $own['text'] ); ?></p>
			<p class="largesse-mine__hint"><?php echo esc_html( $facts ); ?></p>
			<?php foreach ( $own['lists'] as $list ) : ?>
				<p><a href="<?php echo esc_url( $list[1] ); ?>"><?php echo esc_html( $list[0] ); ?></a></p>
			<?php endforeach; ?>
			<?php if ( array() === $own['lists'] && '' !== $own['drawn'] ) : ?>
				<p><?php esc_html_e( 'This person shares no list with the circle.', 'largesse' ); ?></p>
			<?php endif; ?>
			<?php if ( '' !== $own['ask_url'] ) : ?>
				<p><a href="<?php echo esc_url( $own['ask_url'] ); ?>"><?php esc_html_e( 'Ask without your name', 'largesse' ); ?></a></p>
			<?php endif; ?>
		</div>
	</details>
<?php endforeach; ?>
