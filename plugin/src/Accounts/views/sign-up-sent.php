<?php
/**
 * Page after a sign-up: a mail is on its way, and can be sent again.
 *
 * @var list<string>          $texts  Paragraphs.
 * @var string                $url    Address of the form for another e-mail address.
 * @var array<string, string> $hidden Hidden fields by name.
 */

declare( strict_types=1 );

use Largesse\Html\Template;

defined( 'ABSPATH' ) || exit;
?>
<div class="largesse-giver">
	<?php foreach ( $texts as $text ) : ?>
		<p><?php echo esc_html( $text ); ?></p>
	<?php endforeach; ?>
	<form class="largesse-giver__buttons" method="post" action="<?php echo esc_url( home_url( '/' ) ); ?>">
		<?php Template::print( 'html/hidden-fields', array( 'hidden' => $hidden ) ); ?>
		<button type="submit" class="wp-element-button largesse-giver__button largesse-giver__button--quiet"><?php esc_html_e( 'Send the mail again', 'largesse' ); ?></button>
		<a class="wp-element-button largesse-giver__button largesse-giver__button--quiet" href="<?php echo esc_url( $url ); ?>"><?php esc_html_e( 'Use another address', 'largesse' ); ?></a>
	</form>
</div>
