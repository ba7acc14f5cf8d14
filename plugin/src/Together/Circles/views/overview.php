<?php
/**
 * Circles of a member on the page My registries.
 *
 * @var list<array{name: string, url: string, html: string, size: int}> $circles The circles: HTML of other features,
 *      and number of people.
 * @var string $said Sentence about the result of a form; may be empty.
 * @var string $problem Reason why a form was refused; may be empty.
 * @var array<string, mixed>|null $create Form for a new circle, with `fields`; null if the member may not create a
 *      circle.
 *
 * @version 56c240e3
 */

declare( strict_types=1 );

defined( 'ABSPATH' ) || exit;
?>
<section class="largesse-mine__list" id="largesse-circles" aria-labelledby="largesse-circles-title">
	<h2 id="largesse-circles-title"><?php esc_html_e( 'Your circles', 'largesse' ); ?></h2>
	<?php largesse_print_template( 'owners/form-result', array( 'said' => $said, 'problem' => $problem ) ); ?>
	<p class="largesse-mine__hint"><?php esc_html_e( 'A circle is a family or a group of friends. Its people see when each of them celebrates next, and the lists that they share with each other.', 'largesse' ); ?></p>
	<?php if ( $circles ) : ?>
		<ul class="largesse-mine__cards">
			<?php foreach ( $circles as $circle ) : ?>
				<li class="largesse-mine__card">
					<h3 class="largesse-mine__name" dir="auto"><?php echo largesse_html( $circle['name'] ); ?></h3>
					<p class="largesse-mine__facts">
						<span><?php
							/* translators: %s: a number of people. */
							echo esc_html( sprintf( _n( '%s person', '%s people', $circle['size'], 'largesse' ), largesse_number( $circle['size'] ) ) );
						?></span>
					</p>
					<?php largesse_print_html( $circle['html'] ); ?>
					<p class="largesse-mine__buttons largesse-mine__buttons--row">
						<a class="wp-element-button largesse-mine__button"
							href="<?php echo esc_url( $circle['url'] ); ?>"><?php esc_html_e( 'Open', 'largesse' ); ?><span class="largesse-unseen"> <?php
							echo largesse_html( $circle['name'] );
						?></span></a>
					</p>
				</li>
			<?php endforeach; ?>
		</ul>
	<?php endif; ?>
	<?php if ( $create ) : ?>
		<details class="largesse-mine__card largesse-mine__fold"<?php
			echo array_filter( array_column( $create['fields'], 'problem' ) ) ? ' open' : '';
		?>>
			<summary><span class="largesse-mine__label"><?php esc_html_e( 'Create a circle', 'largesse' ); ?></span></summary>
	<div class="largesse-mine__form">
			<?php largesse_print_template( 'circles/form', array( 'form' => $create, 'button' => __( 'Create the circle', 'largesse' ), 'is_quiet' => false ) ); ?>
		</div>
</details>
	<?php endif; ?>
</section>
