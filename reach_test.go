package parley_test

import (
	"cmp"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"parley/report"
)

// reached is the first, in the order of the constants, who reaches a package.
type reached int

const (
	byServe reached = iota
	byBrowsers
	byCommands
	byMeasuring
	byTests
)

// budgets are the most lines of each, without tests: what there was when it was last
// looked at, rounded up. A commit that raises one says why; one that takes away lines
// lowers it. "Other commands" is what `parley` has beside `parley serve`, "measuring"
// what other programs have beside those: measure, and what fits weights or generates code.
var budgets = []struct {
	name string
	most int
}{
	byServe:     {"parley serve", 106_200},
	byBrowsers:  {"the page", 12_800},
	byCommands:  {"other commands", 10_600},
	byMeasuring: {"measuring", 12_100},
	byTests:     {"kits of tests", 9_700},
}

// TestLines holds what is reached to budgets; with -v it prints the lines of each room.
func TestLines(t *testing.T) {
	reach := reachedPackages(t)
	rooms, total := map[string][]int{}, make([]int, len(budgets))
	for path, n := range sourceFiles(t, ".go", ".ts", ".tsx") {
		if strings.HasSuffix(path, "_test.go") || strings.Contains(path, ".test.") {
			continue
		}
		room, _, inside := strings.Cut(filepath.ToSlash(path), "/")
		if !inside {
			room = "root"
		}
		if rooms[room] == nil {
			rooms[room] = make([]int, len(budgets))
		}
		by := reachedBy(reach, filepath.ToSlash(path))
		rooms[room][by] += n
		total[by] += n
	}
	t.Log("lines without tests, by the first who reaches them\n" + linesTable(rooms, total))
	for by, n := range total {
		if b := budgets[by]; n > b.most {
			t.Errorf("%d lines are reached by %s, at most %d: see docs/architecture.md", n, b.name, b.most)
		}
	}
}

// reachedPackages says of each package that a program reaches which is the first.
func reachedPackages(t *testing.T) map[string]reached {
	t.Helper()
	packages := map[string]goPackage{}
	for _, p := range listPackages(t) {
		packages[p.ImportPath] = p
	}
	reach := map[string]reached{}
	var visit func(path string, by reached)
	visit = func(path string, by reached) {
		if _, seen := reach[path]; seen || packages[path].ImportPath == "" {
			return
		}
		reach[path] = by
		for _, to := range packages[path].Imports {
			visit(to, by)
		}
	}
	visit("parley/cmd/parley/serve", byServe)
	visit("parley/cmd/parley", byCommands)
	for path, p := range packages {
		if p.Name == "main" { // measure, and what fits and generates
			visit(path, byMeasuring)
		}
	}
	return reach
}

// reachedBy is who reaches a file.
func reachedBy(reach map[string]reached, path string) reached {
	if filepath.Ext(path) != ".go" {
		if strings.Contains(path, "/testing/") || strings.Contains(path, "/e2e/") {
			return byTests
		}
		return byBrowsers
	}
	folder := strings.TrimSuffix("parley/"+path, "/"+filepath.Base(path))
	if by, ok := reach[folder]; ok {
		return by
	}
	return byTests
}

// linesTable has a row for each room, the largest first, and one for all.
func linesTable(rooms map[string][]int, total []int) string {
	sum := func(lines []int) (n int) {
		for _, by := range lines {
			n += by
		}
		return n
	}
	head := []string{""}
	for _, b := range budgets {
		head = append(head, b.name)
	}
	rows := [][]string{append(head, "all")}
	row := func(name string, lines []int) {
		cells := []string{name}
		for _, n := range append(slices.Clone(lines), sum(lines)) {
			cells = append(cells, strconv.Itoa(n))
		}
		rows = append(rows, cells)
	}
	names := make([]string, 0, len(rooms))
	for name := range rooms {
		names = append(names, name)
	}
	slices.SortFunc(names, func(a, b string) int { return cmp.Or(sum(rooms[b])-sum(rooms[a]), strings.Compare(a, b)) })
	for _, name := range names {
		row(name, rooms[name])
	}
	row("all", total)
	var b strings.Builder
	report.Columns(&b, "  ", report.Figures, rows)
	return b.String()
}
