package assistant

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"hash/fnv"
	"slices"
	"strings"
	"time"

	"parley"
	"parley/assistant/state"
	"parley/llm"
	"parley/scenarios"
)

// turn is one message on its way to an answer.
type turn struct {
	owner string
	// action names the message for ever: what is done for it is done once.
	action, text, modality string
	// seen is the revision of the list that the user saw; 0 is the newest.
	seen uint64
	// scene is the assistant's who answers; engine is nil without a model.
	scene  scenarios.Scenario
	engine llm.Engine
	// since and heard are of a call: messages from since on are told by heard, as
	// they were truly heard.
	since time.Time
	heard []llm.Message
	// committed blocks until the user's turn is over and their message stored.
	// Effects and claims wait for it.
	committed func(context.Context) error
	// say takes the next piece of the answer, unsay takes all of it back.
	say   func(string) error
	unsay func()
	// telling tells of what passes.
	telling *telling

	// open are the questions that waited for a yes or no as the turn began.
	open []parley.Confirm
	// done is set once a tool has changed or shown something, changed once it was more
	// than to look something up; effects is what came of those by their keys, results
	// what of all the turn itself has not said. asked counts how often a tool was called
	// with the same arguments, removed counts tasks that went, calls all tools, tokens
	// what the model read and wrote.
	done    bool
	changed bool
	effects map[string]string
	results []string
	asked   map[string]int
	removed int
	calls   int
	tokens  int
	// spoke is set once there is something to be read or heard, apart where it ends
	// with a space.
	spoke, apart bool
}

// key names a call of a tool for ever: the same thing is done once for a turn, though
// its process died, or it was heard otherwise or went on after its tools had run.
func (t *turn) key(name string, args json.RawMessage) string {
	h := fnv.New64a()
	fmt.Fprintf(h, "%s %s", name, compact(args))
	key := fmt.Sprintf("%s/%016x", t.action, h.Sum64())
	if t.asked == nil {
		t.asked = map[string]int{}
	}
	t.asked[key]++
	return fmt.Sprintf("%s-%d", key, t.asked[key])
}

// compact is JSON as it is however it was written.
func compact(args json.RawMessage) []byte {
	var v any
	if json.Unmarshal(args, &v) != nil {
		return args // which is refused
	}
	b, _ := json.Marshal(v) // what was read can be written
	return b
}

// without is what is said where only a model could answer.
func (t *turn) without(why error) string {
	switch {
	case errors.Is(why, state.ErrQuota):
		return "I cannot think that over any more today: " + why.Error() + ". Plain commands still work, such as: add buy milk tomorrow."
	case t.modality == Voice: // all that can be asked for takes 20 s to say
		return "I did not get that. I take plain commands here, such as: add buy milk to my list."
	}
	return "I can only take plain commands here, as there is no language model. " + helpFor(t.scene.Tools)
}

// speak says a piece of the answer that is made of what was done.
func (t *turn) speak(text string) error {
	t.results = nil
	if text = t.part(text); text != "" {
		t.spoke, t.apart = true, false
	}
	return t.say(text)
}

// part is how a new part of the answer begins: apart from what was said before.
func (t *turn) part(text string) string {
	text = strings.TrimLeft(text, " \n")
	if t.spoke && !t.apart && text != "" {
		text = " " + text
	}
	return text
}

// did notes what came of a tool, which looks something up or changes it.
func (t *turn) did(key string, r Result, looks bool) {
	if !r.Done {
		return
	}
	t.done, t.results = true, append(t.results, r.Said)
	if looks {
		return
	}
	if t.effects == nil {
		t.effects = map[string]string{}
	}
	t.changed, t.effects[key] = true, r.Said
}

// unfinished is said after what was done, when the rest of the answer failed.
func (t *turn) unfinished() string {
	return strings.Join(append(t.results, "I could not finish the rest of my answer."), " ")
}

// has reports whether the turn's assistant has a tool. Some are everybody's.
func (t *turn) has(name string) bool {
	group, _, grouped := strings.Cut(name, ".")
	return !grouped || group == "profile" || slices.Contains(t.scene.Tools, group)
}
