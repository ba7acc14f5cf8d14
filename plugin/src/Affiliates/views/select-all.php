<?php
/**
 * Checkbox that chooses all items of the table.
 */

declare( strict_types=1 );

defined( 'ABSPATH' ) || exit;
?>
<input type="checkbox" />
