package eval

import (
	"fmt"

	"parley/checker/eval/scripted"
)

const groupMishaps = "Simulated failures"

// MishapRow is what came of one way in which the simulated model goes wrong.
type MishapRow struct {
	Mishap string `json:"mishap"`
	// Form says that the answer was not of the form asked for; Lie that it
	// claimed an agreement.
	Form  bool `json:"form,omitempty"`
	Lie   bool `json:"lie,omitempty"`
	Times int  `json:"times"`
	// An answer was repaired, left the score paused, or was Taken as it came,
	// within the rules. Completed is how often a scene was falsely won by it.
	Repaired  int `json:"repaired"`
	Paused    int `json:"paused"`
	Taken     int `json:"taken"`
	Completed int `json:"completed"`
}

// mishaps are in the order of scripted.Mishaps, those that happened.
func mishaps(judgments []Judgment) []MishapRow {
	rows := map[string]*MishapRow{}
	for _, j := range judgments {
		if j.Mishap == "" {
			continue
		}
		row := rows[j.Mishap]
		if row == nil {
			row = &MishapRow{}
			rows[j.Mishap] = row
		}
		row.Times++
		switch {
		case j.State != Judged:
			row.Paused++
		case j.Repaired:
			row.Repaired++
		default:
			row.Taken++
		}
		if j.Complete && !j.Label.Complete {
			row.Completed++
		}
	}
	var out []MishapRow
	for _, m := range scripted.Mishaps() {
		if row := rows[m.String()]; row != nil {
			row.Mishap, row.Form, row.Lie = m.String(), m.Form(), m.Lie()
			out = append(out, *row)
		}
	}
	return out
}

// simulated are the figures that only a model which is wrong by plan has.
func simulated(rows []MishapRow) []Figure {
	if len(rows) == 0 {
		return nil
	}
	forms, taken, times, won := 0, 0, 0, 0
	for _, r := range rows {
		if r.Form {
			forms, taken = forms+r.Times, taken+r.Taken
		}
		times, won = times+r.Times, won+r.Completed
	}
	return []Figure{
		number(groupMishaps, BadForm, "neither repaired nor paused", taken,
			fmt.Sprintf("%d answers of a wrong form", forms)).atMost(0).hard(),
		number(groupMishaps, MishapsWon, "scenes won by a wrong answer", won,
			fmt.Sprintf("%d wrong answers", times)).atMost(0).hard(),
	}
}
