<?php
/**
 * Form with gifts that the member may have given while logged out. The form adds the chosen gifts to the account.
 *
 * @var array<string, string> $names  Names of the wishes by id of the gift.
 * @var string                $box    Name of the checkboxes.
 * @var array<string, string> $hidden Hidden fields by name.
 *
 * @version 4d7db518
 */

declare( strict_types=1 );

defined( 'ABSPATH' ) || exit;
?>
<section class="largesse-mine__card largesse-mine__panel" id="largesse-found" aria-labelledby="largesse-found-title">
	<h2 id="largesse-found-title"><?php esc_html_e( 'Did you give these?', 'largesse' ); ?></h2>
	<p><?php esc_html_e( 'They were given without an account, in this browser or with your e-mail address. Add yours to your account to find them here on every device. When gifts are revealed, owners see the name of your account on gifts without a name.', 'largesse' ); ?></p>
	<form method="post" action="<?php echo esc_url( largesse_my_registries_url() ); ?>">
		<?php largesse_print_template( 'html/hidden-fields', array( 'hidden' => $hidden ) ); ?>
		<ul class="largesse-mine__found">
			<?php foreach ( $names as $id => $name ) : ?>
				<li>
					<label><input type="checkbox" name="<?php echo esc_attr( $box ); ?>" value="<?php echo esc_attr( $id ); ?>"
						checked> <span dir="auto"><?php echo largesse_html( $name ); ?></span></label>
				</li>
			<?php endforeach; ?>
		</ul>
		<p class="largesse-mine__buttons"><button class="wp-element-button largesse-mine__button"><?php esc_html_e( 'Keep them in my account', 'largesse' ); ?></button></p>
	</form>
</section>
