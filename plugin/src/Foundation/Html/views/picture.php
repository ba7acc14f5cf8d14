<?php
/**
 * Box with the picture of a wish. If the picture is missing or does not load, a drawing behind it is visible.
 *
 * The name of the wish is next to the picture, so the alternative text is empty. `referrerpolicy` hides the page's
 * address from the shop.
 *
 * @var string $address Address of the picture; empty for none.
 *
 * @version 0af6b8cf
 */

declare( strict_types=1 );

defined( 'ABSPATH' ) || exit;
?>
<div class="largesse-picture">
	<?php if ( '' !== $address ) : ?>
		<?php // phpcs:ignore PluginCheck.CodeAnalysis.ImageFunctions.NonEnqueuedImage -- It is not part of the site's media. ?>
		<img src="<?php largesse_print_address( $address ); ?>" alt="" width="640" height="480" loading="lazy"
			decoding="async" referrerpolicy="no-referrer">
	<?php endif; ?>
</div>
