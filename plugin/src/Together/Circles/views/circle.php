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
 * @version ebfc79a7
 */

declare( strict_types=1 );

defined( 'ABSPATH' ) || exit;
?>
<p class="largesse-mine__back"><a href="<?php echo esc_url( $back_url ); ?>"><?php esc_html_e( 'All my registries', 'largesse' ); ?></a></p>
<div class="largesse-mine__main largesse-mine__circle">
	<header class="largesse-mine__head">
		<h2 class="largesse-mine__title" dir="auto"><?php echo largesse_html( $name ); ?></h2>
		<?php largesse_print_html( $head ); ?>
		<nav class="largesse-mine__tabs" aria-label="<?php esc_attr_e( 'Parts of this circle', 'largesse' ); ?>">
			<?php foreach ( $tabs as $tab ) : ?>
				<a href="<?php echo esc_url( $tab['url'] ); ?>"<?php echo $tab['is_open'] ? ' aria-current="page"' : ''; ?>><?php
					echo esc_html( $tab['label'] );
				?></a>
			<?php endforeach; ?>
		</nav>
		<?php largesse_print_template( 'owners/form-result', array( 'said' => $said, 'problem' => $problem ) ); ?>
	</header>
	<?php largesse_print_html( $content ); ?>
</div>
