<?php
/**
 * Form that confirms an address and creates the account.
 *
 * @var string                    $email  The address.
 * @var string                    $notice Message above the form; may be empty.
 * @var array<string, string>     $hidden Hidden fields by name.
 * @var array<string, mixed>|null $field  Data of `html/field` of the password; null for none.
 */

declare( strict_types=1 );

use Largesse\Html\Template;

defined( 'ABSPATH' ) || exit;
?>
<div class="largesse-giver">
	<?php if ( '' !== $notice ) : ?>
		<p class="largesse-giver__trouble" role="alert"><?php echo esc_html( $notice ); ?></p>
	<?php endif; ?>
	<?php /* translators: %s: an e-mail address. */ ?>
	<p><?php echo esc_html( sprintf( __( 'Is %s your e-mail address?', 'largesse' ), $email ) ); ?></p>
	<form class="largesse-giver__form" method="post" action="<?php echo esc_url( home_url( '/' ) ); ?>">
		<?php
		Template::print( 'html/hidden-fields', array( 'hidden' => $hidden ) );
		if ( $field ) {
			Template::print( 'html/field', $field );
		}
		?>
		<p class="largesse-giver__buttons"><button type="submit" class="wp-element-button largesse-giver__button"><?php esc_html_e( 'Confirm and sign in', 'largesse' ); ?></button></p>
	</form>
</div>
