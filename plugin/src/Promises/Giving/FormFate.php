<?php
declare( strict_types=1 );

namespace Largesse\Promises\Giving;

/** Fate of a form for a gift before a press of its button (architecture: Lost answers). */
enum FormFate {

	/** The form has made no gift yet. */
	case Fresh;

	/** The sender of this request has made a gift with the form. An account decides, or for guests the browser. */
	case SentByVisitor;

	/** Somebody else has made a gift with a copy of the form, which a broken cache has given to several guests. */
	case SentByOther;

	/** The service does not answer, so the form may have made a gift. */
	case Unknown;
}
