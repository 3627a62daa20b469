package examples

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"parley/codefirst"
	"parley/codefirst/sandbox"
	"parley/codefirst/scripted"
	"parley/tool"
	"parley/tool/schema"
)

func webSearch(ctx context.Context, s *Stage) error {
	s.says("Who won the race?")
	type query struct {
		Text  string `json:"text"`
		Count int    `json:"count" jsonschema:"how many results [minimum=1 maximum=10]"`
	}
	asked := 0
	search := must(tool.New("search", "Searches the web.", func(_ context.Context, _ tool.Call, in query) ([]string, error) {
		asked = in.Count
		return []string{"https://example.com/race", "https://example.com/weather"}, nil
	}, tool.ReadOnly(), tool.Static(map[string]any{"count": 10})))
	browse := must(tool.New("browse", "Reads a page.", func(_ context.Context, _ tool.Call, in struct {
		URL string `json:"url"`
	},
	) (string, error) {
		return "The race: Ann won. (" + in.URL + ")", nil
	}, tool.ReadOnly()))
	r, err := s.run(ctx, codefirst.Params{Chat: s, Tools: []tool.Tool{search, browse}}, script("web_search"))
	if err != nil {
		return err
	}
	return errors.Join(r.Err(), want(asked == 10, "the count is frozen, is %d", asked),
		want(s.texts() == "Ann won the race.", "the user sees: %q", s.texts()))
}

func variables(ctx context.Context, s *Stage) error {
	type person struct {
		Name string `json:"name"`
		Age  int    `json:"age"`
	}
	ann := person{"Ann", 30}
	user := func(_ context.Context, _ *codefirst.Run, p *codefirst.Params) error {
		age := must(codefirst.Prop("age", "", ann.Age, true))
		age.Schema = must(schema.Parse(json.RawMessage(`{"type":"integer","minimum":0,"maximum":120}`)))
		p.Objects = []codefirst.Object{{
			Name: "user", Description: "Who is talked with.",
			Properties: []codefirst.Property{
				must(codefirst.Prop("id", "", 7, false)), must(codefirst.Prop("name", "", ann.Name, true)), age,
			},
			Save: func(_ context.Context, changes []codefirst.Mutation) error {
				var errs []error
				for _, m := range changes {
					errs = append(errs, json.Unmarshal(m.After, map[string]any{"name": &ann.Name, "age": &ann.Age}[m.Property]))
				}
				return errors.Join(errs...)
			},
		}}
		return nil
	}
	profile := must(codefirst.NewExit[person]("profile", ""))
	r, err := s.run(ctx, codefirst.Params{Refresh: user, Exits: []codefirst.Exit{profile.Exit}}, script("variables"))
	if err != nil {
		return err
	}
	first, second := r.Iterations[0].Err, r.Iterations[1].Err
	out, err := profile.Output(r)
	return errors.Join(err,
		want(first != nil && strings.Contains(first.Error(), "Invalid value for Object property user.age"), "the error is %v", first),
		want(second != nil && strings.Contains(second.Error(), "Property user.id is read-only"), "the id cannot be written: %v", second),
		want(out == person{"Bea", 31}, "the profile is %v", out),
		want(ann == out, "the changes are kept once it went well: %v", ann),
		want(len(r.LastIteration().Mutations) == 2, "both changes are tracked: %v", r.LastIteration().Mutations))
}

func workerMinimal(ctx context.Context, s *Stage) error {
	sum := must(codefirst.NewExit[int]("done", ""))
	r, err := s.run(ctx, codefirst.Params{
		Instructions: "Add up the numbers from 14 to 1078 that 3, 9 or 5 divides.",
		Exits:        []codefirst.Exit{sum.Exit},
	}, script("worker_minimal"))
	if err != nil {
		return err
	}
	n, err := sum.Output(r)
	return errors.Join(err, want(n == 271575, "the sum is %d", n))
}

func workerFiles(ctx context.Context, s *Stage) error {
	files := map[string]string{"notes.txt": "buy milk"}
	type file struct {
		Path string `json:"path"`
		Text string `json:"text,omitempty"`
	}
	disk := codefirst.Object{Name: "fs", Description: "Files.", Tools: []tool.Tool{
		must(tool.New("list", "Lists the paths.", func(context.Context, tool.Call, struct{}) ([]string, error) {
			return slices.Sorted(maps.Keys(files)), nil
		}, tool.ReadOnly())),
		must(tool.New("read", "Reads a file.", func(_ context.Context, _ tool.Call, in file) (string, error) {
			text, ok := files[in.Path]
			if !ok {
				return "", fmt.Errorf("there is no file %q", in.Path)
			}
			return text, nil
		}, tool.ReadOnly())),
		must(tool.New("write", "Writes a file.", func(_ context.Context, _ tool.Call, in file) (bool, error) {
			files[in.Path] = in.Text
			return true, nil
		})),
	}}
	r, err := s.run(ctx, codefirst.Params{Objects: []codefirst.Object{disk}}, script("worker_fs"))
	if err != nil {
		return err
	}
	out, err := codefirst.Done.Output(r)
	return errors.Join(err, want(out.Success && out.Result == "- buy milk", "the file is read back: %v", out),
		want(files["todo.md"] == "- buy milk", "the file is written: %v", files))
}

// errUser is why an example is aborted.
var errUser = errors.New("the user hung up")

func sandboxAbort(ctx context.Context, s *Stage) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	stopped := false
	wait := must(tool.New("wait", "Waits for an hour.", func(ctx context.Context, _ tool.Call, _ struct{}) (bool, error) {
		cancel(errUser)
		<-ctx.Done()
		stopped = true // Execute returns after the tool has
		return false, context.Cause(ctx)
	}, tool.WithTimeout(time.Hour)))
	r, err := s.run(ctx, codefirst.Params{Tools: []tool.Tool{wait}}, script("sandbox"))
	if err != nil {
		return err
	}
	return errors.Join(want(stopped, "the tool is told"), want(errors.Is(r.Err(), errUser), "the reason is kept: %v", r.Err()),
		want(r.LastIteration().Status == codefirst.Aborted, "the status is %s", r.LastIteration().Status))
}

func snapshot(ctx context.Context, s *Stage) error {
	asked := 0
	longTask := must(tool.New("longTask", "Takes days.", func(context.Context, tool.Call, struct{}) (map[string][]int, error) {
		asked++
		return nil, &codefirst.Pause{Reason: "the task has been started"}
	}))
	p := codefirst.Params{
		Tools: []tool.Tool{longTask},
		Exits: []codefirst.Exit{{Name: "answer", Schema: must(schema.Parse(json.RawMessage(`{"type":"number"}`)))}},
	}
	halted, err := s.run(ctx, p, script("snapshot"))
	if err != nil {
		return err
	}
	if !halted.Interrupted() {
		return fmt.Errorf("it is to halt: %w", halted.Err())
	}
	text, err := json.Marshal(halted.Snapshot)
	if err != nil {
		return err
	}
	read := func() codefirst.Snapshot {
		var again codefirst.Snapshot
		err := json.Unmarshal(text, &again)
		return must(again, err)
	}
	replayed := read()
	p.Snapshot = &replayed
	_, unsettled := s.run(ctx, p, scripted.New())
	if err := replayed.Resolve(map[string]any{"n": []int{41, 0}}, time.Now()); err != nil {
		return err
	}
	twice := replayed.Resolve(1, time.Now())
	done, err := s.run(ctx, p, scripted.New())
	if err != nil {
		return err
	}
	regenerated := read()
	regenerated.Mode = codefirst.Regenerate
	if err := regenerated.Resolve(map[string]any{"n": []int{40, 1}}, time.Now()); err != nil {
		return err
	}
	p.Snapshot = &regenerated
	model := script("snapshot_again")
	other, err := s.run(ctx, p, model)
	if err != nil {
		return err
	}
	return errors.Join(done.Err(), other.Err(), want(asked == 1, "the tool is called once, not %d times", asked),
		want(errors.Is(unsettled, codefirst.ErrUnsettled), "it cannot go on before: %v", unsettled),
		want(errors.Is(twice, codefirst.ErrSettled), "it comes back once: %v", twice),
		want(string(done.Value) == "42", "replayed, it is %s", done.Value),
		want(string(other.Value) == "42", "written anew, it is %s", other.Value))
}

func stackTraces(ctx context.Context, s *Stage) error {
	r, err := s.run(ctx, codefirst.Params{Loop: 1}, script("stacktraces"))
	if err != nil {
		return err
	}
	var f *sandbox.Fault
	if !errors.As(r.LastIteration().Err, &f) {
		return fmt.Errorf("the code is to throw, not %w", r.LastIteration().Err)
	}
	return errors.Join(want(r.LastIteration().Status == codefirst.ExecutionError, "the status is %s", r.LastIteration().Status),
		want(f.Line == 6 && strings.Contains(f.Listing, "> 006 |"), "line 6 is marked, not %d:\n%s", f.Line, f.Listing))
}

func toolChaining(ctx context.Context, s *Stage) error {
	type deep struct {
		Deep struct {
			IDs []int `json:"ids"`
		} `json:"deep"`
	}
	type id struct {
		ID int `json:"id"`
	}
	first := must(tool.New("first", "Lists.", func(context.Context, tool.Call, struct{}) (d deep, err error) {
		d.Deep.IDs = []int{10, 60, 70}
		return d, nil
	}))
	score := must(tool.New("score", "Scores one.", func(_ context.Context, _ tool.Call, in id) (int, error) { return in.ID, nil }))
	var sum []int
	last := must(tool.New("last", "Takes them.", func(_ context.Context, _ tool.Call, in struct {
		All []int `json:"all"`
	},
	) (int, error) {
		sum = in.All
		return len(in.All), nil
	}))
	r, err := s.run(ctx, codefirst.Params{Tools: []tool.Tool{first, score, last}}, script("tool_chaining"))
	if err != nil {
		return err
	}
	scores, err := codefirst.Variable[[]int](r.LastIteration(), "scores")
	return errors.Join(r.Err(), err, want(slices.Equal(scores, []int{10, 60, 70}), "the variables are %v", r.Variables()),
		want(slices.Equal(sum, []int{60, 70}), "the last tool has %v", sum),
		want(len(r.Iterations) == 1, "one iteration does it"))
}

func errorRecovery(ctx context.Context, s *Stage) error {
	calls := 0
	convert := must(tool.New("convert", "Converts money.", func(_ context.Context, _ tool.Call, in struct {
		Amount   float64 `json:"amount"`
		Currency string  `json:"currency" jsonschema:"code [minLength=3 maxLength=3]"`
	},
	) (float64, error) {
		calls++
		return in.Amount * 1.1, nil
	}))
	r, err := s.run(ctx, codefirst.Params{Tools: []tool.Tool{convert}}, script("error_recovery"))
	if err != nil {
		return err
	}
	return errors.Join(r.Err(), want(len(r.Iterations) == 2 && r.LastSuccess() == r.LastIteration() && calls == 1,
		"the second try does it: %s", statuses(r)))
}

// security runs code that may do nothing to the host; the sandbox's tests have more.
func security(ctx context.Context, s *Stage) error {
	ping := must(tool.New("ping", "Does nothing.", func(context.Context, tool.Call, struct{}) (bool, error) { return true, nil }))
	var all []error
	for _, one := range replies("security") {
		began := time.Now()
		r, err := s.run(ctx, codefirst.Params{
			Loop: 1, Tools: []tool.Tool{ping}, Limits: sandbox.Limits{Memory: 32 << 20, Slice: time.Second / 2},
		}, scripted.New(one))
		if err != nil {
			return err
		}
		failed := []codefirst.Status{codefirst.InvalidCode, codefirst.ExecutionError, codefirst.ExitError}
		all = append(all, want(slices.Contains(failed, r.LastIteration().Status), "this ends as %s: %s", r.LastIteration().Status, one),
			want(time.Since(began) < 3*time.Second, "this took %v: %s", time.Since(began), one))
	}
	return errors.Join(all...)
}

func wrapTool(ctx context.Context, s *Stage) error {
	type person struct {
		Name string `json:"name"`
	}
	find := must(tool.New("findPerson", "Finds a person.", func(_ context.Context, _ tool.Call, in person) (person, error) {
		return person{strings.ToUpper(in.Name)}, nil
	}))
	type more struct {
		person
		Likes string `json:"likes"`
	}
	wrapped := must(tool.Wrap(find, func(
		ctx context.Context, _ tool.Call, in person, next func(context.Context, any) (json.RawMessage, error),
	) (out more, err error) {
		raw, err := next(ctx, in)
		if err != nil {
			return out, err
		}
		out.Likes = "tea"
		return out, json.Unmarshal(raw, &out.person)
	}, tool.WithDescription("Finds a person and what they like.")))
	r, err := s.run(ctx, codefirst.Params{Tools: []tool.Tool{wrapped}}, script("wrap_tool"))
	if err != nil {
		return err
	}
	out, err := codefirst.Done.Output(r)
	return errors.Join(err, want(out.Result == "ANN likes tea", "the result is %v", out.Result))
}
