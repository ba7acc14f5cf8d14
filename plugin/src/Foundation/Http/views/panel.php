<?php
/**
 * Message on a page for one visitor, with links to other pages.
 *
 * @var list<string>          $texts Paragraphs.
 * @var array<string, string> $links Texts of links by address.
 * @var string                $form  HTML of a form; may be empty.
 *
 * @version 3370199b
 */

declare( strict_types=1 );

use Largesse\Foundation\Html\Template;

defined( 'ABSPATH' ) || exit;
?>
<div class="largesse-giver">
	<?php foreach ( $texts as $text ) : ?>
		<p><?php echo esc_html( $text ); ?></p>
	<?php endforeach; ?>
	<div class="largesse-giver__buttons">
		<?php
		Template::print_html( $form );
		Template::print( 'http/links', array( 'links' => $links ) );
		?>
	</div>
</div>
