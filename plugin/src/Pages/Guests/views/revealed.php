<?php
/**
 * Promises of guests, below the gifts of a registry.
 *
 * @var string                      $id      Id of the heading.
 * @var string                      $heading Heading.
 * @var list<array<string, string>> $rows    `name`, `detail` (may be empty) and `giver` (who gives it; may be empty).
 *
 * @version 6f81a8ba
 */

declare( strict_types=1 );

defined( 'ABSPATH' ) || exit;
?>
<section aria-labelledby="<?php echo esc_attr( $id ); ?>">
	<h3 id="<?php echo esc_attr( $id ); ?>"><?php echo esc_html( $heading ); ?></h3>
	<ul>
		<?php foreach ( $rows as $row ) : ?>
			<li>
				<bdi><?php echo largesse_html( $row['name'] ); ?></bdi>
				<bdi><?php echo largesse_html( $row['detail'] ); ?></bdi>
				<?php if ( '' !== $row['giver'] ) : ?>
					– <?php echo largesse_html( $row['giver'] ); ?>
				<?php endif; ?>
			</li>
		<?php endforeach; ?>
	</ul>
</section>
