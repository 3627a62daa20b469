package room

import (
	"slices"
	"strconv"
	"testing"

	"parley/rpc"
)

// drain takes all that waits, as "method key payload".
func drain(q *rpcQueue) (all []string) {
	for {
		c, ok := q.take()
		if !ok {
			q.done()
			return all
		}
		all = append(all, c.method+" "+c.key+" "+c.payload)
	}
}

func TestQueueKeepsOrderAndTheNewestOfEach(t *testing.T) {
	q := newRPCQueue()
	card := func(id, payload string) { q.put(call{rpc.MethodCard, id, payload}) }
	state := func(name, payload string) { q.put(call{rpc.MethodState, name, payload}) }
	state("tasks", "1")
	card("a", "1")
	if err := q.react("smile"); err != nil {
		t.Fatal(err)
	}
	card("b", "1")
	state("tasks", "2")
	q.put(call{method: rpc.MethodChecker, payload: "1"})
	want := []string{"checker  1", "state tasks 2", "card a 1", "emoji_reaction  smile", "card b 1"}
	if got := drain(q); !slices.Equal(got, want) {
		t.Errorf("sent %q, want %q", got, want)
	}
	card("a", "2")
	q.again() // what waits is among what is kept: no card comes twice
	want = []string{"checker  1", "state tasks 2", "card a 2", "card b 1"}
	if got := drain(q); !slices.Equal(got, want) {
		t.Errorf("sent again %q, want %q", got, want)
	}
}

func TestReactionsAreDroppedAlone(t *testing.T) {
	q := newRPCQueue()
	q.put(call{rpc.MethodCard, "a", "1"})
	if err := q.react("smile"); err != nil {
		t.Fatal(err)
	}
	q.dropReactions()
	if got := drain(q); !slices.Equal(got, []string{"card a 1"}) {
		t.Errorf("sent %q", got)
	}
	if err := q.react("smile"); err != nil {
		t.Fatal(err)
	}
	idle := q.idle()
	q.dropReactions()
	select {
	case <-idle:
	default:
		t.Error("who waits until nothing waits is not told")
	}
}

func TestQueueIsBounded(t *testing.T) {
	q := newRPCQueue()
	q.put(call{method: rpc.MethodState, key: "first", payload: "1"})
	for n := range 100 {
		q.put(call{rpc.MethodCard, "c" + strconv.Itoa(n), "1"})
	}
	for range 2 {
		got := drain(q)
		if len(got) != 1+maxCards || got[0] != "state first 1" || got[1] != "card c84 1" || got[maxCards] != "card c99 1" {
			t.Errorf("sent %q, want the state and the last %d cards", got, maxCards)
		}
		q.again()
	}
	for n := range maxStates {
		q.put(call{rpc.MethodState, "s" + strconv.Itoa(n), "1"})
	}
	if n := count(q.kept, rpc.MethodState); n != maxStates || slices.ContainsFunc(q.kept, func(c call) bool { return c.key == "first" }) {
		t.Errorf("%d states are kept, want the last %d", n, maxStates)
	}
}
