package understudy

import (
	"slices"

	"parley"
)

// watch goes through a window of a conversation; see Follow.
func (sc *script) watch(turns []parley.Turn, previous int) State {
	w := watching{script: sc, seen: map[string]bool{}, missed: map[string]bool{}}
	for _, t := range turns {
		if t.Role == parley.User {
			w.hear(t.Text)
		} else {
			w.answered(t)
		}
	}
	st := State{Beat: w.beat, Complete: w.complete, Bad: w.ending != "", Ending: w.ending}
	switch {
	case w.complete:
		st.Progress = parley.MaxProgress
	case w.gain < 0:
		st.Progress = max(previous+w.gain, 0)
	default:
		st.Progress = min(max(previous+w.gain, w.progress), maxResisting)
	}
	for _, b := range sc.Beats {
		if w.seen[b.ID] {
			st.Heard = append(st.Heard, b.ID)
		}
	}
	return st
}

// watching reads the course of a scene off the character's lines.
type watching struct {
	*script
	seen      map[string]bool // beats taken within the window
	missed    map[string]bool // beats the character fished for and has not got
	user      []word          // the last user turn
	both      []word          // the last two
	gain      int             // of the last exchange
	owed      int             // what an apology would now give back
	progress  int             // of the window alone
	beat      string
	complete  bool
	ending    string
	lastDrops int
}

func (w *watching) hear(text string) {
	u := utterance(text)
	w.both, w.user = append(slices.Clone(w.user), u...), u
	w.gain, w.beat = 0, ""
	w.owed, w.lastDrops = w.lastDrops, 0
}

// answered finds the step a character turn answers. What the character set out
// to say counts, but an agreement only as far as it was heard.
func (w *watching) answered(t parley.Turn) {
	if w.complete || w.ending != "" {
		return
	}
	said := words(whole(t))
	if w.agreedIn(t.Text) {
		w.complete, w.beat = true, AgreeID
		return
	}
	for _, wrong := range w.Wrongs {
		closed := holds(said, words(w.endings[wrong.Ending]))
		if closed || anyHeld(said, wrong.Warn) {
			w.take(-wrong.Drop)
			w.lastDrops = wrong.Drop
			if closed {
				w.ending = wrong.Ending
			}
			return
		}
	}
	if w.owed > 0 && apology.in(w.user) {
		w.take(w.owed)
	}
	for i, b := range w.Beats {
		switch {
		case w.seen[b.ID]:
		case holds(said, words(b.Say[0])):
			w.step(i)
		case anyHeld(said, b.Ask), anyHeld(said, b.Part):
			w.missed[b.ID] = true
		}
	}
}

// step takes the i-th beat. The character answers only the last of several
// made in one breath; of the others, those it was known to miss are taken too.
func (w *watching) step(i int) {
	b := w.Beats[i]
	worth := b.Worth
	for _, other := range w.Beats[:i] {
		if w.missed[other.ID] && !w.seen[other.ID] && worth+other.Worth <= maxGain && w.made(other.All, w.user, w.both) {
			worth += other.Worth
			w.seen[other.ID] = true
		}
	}
	w.seen[b.ID], w.beat = true, b.ID
	w.take(worth)
}

func (w *watching) take(n int) {
	w.gain += n
	w.progress = min(max(w.progress+n, 0), maxResisting)
}

func anyHeld(said []string, lines []string) bool {
	return slices.ContainsFunc(lines, func(l string) bool { return holds(said, words(l)) })
}
