// Package examples shows what a code-first character can do, in 22 small programs with
// a scripted model. Each of them checks what came of it; parley codefirst examples
// runs them, and so do the tests.
package examples

import (
	"context"
	"embed"
	"errors"
	"fmt"
	"strings"
	"sync"

	"parley/codefirst"
	"parley/codefirst/chat"
	"parley/codefirst/scripted"
	"parley/codefirst/tsx"
	"parley/llm"
)

// Example is one of them.
type Example struct {
	Number int
	// Name is what the command line calls it by, About what it shows.
	Name, About string
	// Run runs it on a stage; the error says what did not hold.
	Run func(ctx context.Context, s *Stage) error
}

// All are the examples, in order.
func All() []Example {
	all := []Example{
		{1, "chat_basic", "a greeting with buttons; the turn goes back to the user", chatBasic},
		{2, "chat_exits", "exits with a schema; one that is wrong is put right", chatExits},
		{3, "conditional_tool", "tools that exist only after a login", conditionalTool},
		{4, "small_models", "tickets: the text of a tool's error reaches the model", smallModels},
		{5, "web_search", "static inputs the model cannot change", webSearch},
		{6, "confirm_tool", "a tool that asks before it acts", confirmTool},
		{7, "guardrails", "code that is refused before it runs", guardrails},
		{8, "multi_agent", "characters that hand over to one another", multiAgent},
		{9, "variables", "variables with a schema, kept from run to run", variables},
		{10, "components", "a component of one's own", components},
		{11, "worker_minimal", "no conversation: a sum", workerMinimal},
		{12, "worker_fs", "an object with tools: files that are in memory", workerFiles},
		{13, "sandbox", "a run that is aborted while a tool waits", sandboxAbort},
		{14, "snapshot", "a run that halts, becomes JSON, and goes on", snapshot},
		{15, "stacktraces", "the line that threw", stackTraces},
		{16, "tool_chaining", "three tools in one program", toolChaining},
		{17, "error_recovery", "a call that fails and is put right", errorRecovery},
		{18, "security", "what code may not do", security},
		{19, "wrap_tool", "a tool that is cloned and extended", wrapTool},
		{20, "chat_rag", "answers that cite their sources", chatRAG},
		{21, "tool_components", "a tool that shows how far it is", toolComponents},
		{22, "chat_streaming", "words that are shown while the code is still written", chatStreaming},
	}
	return all
}

// Stage is where an example runs: it says what passes.
type Stage struct {
	// Model writes in the place of the script, if not nil. Examples then only run; what
	// they check is the script's.
	Model llm.Engine
	// Script writes in the place of the example's, if not nil, and what came of it is
	// checked all the same.
	Script *scripted.Model
	// Said and Shown are told what the user says and what they are shown, Traced every
	// step. Any may be nil.
	Said, Shown func(text string)
	Traced      func(codefirst.Trace)

	mu      sync.Mutex
	shown   []tsx.Element
	deltas  []string
	traces  []codefirst.Trace
	history []chat.Message
	custom  []chat.Component
}

// says adds words of the user's to the conversation.
func (s *Stage) says(text string) {
	if s.Said != nil {
		s.Said(text)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.history = append(s.history, chat.Message{Role: chat.User, Text: text})
}

// Transcript implements codefirst.Chat.
func (s *Stage) Transcript(context.Context) ([]chat.Message, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]chat.Message(nil), s.history...), nil
}

// Components implements codefirst.Chat.
func (s *Stage) Components(context.Context) ([]chat.Component, error) {
	all, err := chat.BuiltIn()
	return append(all, s.custom...), err
}

// Send implements codefirst.Chat.
func (s *Stage) Send(_ context.Context, _ string, e tsx.Element) error {
	text := chat.Terminal(e)
	if s.Shown != nil {
		s.Shown(text)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.shown = append(s.shown, e)
	s.history = append(s.history, chat.Message{Role: chat.Assistant, Text: text})
	return nil
}

// texts are what the user was shown, as a terminal prints it.
func (s *Stage) texts() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	var all []string
	for _, e := range s.shown {
		all = append(all, chat.Terminal(e))
	}
	return strings.Join(all, "\n")
}

// run runs p with the script, or the stage's model.
func (s *Stage) run(ctx context.Context, p codefirst.Params, script *scripted.Model) (*codefirst.Result, error) {
	if s.Script != nil {
		script = s.Script
	}
	model := s.Model
	if model == nil {
		model = script
	}
	p.Models = []llm.Engine{model}
	traced := p.Hooks.OnTrace
	p.Hooks.OnTrace = func(t codefirst.Trace) {
		if traced != nil {
			traced(t)
		}
		if s.Traced != nil {
			s.Traced(t)
		}
		s.mu.Lock()
		defer s.mu.Unlock()
		s.traces = append(s.traces, t)
	}
	r, err := codefirst.Execute(ctx, p)
	if err != nil {
		return nil, err
	}
	if s.Model != nil {
		return r, errOwnModel
	}
	return r, nil
}

// errOwnModel ends an example whose model is not its script: there is nothing to check.
var errOwnModel = errors.New("run with another model")

// Ran reports whether an example's error means only that another model ran it.
func Ran(err error) bool { return err == nil || errors.Is(err, errOwnModel) }

// traced are the traces of a kind.
func (s *Stage) traced(kind codefirst.TraceKind) []codefirst.Trace {
	s.mu.Lock()
	defer s.mu.Unlock()
	var all []codefirst.Trace
	for _, t := range s.traces {
		if t.Kind == kind {
			all = append(all, t)
		}
	}
	return all
}

// want is an error that says what did not hold, unless it did.
func want(holds bool, what string, values ...any) error {
	if holds {
		return nil
	}
	return fmt.Errorf("not so: "+what, values...)
}

// statuses are how the iterations of a run ended.
func statuses(r *codefirst.Result) string {
	var all []string
	for _, it := range r.Iterations {
		all = append(all, string(it.Status))
	}
	return strings.Join(all, " ")
}

//go:embed code
var code embed.FS

// script is a model that writes what is in the file of that name: replies that lines of
// "// ---" part, each of them code.
func script(name string) *scripted.Model { return scripted.New(replies(name)...) }

func replies(name string) []string {
	text := must(code.ReadFile("code/" + name + ".tsx"))
	all := strings.Split(strings.TrimSpace(string(text)), "\n// ---\n")
	for i, reply := range all {
		all[i] = tsx.StartMark + "\n" + reply + "\n" + tsx.EndMark
	}
	return all
}

// must is v, or a panic for what the examples themselves got wrong.
func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}
