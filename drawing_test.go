package parley_test

import (
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"
)

// maxFiles is how many files, tests aside, a package may have: more is no room a
// newcomer sees at a glance.
const maxFiles = 20

// A room of the drawing: a row of the table of layers.
type drawnRoom struct {
	name            string
	files, packages int
	imports         map[string]bool
	level           int // 0 imports nothing of ours
}

// TestRooms holds packages to maxFiles and the rooms to a graph without circles,
// and docs/pictures/imports.svg to that graph.
func TestRooms(t *testing.T) {
	rooms := map[string]*drawnRoom{}
	for _, p := range listPackages(t) {
		if n := len(p.GoFiles) + len(p.CgoFiles); n > maxFiles {
			t.Errorf("%s has %d files, at most %d", p.ImportPath, n, maxFiles)
		}
		folder, _ := folderOf(p.ImportPath)
		if isKit(p.ImportPath) {
			continue
		}
		r := rooms[folder]
		if r == nil {
			r = &drawnRoom{name: folder, imports: map[string]bool{}, level: -1}
			rooms[folder] = r
		}
		r.files += len(p.GoFiles) + len(p.CgoFiles)
		r.packages++
		for _, to := range p.Imports {
			if target, ours := folderOf(to); ours && target != folder && !isKit(to) {
				r.imports[target] = true
			}
		}
	}
	for name := range rooms {
		setLevel(t, rooms, name, nil)
	}
	const picture = "docs/pictures/imports.svg"
	want := drawRooms(rooms)
	if is, err := os.ReadFile(picture); err == nil && string(is) == want {
		return
	}
	if !*update {
		t.Fatalf("%s is not the graph of today: run go test -run TestRooms -update .", picture)
	}
	if err := os.WriteFile(picture, []byte(want), 0o644); err != nil {
		t.Fatal(err)
	}
}

// setLevel puts a room one level above the highest it imports.
func setLevel(t *testing.T, rooms map[string]*drawnRoom, name string, path []string) int {
	t.Helper()
	if slices.Contains(path, name) {
		t.Fatalf("a circle of rooms: %s", strings.Join(append(path, name), " -> "))
	}
	r := rooms[name]
	if r.level >= 0 {
		return r.level
	}
	level := 0
	for to := range r.imports {
		level = max(level, 1+setLevel(t, rooms, to, append(slices.Clone(path), name)))
	}
	r.level = level
	return level
}

// direct are the imports of a room that none of its other imports brings along.
func direct(rooms map[string]*drawnRoom, r *drawnRoom) []string {
	var reach func(from, to string) bool
	reach = func(from, to string) bool {
		for next := range rooms[from].imports {
			if next == to || reach(next, to) {
				return true
			}
		}
		return false
	}
	var out []string
	for _, to := range slices.Sorted(maps.Keys(r.imports)) {
		if !slices.ContainsFunc(slices.Collect(maps.Keys(r.imports)), func(via string) bool { return via != to && reach(via, to) }) {
			out = append(out, to)
		}
	}
	return out
}

// drawRooms draws the rooms, those that import nothing at the bottom, with an
// arrow's worth of a line to each room they import directly.
func drawRooms(rooms map[string]*drawnRoom) string {
	const width, height, gapX, gapY, margin = 132, 40, 14, 34, 16
	byLevel := map[int][]*drawnRoom{}
	top, most := 0, 0
	for _, name := range slices.Sorted(maps.Keys(rooms)) {
		r := rooms[name]
		byLevel[r.level] = append(byLevel[r.level], r)
		top, most = max(top, r.level), max(most, len(byLevel[r.level]))
	}
	type point struct{ x, y int }
	at := map[string]point{}
	total := most*(width+gapX) - gapX
	for level, row := range byLevel {
		left := margin + (total-(len(row)*(width+gapX)-gapX))/2
		for i, r := range row {
			at[r.name] = point{left + i*(width+gapX), margin + (top-level)*(height+gapY)}
		}
	}
	var lines, boxes strings.Builder
	for _, name := range slices.Sorted(maps.Keys(rooms)) {
		r, from := rooms[name], at[name]
		for _, to := range direct(rooms, r) {
			fmt.Fprintf(&lines, "<line x1=\"%d\" y1=\"%d\" x2=\"%d\" y2=\"%d\"/>\n",
				from.x+width/2, from.y+height, at[to].x+width/2, at[to].y)
		}
		shown := name
		if shown == "root" {
			shown = "parley (root)"
		}
		fmt.Fprintf(&boxes, "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" rx=\"6\"/>\n", from.x, from.y, width, height)
		fmt.Fprintf(&boxes, "<text x=\"%d\" y=\"%d\" class=\"name\">%s</text>\n", from.x+width/2, from.y+18, shown)
		size := fmt.Sprintf("%d files", r.files)
		if r.packages > 1 {
			size += fmt.Sprintf(", %d packages", r.packages)
		}
		fmt.Fprintf(&boxes, "<text x=\"%d\" y=\"%d\">%s</text>\n", from.x+width/2, from.y+33, size)
	}
	w, h := total+2*margin, 2*margin+top*(height+gapY)+height
	return fmt.Sprintf(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" width="%d" height="%d">
<style>rect{fill:#f4f1ea;stroke:#8a8272}line{stroke:#b9b1a1;stroke-width:1}
text{font:11px sans-serif;fill:#5d574a;text-anchor:middle}.name{font:bold 12px sans-serif;fill:#262219}</style>
<rect x="0" y="0" width="%d" height="%d" style="fill:#fff;stroke:none"/>
%s%s</svg>
`, w, h, w, h, w, h, lines.String(), boxes.String())
}
