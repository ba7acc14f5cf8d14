<?php
/**
 * Delivery address and buttons on the page of a guest's share.
 *
 * @var list<string>          $address Lines of the delivery address; empty for none.
 * @var array<string, string> $hidden  Hidden fields by name.
 * @var string                $act     Name of the buttons.
 * @var array<string, string> $buttons Labels by value; the first button is the main button.
 */

declare( strict_types=1 );

use Largesse\Html\Template;

defined( 'ABSPATH' ) || exit;
?>
<form method="post" action="<?php echo esc_url( home_url( '/' ) ); ?>">
	<?php
	Template::print( 'html/hidden-fields', array( 'hidden' => $hidden ) );
	Template::print( 'giving/delivery-address', array( 'lines' => $address ) );
	?>
	<p class="largesse-giver__buttons">
		<?php foreach ( $buttons as $value => $label ) : ?>
			<button class="wp-element-button largesse-giver__button<?php echo array_key_first( $buttons ) === $value ? '' : ' largesse-giver__button--quiet'; ?>" name="<?php echo esc_attr( $act ); ?>" value="<?php echo esc_attr( $value ); ?>"><?php echo esc_html( $label ); ?></button>
		<?php endforeach; ?>
	</p>
</form>
