<?php
/**
 * Page with the form of sizes and notes. It works without scripts.
 *
 * @var string                                         $back_url     Address of the previous page.
 * @var string                                         $title        Title of the registry; empty for the member's own
 *      sizes.
 * @var string                                         $action       Address of the form.
 * @var array<string, string>                          $hidden       Hidden fields by name.
 * @var list<array{label: string, value: string}>      $rows         Rows of the form.
 * @var list<string>                                   $suggested    Suggested labels.
 * @var list<array{label: string, value: string}>|null $stored       Stored sizes after a conflict; null otherwise.
 * @var string                                         $message      Why the form was refused; may be empty.
 * @var array<string, mixed>|null                      $wrong        Wrong field: `row`, `field` and `message`.
 * @var bool                                           $is_saved     Whether the form was just saved.
 *
 * @version 36068033
 */

declare( strict_types=1 );

use Largesse\Foundation\Format\Number;
use Largesse\Foundation\Html\Escape;
use Largesse\Foundation\Html\Template;
use Largesse\Foundation\Service\Rules;
use Largesse\Together\Sizes\SizesPage;

defined( 'ABSPATH' ) || exit;

$columns = array(
	'label' => array( __( 'What', 'largesse' ), Rules::MAX_SIZE_LABEL_CHARS ),
	'value' => array( __( 'Size or note', 'largesse' ), Rules::MAX_SIZE_VALUE_CHARS ),
);
?>
<p class="largesse-mine__back">
	<a href="<?php echo esc_url( $back_url ); ?>"><?php echo '' === $title ? esc_html__( 'All my registries', 'largesse' ) : esc_html__( 'Back to the registry', 'largesse' ); ?></a>
</p>
<section class="largesse-mine__card" aria-labelledby="largesse-sizes-title">
	<h2 id="largesse-sizes-title"><?php esc_html_e( 'Sizes and notes', 'largesse' ); ?></h2>
	<?php if ( '' !== $title ) : ?>
		<p dir="auto"><?php Escape::echo_escaped( $title ); ?></p>
	<?php endif; ?>
	<p class="largesse-mine__hint">
		<?php
		echo '' === $title
			? esc_html__( 'People who may see one of your registries see this above your wishes. On a public registry, only people who are signed in or have your link see it.', 'largesse' )
			: esc_html__( 'People who may see this registry see this above the wishes. If it is public, only people who are signed in or have your link see it.', 'largesse' );
		?>
	</p>
	<?php Template::print( 'owners/form-result', array( 'said' => $is_saved ? __( 'Your sizes and notes are saved.', 'largesse' ) : '', 'problem' => $message ) ); ?>
	<?php if ( null !== $stored ) : ?>
		<h3><?php esc_html_e( 'Saved at the moment', 'largesse' ); ?></h3>
		<?php if ( $stored ) : ?>
			<ul>
				<?php foreach ( $stored as $row ) : ?>
					<li><bdi><?php Escape::echo_escaped( $row['label'] ); ?></bdi>: <bdi><?php
						Escape::echo_escaped( $row['value'] );
					?></bdi></li>
				<?php endforeach; ?>
			</ul>
		<?php else : ?>
			<p><?php esc_html_e( 'Nothing is saved.', 'largesse' ); ?></p>
		<?php endif; ?>
		<h3><?php esc_html_e( 'What you typed', 'largesse' ); ?></h3>
	<?php endif; ?>
	<form class="largesse-mine__form" method="post" action="<?php echo esc_url( $action ); ?>" novalidate>
		<?php Template::print( 'html/hidden-fields', array( 'hidden' => $hidden ) ); ?>
		<datalist id="largesse-sizes-labels">
			<?php foreach ( $suggested as $label ) : ?>
				<option value="<?php echo esc_attr( $label ); ?>"></option>
			<?php endforeach; ?>
		</datalist>
		<?php foreach ( $rows as $number => $row ) : ?>
			<div class="largesse-mine__pair largesse-mine__size" role="group"
				aria-label="<?php
					/* translators: %s: a number, from 1. */
					echo esc_attr( sprintf( __( 'Entry %s', 'largesse' ), Number::text( $number + 1 ) ) );
				?>">
				<?php $is_suggested = in_array( $row['label'], $suggested, true ); ?>
				<?php if ( $is_suggested ) : ?>
					<input type="hidden" name="<?php echo esc_attr( SizesPage::ROWS . "[{$number}][label]" ); ?>"
						value="<?php echo esc_attr( $row['label'] ); ?>">
				<?php endif; ?>
				<?php $own = array( 'value' => array( $row['label'], Rules::MAX_SIZE_VALUE_CHARS ) ); ?>
				<?php foreach ( $is_suggested ? $own : $columns as $field => list( $label, $length ) ) : ?>
					<?php
					$id         = "largesse-size-{$number}-{$field}";
					$is_wrong   = null !== $wrong && $wrong['row'] === $number && $wrong['field'] === $field;
					$attributes = array(
						'id'        => $id,
						'name'      => SizesPage::ROWS . "[{$number}][{$field}]",
						'maxlength' => $length,
						'dir'       => 'auto',
					);
					if ( 'label' === $field ) {
						$attributes += array( 'list' => 'largesse-sizes-labels' );
					}
					if ( $is_wrong ) {
						$attributes += array(
							'aria-invalid'     => 'true',
							'aria-describedby' => "{$id}-problem",
							'autofocus'        => '',
						);
					}
					?>
					<div class="largesse-mine__field">
						<label for="<?php echo esc_attr( $id ); ?>"><?php echo esc_html( $label ); ?></label>
						<input type="text" autocomplete="off"
							value="<?php Escape::echo_escaped( $row[ $field ] ); ?>"<?php
							Template::print( 'html/attributes', array( 'attributes' => $attributes ) );
						?>>
						<?php if ( $is_wrong ) : ?>
							<p class="largesse-mine__error"
								id="<?php echo esc_attr( "{$id}-problem" ); ?>"><?php echo esc_html( $wrong['message'] ); ?></p>
						<?php endif; ?>
					</div>
				<?php endforeach; ?>
			</div>
		<?php endforeach; ?>
		<?php /* translators: %s: a number of sizes and notes. */ ?>
		<p class="largesse-mine__hint"><?php echo esc_html( sprintf( __( 'Empty a row to remove it. After saving you get more rows, up to %s.', 'largesse' ), Number::text( Rules::MAX_SIZES ) ) ); ?></p>
		<p class="largesse-mine__buttons"><button class="wp-element-button largesse-mine__button"><?php esc_html_e( 'Save', 'largesse' ); ?></button></p>
	</form>
</section>
