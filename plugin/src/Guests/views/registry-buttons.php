<?php
/**
 * Buttons that features add below the header of a registry.
 *
 * @var string $buttons HTML of links and forms.
 */

declare( strict_types=1 );

use Largesse\Html\Template;

defined( 'ABSPATH' ) || exit;
?>
<div class="largesse-registry__buttons"><?php Template::print_html( $buttons ); ?></div>
