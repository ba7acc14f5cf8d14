<?php
/**
 * Choice of the registry to which a wish from another site is added.
 *
 * @var string                $wish  Name of the wish, or its address; may be empty.
 * @var array<string, string> $lists Titles of the member's registries, by the address that adds the wish to each.
 *
 * @version e06021b9
 */

declare( strict_types=1 );

defined( 'ABSPATH' ) || exit;
?>
<section class="largesse-mine__card largesse-mine__panel" aria-labelledby="largesse-choose" data-largesse-choice>
	<h2 id="largesse-choose"><?php echo $lists ? esc_html__( 'Which list is this wish for?', 'largesse' ) : esc_html__( 'Your wish needs a list', 'largesse' ); ?></h2>
	<?php if ( '' !== $wish ) : ?>
		<p class="largesse-mine__brought" dir="auto"><?php echo largesse_html( $wish ); ?></p>
	<?php endif; ?>
	<?php if ( $lists ) : ?>
		<ul class="largesse-mine__lists">
			<?php foreach ( $lists as $url => $title ) : ?>
				<li>
					<a class="wp-element-button largesse-mine__button largesse-mine__button--quiet" dir="auto"
						href="<?php echo esc_url( $url ); ?>"><?php echo largesse_html( $title ); ?></a>
				</li>
			<?php endforeach; ?>
		</ul>
		<p class="largesse-mine__hint"><?php esc_html_e( 'Nothing is saved yet: you can change everything in the next step.', 'largesse' ); ?></p>
	<?php else : ?>
		<p><?php esc_html_e( 'Create a registry here. Then the form of the wish opens automatically.', 'largesse' ); ?></p>
	<?php endif; ?>
</section>
