<?php
declare( strict_types=1 );

namespace Largesse\Operation\Setup;

use Largesse\Foundation\Checks\CheckResult;
use Largesse\Foundation\Service\Client;
use Largesse\Foundation\Service\Settings;
use Largesse\Foundation\Service\SiteSignature;

/** Checks whether the service accepts the signatures of this site's requests (rules: Signed requests). */
final class SignatureCheck {

	public function __construct( private readonly Settings $settings, private readonly Client $client ) {}

	public function check(): CheckResult {
		$problem = $this->settings->explained_problem( Settings::SITE_KEY );
		$outcome = null === $problem && '' !== $this->settings->get( Settings::SITE_KEY ) ? $this->client->signature() : '';
		if ( 'accepted' === $outcome ) {
			return CheckResult::good(
				__( 'The site’s requests are signed', 'largesse' ),
				__( 'The service answers pages without a question back to this site.', 'largesse' )
			);
		}
		return CheckResult::recommended(
			__( 'The site’s requests are not signed', 'largesse' ),
			$problem ?? __( 'So the service asks this site about its account while a page waits. If many guests come at once, both may wait for each other, and gifts fail.', 'largesse' ),
			'late' === $outcome
				? __( 'Set the clocks of this server and of the service: they differ by more than a minute.', 'largesse' )
				: sprintf(
					/* translators: %d: a number of bytes. */
					__( 'Set SITE_KEY of the service and the site key under Settings → Largesse to the same random text of at least %d characters.', 'largesse' ),
					SiteSignature::MIN_KEY_BYTES
				)
		);
	}
}
