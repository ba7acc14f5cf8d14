<?php
/**
 * Instructions for members who want to add wishes from shops.
 *
 * @var string $address  Address of My registries, for the browser extension.
 * @var string $bookmark Address of the bookmark.
 * @var string $stem     Address to which the address of a shop is appended.
 *
 * @version a3f901a9
 */

declare( strict_types=1 );

defined( 'ABSPATH' ) || exit;

$label = __( 'Add to my wishes', 'largesse' );
?>
<details class="largesse-mine__card largesse-mine__fold largesse-mine__ways"
	data-largesse-ways="<?php echo esc_url( $address ); ?>">
	<summary><span class="largesse-mine__label"><?php esc_html_e( 'Add wishes from any shop', 'largesse' ); ?></span></summary>
	<h3><?php esc_html_e( 'On a computer', 'largesse' ); ?></h3>
	<p><?php esc_html_e( 'Drag this button to the bookmarks bar of your browser. Then press it on the page of a shop: the wish opens here, filled in. Nothing is saved before you say so.', 'largesse' ); ?></p>
	<?php // phpcs:ignore WordPress.Security.EscapeOutput -- esc_url() would remove `javascript:`; the script is part of the plugin and percent-encoded. ?>
	<p>
		<a class="wp-element-button largesse-mine__button largesse-mine__button--quiet largesse-mine__bookmark"
			href="<?php echo esc_attr( $bookmark ); ?>"><?php echo esc_html( $label ); ?></a>
	</p>
	<p class="largesse-mine__hint"><?php esc_html_e( 'If you do not see the bar, press Ctrl+Shift+B, or Command+Shift+B on a Mac.', 'largesse' ); ?></p>
	<?php /* translators: %s: "Add to my wishes". */ ?>
	<p><?php echo esc_html( sprintf( __( 'The browser extension “%s” for Chrome and Firefox does the same with a button beside the address bar, on every page.', 'largesse' ), $label ) ); ?></p>
	<h3><?php esc_html_e( 'On an Android phone', 'largesse' ); ?></h3>
	<p><?php esc_html_e( 'In the menu of Chrome, choose “Add to home screen” and then “Install”. From then on, “Share” in shops and browsers offers this site.', 'largesse' ); ?></p>
	<h3><?php esc_html_e( 'On iPhone and iPad', 'largesse' ); ?></h3>
	<ol class="largesse-mine__steps">
		<li><?php esc_html_e( 'Open the app Shortcuts, and make a new shortcut with the action “Open URLs”.', 'largesse' ); ?></li>
		<li><?php esc_html_e( 'Paste this address into the action, and add the variable “Shortcut Input” at its end:', 'largesse' ); ?>
			<?php largesse_print_template( 'wishes/copyable-text', array( 'text' => $stem, 'label' => __( 'Copy the address', 'largesse' ) ) ); ?>
		</li>
		<?php /* translators: %s: "Add to my wishes". */ ?>
		<li><?php echo esc_html( sprintf( __( 'Tap the information sign, switch on “Show in Share Sheet”, and name the shortcut “%s”. Now “Share” in Safari and in the apps of shops offers it.', 'largesse' ), $label ) ); ?></li>
	</ol>
	<h3><?php esc_html_e( 'On a phone, with a bookmark', 'largesse' ); ?></h3>
	<p><?php esc_html_e( 'Copy the bookmark. Save any page as a bookmark, edit that bookmark, and replace its address with the copied text. On a shop’s page, choose it from your bookmarks, or type its name into the address bar.', 'largesse' ); ?></p>
	<?php largesse_print_template( 'wishes/copyable-text', array( 'text' => $bookmark, 'label' => __( 'Copy the bookmark', 'largesse' ) ) ); ?>
</details>
