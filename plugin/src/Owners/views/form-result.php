<?php
/**
 * Result of a form on the page My registries.
 *
 * @var string $text       What happened.
 * @var bool   $is_trouble Whether the form failed.
 */

declare( strict_types=1 );

defined( 'ABSPATH' ) || exit;
?>
<?php if ( $is_trouble ) : ?>
	<p class="largesse-mine__problem" role="alert"><?php echo esc_html( $text ); ?></p>
<?php else : ?>
	<div role="status"><p class="largesse-mine__said"><?php echo esc_html( $text ); ?></p></div>
<?php endif; ?>
