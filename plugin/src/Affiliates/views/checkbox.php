<?php
/**
 * Checkbox that chooses an item.
 *
 * @var array<string, mixed> $item      The item.
 * @var bool                 $is_chosen Whether the box is ticked.
 */

declare( strict_types=1 );

use Largesse\Html\Escape;

defined( 'ABSPATH' ) || exit;
?>
<input id="cb-select-<?php echo (int) $item['id']; ?>" type="checkbox" name="item[]" value="<?php echo (int) $item['id']; ?>"<?php checked( $is_chosen ); ?> /> <label for="cb-select-<?php echo (int) $item['id']; ?>"><span class="screen-reader-text"><?php
	/* translators: %s: name of an item. */
	Escape::echo_escaped( sprintf( __( 'Select %s', 'largesse' ), $item['name'] ) );
?></span></label>
