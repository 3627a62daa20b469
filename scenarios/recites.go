package scenarios

import "strings"

// Recites reports whether text is a line of the script, slots filled, other than
// the one that agrees; or one to which code has added, or the beginning of a message of
// code's: "Done." is then no yes to the goal.
func (u *Understudy) Recites(text string) bool {
	text = strings.TrimSpace(text)
	var all strings.Builder
	for _, code := range u.Codes() {
		all.WriteString(code)
	}
	if text != "" && strings.Contains(all.String(), ">"+text) {
		return true
	}
	for _, line := range u.lines() {
		head, rest, slotted := strings.Cut(line, "{")
		if !slotted && (text == line || all.Len() > 0 && strings.HasPrefix(text, line+" ")) {
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
