<?php
/**
 * Occasion of a registry in a list.
 *
 * @var string $occasion HTML of `registry/occasion`.
 *
 * @version da3ec644
 */

declare( strict_types=1 );

use Largesse\Pages\Guests\RegistryContent;

defined( 'ABSPATH' ) || exit;
?>
<p class="<?php echo esc_attr( RegistryContent::OCCASION_CLASS ); ?>"><?php largesse_print_html( $occasion ); ?></p>
