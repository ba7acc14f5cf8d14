<?php
/**
 * Gifts of a registry, with a form to thank givers and a form to release gifts.
 *
 * @var list<array<string, mixed>>                $wishes       Wishes with gifts: `name`, `picture` (address), `count`
 *      (number of gifts whose givers stay secret), `had` (number of pieces that the owner has, without a gift), and
 *      `rows`, the gifts: `id`, `wish`, `quantity`, `who`, `time` (0 if it is unknown), `day`, `message`, `is_secret`,
 *      `is_thanked`, `facts` (texts of other plugins), `may_thank`, `may_free`.
 * @var string                                    $had_text     Text for pieces that the owner has.
 * @var bool                                      $has_rows     Whether the wishes have rows.
 * @var string                                    $thanks       How many givers the owner still has to thank; '' without
 *      gifts to thank for.
 * @var list<array{string, int, string, bool}>    $filters      Links of the filter: text, number of gifts, address, and
 *      whether it is chosen; none without gifts to thank for.
 * @var string                                    $others       HTML of other features below the gifts; may be empty.
 * @var string                                    $action       Address of the forms.
 * @var string                                    $file_url     Address of the list as a file.
 * @var array<string, string>                     $hidden_free  Hidden fields of the form that releases a gift.
 * @var array<string, string>                     $hidden_thank Hidden fields of the form for thanks.
 *
 * @version ba050deb
 */

declare( strict_types=1 );

defined( 'ABSPATH' ) || exit;
?>
<?php if ( ! $wishes && ! $filters && '' !== $others ) : ?>
<?php elseif ( ! $wishes && ! $filters ) : ?>
	<p class="largesse-mine__empty"><?php esc_html_e( 'There is nothing to show yet.', 'largesse' ); ?></p>
<?php else : ?>
	<p class="largesse-mine__share">
		<a class="wp-element-button largesse-mine__button largesse-mine__button--quiet"
			href="<?php echo esc_url( $file_url ); ?>"><?php esc_html_e( 'Download for a spreadsheet', 'largesse' ); ?></a>
		<button type="button" class="wp-element-button largesse-mine__button largesse-mine__button--quiet"
			data-largesse-print hidden><?php esc_html_e( 'Print list', 'largesse' ); ?></button>
	</p>
	<?php if ( $filters ) : ?>
		<p class="largesse-mine__thanks" data-largesse-thanks-count><?php echo esc_html( $thanks ); ?></p>
		<nav class="largesse-mine__tabs" aria-label="<?php esc_attr_e( 'Filter', 'largesse' ); ?>">
			<?php foreach ( $filters as list( $text, $number, $url, $is_chosen ) ) : ?>
				<a href="<?php echo esc_url( $url ); ?>"<?php echo $is_chosen ? ' aria-current="page"' : ''; ?>><?php
					echo esc_html( $text );
				?> <span class="largesse-mine__number" data-largesse-thanks-count><?php
					echo esc_html( largesse_number( $number ) );
				?></span></a>
			<?php endforeach; ?>
		</nav>
	<?php endif; ?>
	<?php if ( $has_rows ) : ?>
		<form id="largesse-free" method="post" action="<?php echo esc_url( $action ); ?>"><?php
			largesse_print_template( 'html/hidden-fields', array( 'hidden' => $hidden_free ) );
		?></form>
	<?php endif; ?>
	<form method="post" action="<?php echo esc_url( $action ); ?>" data-largesse-thanks>
		<?php largesse_print_template( 'html/hidden-fields', array( 'hidden' => $hidden_thank ) ); ?>
		<ul class="largesse-mine__given">
			<?php foreach ( $wishes as $wish ) : ?>
				<li class="largesse-mine__card">
					<?php largesse_print_template( 'html/picture', array( 'address' => $wish['picture'] ) ); ?>
					<div class="largesse-mine__gifts-of">
						<h3 class="largesse-mine__name" dir="auto"><?php echo largesse_html( $wish['name'] ); ?></h3>
						<?php if ( $wish['count'] > 0 ) : ?>
							<?php /* translators: %s: how many of a wish are given. */ ?>
							<p><?php echo esc_html( sprintf( __( 'Given: %s', 'largesse' ), largesse_number( $wish['count'] ) ) ); ?></p>
						<?php endif; ?>
						<?php if ( $wish['had'] > 0 ) : ?>
							<p class="largesse-mine__facts">
								<?php if ( $wish['had'] > 1 ) : ?>
									<span><?php echo esc_html( largesse_number( $wish['had'] ) ); ?> ×</span>
								<?php endif; ?>
								<span><?php echo esc_html( $had_text ); ?></span>
							</p>
						<?php endif; ?>
						<?php foreach ( $wish['rows'] as $row ) : ?>
							<div class="largesse-mine__gift">
								<p class="largesse-mine__facts">
									<?php if ( $row['quantity'] > 1 ) : ?>
										<span><?php echo esc_html( largesse_number( $row['quantity'] ) ); ?> ×</span>
									<?php endif; ?>
									<bdi class="largesse-mine__who"><?php echo largesse_html( $row['who'] ); ?></bdi>
									<?php if ( $row['time'] > 0 ) : ?>
										<time datetime="<?php echo esc_attr( gmdate( 'c', $row['time'] ) ); ?>"><?php
											echo esc_html( $row['day'] );
										?></time>
									<?php endif; ?>
									<?php if ( $row['is_secret'] ) : ?>
										<span class="largesse-mine__badge"><?php esc_html_e( 'Secret', 'largesse' ); ?></span>
									<?php endif; ?>
								</p>
								<?php if ( '' !== $row['message'] ) : ?>
									<blockquote class="largesse-mine__words"
										dir="auto"><?php echo largesse_html( $row['message'] ); ?></blockquote>
								<?php endif; ?>
								<?php foreach ( $row['facts'] as $fact ) : ?>
									<p class="largesse-mine__facts" dir="auto"><?php echo largesse_html( $fact ); ?></p>
								<?php endforeach; ?>
								<?php if ( $row['may_thank'] ) : ?>
									<p class="largesse-mine__thanked">
										<input type="hidden" name="was[<?php echo esc_attr( $row['id'] ); ?>]"
											value="<?php echo $row['is_thanked'] ? 1 : 0; ?>">
										<input type="checkbox" id="<?php echo esc_attr( "largesse-thanked-{$row['id']}" ); ?>"
											name="thanked[<?php echo esc_attr( $row['id'] ); ?>]"
											value="1"<?php echo $row['is_thanked'] ? ' checked' : ''; ?> autocomplete="off">
										<label for="<?php echo esc_attr( "largesse-thanked-{$row['id']}" ); ?>"><?php
											esc_html_e( 'Thanked', 'largesse' );
										?><span class="largesse-unseen"> <?php
											echo largesse_html( "{$row['who']}, {$row['wish']}" );
										?></span></label>
									</p>
								<?php endif; ?>
								<?php if ( $row['may_free'] ) : ?>
									<details class="largesse-mine__free">
										<summary><?php esc_html_e( 'Release', 'largesse' ); ?><span class="largesse-unseen"> <?php
											echo largesse_html( "{$row['who']}, {$row['wish']}" );
										?></span></summary>
										<p><?php esc_html_e( 'This releases the gift, so that others can choose it. If the giver left an address, they get a mail. This cannot be undone.', 'largesse' ); ?></p>
										<button type="submit" form="largesse-free" name="purchase" value="<?php echo esc_attr( $row['id'] ); ?>"
											class="wp-element-button largesse-mine__button largesse-mine__button--quiet"><?php esc_html_e( 'Yes, release it', 'largesse' ); ?></button>
									</details>
								<?php endif; ?>
							</div>
						<?php endforeach; ?>
					</div>
				</li>
			<?php endforeach; ?>
		</ul>
		<?php if ( $filters ) : ?>
			<p class="largesse-mine__buttons">
				<button type="submit" class="wp-element-button largesse-mine__button"><?php esc_html_e( 'Save whom you have thanked', 'largesse' ); ?></button>
			</p>
		<?php endif; ?>
		<p class="largesse-mine__thanks-said" role="status" data-largesse-said></p>
	</form>
<?php endif; ?>
