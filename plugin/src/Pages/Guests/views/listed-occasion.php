<?php
/**
 * Occasion of a registry in a list.
 *
 * @var string $occasion HTML of `registry/occasion`.
 *
 * @version 5d1c4e26
 */

declare( strict_types=1 );

use Largesse\Pages\Guests\RegistryContent;
use Largesse\Foundation\Html\Template;

defined( 'ABSPATH' ) || exit;
?>
<p class="<?php echo esc_attr( RegistryContent::OCCASION_CLASS ); ?>"><?php Template::print_html( $occasion ); ?></p>
