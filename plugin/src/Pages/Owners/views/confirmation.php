<?php
/**
 * Panel with which members confirm their account's e-mail address.
 *
 * @var string                $email   The address.
 * @var bool                  $has_key Whether the member has followed the link of the mail.
 * @var array<string, string> $hidden  Hidden fields by name.
 *
 * @version c8d6330e
 */

declare( strict_types=1 );

defined( 'ABSPATH' ) || exit;
?>
<section class="largesse-mine__card largesse-mine__panel" aria-labelledby="largesse-confirm-title">
	<h2 id="largesse-confirm-title"><?php esc_html_e( 'Please confirm your e-mail address', 'largesse' ); ?></h2>
	<?php /* translators: %s: an e-mail address. */ ?>
	<p><?php echo esc_html( sprintf( $has_key ? __( 'Is %s the address of this account?', 'largesse' ) : __( 'To create registries and see invitations to %s, open the link in a mail to that address first.', 'largesse' ), $email ) ); ?></p>
	<form method="post" action="<?php echo esc_url( largesse_my_registries_url() ); ?>">
		<?php largesse_print_template( 'html/hidden-fields', array( 'hidden' => $hidden ) ); ?>
		<p class="largesse-mine__buttons">
			<button class="wp-element-button largesse-mine__button"><?php echo $has_key ? esc_html__( 'Yes, confirm it', 'largesse' ) : esc_html__( 'Send the mail again', 'largesse' ); ?></button>
		</p>
	</form>
</section>
