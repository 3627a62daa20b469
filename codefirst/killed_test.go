//go:build !race

// The children of these are killed at random instants, 50 times and more; what runs
// in one is what the tests beside it run under the race detector.

package codefirst_test

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"parley/codefirst"
	"parley/codefirst/scripted"
	"parley/llm"
	"parley/tool"
)

// childDir, if set, is where the child of a test keeps its journal and its effects.
const childDir = "PARLEY_CODEFIRST_CHILD"

const fiveTools = `
const a = await step({ name: 'a' })
const [b, c] = await Promise.all([step({ name: 'b' }), step({ name: 'c' })])
let d = 0
for (const n of [a, b, c]) d += n
const e = await step({ name: 'd', d })
const f = await step({ name: 'e', e })
return { action: 'done', success: true, result: [a, b, c, d, e, f].join(' ') }`

// append1 adds a line to a file, safe against the death of the process.
func append1(path, line string) error {
	f, err := os.OpenFile(path, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	_, err = f.WriteString(line + "\n")
	return errors.Join(err, f.Sync(), f.Close())
}

// step is a tool with an effect outside, which happens once for a key.
func step(t testing.TB, dir string) tool.Tool {
	return newTool(t, "step", func(_ context.Context, c tool.Call, args json.RawMessage) (any, error) {
		path := filepath.Join(dir, "effects")
		done, err := os.ReadFile(path)
		if err != nil && !errors.Is(err, os.ErrNotExist) {
			return nil, err
		}
		if !strings.Contains(string(done), c.Key+" ") {
			err = append1(path, c.Key+" "+string(args))
		} else {
			err = append1(filepath.Join(dir, "asked"), c.Key)
		}
		return len(c.Key), err
	}, tool.Repeatable())
}

// child runs the program, or goes on with it, and prints the result.
func TestChild(t *testing.T) {
	dir := os.Getenv(childDir)
	if dir == "" {
		return // it is not a test by itself
	}
	path := filepath.Join(dir, "journal")
	p := codefirst.Params{
		RunID: "run", Tools: tools(step(t, dir)), Models: []llm.Engine{scripted.New(fiveTools)},
	}
	if kept, err := os.ReadFile(path); err == nil {
		ended := strings.Index(string(kept), `{"run":"run","ended"`)
		if ended >= 0 { // it was killed before it could tell: replay makes the same of it
			kept = kept[:ended]
		}
		p.Snapshot, err = codefirst.ReadJournal(bytes.NewReader(kept))
		if err != nil && !errors.Is(err, codefirst.ErrSnapshot) {
			t.Fatal(err)
		}
	}
	p.Journal = func(e codefirst.Entry) error {
		line, err := json.Marshal(e)
		return errors.Join(err, append1(path, string(line)))
	}
	fmt.Println("begun")
	r, err := codefirst.Execute(t.Context(), p)
	if err != nil {
		t.Fatal(err)
	}
	fmt.Printf("result %s %v\n", r.Value, r.Err())
}

// run starts a child, kills it after so long if that is not 0, and is what it printed.
func run(t *testing.T, dir string, kill time.Duration) (string, time.Duration) {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), os.Args[0], "-test.run=^TestChild$")
	cmd.Env = append(os.Environ(), childDir+"="+dir)
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewReader(out)
	if _, err := lines.ReadString('\n'); err != nil {
		t.Fatal(err)
	}
	began := time.Now()
	if kill > 0 {
		time.AfterFunc(kill, func() { _ = cmd.Process.Kill() }) // it may have ended
	}
	text, _ := lines.ReadString('\n')
	took := time.Since(began)
	if _, err := io.Copy(io.Discard, lines); err != nil {
		t.Fatal(err)
	}
	_ = cmd.Wait() // it was killed
	return strings.TrimSpace(text), took
}

func TestProgramGoesOnAfterItsProcessWasKilled(t *testing.T) {
	want, took := run(t, t.TempDir(), 0)
	if !strings.HasPrefix(want, "result {") {
		t.Fatalf("the child says %q", want)
	}
	var tries, resumed, asked int
	for ; resumed < 50 && tries < 500; tries++ {
		dir := t.TempDir()
		instant := rand.N(took) + time.Microsecond
		if got, _ := run(t, dir, instant); got == want {
			continue // it was faster
		}
		resumed++
		if got, _ := run(t, dir, 0); got != want {
			t.Errorf("killed after %v, it ends with %q, want %q", instant, got, want)
		}
		effects, err := os.ReadFile(filepath.Join(dir, "effects"))
		if err != nil || strings.Count(string(effects), "\n") != 5 {
			t.Errorf("killed after %v, the effects are\n%s%v", instant, effects, err)
		}
		if again, err := os.ReadFile(filepath.Join(dir, "asked")); err == nil {
			asked += strings.Count(string(again), "\n")
		}
	}
	t.Logf("an undisturbed run takes %v; %d of %d were killed in time and resumed, %d calls were asked again by their key",
		took, resumed, tries, asked)
	if resumed < 50 {
		t.Errorf("only %d of %d runs were killed in time", resumed, tries)
	}
}
