<?php
/**
 * Offer to keep a gift in an account.
 *
 * @var string                    $text  Benefit of an account, or a question about one.
 * @var array<string, mixed>|null $form  Data of `giving/giver-form` for visitors who are signed in; null for all others.
 * @var array<string, string>     $links Texts of links by address: for creating an account and signing in.
 */

declare( strict_types=1 );

use Largesse\Html\Template;

defined( 'ABSPATH' ) || exit;
?>
<div class="largesse-giver__account">
	<p><?php echo esc_html( $text ); ?><?php foreach ( $links as $url => $link ) : ?> <a href="<?php echo esc_url( $url ); ?>"><?php echo esc_html( $link ); ?></a><?php endforeach; ?></p>
	<?php
	if ( $form ) {
		Template::print( 'giving/giver-form', $form );
	}
	?>
</div>
