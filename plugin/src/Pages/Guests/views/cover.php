<?php
/**
 * Cover picture of a registry. Browsers load the picture first, and reserve its space.
 *
 * @var string $url    Address of the picture.
 * @var string $alt    Text with the title of the registry. Only the owners know what the picture shows.
 * @var int    $width  Width in pixels.
 * @var int    $height Height in pixels.
 *
 * @version a200ae73
 */

declare( strict_types=1 );

defined( 'ABSPATH' ) || exit;
?>
<?php // phpcs:ignore PluginCheck.CodeAnalysis.ImageFunctions.NonEnqueuedImage -- It belongs to a member and is not part of the site's media. ?>
<figure class="largesse-cover"><img src="<?php echo esc_url( $url ); ?>" alt="<?php echo largesse_html( $alt ); ?>"
	width="<?php echo (int) $width; ?>" height="<?php echo (int) $height; ?>" fetchpriority="high"
	decoding="async"></figure>
