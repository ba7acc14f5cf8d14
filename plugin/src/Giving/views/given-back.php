<?php
/**
 * Page after a gift was given back.
 *
 * @var array<string, string> $links Texts of links by address.
 */

declare( strict_types=1 );

use Largesse\Html\Template;

defined( 'ABSPATH' ) || exit;
?>
<div class="largesse-giver">
	<div role="status"><p class="largesse-giver__told"><?php esc_html_e( 'You have given it back. Thank you for telling us: now somebody else can give it.', 'largesse' ); ?></p></div>
	<p class="largesse-giver__buttons"><?php Template::print( 'http/links', array( 'links' => $links ) ); ?></p>
</div>
