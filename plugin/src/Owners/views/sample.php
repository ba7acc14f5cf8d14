<?php
/**
 * Example of the page My registries for the block editor.
 *
 * @var string $title      Title of a registry.
 * @var string $visibility Who can see it.
 */

declare( strict_types=1 );

defined( 'ABSPATH' ) || exit;
?>
<section class="largesse-mine__list">
	<h2><?php esc_html_e( 'Your registries', 'largesse' ); ?></h2>
	<ul class="largesse-mine__cards">
		<li class="largesse-mine__card">
			<h3 class="largesse-mine__name"><?php echo esc_html( $title ); ?></h3>
			<p class="largesse-mine__facts"><?php esc_html_e( 'Wedding', 'largesse' ); ?> <span class="largesse-mine__badge"><?php echo esc_html( $visibility ); ?></span></p>
			<p class="largesse-mine__buttons">
				<span class="wp-element-button largesse-mine__button"><?php esc_html_e( 'Manage', 'largesse' ); ?></span>
				<span class="wp-element-button largesse-mine__button largesse-mine__button--quiet"><?php esc_html_e( 'View', 'largesse' ); ?></span>
			</p>
		</li>
	</ul>
</section>
<section class="largesse-mine__list">
	<h2><?php esc_html_e( 'You are invited', 'largesse' ); ?></h2>
	<p class="largesse-mine__empty"><?php esc_html_e( 'When family or friends invite you, their registries appear here.', 'largesse' ); ?></p>
</section>
<p class="largesse-mine__hint"><?php esc_html_e( 'This is a sample: members see their own registries here, and a form to create one. Visitors are asked to sign in.', 'largesse' ); ?></p>
