<?php
/**
 * Offer to keep a gift in an account.
 *
 * @var string                    $text  What the account is good for.
 * @var array<string, mixed>|null $form  Data of `giving/giver-form` for visitors who are signed in; null for all others.
 * @var array<string, string>     $links Ways to an account: texts by address.
 */

declare( strict_types=1 );

use Largesse\Html\Template;

defined( 'ABSPATH' ) || exit;
?>
<section class="largesse-giver__copy" aria-labelledby="largesse-giver-account">
	<h2 id="largesse-giver-account"><?php esc_html_e( 'Keep your gifts in an account', 'largesse' ); ?></h2>
	<p><?php echo esc_html( $text ); ?></p>
	<?php if ( $form ) : ?>
		<?php Template::print( 'giving/giver-form', $form ); ?>
	<?php else : ?>
		<p class="largesse-giver__buttons"><?php Template::print( 'http/links', array( 'links' => $links ) ); ?></p>
	<?php endif; ?>
</section>
