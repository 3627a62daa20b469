package codefirst_test

import (
	"context"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"parley/codefirst"
	"parley/tool"
)

// The guide's table of what the specification says names tests that exist, for every
// statement.
func TestStatementsHaveTests(t *testing.T) {
	guide, err := os.ReadFile("../docs/codefirst.md")
	if err != nil {
		t.Fatal(err)
	}
	_, table, found := strings.Cut(string(guide), "| heading | statement | test |\n|---|---|---|\n")
	if !found {
		t.Fatal("the guide has no table")
	}
	have := make(map[string]bool)
	declares := regexp.MustCompile(`(?m)^func ((?:Test|Example)\w*)\(`)
	for _, root := range []string{".", "../tool"} {
		err := filepath.WalkDir(root, func(path string, _ fs.DirEntry, err error) error {
			if err != nil || !strings.HasSuffix(path, "_test.go") {
				return err
			}
			text, err := os.ReadFile(path)
			for _, m := range declares.FindAllStringSubmatch(string(text), -1) {
				have[m[1]] = true
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	rows := 0
	names := regexp.MustCompile("`((?:Test|Example)\\w*)`")
	for line := range strings.Lines(table) {
		cells := strings.Split(strings.Trim(line, "| \n"), " | ")
		if !strings.HasPrefix(line, "|") {
			break
		}
		rows++
		tests := names.FindAllStringSubmatch(cells[len(cells)-1], -1)
		if len(tests) == 0 {
			t.Errorf("no test: %s", line)
		}
		for _, m := range tests {
			if !have[m[1]] {
				t.Errorf("there is no %s: %s", m[1], line)
			}
		}
	}
	if rows < 50 {
		t.Errorf("%d statements, want 50", rows)
	}
}

func TestEveryTraceIsLeft(t *testing.T) {
	seen := make(map[codefirst.TraceKind]bool)
	hooks := codefirst.Hooks{OnTrace: func(tr codefirst.Trace) { seen[tr.Kind] = true }}
	one := &counted{}
	thinks := newTool(t, "thinks", func(context.Context, tool.Call, json.RawMessage) (any, error) {
		return nil, &codefirst.ThinkAgain{Reason: "look"}
	})
	execute(t, codefirst.Params{
		Chat: &room{transcript: said("hi")}, Hooks: hooks, Loop: 5, Tools: tools(newTool(t, "one", one.run), thinks),
		Objects: []codefirst.Object{{
			Name: "o", Properties: []codefirst.Property{{Name: "p", Value: json.RawMessage("1"), Writable: true}},
		}},
	}, "const = 1", "// a plan\nconsole.log('x')\no.p = 2\nyield <Message>Hi</Message>\nawait one()\nthrow new Error('x')",
		"await thinks()", "return { action: 'listen' }")
	ctx, cancel := context.WithCancelCause(t.Context())
	cancel(errors.New("cut"))
	cut, err := codefirst.Execute(ctx, codefirst.Params{Models: models(&gated{first: "return 1"})})
	if err != nil {
		t.Fatal(err)
	}
	for _, tr := range cut.LastIteration().Traces {
		seen[tr.Kind] = true
	}
	for _, kind := range []codefirst.TraceKind{
		codefirst.TraceModelStarted, codefirst.TraceFirstToken, codefirst.TraceModelDone,
		codefirst.TraceInvalidCode, codefirst.TraceComment,
		codefirst.TraceExecution, codefirst.TraceException, codefirst.TraceToolCall, codefirst.TraceYield, codefirst.TraceLog,
		codefirst.TraceProperty, codefirst.TraceThink, codefirst.TraceAbort,
	} {
		if !seen[kind] {
			t.Errorf("no %s", kind)
		}
	}
}

func TestSlowToolIsTraced(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		slow := newTool(t, "slow", func(ctx context.Context, _ tool.Call, _ json.RawMessage) (any, error) {
			select {
			case <-time.After(codefirst.SlowTool + time.Second):
			case <-ctx.Done():
			}
			return 1, nil
		}, tool.WithTimeout(time.Minute))
		r, _ := execute(t, codefirst.Params{Tools: tools(slow), Exits: number(t)}, "return { action: 'answer', value: await slow() }")
		var kinds []codefirst.TraceKind
		for _, tr := range r.LastIteration().Traces {
			kinds = append(kinds, tr.Kind)
		}
		if !r.Success() || !slices.Contains(kinds, codefirst.TraceToolSlow) {
			t.Errorf("traces %v, %v", kinds, r.Err())
		}
	})
}
