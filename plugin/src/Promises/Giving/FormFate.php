<?php
declare( strict_types=1 );

namespace Largesse\Promises\Giving;

/** Fate of a form for a gift after a press of its button (architecture: Lost answers). */
enum FormFate {

	/** The form has made no gift, or its gift was given back. */
	case Fresh;

	/**
	 * The sender of this request has made a gift with the form, by this press or an earlier one. An account decides, or
	 * for guests the browser.
	 */
	case SentByVisitor;

	/**
	 * The form has made a gift, but not, as far as the site knows, by the sender of this request. A broken cache has given
	 * copies of the form to several guests, the browser has lost its cookies, or the member has signed out.
	 */
	case SentByOther;

	/**
	 * The site does not recognize the form as one that it has made, for example because its salts have changed since. The
	 * service was not asked, so the form may have made a gift.
	 */
	case Unrecognized;

	/** The service does not answer, so the form may have made a gift. */
	case Unknown;
}
