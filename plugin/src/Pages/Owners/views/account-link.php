<?php
/**
 * Link from My registries to the page of the member's account.
 *
 * @var string $url   Address of the page.
 * @var string $email Address of the account.
 *
 * @version c7742a4f
 */

declare( strict_types=1 );

defined( 'ABSPATH' ) || exit;
?>
<section class="largesse-mine__list" aria-labelledby="largesse-own-account">
	<h2 id="largesse-own-account"><?php esc_html_e( 'Your account', 'largesse' ); ?></h2>
	<p><bdi><?php echo largesse_html( $email ); ?></bdi></p>
	<p class="largesse-mine__buttons">
		<a class="wp-element-button largesse-mine__button largesse-mine__button--quiet"
			href="<?php echo esc_url( $url ); ?>"><?php esc_html_e( 'Change name, address, password or language', 'largesse' ); ?></a>
	</p>
</section>
