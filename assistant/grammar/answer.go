package grammar

import (
	"slices"

	"parley/language"
)

// answerTool takes a yes or no.
const answerTool = "confirm.answer"

// answer is the yes or no to the question that waits, if text is one. A no that says
// more is for a model to hear out.
func (r *reader) answer(text string) []Call {
	if r.c.Question == "" {
		return nil
	}
	reply := language.Answer(text, r.c.Question)
	if !reply.Yes && !reply.No {
		return nil
	}
	r.unsure = r.unsure || reply.More
	return []Call{call(answerTool, "yes", reply.Yes)}
}

// answersTwice reports whether commands behind a yes may be what the yes is to: those
// that do not make something new. "Yes. Delete task 1" may mean that one alone.
func (*reader) answersTwice(left, right []Call) bool {
	yes, _ := left[0].Args["yes"].(bool)
	return yes && slices.ContainsFunc(right, func(c Call) bool { return !makes[c.Tool] })
}

// makes are the tools that change nothing that is there.
var makes = language.Set(`tasks.add tasks.extract tasks.list reminders.set reminders.list memory.remember`)
