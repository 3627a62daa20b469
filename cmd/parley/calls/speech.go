package calls

import (
	"fmt"
	"strconv"
	"strings"

	"parley/debrief"
	"parley/report"
)

// speech prints how the user spoke, each number with what it rests on.
func (p *printer) speech(s debrief.Speech) {
	p.part("How you spoke")
	share := fmt.Sprintf("%.1f of %.1f s", s.Share.UserS, s.Share.UserS+s.Share.CharacterS)
	rows := [][]string{
		number("talk share", s.Share.Number, percent, share),
		number("words a minute", s.WPM, whole, ""),
		number("pause before you answered", s.Pause, seconds, ""),
		number("longest turn", s.Longest, seconds, ""),
		number("questions", s.Questions, whole, ""),
		number("fillers", s.Fillers, whole, ""),
		number("times you cut in", s.Interruptions, whole, ""),
		number("times you were cut", s.Interrupted, whole, ""),
		number("words beside the character's", s.Backchannels, whole, ""),
		number("pause after push-back", s.AfterPushback, seconds, ""),
		number("pace after push-back", s.PaceAfterPushback, whole, ""),
	}
	var b strings.Builder
	report.Columns(&b, "  ", report.Words, rows)
	for line := range strings.Lines(b.String()) {
		p.line("%s", strings.TrimSuffix(line, "\n"))
	}
}

// How a value is written.
func percent(v float64) string { return strconv.FormatFloat(100*v, 'f', 0, 64) + " %" }
func whole(v float64) string   { return strconv.FormatFloat(v, 'f', 0, 64) }
func seconds(v float64) string { return strconv.FormatFloat(v, 'f', 2, 64) + " s" }

// hidden are the reasons for which a number is not shown, in words.
var hidden = map[string]string{
	debrief.HiddenTyped: "nothing was spoken", debrief.HiddenLanguage: "there is no rule for the language",
}

// number is a row: a name and what is known of it.
func number(name string, n debrief.Number, write func(float64) string, more string) []string {
	if n.V == nil {
		why, ok := hidden[n.Hidden]
		if !ok {
			why = fmt.Sprintf("n = %d, needs %d", n.N, n.MinN)
		}
		return []string{name, "not shown: " + why}
	}
	value := write(*n.V)
	if n.AtLeast {
		value = "at least " + value
	}
	about := []string{fmt.Sprintf("n = %d", n.N)}
	if more != "" {
		about = append(about, more)
	}
	if n.Low != nil && n.High != nil {
		about = append(about, write(*n.Low)+" to "+write(*n.High))
	}
	if n.Usual != nil {
		about = append(about, "usual "+write(n.Usual.Low)+" to "+write(n.Usual.High))
	}
	if n.Change != nil {
		sign := "+"
		if *n.Change < 0 {
			sign = ""
		}
		about = append(about, sign+write(*n.Change)+" against your own")
	}
	return []string{name, fmt.Sprintf("%s (%s)", value, strings.Join(about, ", "))}
}
