<?php
/**
 * Sizes and notes of the owners, above the wishes of a registry.
 *
 * @var list<array<string, mixed>> $groups Groups: `person` (name of an owner, or null) and `fields` with `label` and
 *      `value`.
 *
 * @version 1048ac9b
 */

declare( strict_types=1 );

use Largesse\Foundation\Html\Escape;

defined( 'ABSPATH' ) || exit;
?>
<aside class="largesse-registry__sizes" aria-label="<?php esc_attr_e( 'Sizes and notes', 'largesse' ); ?>">
	<?php foreach ( $groups as $group ) : ?>
		<?php if ( count( $groups ) > 1 ) : ?>
			<p class="largesse-registry__sizes-of" dir="auto"><?php Escape::echo_shielded( $group['person'] ); ?></p>
		<?php endif; ?>
		<dl>
			<?php foreach ( $group['fields'] as $field ) : ?>
				<div>
					<dt dir="auto"><?php Escape::echo_shielded( $field['label'] ); ?></dt>
					<dd dir="auto"><?php Escape::echo_shielded( $field['value'] ); ?></dd>
				</div>
			<?php endforeach; ?>
		</dl>
	<?php endforeach; ?>
</aside>
