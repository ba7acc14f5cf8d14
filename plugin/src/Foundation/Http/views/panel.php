<?php
/**
 * Message on a page for one visitor, with links to other pages.
 *
 * @var list<string>          $texts Paragraphs.
 * @var array<string, string> $links Texts of links by address.
 * @var string                $form  HTML of a form; may be empty.
 *
 * @version 6352a51f
 */

declare( strict_types=1 );

defined( 'ABSPATH' ) || exit;
?>
<div class="largesse-giver">
	<?php foreach ( $texts as $text ) : ?>
		<p><?php echo esc_html( $text ); ?></p>
	<?php endforeach; ?>
	<div class="largesse-giver__buttons">
		<?php
		largesse_print_html( $form );
		largesse_print_template( 'http/links', array( 'links' => $links ) );
		?>
	</div>
</div>
