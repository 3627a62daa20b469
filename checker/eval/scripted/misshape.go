package scripted

import (
	"strconv"
	"strings"

	"parley/checker"
)

// misshape writes the members of f as the model would whose mishap is m.
func misshape(m Mishap, f checker.Finding, members []member) string {
	right := object(members)
	switch m {
	case Prose:
		return "Sure! Looking at the newest turns, my judgment is this:\n" + right + "\nLet me know if you need anything else."
	case Fenced:
		return "```json\n" + right + "\n```"
	case SingleQuotes:
		return strings.ReplaceAll(right, `"`, "'")
	case TrailingCommas:
		return strings.TrimSuffix(right, "}") + ",}"
	case WrongTypes:
		return object(with(with(members, "progress_towards_goal", `"`+strconv.Itoa(f.Progress)+`"`), "is_goal_complete", `"false"`))
	case Eleven:
		return object(with(members, "progress_towards_goal", "11"))
	case OutOfTen:
		return object(with(members, "progress_towards_goal", `"7/10"`))
	case Empty:
		return ""
	case Megabyte:
		return strings.Repeat("Let me think about this step by step. ", 1<<20/38+1) + right
	case OtherLanguage:
		return "Der Charakter zögert noch, deshalb würde ich den Fortschritt bei " + strconv.Itoa(f.Progress) + " sehen."
	case OtherKeys:
		return strings.NewReplacer("is_goal_complete", "ziel_erreicht", "progress_towards_goal", "fortschritt",
			"is_bad_ending_triggered", "schlechtes_ende").Replace(right)
	case Truncated:
		return right[:len(right)*2/3]
	default: // the form is right
		return right
	}
}

// with is members with another value of one key.
func with(members []member, key, value string) []member {
	out := make([]member, len(members))
	for i, m := range members {
		if m.key == key {
			m.value = value
		}
		out[i] = m
	}
	return out
}
