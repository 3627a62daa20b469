package report

import (
	"encoding/json"
	"fmt"
	"os"
	"slices"
)

// Result is what one measurement found.
type Result struct {
	// Name is the measurement's, such as "latency"; Title says in a few words
	// what was measured.
	Name  string `json:"name"`
	Title string `json:"title"`
	// Figures are in the order they are shown.
	Figures []Figure `json:"figures"`
	// Tables show what figures alone do not, such as a curve.
	Tables []Table `json:"tables,omitempty"`
	// Notes are whole sentences on what the figures do not say.
	Notes []string `json:"notes,omitempty"`
}

// Table is text in columns.
type Table struct {
	Title string     `json:"title"`
	Head  []string   `json:"head"`
	Rows  [][]string `json:"rows"`
}

// Report is one run of measurements and what it ran on.
type Report struct {
	// Go and CPUs are the toolchain and the number of processors.
	Go   string `json:"go"`
	CPUs int    `json:"cpus"`
	// Short is set when fewer samples were taken than the targets ask for.
	Short   bool     `json:"short"`
	Results []Result `json:"results"`
}

// Marked names the figures of a mark, such as Fail.
func (r Report) Marked(mark string) []string {
	var names []string
	for _, result := range r.Results {
		for _, f := range result.Figures {
			if f.Mark(r.Short) == mark {
				names = append(names, result.Name+": "+f.Name)
			}
		}
	}
	return names
}

// find is the figure of that measurement and name.
func (r Report) find(result, name string) (Figure, bool) {
	for _, res := range r.Results {
		if res.Name != result {
			continue
		}
		if i := slices.IndexFunc(res.Figures, func(f Figure) bool { return f.Name == name }); i >= 0 {
			return res.Figures[i], true
		}
	}
	return Figure{}, false
}

// Regression is a figure that has got worse, or is gone.
type Regression struct {
	Result   string
	Was, Now Figure
	Gone     bool
}

// String is the regression in one line.
func (r Regression) String() string {
	if r.Gone {
		return fmt.Sprintf("%s: %s is not measured any more; it was %s", r.Result, r.Was.Name, r.Was)
	}
	return fmt.Sprintf("%s: %s is %s, %.2f times worse than %s", r.Result, r.Was.Name, r.Now, r.Now.Ratio(r.Was), r.Was)
}

// Compare finds what has got worse than the baseline; see Figure.Worse. Only
// measurements that are in both count, so a part can be held to a baseline of
// everything, and a brief report may lack figures of a full one. Figures the
// baseline lacks are new and cannot be worse.
func (r Report) Compare(baseline Report) []Regression {
	var found []Regression
	for _, result := range baseline.Results {
		if !slices.ContainsFunc(r.Results, func(now Result) bool { return now.Name == result.Name }) {
			continue
		}
		for _, was := range result.Figures {
			now, ok := r.find(result.Name, was.Name)
			if !ok && r.Short && !baseline.Short {
				continue
			}
			if !ok || now.Worse(was) {
				found = append(found, Regression{result.Name, was, now, !ok})
			}
		}
	}
	return found
}

// Write keeps the report as JSON in a file.
func (r Report) Write(path string) error { return WriteJSON(path, r, "  ") }

// Read reads what Write wrote.
func Read(path string) (Report, error) { return ReadJSON[Report](path) }

// WriteJSON keeps any report in a file, on one line if indent is empty.
func WriteJSON(path string, report any, indent string) error {
	b, err := json.Marshal(report)
	if indent != "" {
		b, err = json.MarshalIndent(report, "", indent)
	}
	if err == nil {
		err = os.WriteFile(path, append(b, '\n'), 0o644)
	}
	if err != nil {
		return fmt.Errorf("keep the report: %w", err)
	}
	return nil
}

// ReadJSON reads what WriteJSON wrote.
func ReadJSON[T any](path string) (T, error) {
	var r T
	b, err := os.ReadFile(path)
	if err != nil {
		return r, fmt.Errorf("read report: %w", err)
	}
	if err := json.Unmarshal(b, &r); err != nil {
		return r, fmt.Errorf("read report %s: %w", path, err)
	}
	return r, nil
}
