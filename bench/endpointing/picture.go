package endpointing

import (
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"

	"parley/report"
)

// before is what this measured of the rule there was until the estimate came
// (MinDelay 1.25 s, a full stop always believed), on the same sentences.
//
//go:embed testdata/before.json
var before []byte

// curveTable is the title of the table that Picture draws.
const curveTable = "delay against cut-ins"

// Picture draws the curves of a result beside those of the rule there was
// before: a panel for each recogniser, the point that calls have pointed out.
func Picture(r report.Result) (string, error) {
	var old report.Report
	if err := json.Unmarshal(before, &old); err != nil {
		return "", fmt.Errorf("read the curves of before: %w", err)
	}
	if len(old.Results) != 1 {
		return "", errors.New("read the curves of before: there is not one result")
	}
	var panels []report.Panel
	for i, result := range []report.Result{old.Results[0], r} {
		at := slices.IndexFunc(result.Tables, func(t report.Table) bool { return t.Title == curveTable })
		if at < 0 {
			return "", fmt.Errorf("draw the end of turns: %s has no curves", result.Name)
		}
		name := []string{"before", "now"}[i]
		for _, row := range result.Tables[at].Rows {
			p := slices.IndexFunc(panels, func(p report.Panel) bool { return p.Title == row[0] })
			if p < 0 {
				p, panels = len(panels), append(panels, report.Panel{Title: row[0]})
			}
			s := &panels[p].Series
			if len(*s) == 0 || (*s)[len(*s)-1].Name != name {
				*s = append(*s, report.Series{Name: name, Chosen: -1})
			}
			if err := add(&(*s)[len(*s)-1], row); err != nil {
				return "", err
			}
		}
	}
	return report.Curves("delay of an answer against pauses cut into", "p50 of the answer's delay, ms",
		"pauses under 1 s cut into, %", maxDrawn, maxCutDrawn, panels), nil
}

// maxDrawn and maxCutDrawn are the ends of the axes.
const maxDrawn, maxCutDrawn = 2000, 20

// add adds a row of curveTable to its series.
func add(s *report.Series, row []string) error {
	var v [3]float64
	for i, cell := range []string{row[1], row[2], row[4]} {
		var err error
		if v[i], err = strconv.ParseFloat(cell, 64); err != nil {
			return fmt.Errorf("draw the end of turns: %w", err)
		}
	}
	if v[0] == 1 {
		s.Chosen = len(s.X)
	}
	s.X, s.Y = append(s.X, v[1]), append(s.Y, v[2])
	return nil
}
