<?php
/**
 * Field that people neither see nor hear. Only programs fill it in.
 *
 * @version 38dbc5a3
 */

declare( strict_types=1 );

use Largesse\Foundation\Http\Fields;

defined( 'ABSPATH' ) || exit;
?>
<p class="largesse-unseen" aria-hidden="true">
	<label><?php esc_html_e( 'Leave this empty', 'largesse' ); ?> <input type="text" name="<?php echo esc_attr( Fields::TRAP ); ?>" value="" tabindex="-1"
		autocomplete="off"></label>
</p>
