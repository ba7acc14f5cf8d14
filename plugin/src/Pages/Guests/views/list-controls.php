<?php
/**
 * Button that unfolds the filters and orders of the wishes, and a field that searches the wishes. A script applies the
 * choices without loading the page again. Without the script, filters and orders are links, and the field is hidden.
 *
 * @var string $said Status of the list.
 * @var array<string, mixed> $sentences Status texts for the script.
 * @var bool $is_open Whether the choices are unfolded.
 * @var bool $has_search Whether guests can search the list.
 * @var list<array{label: string, parameter: string, choices: list<array{value: string, name: string, url: string, is_chosen: bool}>}> $groups Groups
 *      of choices: filters and orders.
 * @var string $note How the list compares prices of several currencies; may be empty.
 *
 * @version 6cf2b7a9
 */

declare( strict_types=1 );

defined( 'ABSPATH' ) || exit;
?>
<div class="largesse-controls" id="largesse-wishes" data-sentences="<?php
	// Do not use esc_attr(): it would not escape text that looks like an entity.
	echo htmlspecialchars( (string) wp_json_encode( $sentences ), ENT_QUOTES, 'UTF-8' ); // phpcs:ignore WordPress.Security.EscapeOutput -- It is escaped.
?>">
	<?php if ( $groups ) : ?>
		<details class="largesse-filter"<?php echo $is_open ? ' open' : ''; ?>>
			<summary class="wp-element-button largesse-filter__button"><?php esc_html_e( 'Filter', 'largesse' ); ?></summary>
			<?php foreach ( $groups as $group ) : ?>
				<div class="largesse-controls__group" role="group" aria-label="<?php echo esc_attr( $group['label'] ); ?>">
					<?php foreach ( $group['choices'] as $choice ) : ?>
						<a class="largesse-choice" href="<?php echo esc_url( $choice['url'] ); ?>" rel="nofollow"
							data-parameter="<?php echo esc_attr( $group['parameter'] ); ?>"
							data-value="<?php echo largesse_text( $choice['value'] ); ?>"<?php
							echo $choice['is_chosen'] ? ' aria-current="true"' : '';
						?>><?php echo largesse_text( $choice['name'] ); ?></a>
					<?php endforeach; ?>
				</div>
			<?php endforeach; ?>
			<?php if ( '' !== $note ) : ?>
				<p class="largesse-controls__said"><?php echo esc_html( $note ); ?></p>
			<?php endif; ?>
		</details>
	<?php endif; ?>
	<?php if ( $has_search ) : ?>
		<div class="largesse-field largesse-find" hidden><input type="search" aria-label="<?php esc_attr_e( 'Search this list', 'largesse' ); ?>"
			placeholder="<?php esc_attr_e( 'Search this list', 'largesse' ); ?>" autocomplete="off" enterkeyhint="search"></div>
	<?php endif; ?>
	<div role="status"><p class="largesse-controls__said"><?php echo esc_html( $said ); ?></p></div>
</div>
