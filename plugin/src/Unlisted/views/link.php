<?php
/**
 * Link to the page with hidden and received wishes, among the settings of a registry.
 *
 * @var string $url      Address of the page.
 * @var int    $hidden   Number of hidden wishes.
 * @var int    $received Number of received wishes.
 */

declare( strict_types=1 );

defined( 'ABSPATH' ) || exit;
?>
<details class="largesse-mine__card largesse-mine__fold">
	<summary><h3><?php esc_html_e( 'Hidden and received wishes', 'largesse' ); ?></h3></summary>
	<div class="largesse-mine__folded">
		<p class="largesse-mine__hint"><?php esc_html_e( 'Prepare wishes that guests see later, and note what you have received, and from whom.', 'largesse' ); ?></p>
		<?php /* translators: 1: number of hidden wishes, 2: number of received wishes. */ ?>
		<p><?php echo esc_html( sprintf( __( '%1$s hidden, %2$s received', 'largesse' ), number_format_i18n( $hidden ), number_format_i18n( $received ) ) ); ?></p>
		<p class="largesse-mine__buttons"><a class="wp-element-button largesse-mine__button largesse-mine__button--quiet" href="<?php echo esc_url( $url ); ?>"><?php esc_html_e( 'Open these wishes', 'largesse' ); ?></a></p>
	</div>
</details>
