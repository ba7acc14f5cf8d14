<?php
/**
 * Page of a circle.
 *
 * @var string                                                      $name     Name of the circle.
 * @var string                                                      $back_url Address of the page My registries.
 * @var string                                                      $head     HTML of other features.
 * @var list<array{label: string, url: string, is_open: bool}>      $tabs     Tabs of the page.
 * @var string                                                      $said     Sentence about the result of a form; may
 *      be empty.
 * @var string                                                      $problem  Reason why a form was refused; may be
 *      empty.
 * @var string                                                      $content  HTML of the open tab.
 *
 * @version 02742fc0
 */

declare( strict_types=1 );

use Largesse\Foundation\Html\Escape;
use Largesse\Foundation\Html\Template;

defined( 'ABSPATH' ) || exit;
?>
<p class="largesse-mine__back"><a href="<?php echo esc_url( $back_url ); ?>"><?php esc_html_e( 'All my registries', 'largesse' ); ?></a></p>
<div class="largesse-mine__main largesse-mine__circle">
	<header class="largesse-mine__head">
		<h2 class="largesse-mine__title" dir="auto"><?php Escape::echo_escaped( $name ); ?></h2>
		<?php Template::print_html( $head ); ?>
		<nav class="largesse-mine__tabs" aria-label="<?php esc_attr_e( 'Parts of this circle', 'largesse' ); ?>">
			<?php foreach ( $tabs as $tab ) : ?>
				<a href="<?php echo esc_url( $tab['url'] ); ?>"<?php echo $tab['is_open'] ? ' aria-current="page"' : ''; ?>><?php
					echo esc_html( $tab['label'] );
				?></a>
			<?php endforeach; ?>
		</nav>
		<?php Template::print( 'owners/form-result', array( 'said' => $said, 'problem' => $problem ) ); ?>
	</header>
	<?php Template::print_html( $content ); ?>
</div>
