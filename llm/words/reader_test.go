package words

import (
	"encoding/json"
	"testing"

	"parley/llm"
)

// emoji is a tool as a role has it, look another.
var (
	emoji = llm.Tool{Name: "emoji_reaction", Optional: true, Parameters: json.RawMessage(
		`{"type":"object","properties":{"emoji":{"type":"string"},"label":{"type":"string"}}}`)}
	tasks = llm.Tool{Name: "tasks_add", Parameters: json.RawMessage(`{"type":"object","properties":{"title":{"type":"string"}}}`)}
)

// role is a request of a character's, program one for code, finding one for JSON.
var (
	role = llm.Request{Tools: []llm.Tool{emoji}, Sides: llm.Sides{
		Own: []string{"Sterling", "Assistant", "AI"}, Others: []string{"Ada", "User", "Human", "You"},
	}}
	helper  = llm.Request{Tools: []llm.Tool{tasks, {Name: "trips_find"}}, Sides: role.Sides}
	program = llm.Request{Code: true}
	finding = llm.Request{Schema: &llm.Schema{Name: "finding"}}
)

// read gives text to a Reader in pieces of step bytes; called are the calls, as name
// and arguments.
func read(r llm.Request, text string, step int) (words, called string) {
	w := New(r, false)
	add := func(p Piece) {
		if p.Unsaid {
			words, called = "", ""
		}
		words += p.Text
		for _, c := range p.Calls {
			called += c.Name + c.Arguments
		}
	}
	for rest := text; rest != ""; {
		n := min(step, len(rest))
		add(w.Write(rest[:n]))
		rest = rest[n:]
	}
	add(w.End(false))
	return words, called
}

type reading struct{ in, want, calls string }

func hold(t *testing.T, r llm.Request, all []reading) {
	t.Helper()
	for _, c := range all {
		for _, step := range []int{1, 2, 3, 5, 7, 1 << 20} {
			if got, calls := read(r, c.in, step); got != c.want || calls != c.calls {
				t.Errorf("%q by %d:\n got %q, calls %s\nwant %q, calls %s", c.in, step, got, calls, c.want, c.calls)
				break
			}
		}
	}
}

// unchanged are texts that are words to the last byte.
func unchanged(t *testing.T, r llm.Request, all []string) {
	t.Helper()
	for _, text := range all {
		hold(t, r, []reading{{text, text, ""}})
	}
}

func TestThoughtsAreNoWords(t *testing.T) {
	hold(t, role, []reading{
		{"<think>He wants money.</think>Fine.", "Fine.", ""},
		{"<think>\nHe said \"no\" {\"a\":1}\n\n</think>\n\nFine.", "\n\nFine.", ""},
		{"<THINK>no</Think>Fine.", "Fine.", ""},
		{"Well <thinking>a\nb</thinking>no. <reasoning>x</reasoning>Yes. <thought>y</thought>", "Well no. Yes. ", ""},
		{"<think>It never ends", "", ""},
		{"Fine. <think>It never ends </thin", "Fine. ", ""},
		{"<think>a</thinking>b</think>c", "c", ""},
		{"<seed:think>hm</seed:think>Fine.", "Fine.", ""},
		{"<antThinking>hm</antThinking>Fine.", "Fine.", ""},
		{"<chain_of_thought>hm</chain_of_thought>Fine.", "Fine.", ""},
		{"<think time=\"3\">hm</think>Fine.", "Fine.", ""},
		{"[THINK]hm[/THINK]Fine.", "Fine.", ""},
		{"◁think▷hm◁/think▷Fine.", "Fine.", ""},
		{"<|begin_of_thought|>hm<|end_of_thought|>Fine.", "Fine.", ""},
		{"<|START_THINKING|>hm<|END_THINKING|><|START_RESPONSE|>Fine.<|END_RESPONSE|>", "Fine.", ""},
		{"<|inner_prefix|>hm<|inner_suffix|>Fine.", "Fine.", ""},
		{"<|channel|>analysis<|message|>hm<|end|><|start|>assistant<|channel|>final<|message|>Fine.<|return|>", "Fine.", ""},
		{"<|channel>thought\nhm\n<channel|>Fine.", "Fine.", ""},
		{"<|channel|>final<|message|>Fine.", "Fine.", ""},
		{"<|musing|>hm", "hm", ""},
		{"He wants money.</think>Fine.", "Fine.", ""},
		{"He {wants \"money.\n</THINKING>\n\nFine.", "\n\nFine.", ""},
		{"accurately.<channel|>Fine.", "Fine.", ""},
		{"He wants </thought>more</reasoning>Fine.", "Fine.", ""},
		{"Fine.</think>", "", ""},
		{"</think>Fine.</thin", "Fine.</thin", ""},
		{"hm[/THINK]Fine.", "Fine.", ""},
		{"Reasoning: he stalls.\n\nI have seen a dozen of these.", "I have seen a dozen of these.", ""},
		{"**Reasoning:** he stalls.\nA lot.\n\nFine.", "Fine.", ""},
		{"## Thinking\n\nHe stalls.\n\n## Answer\nFine.", "Fine.", ""},
		{"Thought process:\nhe stalls.\n\nSterling: Fine.", "Fine.", ""},
		{"Internal monologue: hm\n \nFinal answer: Fine.", "Fine.", ""},
		{"Überlegung: er will Geld.\n\nNa gut.", "Na gut.", ""},
	})
	unchanged(t, role, []string{
		"Plain words, 3 < 4 & {so} on.", "<thinks> <b>bold</b> <", "I think <i>so</i>.", "1 <2> 3", "a <- b -> c",
		"Thinking: fast and slow, that is a book.", "Reasoning: I have none", "Analysis takes time.\n\nGive me a week.",
		"My thinking is this: no.\n\nReally.", "Thoughts? None: I am tired.\n\nGo.", "I think: no.\n\nReally.", "Reasons: many.\n\nFine.",
		"```\ncode\n``` ```` `x`", "[laughs] Fine.", "[1] and [A]", "An array[IDX] of it", "◁ left", "Mind <3 you",
	})
}

func TestMarksAreNoWords(t *testing.T) {
	hold(t, role, []reading{
		{"Why is yours different?<|im_end|>\n<|im_start|>user\nBecause it is cheap.<|im_end|>", "Why is yours different?", ""},
		{"<|im_start|>assistant\nFine.<|im_end|>", "\nFine.", ""},
		{"<s>Fine.</s>", "Fine.", ""}, {"Fine.</s><s>[INST] why?", "Fine.", ""},
		{"Fine.[/INST] more", "Fine.", ""}, {"Fine. [INST] And? [/INST] No.", "Fine. ", ""},
		{"<<SYS>>Fine", "", ""}, {"Fine.<</SYS>> more", "Fine.", ""},
		{"Fine.<end_of_turn>\n<start_of_turn>user\nwhy?", "Fine.", ""},
		{"<start_of_turn>model\nFine.<end_of_turn>", "\nFine.", ""},
		{"Fine.<end_of_utterance> more", "Fine.", ""}, {"Fine.<eos> more", "Fine.", ""},
		{"Fine.<｜end▁of▁sentence｜>more", "Fine.", ""}, {"Fine.<｜User｜>why?", "Fine.", ""},
		{"<|start_header_id|>assistant<|end_header_id|>\n\nFine.<|eot_id|>", "\n\nFine.", ""},
		{"Fine.<|eot_id|><|start_header_id|>user<|end_header_id|>\n\nwhy?", "Fine.", ""},
		{"Fine.<|endoftext|>Human: why?", "Fine.", ""}, {"Fine.<|user|>\nwhy?", "Fine.", ""}, {"<|assistant|>\nFine.<|end|>", "\nFine.", ""},
		{"<|user|>\nwhy?<|assistant|>\nFine.", "\nFine.", ""}, {"<|im_start|>user\nwhy?<|im_end|>\n<|im_start|>assistant\nFine.",
			"\n\nFine.", ""},
		{"Fine<|foo|>, then.", "Fine, then.", ""}, {"Fine.<|foo|>user\nwhy?", "Fine.", ""}, {"Fi<|\"|>ne.", "Fine.", ""},
		{"<|0.00|> Fine.<|2.40|>", " Fine.", ""}, {"<|en|><|transcribe|>Fine.", "Fine.", ""}, {"<unk|>Fine.", "Fine.", ""},
		{"The mark \"<|im_end|>\" ends a turn.", "The mark \"\" ends a turn.", ""}, {"`</s>` ends it, too.", "`` ends it, too.", ""},
		{"Fine.<|im_sep|>", "Fine.", ""}, {"Fine.[TOOL_RESULTS]{}", "Fine.", ""}, {"<bos>Fine.", "Fine.", ""},
	})
	unchanged(t, role, []string{"It is <b>so</b>.", "A <em>very</em> good </p> one", "x <| y", "a||b", "<|", "<|x",
		"cat | grep > file", "<user_name>", "5 <x> 6"})
}

func TestWrittenCallsAreCalls(t *testing.T) {
	const frown = `{"emoji":"🤨","label":"frowns"}`
	hold(t, role, []reading{
		{`{"name":"emoji_reaction","arguments":` + frown + `} Fine.`, " Fine.", "emoji_reaction" + frown},
		{`Fine. {"name": "emoji_reaction", "parameters": {"emoji": "🤨", "label": "a } \" brace"}}`, "Fine. ",
			`emoji_reaction{"emoji":"🤨","label":"a } \" brace"}`},
		{"```json\n{\"name\":\"emoji_reaction\",\"arguments\":\"{\\\"emoji\\\":\\\"🤨\\\"}\"}\n```\nFine.", "\n```\nFine.",
			`emoji_reaction{"emoji":"🤨"}`},
		{"<tool_call>\n{\"name\":\"emoji_reaction\",\"arguments\":{\"emoji\":\"🤨\"}}\n</tool_call>Fine.", "Fine.",
			`emoji_reaction{"emoji":"🤨"}`},
		{"<function=emoji_reaction>{\"emoji\":\"🤨\"}</function>Fine.", "Fine.", `emoji_reaction{"emoji":"🤨"}`},
		{`{"type":"function","function":{"name":"emoji_reaction","arguments":{"emoji":"🤨"}}}`, "", `emoji_reaction{"emoji":"🤨"}`},
		{frown + " Fine.", " Fine.", "emoji_reaction" + frown},
		{`[{"name":"other","arguments":{"a":[1]}}] Fine. { "never": "ends`, "[] Fine. ", ""},
		{"emoji_reaction(emoji=\"🤨\", label=\"frowns\") Fine.", " Fine.", ""},
		{"emoji_reaction: 🤨 frowns\nFine. An emoji, even.", "\nFine. An emoji, even.", ""},
		{"<tool_call>{\"name\":", "", ""},
		{"Fine.[TOOL_CALLS]emoji_reaction[ARGS]" + frown, "Fine.", "emoji_reaction" + frown},
		{"<|tool_calls_section_begin|><|tool_call_begin|>functions.emoji_reaction:0<|tool_call_argument_begin|>" + frown +
			"<|tool_call_end|><|tool_calls_section_end|>Fine.", "Fine.", "emoji_reaction" + frown},
		{"<|channel|>commentary to=functions.emoji_reaction <|constrain|>json<|message|>" + frown + "<|call|>", "", "emoji_reaction" + frown},
	})
	hold(t, helper, []reading{
		{`<tool_call>{"name":"tasks_add","arguments":{"title":"milk"}}</tool_call>`, "", `tasks_add{"title":"milk"}`},
		{`{"tool":"tasks_add","args":{"title":"milk"}}`, "", `tasks_add{"title":"milk"}`},
		{`{"title":"milk"}`, "", ""}, {`{"name":"rm","arguments":{"title":"milk"}}`, "", ""},
	})
	unchanged(t, role, []string{"An emoji, even.", "emoji_reactions are fun", "{so}", "{", "{ x: 1 }"})
}

func TestAnswerEndsWhereItSpeaksForTheUser(t *testing.T) {
	const fine = "I have seen a dozen of these."
	var all []reading
	for _, next := range []string{
		"User: It pays back.\n\nSterling: Good.", "Ada: It pays back.", "**User:** It pays back.", "**Ada**: It", "[User]: It", "[Ada] It",
		"### User:\nIt", "### Human\nIt", "user: it", "USER: it", "You: it", "Sterling: Good.", "**Sterling:** Good.",
		"ADA : it", "(Ada): it",
		"> User: it", "- Ada: it", "Ada (smiling): it", "\"Ada: it", "Assistant: Good.", "Human： it", "**Ada**\nit",
	} {
		all = append(all, reading{fine + "\n\n" + next, fine + "\n\n", ""}, reading{fine + "\n" + next, fine + "\n", ""})
	}
	hold(t, role, append(all,
		reading{"Sterling: Go on.", "Go on.", ""}, reading{"sterling: Go on.", "Go on.", ""}, reading{"**Sterling:** Go on.", "Go on.", ""},
		reading{"**Sterling**: Go on.", "Go on.", ""}, reading{"[Sterling]: Go on.", "Go on.",
			""}, reading{"\n\nSterling (sighs): Go on.", "\n\nGo on.", ""},
		reading{"Assistant: Sterling: Go on.", "Go on.", ""}, reading{"\"Sterling: Go on.\"", "\"Go on.\"",
			""}, reading{"### Sterling\nGo on.", "\nGo on.", ""},
		reading{"User: why?\nSterling: Go on.", "Go on.", ""}, reading{"Ada: why?", "", ""},
	))
	unchanged(t, role, []string{
		"Sterling is my name.", "Ster", "Budget: 300\nTime: a week", "Fine.\nBudget: 300", "Fine.\nyou: no", "Fine.\nAdamant: no",
		"Fine.\nAda says: no",
		"Fine.\nUsers: many", "Tell Ada: no.", "Fine.\n- one\n- two", "Fine.\n\nAda, listen.", "Fine.\nAda", "Fine. User: no",
		"User friendly", "Your turn: go",
		"Fine.\n**Listen** to me", "Fine.\n[Ada's] plan", "Fine.\nHumans are odd", "You are: odd", "Fine.\nAI is: odd", "Fine.\n# Plan\ngo",
	})
	unchanged(t, llm.Request{}, []string{"User: hi", "Fine.\nUser: why?"})
}

func TestJSONIsLeftAlone(t *testing.T) {
	const verdict = `{"is":true,"quote":"<think> & </think> <|im_end|> [INST] User: \"x\" {"}`
	hold(t, finding, []reading{
		{"<think>Perhaps {\"is\":false}</think>" + verdict, verdict, ""}, {"Perhaps {\"is\":false} </think>" + verdict, verdict, ""},
		{"[THINK]x[/THINK]" + verdict, verdict, ""}, {verdict + "<|im_end|>\n<|im_start|>user", verdict, ""},
		{"<|channel|>analysis<|message|>x<|end|><|start|>assistant<|channel|>final<|message|>" + verdict, verdict, ""},
		{"Reasoning: so.\n\n" + verdict, verdict, ""}, {verdict + "</s>", verdict, ""},
	})
	unchanged(t, finding, []string{
		verdict, "```json\n" + verdict + "\n```", "Here it is: " + verdict + "\nUser: no", "[" + verdict + "]",
		`{"a":{"b":"<|x|>"},"c":"</s>"}`, `{"name":"emoji_reaction"}`,
	})
}
