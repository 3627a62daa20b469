package examples

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"parley/codefirst"
	"parley/codefirst/chat"
	"parley/codefirst/scripted"
	"parley/codefirst/tsx"
	"parley/tool"
)

func chatBasic(ctx context.Context, s *Stage) error {
	s.says("Hello!")
	r, err := s.run(ctx, codefirst.Params{
		Chat: s, Instructions: "You are a friendly assistant of a pet shop.",
	}, script("chat_basic"))
	if err != nil {
		return err
	}
	return errors.Join(r.Err(), want(r.Is("listen"), "the turn goes back"),
		want(strings.Contains(s.texts(), "What do you prefer?") && strings.Contains(s.texts(), "Cats"), "it shows %q", s.texts()),
		want(len(s.traced(codefirst.TraceComment)) == 1, "the comment is traced"))
}

// escalation is the value of an exit.
type escalation struct {
	Reason string `json:"reason" jsonschema:"why [enum=billing|technical|other]"`
}

func chatExits(ctx context.Context, s *Stage) error {
	s.says("My invoice is wrong, I want to talk to a human.")
	escalate := must(codefirst.NewExit[escalation]("escalate", "Hand over to a human.", "escalation"))
	leave := codefirst.Exit{Name: "exit", Description: "The user wants to leave."}
	r, err := s.run(ctx, codefirst.Params{Chat: s, Exits: []codefirst.Exit{escalate.Exit, leave}}, script("chat_exits"))
	if err != nil {
		return err
	}
	out, err := escalate.Output(r)
	return errors.Join(err, want(out.Reason == "billing", "the exit has its reason, is %v", out),
		want(statuses(r) == "exit_error exit_success", "the wrong reason is put right: %s", statuses(r)))
}

func conditionalTool(ctx context.Context, s *Stage) error {
	s.says("Show me my orders. My password is swordfish.")
	loggedIn := false
	login := must(tool.New("login", "Logs the user in.", func(_ context.Context, _ tool.Call, in struct {
		Password string `json:"password"`
	},
	) (bool, error) {
		loggedIn = in.Password == "swordfish"
		return loggedIn, nil
	}))
	orders := must(tool.New("orders", "Lists the user's orders.", func(context.Context, tool.Call, struct{}) ([]string, error) {
		return []string{"a lamp", "a chair"}, nil
	}, tool.ReadOnly()))
	r, err := s.run(ctx, codefirst.Params{
		Chat: s, Tools: []tool.Tool{login}, Instructions: "Log the user in before anything else.",
		Refresh: func(_ context.Context, _ *codefirst.Run, p *codefirst.Params) error {
			if loggedIn {
				p.Tools, p.Instructions = []tool.Tool{orders}, "The user is logged in."
			}
			return nil
		},
	}, script("conditional_tool"))
	if err != nil {
		return err
	}
	hidden := r.Iterations[0].Err
	return errors.Join(r.Err(),
		want(hidden != nil && strings.Contains(hidden.Error(), "ReferenceError"), "the hidden tool is unknown: %v", hidden),
		want(statuses(r) == "execution_error thinking_requested exit_success", "statuses are %s", statuses(r)),
		want(s.texts() == "You ordered a lamp and a chair.", "the user sees the orders: %q", s.texts()))
}

func smallModels(ctx context.Context, s *Stage) error {
	s.says("Close ticket 7.")
	tickets := map[int]string{1: "open", 2: "open"}
	closeTicket := must(tool.New("closeTicket", "Closes a ticket.", func(_ context.Context, _ tool.Call, in struct {
		ID int `json:"id"`
	},
	) (string, error) {
		if tickets[in.ID] == "" {
			return "", fmt.Errorf("there is no ticket %d; there are 1 and 2", in.ID)
		}
		tickets[in.ID] = "closed"
		return "closed", nil
	}))
	r, err := s.run(ctx, codefirst.Params{Chat: s, Tools: []tool.Tool{closeTicket}}, script("small_models"))
	if err != nil {
		return err
	}
	told := r.LastIteration().Prompt[len(r.LastIteration().Prompt)-1].Text
	return errors.Join(r.Err(), want(strings.Contains(told, "there are 1 and 2"), "the error reaches the model: %s", told),
		want(s.texts() == "There is no ticket 7. Do you mean 1 or 2?", "the user is asked: %q", s.texts()))
}

func confirmTool(ctx context.Context, s *Stage) error {
	s.says("Delete the draft.")
	deleted, confirmed := 0, false
	remove := must(tool.New("deleteDraft", "Deletes the draft.", func(context.Context, tool.Call, struct{}) (bool, error) {
		if !confirmed {
			return false, &codefirst.ThinkAgain{Reason: "the user has not confirmed", Context: "Ask the user whether they are sure."}
		}
		deleted++
		return true, nil
	}))
	var left []string
	p := codefirst.Params{Chat: s, Tools: []tool.Tool{remove}, Hooks: codefirst.Hooks{
		OnExit: func(_ context.Context, e codefirst.Exit, _ json.RawMessage) error {
			left = append(left, e.Name)
			return nil
		},
	}}
	asked, err := s.run(ctx, p, script("confirm_tool"))
	if err != nil {
		return err
	}
	s.says("Yes, I am.")
	confirmed = true
	done, err := s.run(ctx, p, script("confirm_tool_again"))
	if err != nil {
		return err
	}
	return errors.Join(asked.Err(), done.Err(), want(deleted == 1, "it is deleted once, not %d times", deleted),
		want(statuses(asked) == "thinking_requested exit_success", "it thinks first: %s", statuses(asked)),
		want(slices.Equal(left, []string{"listen", "listen"}), "the hook sees the exits: %v", left),
		want(s.texts() == "Are you sure?\nIt is gone.", "the user sees: %q", s.texts()))
}

func guardrails(ctx context.Context, s *Stage) error {
	s.says("What is my neighbour's salary?")
	looked := 0
	lookUp := must(tool.New("salaryOf", "Looks a salary up.", func(context.Context, tool.Call, struct {
		Name string `json:"name"`
	},
	) (int, error) {
		looked++
		return 1, nil
	}))
	r, err := s.run(ctx, codefirst.Params{
		Chat: s, Tools: []tool.Tool{lookUp},
		Hooks: codefirst.Hooks{OnBeforeExecution: func(_ context.Context, it *codefirst.Iteration) error {
			if strings.Contains(it.Code, "neighbour") {
				return &codefirst.ThinkAgain{Reason: "guardrail", Context: "Salaries of others are private. Refuse politely."}
			}
			return nil
		}},
	}, script("guardrails"))
	if err != nil {
		return err
	}
	return errors.Join(r.Err(), want(looked == 0, "the refused code never ran"),
		want(s.texts() == "I may not tell you that.", "nothing of it is shown: %q", s.texts()))
}

func multiAgent(ctx context.Context, s *Stage) error {
	s.says("I want to return my shoes.")
	roles := map[string]string{"reception": "You find out what the user wants.", "returns": "You take goods back."}
	scripts := map[string]*scripted.Model{
		"reception": script("multi_agent_reception"),
		"returns":   script("multi_agent_returns"),
	}
	at, refused := "reception", 0
	var path []string
	for range 4 {
		path = append(path, at)
		var exits []codefirst.Exit
		for name := range roles {
			if name != at {
				exits = append(exits, codefirst.Exit{Name: "handoff_" + name, Metadata: map[string]any{"to": name}})
			}
		}
		r, err := s.run(ctx, codefirst.Params{
			Chat: s, Exits: exits, Instructions: roles[at],
			Hooks: codefirst.Hooks{OnExit: func(_ context.Context, e codefirst.Exit, _ json.RawMessage) error {
				if to, ok := e.Metadata["to"].(string); ok && slices.Contains(path, to) {
					refused++
					return fmt.Errorf("the user has been with %s already: answer them yourself", to)
				}
				return nil
			}},
		}, scripts[at])
		if err != nil {
			return err
		}
		if r.Err() != nil {
			return r.Err()
		}
		if to, ok := r.Exit.Metadata["to"].(string); ok {
			at = to
			continue
		}
		break
	}
	return errors.Join(want(slices.Equal(path, []string{"reception", "returns"}), "the user is handed over once: %v", path),
		want(refused == 1, "they are not sent back and forth"),
		want(s.texts() == "I will send you a label.", "the user sees: %q", s.texts()))
}

// ticket is what a PlaneTicket shows.
type ticket struct {
	From  string `json:"from" jsonschema:"airport [minLength=3 maxLength=3]"`
	To    string `json:"to" jsonschema:"airport [minLength=3 maxLength=3]"`
	Price int    `json:"price" jsonschema:"in dollars [minimum=1]"`
}

func components(ctx context.Context, s *Stage) error {
	s.says("A flight from Quebec to New York, please.")
	plane := must(chat.New[ticket]("PlaneTicket", "A flight that can be booked.",
		chat.Example{Name: "to Paris", Code: `yield <PlaneTicket from="YQB" to="CDG" price={700} />`}))
	s.custom = []chat.Component{plane}
	r, err := s.run(ctx, codefirst.Params{Chat: s}, script("components"))
	if err != nil {
		return err
	}
	var shown ticket
	if len(s.shown) != 1 || s.shown[0].Name != "PlaneTicket" || json.Unmarshal(s.shown[0].Props, &shown) != nil {
		return fmt.Errorf("one ticket is to be shown, not %v", s.shown)
	}
	return errors.Join(r.Err(), want(shown == ticket{"YQB", "JFK", 420}, "the ticket is %v", shown),
		want(statuses(r) == "execution_error exit_success", "the wrong airport is put right: %s", statuses(r)))
}

func chatRAG(ctx context.Context, s *Stage) error {
	s.says("May I bring my dog?")
	var sources chat.Citations
	look := must(tool.New("search", "Searches the house rules.", func(context.Context, tool.Call, struct {
		Query string `json:"query"`
	},
	) (string, error) {
		_, dogs := sources.Register("House rules, page 3")
		_, quiet := sources.Register("House rules, page 9")
		return "", &codefirst.ThinkAgain{
			Reason:  "read what was found before you answer",
			Context: "Dogs are welcome " + dogs + ". Quiet hours begin at ten " + quiet + ".",
		}
	}, tool.ReadOnly()))
	r, err := s.run(ctx, codefirst.Params{Chat: s, Tools: []tool.Tool{look}}, script("chat_rag"))
	if err != nil {
		return err
	}
	said, cited := sources.Extract(s.texts())
	return errors.Join(r.Err(), want(said == "Yes, dogs are welcome, but it is quiet after ten.", "the tags are stripped: %q", said),
		want(len(cited) == 3 && cited[0].Source == "House rules, page 3" && cited[2].Source == "House rules, page 9",
			"the sources are found: %v", cited))
}

func toolComponents(ctx context.Context, s *Stage) error {
	s.says("Make me a report.")
	tries := 0
	report := must(tool.New("report", "Makes a report.", func(ctx context.Context, _ tool.Call, _ struct{}) (string, error) {
		tries++
		step := func(text string) error {
			return codefirst.Emit(ctx, tsx.Element{Name: "Text", Children: []tsx.Node{{Text: text}}})
		}
		if err := step("Reading the numbers…"); err != nil {
			return "", err
		}
		if tries == 1 {
			return "", fmt.Errorf("the numbers are busy: %w", tool.ErrTemporary)
		}
		return "done", step("Drawing the charts…")
	}, tool.WithRetry(2, 1)))
	r, err := s.run(ctx, codefirst.Params{Chat: s, Tools: []tool.Tool{report}}, script("tool_components"))
	if err != nil {
		return err
	}
	return errors.Join(r.Err(), want(tries == 2, "it is tried again"),
		want(s.texts() == "Reading the numbers…\nDrawing the charts…\nIt is done.", "nothing is shown twice: %q", s.texts()))
}

// streaming is a Stage that takes words as they are written.
type streaming struct{ *Stage }

// Delta implements codefirst.Streamer.
func (s streaming) Delta(_ context.Context, id, text string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.deltas = append(s.deltas, id+" "+text)
	return nil
}

func chatStreaming(ctx context.Context, s *Stage) error {
	s.says("What is on today?")
	look := must(tool.New("today", "Looks the day up.", func(context.Context, tool.Call, struct{}) (string, error) {
		return "a walk", nil
	}, tool.ReadOnly()))
	r, err := s.run(ctx, codefirst.Params{Chat: streaming{s}, Tools: []tool.Tool{look}}, script("chat_streaming"))
	if err != nil {
		return err
	}
	said := ""
	for _, d := range s.deltas {
		said += strings.TrimPrefix(d, "1.1 ")
	}
	return errors.Join(r.Err(), want(len(s.deltas) > 1 && said == "Let me have a look at your calendar.",
		"the words come in order: %q", s.deltas),
		want(s.texts() == "Let me have a look at your calendar.\nThere is a walk.", "each message is whole, once: %q", s.texts()),
		want(len(s.traced(codefirst.TraceFirstToken)) == 1, "the time to the first token is recorded"))
}
