<?php
/**
 * Title, occasion and story of a registry.
 *
 * @var string $title         Title of the registry.
 * @var int    $level         Heading level of the title; 0 hides it.
 * @var string $occasion      HTML of `registry/occasion`; may be empty.
 * @var string $story         Sanitized HTML that the owners wrote; may be empty.
 * @var bool   $is_long_story Whether small screens fold the story.
 * @var string $manage_url    Address at which the visitor edits the registry; empty for guests.
 * @var bool   $is_private    Whether only invited people can open the registry.
 *
 * @version 67e4882f
 */

declare( strict_types=1 );

defined( 'ABSPATH' ) || exit;
?>
<header class="largesse-registry__header">
	<?php if ( '' !== $occasion ) : ?>
		<p class="largesse-registry__occasion"><?php largesse_print_html( $occasion ); ?></p>
	<?php endif; ?>
	<?php if ( $level > 0 ) : ?>
		<h<?php echo (int) $level; ?> class="largesse-registry__title"
			dir="auto"><?php echo largesse_text( $title ); ?></h<?php echo (int) $level; ?>>
	<?php endif; ?>
	<?php if ( '' !== $story ) : ?>
		<div class="largesse-registry__story" dir="auto"><?php largesse_print_html( $story ); ?></div>
	<?php endif; ?>
	<?php if ( $is_long_story ) : ?>
		<?php
		// On small screens, styles fold the story while these details are closed. Screen readers always read the whole
		// story.
		?>
		<details class="largesse-registry__fold">
			<summary>
				<span class="largesse-registry__unfold"><?php esc_html_e( 'Read more', 'largesse' ); ?></span>
				<span class="largesse-registry__refold"><?php esc_html_e( 'Show less', 'largesse' ); ?></span>
			</summary>
		</details>
	<?php endif; ?>
	<?php if ( '' !== $manage_url ) : ?>
		<p class="largesse-registry__owner"><a class="wp-element-button largesse-registry__edit"
			href="<?php echo esc_url( $manage_url ); ?>"><?php esc_html_e( 'Edit this registry', 'largesse' ); ?></a><?php
			if ( $is_private ) :
				?> <span><?php esc_html_e( 'It is private: people you invite, and anyone with your private link, can see it.', 'largesse' ); ?></span><?php
			endif;
		?></p>
	<?php endif; ?>
</header>
