<?php
/**
 * Exported page that shows a registry. The page runs no scripts and loads no other files, so pictures are links.
 *
 * The page also contains the registry as JSON, for an import.
 *
 * @var string                     $language Language of the page, such as `de-DE`.
 * @var string                     $title    Title of the registry.
 * @var array<string>              $facts    Occasion and date.
 * @var string                     $story    Story as plain text; may be empty.
 * @var list<array<string, mixed>> $about    What is good to know about people: `text` and `person` (null for the
 *      registry's own text).
 * @var list<array<string, mixed>> $lists    Wishes: `heading` and `wishes`, each with `name`, `url`, `facts`,
 *      `description`, `picture`. The first list has no heading.
 * @var list<array<string, mixed>> $gifts    Gifts: `wish`, `facts`, `message`.
 * @var string                     $element  Id of the element with the data.
 * @var string                     $json     The data as JSON without `<`, `>` and `&`.
 *
 * @version 956e0c51
 */

declare( strict_types=1 );

defined( 'ABSPATH' ) || exit;
?>
<!DOCTYPE html>
<html lang="<?php echo largesse_html( $language ); ?>">
	<head>
		<meta charset="utf-8">
		<meta http-equiv="Content-Security-Policy"
			content="default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'">
		<meta name="viewport" content="width=device-width, initial-scale=1">
		<meta name="referrer" content="no-referrer">
		<meta name="robots" content="noindex">
		<title><?php echo largesse_html( $title ); ?></title>
		<style>
			body { max-width: 48rem; margin: 2rem auto; padding: 0 1rem; font: 1rem/1.5 system-ui, sans-serif }
			body { color: #1c1a18; background: #fff }
			h1, h2, h3 { line-height: 1.2; overflow-wrap: anywhere }
			ol, ul { list-style: none; padding: 0 }
			ol > li { border-block-start: 1px solid #ccc; padding-block: .75rem; break-inside: avoid }
			p { margin: .25rem 0; overflow-wrap: anywhere }
			.story, blockquote { white-space: pre-line }
			.facts { color: #555 }
			.facts span:not(:last-child)::after { content: " · " }
			a { color: inherit }
			@media print {
				a[href]::after { content: " (" attr(href) ")"; font-size: .8em; overflow-wrap: anywhere }
			}
		</style>
	</head>
	<body>
		<header>
			<h1 dir="auto"><?php echo largesse_html( $title ); ?></h1>
			<?php if ( $facts ) : ?>
				<p class="facts"><?php foreach ( $facts as $fact ) : ?><span><bdi><?php
					echo largesse_html( $fact );
				?></bdi></span><?php endforeach; ?></p>
			<?php endif; ?>
			<?php if ( '' !== $story ) : ?>
				<p class="story" dir="auto"><?php echo largesse_html( $story ); ?></p>
			<?php endif; ?>
			<?php foreach ( $about as $one ) : ?>
				<?php if ( null !== $one['person'] ) : ?>
					<p><strong><bdi><?php echo largesse_html( $one['person'] ); ?></bdi></strong></p>
				<?php endif; ?>
				<p class="story" dir="auto"><?php echo largesse_html( $one['text'] ); ?></p>
			<?php endforeach; ?>
		</header>
		<main>
			<h2><?php esc_html_e( 'Wishes', 'largesse' ); ?></h2>
			<?php foreach ( $lists as $place => $list ) : ?>
				<?php if ( $place > 0 ) : ?>
					<h3 dir="auto"><?php echo largesse_html( $list['heading'] ); ?></h3>
				<?php endif; ?>
				<ol>
					<?php foreach ( $list['wishes'] as $wish ) : ?>
						<li>
							<?php if ( '' === $wish['url'] ) : ?>
								<h3 dir="auto"><?php echo largesse_html( $wish['name'] ); ?></h3>
							<?php else : ?>
								<h3 dir="auto">
									<a href="<?php echo largesse_html( $wish['url'] ); ?>"
										rel="noreferrer noopener nofollow"><?php echo largesse_html( $wish['name'] ); ?></a>
								</h3>
							<?php endif; ?>
							<?php if ( $wish['facts'] ) : ?>
								<p class="facts"><?php foreach ( $wish['facts'] as $fact ) : ?><span><bdi><?php
									echo largesse_html( $fact );
								?></bdi></span><?php endforeach; ?></p>
							<?php endif; ?>
							<?php if ( '' !== $wish['description'] ) : ?>
								<p class="story" dir="auto"><?php echo largesse_html( $wish['description'] ); ?></p>
							<?php endif; ?>
							<?php if ( '' !== $wish['picture'] ) : ?>
								<p>
									<a href="<?php echo largesse_html( $wish['picture'] ); ?>"
										rel="noreferrer noopener nofollow"><?php esc_html_e( 'Picture', 'largesse' ); ?></a>
								</p>
							<?php endif; ?>
						</li>
					<?php endforeach; ?>
				</ol>
			<?php endforeach; ?>
			<?php if ( $gifts ) : ?>
				<h2><?php esc_html_e( 'Gifts', 'largesse' ); ?></h2>
				<ol>
					<?php foreach ( $gifts as $gift ) : ?>
						<li>
							<h3 dir="auto"><?php echo largesse_html( $gift['wish'] ); ?></h3>
							<?php if ( $gift['facts'] ) : ?>
								<p class="facts"><?php foreach ( $gift['facts'] as $fact ) : ?><span><bdi><?php
									echo largesse_html( $fact );
								?></bdi></span><?php endforeach; ?></p>
							<?php endif; ?>
							<?php if ( '' !== $gift['message'] ) : ?>
								<blockquote dir="auto"><?php echo largesse_html( $gift['message'] ); ?></blockquote>
							<?php endif; ?>
						</li>
					<?php endforeach; ?>
				</ol>
			<?php endif; ?>
		</main>
		<script type="application/json"
			id="<?php echo esc_attr( $element ); ?>"><?php largesse_print_html( $json ); ?></script>
	</body>
</html>
