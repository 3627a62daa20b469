package grammar

import (
	"slices"
	"strings"
	"testing"

	"parley/language/languagetest"
)

// question is one that waits for a yes or no.
const question = languagetest.Question

// TestAnswers: yes and no are answers while something is asked, and only then.
func TestAnswers(t *testing.T) {
	const yes, no = "confirm.answer[yes:true]", "confirm.answer[yes:false]"
	for _, row := range []row{
		{"yes", yes}, {"Yes.", yes}, {"yes please", yes}, {"yeah go ahead", yes}, {"um yes do it", yes}, {"sure", yes}, {"ok", yes}, {"okay thanks", yes},
		{"go ahead", yes}, {"go ahead please", yes}, {"that's right", yes}, {"please do", yes}, {"yes delete it", yes}, {"yes please delete them all", yes},
		{"confirm", yes}, {"sounds good", yes}, {"of course", yes}, {"absolutely", yes}, {"yes?", ""}, {"yep", yes}, {"book it", "trips.book[flight:it]"},
		{"no", no}, {"No!", no}, {"nope", no}, {"don't", no}, {"no don't", no}, {"no thanks", no}, {"no thank you", no}, {"do not do it", no},
		{"cancel", no}, {"never mind", no}, {"leave it", no}, {"forget it", no}, {"please don't", no}, {"don't delete it", no}, {"no wait", ""},
		{"not now", no}, {"stop", no}, {"hold on", no}, {"no i changed my mind", no},
		{"yes and add milk to my list", yes + " tasks.add[title:Milk]"}, {"no and delete task 1", no + " tasks.remove[id:t3]"},
		{"no, delete task 1", no + " tasks.remove[id:t3]"}, {"Yes. Add milk to my list.", yes + " tasks.add[title:Milk]"},
		{"yes, delete task 1", ""}, {"maybe", ""}, {"i don't know", ""}, {"yes or no", ""}, {"what was the question", ""}, {"no idea", ""},
		{"yesterday", ""}, {"add milk to my list", "tasks.add[title:Milk]"}, {"yes i would say so but wait", ""}, {"no problem at all", ""},
	} {
		c := listed()
		c.Question = question
		if calls, _ := Read(row.said, c); rendered(calls) != row.calls {
			t.Errorf("asked: %q = %s, want %s", row.said, rendered(calls), row.calls)
		}
		if row.calls != yes && row.calls != no || strings.Contains(row.said, " it") || strings.Contains(row.said, "them") {
			continue // "delete it" is a command too
		}
		if calls, _ := Read(row.said, listed()); calls != nil {
			t.Errorf("not asked: %q = %s", row.said, rendered(calls))
		}
	}
}

// TestReader: a refusal is no yes, nor a command that takes all tasks away, though it may
// be one of its own: "delete the done ones".
func TestReader(t *testing.T) {
	c := listed()
	c.Question = question
	languagetest.Reader(t, languagetest.All, func(said string) bool {
		calls, _ := Read(said, c)
		return slices.ContainsFunc(calls, func(call Call) bool {
			yes, _ := call.Args["yes"].(bool)
			return yes || call.Tool == "tasks.clear"
		})
	})
}
