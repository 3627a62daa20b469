package assistant

import (
	"regexp"
	"strings"
)

// claims lets pass what a model says, but no claim of something done that was not:
// clause by clause, as those are what is spoken. It is a guard, not a judge: what it
// takes for a claim is left out, and the answer's end then says that nothing was
// changed.
type claims struct {
	// did reports whether anything was done in this turn.
	did     func() bool
	held    string
	dropped bool
	outside bool
}

// deed are the words for what tools do, abroad for what nothing here can do.
const (
	deed = `(?:added|created|put|completed|finished|marked|checked|deleted|removed|updated|changed|moved|renamed|rescheduled|` +
		`set|scheduled|saved|noted|remembered|stored|recorded|cancell?ed|reminded|cleared|imported)`
	abroad = `(?:booked|reserved|purchased|bought|paid|sent|e-?mailed|called|phoned|messaged|texted|ordered)`
	agreed = `(?:okay|ok|sure|great|perfect|all right|alright|done|got it)`
)

// claimOf matches a clause that says that something of what is done has been.
func claimOf(done string, more ...string) *regexp.Regexp {
	forms := append([]string{
		`\b(?:i|we)(?:'ve|’ve| have)?\s+(?:(?:just|already|now|also|successfully|gone ahead and)\s+)*` + done + `\b`,
		`\b(?:has|have) (?:now |just |already )?been (?:successfully )?` + done + `\b`,
		`^\W*` + agreed + `?\W*` + done + `\b`,
	}, more...)
	return regexp.MustCompile(`(?i)` + strings.Join(forms, "|"))
}

var (
	claimHere = claimOf(deed, `^\W*(?:all )?done\b`, `\bi(?:'ll|’ll| will) remind you\b`, `\breminder (?:is )?set\b`,
		`\b(?:is|are) (?:now |already )?(?:on your (?:task |to-?do )?list|marked|all set|done|saved|scheduled)\b`)
	claimAbroad = claimOf(abroad, `\b(?:is|are) (?:now |already )?(?:booked|reserved|paid|ordered)\b`)
	// denied is in clauses that claim nothing: denials, conditions, questions.
	denied = regexp.MustCompile(`(?i)\b(?:not|never|cannot|no|nothing|(?:ca|could|have|has|did|wo|is|are)n['’]t|` +
		`can['’]t|if|once|when|until|shall|should|would)\b|\?\s*$`)
)

// clauseEnds end a clause, in speech and in print.
const clauseEnds = ".!?;:,\n"

// Write takes the next piece and returns what may be said.
func (c *claims) Write(text string) string {
	c.held += text
	var out strings.Builder
	for {
		i := clauseEnd(c.held)
		if i < 0 {
			return out.String()
		}
		out.WriteString(c.pass(c.held[:i]))
		c.held = c.held[i:]
	}
}

// clauseEnd is where the first clause of text ends, with its mark and the space
// after it, by which a segmenter knows that it has ended, or -1: a mark counts before
// a space alone, as "10:30" and "4.5" are no ends.
func clauseEnd(text string) int {
	for i := range text {
		if strings.IndexByte(clauseEnds, text[i]) < 0 {
			continue
		}
		if text[i] == '\n' {
			return i + 1
		}
		if i+1 < len(text) && (text[i+1] == ' ' || text[i+1] == '\n') {
			return i + 2
		}
	}
	return -1
}

// pass is a clause, or "" for a claim of what was not done.
func (c *claims) pass(clause string) string {
	switch {
	case denied.MatchString(clause):
	case claimAbroad.MatchString(clause):
		c.dropped, c.outside = true, true
		return ""
	case claimHere.MatchString(clause) && !c.did():
		c.dropped = true
		return ""
	}
	return clause
}

// Flush returns the rest, and what is true in the place of what was left out.
func (c *claims) Flush() string {
	out := c.pass(c.held)
	c.held = ""
	switch {
	case c.outside:
		out += " I cannot book, pay or send anything myself; I can put it on your list."
	case c.dropped:
		out += " I have not changed anything just now."
	}
	return out
}

// reset begins anew: what was written was taken back.
func (c *claims) reset() { c.held, c.dropped, c.outside = "", false, false }
