package turn

import "slices"

// draft is the newest interim transcript of an utterance whose final is still
// to come.
type draft struct {
	utterance uint64
	text      string
}

// drafts are those of a turn, in the order of their utterances. Methods return
// changed copies.
type drafts []draft

// with takes an interim transcript and reports whether it says anything new.
func (d drafts) with(utterance uint64, text string) (drafts, bool) {
	i, known := slices.BinarySearchFunc(d, utterance, func(x draft, u uint64) int { return int(x.utterance) - int(u) })
	switch {
	case !known && text == "", known && d[i].text == text:
		return d, false
	case known:
		d = slices.Clone(d)
		d[i].text = text
		return d, true
	}
	return slices.Insert(slices.Clone(d), i, draft{utterance, text}), true
}

// split parts the drafts of utterances up to upto from those after it.
func (d drafts) split(upto uint64) (until, after drafts) {
	i := 0
	for i < len(d) && d[i].utterance <= upto {
		i++
	}
	return d[:i:i], d[i:]
}

// of is what is known of one utterance.
func (d drafts) of(utterance uint64) string {
	for _, x := range d {
		if x.utterance == utterance {
			return x.text
		}
	}
	return ""
}

func (d drafts) text() (text string) {
	for _, x := range d {
		text = Join(text, x.text)
	}
	return text
}
