<?php
declare( strict_types=1 );

namespace Largesse\Promises\Giving;

use Largesse\Foundation\Html\Template;

/** Notice with a link, in place of the form for a gift (GiftForm). */
final class GiveNotice {

	public function __construct(
		private readonly string $text,
		private readonly string $url,
		private readonly string $link
	) {}

	/** @param int $level Level of headings. The notice has none. */
	public function html( int $level ): string {
		return Template::render(
			'giving/give-notice',
			array(
				'text' => $this->text,
				'url'  => $this->url,
				'link' => $this->link,
			)
		);
	}
}
