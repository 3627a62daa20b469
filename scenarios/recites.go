package scenarios

import "strings"

// Recites reports whether text is a line of the script, slots filled, other than
// the one that agrees.
func (u *Understudy) Recites(text string) bool {
	text = strings.TrimSpace(text)
	for _, line := range u.lines() {
		head, rest, slotted := strings.Cut(line, "{")
		if !slotted && text == line {
			return true
		}
		_, tail, closed := strings.Cut(rest, "}")
		if i := strings.LastIndex(tail, "}"); i >= 0 {
			tail = tail[i+1:]
		}
		if slotted && closed && len(text) >= len(head)+len(tail) && len(head)+len(tail) > 0 &&
			strings.HasPrefix(text, head) && strings.HasSuffix(text, tail) {
			return true
		}
	}
	return false
}
