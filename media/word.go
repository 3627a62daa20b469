package media

import "time"

// Word says when one word of a spoken segment has been said.
type Word struct {
	// TextEnd is the offset in bytes of the word's end in the segment's text.
	TextEnd int
	// End runs from the segment's first sample.
	End time.Duration
}
