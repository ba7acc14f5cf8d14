<?php
/**
 * HTML of a mail.
 *
 * The HTML loads nothing. The mail program chooses all colours except the colours of the button. Mail programs that
 * ignore styles lose nothing important.
 *
 * @var string                     $subject  Subject of the mail.
 * @var string                     $language Language of the mail, such as `de-DE`.
 * @var list<array<string, mixed>> $parts    Parts, each with its `kind`: `text`, `facts`, `list`, `quote`, `button` or
 *      `footer`.
 * @var array{string, string}      $button   Colours of buttons: background and text.
 *
 * @version 46e9c8f8
 */

declare( strict_types=1 );

defined( 'ABSPATH' ) || exit;
?>
<!DOCTYPE html>
<html lang="<?php echo esc_attr( $language ); ?>" dir="<?php echo is_rtl() ? 'rtl' : 'ltr'; ?>">
	<head>
		<meta charset="utf-8">
		<meta name="viewport" content="width=device-width">
		<meta name="format-detection" content="telephone=no,date=no,address=no,email=no,url=no">
		<meta name="color-scheme" content="light dark">
		<meta name="supported-color-schemes" content="light dark">
		<title><?php echo largesse_html( $subject ); ?></title>
		<style>:root{color-scheme:light dark;supported-color-schemes:light dark}</style>
	</head>
	<body style="margin:0;padding:24px 16px;font-family:system-ui,-apple-system,&quot;Segoe UI&quot;,Roboto,Helvetica,Arial,sans-serif;font-size:16px;line-height:1.5">
		<div style="max-width:34em;margin:0 auto;overflow-wrap:anywhere">
			<?php foreach ( $parts as $part ) : ?>
				<?php if ( 'text' === $part['kind'] ) : ?>
					<p style="margin:0 0 16px"><?php echo largesse_html( $part['text'] ); ?></p>
				<?php elseif ( 'facts' === $part['kind'] ) : ?>
					<table style="margin:0 0 16px;border-collapse:collapse;font-size:16px">
						<?php foreach ( $part['facts'] as list( $label, $fact ) ) : ?>
							<tr>
								<th scope="row"
									style="padding:4px 16px 4px 0;text-align:start;vertical-align:top;font-weight:400;white-space:nowrap"><?php
									echo largesse_html( $label );
								?></th>
								<td style="padding:4px 0;vertical-align:top;font-weight:600"><?php echo largesse_html( $fact ); ?></td>
							</tr>
						<?php endforeach; ?>
					</table>
				<?php elseif ( 'list' === $part['kind'] ) : ?>
					<ul style="margin:0 0 16px;padding:0 0 0 24px">
						<?php foreach ( $part['entries'] as list( $text, $url ) ) : ?>
							<?php if ( '' === $url ) : ?>
								<li style="margin:0 0 8px"><?php echo largesse_html( $text ); ?></li>
							<?php else : ?>
								<li style="margin:0 0 8px">
									<a href="<?php echo largesse_html( $url ); ?>"><?php echo largesse_html( $text ); ?></a>
								</li>
							<?php endif; ?>
						<?php endforeach; ?>
					</ul>
				<?php elseif ( 'quote' === $part['kind'] ) : ?>
					<blockquote dir="auto"
						style="margin:0 0 16px;padding:0 0 0 16px;border-inline-start:3px solid #8c8c8c"><?php
						foreach ( $part['lines'] as $place => $line ) :
							?><?php if ( $place > 0 ) : ?><br><?php endif; ?><?php echo largesse_html( $line ); ?><?php
						endforeach;
					?></blockquote>
				<?php elseif ( 'button' === $part['kind'] ) : ?>
					<p style="margin:24px 0">
						<a href="<?php echo largesse_html( $part['url'] ); ?>"
							style="display:inline-block;padding:12px 24px;border-radius:8px;background:<?php
							echo esc_attr( $button[0] );
						?>;color:<?php echo esc_attr( $button[1] ); ?>;font-weight:600;text-decoration:none"><?php
							echo largesse_html( $part['text'] );
						?></a>
					</p>
				<?php elseif ( 'footer' === $part['kind'] ) : ?>
					<p style="margin:32px 0 0;padding:16px 0 0;border-top:1px solid #8c8c8c;font-size:14px"><?php
						echo largesse_html( $part['text'] );
					?><?php
						if ( '' !== $part['link'] ) :
							?><br><br><a href="<?php echo largesse_html( $part['url'] ); ?>"><?php
							echo largesse_html( $part['link'] );
							?></a><?php
						endif;
					?></p>
				<?php endif; ?>
			<?php endforeach; ?>
		</div>
	</body>
</html>
