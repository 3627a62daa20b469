package state_test

import (
	"cmp"
	"fmt"
	"strings"
	"testing"

	"parley"
	"parley/assistant/state"
)

// step is what happens to a list, and the numbers that the tasks then have: an
// underscore is a hole.
type step struct {
	do   state.Command
	want string
}

func numbers(ids []string) string {
	all := make([]string, len(ids))
	for i, id := range ids {
		all[i] = cmp.Or(id, "_")
	}
	return strings.Join(all, " ")
}

func TestNumbers(t *testing.T) {
	add := func(title string) state.Command { return state.AddTask{Task: parley.Task{Title: title}} }
	list := func(ids ...string) state.Command { return state.ListTasks{IDs: ids} }
	remove := func(id string) state.Command { return state.DeleteTask{ID: id} }
	for name, steps := range map[string][]step{
		"the order of the tasks": {
			{add("a"), "t1"}, {add("b"), "t1 t2"}, {add("c"), "t1 t2 t3"}, {remove("t1"), "t2 t3"}, {state.CompleteTask{ID: "t3"}, "t2 t3"},
		},
		"a chosen list keeps its numbers": {
			{add("a"), "t1"}, {add("b"), "t1 t2"}, {add("c"), "t1 t2 t3"}, {list("t3", "t1"), "t3 t1"}, {remove("t3"), "_ t1"},
			{add("d"), "_ t1 t4"}, {remove("t2"), "_ t1 t4"}, {remove("t4"), "_ t1 _"}, {list(), "t1"},
		},
		"a chosen list of which nothing is left is over": {
			{add("a"), "t1"}, {add("b"), "t1 t2"}, {add("c"), "t1 t2 t3"}, {list("t3", "t1"), "t3 t1"}, {remove("t1"), "t3 _"},
			{remove("t3"), "t2"}, {add("d"), "t2 t4"},
		},
		"named twice, a task has one number": {
			{add("a"), "t1"}, {add("b"), "t1 t2"}, {list("t2", "t2", "t1", "t2"), "t2 t1"}, {remove("t2"), "_ t1"},
		},
		"nothing is left": {
			{add("a"), "t1"}, {remove("t1"), "_"}, {add("b"), "t2"},
		},
		"all that were chosen are all": {
			{add("a"), "t1"}, {add("b"), "t1 t2"}, {list("t1", "t2"), "t1 t2"}, {remove("t1"), "_ t2"}, {list(), "t2"},
		},
	} {
		u := newUser(t)
		for i, s := range steps {
			u.must(s.do)
			if got := numbers(u.Listed(0)); got != s.want {
				t.Errorf("%s, step %d: numbers %q, want %q", name, i+1, got, s.want)
			}
		}
	}
}

// A user means the list that they saw. One that is too old is not guessed.
func TestNumbersOfARevision(t *testing.T) {
	u := newUser(t)
	start := u.Rev
	u.add("a", "b", "c")
	three := u.Rev
	u.must(state.DeleteTask{ID: "t1"})
	two := u.Rev
	u.must(state.CompleteTask{ID: "t2"})
	for rev, want := range map[uint64]string{
		0: "t2 t3", u.Rev: "t2 t3", two: "t2 t3", two - 1: "t1 t2 t3", three: "t1 t2 t3", three - 2: "t1 t2 t3", start + 1: "t1 t2 t3",
	} {
		if got := numbers(u.Listed(rev)); got != want {
			t.Errorf("at %d of %d the numbers are %s, want %s", rev, u.Rev, got, want)
		}
	}
	for range 8 {
		u.must(state.ListTasks{IDs: []string{"t3"}})
		u.must(state.ListTasks{IDs: []string{"t2"}})
	}
	if got := u.Listed(three); got != nil {
		t.Errorf("of a list that is not kept the numbers are %s", got)
	}
}

// To list what is listed already stores nothing; what is unknown is refused.
func TestListTasks(t *testing.T) {
	many := make([]string, 300)
	for i := range many {
		many[i] = fmt.Sprint("t", i+1)
	}
	users := run(t, func(u *user) {
		for i := range 300 {
			u.add(fmt.Sprint("task ", i))
		}
	}, []row{
		{"some", state.ListTasks{IDs: []string{"t3", "t1"}}, nil, "task.listed"},
		{"all, which are listed", state.ListTasks{}, nil, ""},
		{"too many", state.ListTasks{IDs: many}, nil, "task.listed"},
		{"none that is there", state.ListTasks{IDs: []string{"t1", "t999"}}, state.ErrUnknown, ""},
	})
	users[0].must(state.ListTasks{IDs: []string{"t3", "t1"}})
	if n := len(users[0].log); n != 301 {
		t.Errorf("%d commits, want 301: to list the same again stores nothing", n)
	}
	for i, u := range users {
		for range 5 {
			u.add(fmt.Sprint("more ", len(u.Tasks)))
		}
		if n := len(u.Listed(0)); n > 200 || i == 0 && n != 7 {
			t.Errorf("user %d: %d tasks have a number", i, n)
		}
	}
}

// What changes no number makes no list.
func TestCommitsWithoutAList(t *testing.T) {
	u := newUser(t)
	u.add("a", "b")
	u.Patch(0)
	u.must(state.CompleteTask{ID: "t1"}, state.UpdateTask{ID: "t2", Title: to("c")}, state.Receive{Text: "hello"})
	if p := u.Patch(1); p.Listed != nil || len(u.Listings) != 1 {
		t.Errorf("patch with numbers %v, %d lists", p.Listed, len(u.Listings))
	}
}
