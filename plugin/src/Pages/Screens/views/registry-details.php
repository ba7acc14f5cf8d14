<?php
/**
 * Screen in wp-admin with all data of a registry. It shows no pictures of items, because loading them would tell other
 * servers who opens the screen.
 *
 * @var WP_Post                    $registry The registry.
 * @var string                     $name     Title of the registry, or "(no title)".
 * @var string                     $edit_url Address of the registry's editor; empty if the site has no editor.
 * @var WP_User|null               $owner    Owner of the registry; null if the account no longer exists.
 * @var array<string, string>      $facts    HTML of `screens/cell` by label.
 * @var string                     $none     HTML of `screens/cell` for a missing text.
 * @var string                     $story    Story as plain text; empty for none.
 * @var string                     $problem  Why the items cannot be read; empty if they can be read.
 * @var list<array<string, mixed>> $items    Items: `name`, `url` (may be empty), `cells` (HTML of `screens/cell` by
 *      heading).
 *
 * @version a3704b5d
 */

declare( strict_types=1 );

defined( 'ABSPATH' ) || exit;
?>
<div class="wrap" style="overflow-wrap: anywhere;">
	<h1 class="wp-heading-inline" dir="auto"><?php echo largesse_html( $name ); ?></h1>
	<?php if ( '' !== $edit_url ) : ?>
		<a class="page-title-action" href="<?php echo esc_url( $edit_url ); ?>"><?php esc_html_e( 'Edit this registry', 'largesse' ); ?></a>
	<?php endif; ?>
	<a class="page-title-action" href="<?php echo esc_url( (string) get_permalink( $registry ) ); ?>"><?php esc_html_e( 'View as a guest', 'largesse' ); ?></a>
	<hr class="wp-header-end">
	<table class="form-table" role="presentation">
		<tr>
			<th scope="row"><?php esc_html_e( 'Owner', 'largesse' ); ?></th>
			<td>
				<?php if ( null === $owner ) : ?>
					<?php esc_html_e( 'The owner is no longer a user of this site.', 'largesse' ); ?>
				<?php elseif ( get_current_user_id() === $owner->ID ) : ?>
					<?php esc_html_e( 'You are the owner.', 'largesse' ); ?>
				<?php elseif ( current_user_can( 'edit_user', $owner->ID ) ) : ?>
					<a href="<?php echo esc_url( get_edit_user_link( $owner->ID ) ); ?>"><bdi><?php
						echo esc_html( $owner->display_name );
					?></bdi></a>
				<?php else : ?>
					<bdi><?php echo esc_html( $owner->display_name ); ?></bdi>
				<?php endif; ?>
				<?php if ( $owner && current_user_can( 'edit_others_registries' ) ) : ?>
					<p class="description"><?php esc_html_e( 'To give the registry to somebody else, choose “Quick Edit” in the list of registries.', 'largesse' ); ?></p>
				<?php endif; ?>
			</td>
		</tr>
		<?php foreach ( $facts as $label => $html ) : ?>
			<tr><th scope="row"><?php echo esc_html( $label ); ?></th><td><?php largesse_print_html( $html ); ?></td></tr>
		<?php endforeach; ?>
		<tr>
			<th scope="row"><?php esc_html_e( 'Story', 'largesse' ); ?></th>
			<td>
				<?php if ( '' === $story ) : ?>
					<?php largesse_print_html( $none ); ?>
				<?php else : ?>
					<div dir="auto" style="white-space: pre-line; max-width: 45rem;"><?php echo largesse_html( $story ); ?></div>
				<?php endif; ?>
			</td>
		</tr>
	</table>
	<?php
	/**
	 * Fires in wp-admin between the details and the items of a registry.
	 *
	 * @param WP_Post $registry The registry, which the user may edit.
	 */
	do_action( 'largesse_registry_sections', $registry );
	?>
	<h2><?php esc_html_e( 'Items', 'largesse' ); ?></h2>
	<?php if ( '' !== $problem ) : ?>
		<p><strong><?php echo esc_html( $problem ); ?></strong></p>
	<?php elseif ( ! $items ) : ?>
		<p><?php esc_html_e( 'The registry has no items.', 'largesse' ); ?></p>
	<?php else : ?>
		<div style="position: relative; overflow-x: auto;">
			<table class="widefat striped">
				<thead>
					<tr>
						<th scope="col"><?php esc_html_e( 'Item', 'largesse' ); ?></th>
						<?php foreach ( array_keys( $items[0]['cells'] ) as $heading ) : ?>
							<th scope="col"><?php echo esc_html( $heading ); ?></th>
						<?php endforeach; ?>
					</tr>
				</thead>
				<tbody>
					<?php foreach ( $items as $item ) : ?>
						<tr>
							<th scope="row" style="min-width: 6em;">
								<?php if ( '' === $item['url'] ) : ?>
									<bdi style="overflow-wrap: anywhere;"><?php echo largesse_html( $item['name'] ); ?></bdi>
								<?php else : ?>
									<a href="<?php echo esc_url( $item['url'], array( 'http', 'https' ) ); ?>"
										rel="noopener noreferrer"><bdi style="overflow-wrap: anywhere;"><?php
										echo largesse_html( $item['name'] );
									?></bdi></a>
								<?php endif; ?>
							</th>
							<?php foreach ( $item['cells'] as $html ) : ?>
								<td><?php largesse_print_html( $html ); ?></td>
							<?php endforeach; ?>
						</tr>
					<?php endforeach; ?>
				</tbody>
			</table>
		</div>
	<?php endif; ?>
</div>
