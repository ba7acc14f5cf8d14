<?php
/**
 * Notes of a release.
 *
 * @var string                      $version  Version of the release.
 * @var array<string, list<string>> $sections Notes by heading.
 *
 * @version eb4c7547
 */

declare( strict_types=1 );

defined( 'ABSPATH' ) || exit;
?>
<h4><?php echo esc_html( $version ); ?></h4>
<?php foreach ( $sections as $heading => $notes ) : ?>
	<p><strong><?php echo esc_html( $heading ); ?></strong></p>
	<ul>
		<?php foreach ( $notes as $note ) : ?>
			<li><?php echo esc_html( $note ); ?></li>
		<?php endforeach; ?>
	</ul>
<?php endforeach; ?>
