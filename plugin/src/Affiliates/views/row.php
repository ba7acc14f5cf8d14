<?php
/**
 * Row of the table of affiliate links.
 *
 * @var string       $line     Beginning of the names of the item's fields.
 * @var string       $json     The item as the form shows it, as JSON.
 * @var string       $name     Name of the item.
 * @var list<string> $facts    Shop and price, as far as known.
 * @var string       $registry HTML of the registry.
 * @var string       $shop     HTML of the shop link.
 * @var string       $url      The affiliate link; may be empty.
 * @var string       $status   Key of the status.
 * @var string       $problem  Why the link or the status was not saved; may be empty.
 */

declare( strict_types=1 );

use Largesse\Affiliates\AffiliateStatus;
use Largesse\Html\Escape;
use Largesse\Html\Template;

defined( 'ABSPATH' ) || exit;
?>
<tr>
	<td>
		<strong class="row-title"><bdi><?php Escape::echo_escaped( $name ); ?></bdi></strong>
		<?php foreach ( $facts as $fact ) : ?>
			<br /><bdi><?php Escape::echo_escaped( $fact ); ?></bdi>
		<?php endforeach; ?>
	</td>
	<td><?php Template::print_html( $registry ); ?></td>
	<td><?php Template::print_html( $shop ); ?></td>
	<td>
		<input type="hidden" name="<?php echo esc_attr( "{$line}[item]" ); ?>" value="<?php Escape::echo_escaped( $json ); ?>" />
		<?php /* translators: %s: name of an item. */ ?>
		<input type="text" inputmode="url" dir="ltr" class="large-text code" autocomplete="off" spellcheck="false" aria-label="<?php Escape::echo_escaped( sprintf( __( 'Affiliate link of %s', 'largesse' ), $name ) ); ?>"
			name="<?php echo esc_attr( "{$line}[url]" ); ?>" value="<?php Escape::echo_escaped( $url ); ?>"
			<?php if ( '' !== $problem ) : ?>
				aria-invalid="true" aria-describedby="<?php echo esc_attr( "{$line}[problem]" ); ?>"
			<?php endif; ?>
		/>
		<?php if ( '' !== $problem ) : ?>
			<div class="notice notice-error inline" id="<?php echo esc_attr( "{$line}[problem]" ); ?>"><p><?php echo esc_html( $problem ); ?></p></div>
		<?php endif; ?>
	</td>
	<td>
		<?php /* translators: %s: name of an item. */ ?>
		<select aria-label="<?php Escape::echo_escaped( sprintf( __( 'Status of %s', 'largesse' ), $name ) ); ?>" name="<?php echo esc_attr( "{$line}[status]" ); ?>">
			<?php foreach ( AffiliateStatus::labels() as $key => $text ) : ?>
				<option value="<?php echo esc_attr( $key ); ?>"<?php selected( $key, $status ); ?>><?php echo esc_html( $text ); ?></option>
			<?php endforeach; ?>
		</select>
	</td>
</tr>
