<?php
/**
 * Hidden fields of a form.
 *
 * @var array<string, string> $hidden Values by name.
 *
 * @version 13ee5970
 */

declare( strict_types=1 );

use Largesse\Foundation\Html\Escape;

defined( 'ABSPATH' ) || exit;
?>
<?php foreach ( $hidden as $name => $value ) : ?>
	<input type="hidden" name="<?php echo esc_attr( (string) $name ); ?>" value="<?php Escape::echo_escaped( $value ); ?>">
<?php endforeach; ?>
