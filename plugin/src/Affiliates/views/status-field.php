<?php
/**
 * Status of an item's affiliate link.
 *
 * @var string               $form   Id of the form.
 * @var string               $line   Name of the item's fields.
 * @var array<string, mixed> $item   The item.
 * @var string               $status Key of the status.
 */

declare( strict_types=1 );

use Largesse\Affiliates\AffiliateStatus;
use Largesse\Html\Escape;

defined( 'ABSPATH' ) || exit;
?>
<?php /* translators: %s: name of an item. */ ?>
<select aria-label="<?php Escape::echo_escaped( sprintf( __( 'Status of %s', 'largesse' ), $item['name'] ) ); ?>" form="<?php echo esc_attr( $form ); ?>" name="<?php echo esc_attr( "{$line}[status]" ); ?>">
	<?php foreach ( AffiliateStatus::labels() as $key => $text ) : ?>
		<option value="<?php echo esc_attr( $key ); ?>"<?php selected( $key, $status ); ?>><?php echo esc_html( $text ); ?></option>
	<?php endforeach; ?>
</select>
