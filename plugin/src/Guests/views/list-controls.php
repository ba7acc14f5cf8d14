<?php
/**
 * Links with which guests filter and sort the wishes. A script answers them without loading the page again.
 *
 * @var array<string, mixed>                                                          $context Data of the script: the choices, and a sentence for each.
 * @var list<array{label: string, parameter: string, choices: list<array{value: string, name: string, url: string, is_chosen: bool}>}> $groups Each with its choices.
 */

declare( strict_types=1 );

defined( 'ABSPATH' ) || exit;
?>
<div class="largesse-controls" id="largesse-wishes" data-wp-interactive="<?php echo esc_attr( (string) wp_json_encode( array( 'namespace' => 'largesse/registry' ) ) ); ?>" data-wp-context="<?php
	// esc_attr() would leave text that looks like an entity unchanged.
	echo htmlspecialchars( (string) wp_json_encode( $context ), ENT_QUOTES, 'UTF-8' ); // phpcs:ignore WordPress.Security.EscapeOutput -- It is escaped.
?>">
	<?php foreach ( $groups as $group ) : ?>
		<div class="largesse-controls__group" role="group" aria-label="<?php echo esc_attr( $group['label'] ); ?>">
			<?php foreach ( $group['choices'] as $choice ) : ?>
				<a class="largesse-choice" href="<?php echo esc_url( $choice['url'] ); ?>" rel="nofollow" data-parameter="<?php echo esc_attr( $group['parameter'] ); ?>" data-value="<?php echo esc_attr( $choice['value'] ); ?>" data-wp-on--click="actions.choose" data-wp-watch="callbacks.mark"<?php echo $choice['is_chosen'] ? ' aria-current="true"' : ''; ?>><?php echo esc_html( $choice['name'] ); ?></a>
			<?php endforeach; ?>
		</div>
	<?php endforeach; ?>
	<p class="largesse-controls__said" role="status" data-wp-text="context.said"><?php echo esc_html( $context['said'] ); ?></p>
</div>
