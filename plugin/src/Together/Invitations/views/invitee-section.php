<?php
/**
 * The invited people on the screen of a registry in wp-admin.
 *
 * @var list<array{entry: string, name: string, states: list<array{text: string}>}> $people Invited people; `text`
 *      describes a state.
 *
 * @version fdc37109
 */

declare( strict_types=1 );

defined( 'ABSPATH' ) || exit;
?>
<h2><?php esc_html_e( 'Invited people', 'largesse' ); ?></h2>
<?php if ( array() === $people ) : ?>
	<p><?php esc_html_e( 'Nobody is invited yet.', 'largesse' ); ?></p>
<?php else : ?>
	<ul class="ul-disc">
		<?php foreach ( $people as $person ) : ?>
			<li><bdi><?php echo largesse_html( '' === $person['name'] ? $person['entry'] : $person['name'] ); ?></bdi> – <?php
				echo largesse_html( implode( ' · ', array_column( $person['states'], 'text' ) ) );
			?></li>
		<?php endforeach; ?>
	</ul>
<?php endif; ?>
