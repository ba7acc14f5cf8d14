<?php
/**
 * People of a circle, and the lists that the circle may see.
 *
 * @var list<array<string, mixed>> $people     The first people, for the template `circles/person`.
 * @var list<array<string, mixed>> $others     The other people.
 * @var bool                       $is_open    Whether a form of one of the other people was refused.
 * @var string                     $before_url Address of the page with the lists before these; empty for none.
 * @var string                     $after_url  Address of the page with the lists after these; empty for none.
 *
 * @version 4491aec7
 */

declare( strict_types=1 );

defined( 'ABSPATH' ) || exit;
?>
<section class="largesse-mine__card" aria-labelledby="largesse-circle-people">
	<h3 class="largesse-unseen" id="largesse-circle-people"><?php esc_html_e( 'People', 'largesse' ); ?></h3>
	<ul class="largesse-mine__people">
		<?php array_map( static fn ( array $person ) => largesse_print_template( 'circles/person', $person ), $people ); ?>
	</ul>
	<?php if ( $others ) : ?>
		<details class="largesse-mine__fold"<?php echo $is_open ? ' open' : ''; ?>>
			<summary><span class="largesse-mine__label"><?php
				/* translators: %s: a number of people. */
				echo esc_html( sprintf( __( '%s more people', 'largesse' ), largesse_number( count( $others ) ) ) );
			?></span></summary>
			<ul class="largesse-mine__people">
				<?php array_map( static fn ( array $person ) => largesse_print_template( 'circles/person', $person ), $others ); ?>
			</ul>
		</details>
	<?php endif; ?>
	<?php if ( '' !== $before_url || '' !== $after_url ) : ?>
		<nav class="largesse-mine__share" aria-label="<?php esc_attr_e( 'More lists', 'largesse' ); ?>">
			<?php if ( '' !== $before_url ) : ?>
				<a class="wp-element-button largesse-mine__button largesse-mine__button--quiet" rel="prev"
					href="<?php echo esc_url( $before_url ); ?>"><?php esc_html_e( 'Earlier lists', 'largesse' ); ?></a>
			<?php endif; ?>
			<?php if ( '' !== $after_url ) : ?>
				<a class="wp-element-button largesse-mine__button largesse-mine__button--quiet" rel="next"
					href="<?php echo esc_url( $after_url ); ?>"><?php esc_html_e( 'Later lists', 'largesse' ); ?></a>
			<?php endif; ?>
		</nav>
	<?php endif; ?>
</section>
<p class="largesse-mine__hint"><?php esc_html_e( 'To share a list with the circle, choose it under “Share” on the list. Everyone in the circle then sees it and can give something, like invited guests.', 'largesse' ); ?></p>
