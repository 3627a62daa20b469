package rpc

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"time"

	"parley"
)

func TestEncodeExactJSON(t *testing.T) {
	ns := time.Nanosecond
	for _, tc := range []struct {
		name string
		got  func() (string, error)
		want string
	}{
		{"checker", func() (string, error) {
			return Encode(CheckerFrom(parley.Verdict{
				Call: "call_x", Exchange: 3, Progress: 5, Previous: 3, CTA: "Go on!", Judge: "understudy", Evidence: "How much?",
				Ledger: json.RawMessage(`{"exchange":3}`), Met: []parley.Met{{Check: "pride", Turn: 2, Quote: "the plant"}},
				Held: "pride", BadEnding: "threat", Strike: 1, Strikes: 2, Checks: []string{"pride"},
			}))
		}, `{"is_goal_complete":false,"progress_towards_goal":5,"previous_progress_towards_goal":3,"is_bad_ending_triggered":false,"CTA":"Go on!"}`},
		{"checker at rest", func() (string, error) { return Encode(CheckerFrom(parley.Verdict{})) },
			`{"is_goal_complete":false,"progress_towards_goal":0,"previous_progress_towards_goal":0,"is_bad_ending_triggered":false,"CTA":""}`},
		{"emoji", func() (string, error) {
			return Encode(EmojiFrom(parley.Reaction{Emoji: "🤨", Label: "raises an eyebrow"}))
		},
			`{"emoji":"🤨","label":"raises an eyebrow"}`},
		{"card", func() (string, error) {
			return Encode(CardFrom(parley.Card{ID: "c1", Kind: "plan", Title: "Today", Text: "One.", Data: json.RawMessage(`{ "n": 1 }`)}))
		}, `{"id":"c1","kind":"plan","title":"Today","text":"One.","data":{"n":1}}`},
		{"card without data", func() (string, error) { return Encode(CardFrom(parley.Card{ID: "c1", Kind: "note"})) },
			`{"id":"c1","kind":"note","title":"","text":"","data":{}}`},
		{"state", func() (string, error) {
			return Encode(StateFrom(parley.StateValue{Name: "tasks", Value: json.RawMessage(`["a"]`)}))
		}, `{"name":"tasks","value":["a"]}`},
		{"ended", func() (string, error) {
			return Encode(EndedFrom(parley.Ending{Outcome: parley.Won, Call: "call_x", Reason: "He agreed."}))
		}, `{"outcome":"won","call_id":"call_x","reason":"He agreed."}`},
		{"ended with a code", func() (string, error) {
			return Encode(EndedFrom(parley.Ending{Outcome: parley.Timeout, Call: "call_x", Reason: "Time is up.", Code: parley.EndedTime}))
		}, `{"outcome":"timeout","call_id":"call_x","reason":"Time is up.","code":"ended_time"}`},
		{"hint", func() (string, error) { return Encode(HintFrom(parley.Hint{Level: 1, Text: "Ask.", Remaining: 2})) },
			`{"level":1,"text":"Ask.","remaining":2}`},
		{"trouble", func() (string, error) { return Encode(TroubleFrom(parley.Trouble{Role: "llm", Reason: "It is down."})) },
			`{"role":"llm","reason":"It is down.","over":false}`},
		{"trouble with a code", func() (string, error) {
			return Encode(TroubleFrom(parley.Trouble{Role: "llm", Reason: "It is slow.", Code: parley.FaultSlow, Engine: "m"}))
		}, `{"role":"llm","reason":"It is slow.","over":false,"code":"fault_slow","engine":"m"}`},
		{"latency", func() (string, error) {
			return Encode(LatencyFrom(parley.Latency{Turn: 3, Total: 15 * ns, Endpointing: 1, STT: 2, LLM: 3, TTS: 4, Own: 5}))
		}, `{"turn":3,"total_ns":15,"endpointing_ns":1,"stt_ns":2,"llm_ns":3,"tts_ns":4,"own_ns":5,"speculated":false,"wasted":0,"wasted_tokens":0,"wasted_characters":0}`},
		{"usage", func() (string, error) {
			return Encode(UsageFrom([]parley.Usage{{
				Role: "llm", Engine: "openai:m", Requests: 5, Retries: 1, Prompt: 30, Cached: 20, Completion: 10,
				Estimated: true, Audio: 7 * ns, Characters: 3, Cost: new(0.25),
			}}))
		}, `{"engines":[{"role":"llm","engine":"openai:m","requests":5,"retries":1,"prompt_tokens":30,"cached_tokens":20,` +
			`"completion_tokens":10,"estimated":true,"audio_ns":7,"characters":3,"priced":true,"cost_usd":0.25}]}`},
		{"no usage", func() (string, error) { return Encode(UsageFrom(nil)) }, `{"engines":[]}`},
		{"pause", func() (string, error) { return Encode(Pause{On: true}) }, `{"on":true}`},
		{"more time", func() (string, error) { return Encode(MoreTime{Seconds: 90}) }, `{"seconds":90}`},
		{"empty", func() (string, error) { return Encode(Empty{}) }, `{}`},
	} {
		got, err := tc.got()
		if err != nil || got != tc.want {
			t.Errorf("%s: got %s, %v\nwant %s", tc.name, got, err, tc.want)
		}
	}
}

func TestEncodeRefusesTooLarge(t *testing.T) {
	if _, err := Encode(Hint{Level: 1, Text: strings.Repeat("x", MaxPayload)}); !errors.Is(err, ErrTooLarge) {
		t.Errorf("got %v, want ErrTooLarge", err)
	}
}

func TestLatencyBothWays(t *testing.T) {
	want := parley.Latency{
		Turn: 2, Total: 15, Endpointing: 1, STT: 2, LLM: 3, TTS: 4, Own: 5, Wasted: 1, WastedTokens: 9, WastedCharacters: 30,
	}
	if got := LatencyFrom(want).Parley(); got != want {
		t.Errorf("got %+v, want %+v", got, want)
	}
}

func refusal[T Payload](payload string) error {
	_, err := Decode[T](payload)
	return err
}

func TestDecodeRefuses(t *testing.T) {
	checker := `{"is_goal_complete":false,"progress_towards_goal":5,"previous_progress_towards_goal":3,"is_bad_ending_triggered":false,"CTA":""}`
	for _, tc := range []struct {
		name string
		err  error
		want error
	}{
		{"oversized", refusal[Empty](strings.Repeat(" ", MaxPayload) + "{}"), ErrTooLarge},
		{"not JSON", refusal[Empty]("hello"), ErrMalformed},
		{"null", refusal[Empty]("null"), ErrMalformed},
		{"array", refusal[Empty]("[]"), ErrMalformed},
		{"two objects", refusal[Empty]("{}{}"), ErrMalformed},
		{"unknown field", refusal[Empty](`{"a":1}`), ErrMalformed},
		{"not UTF-8", refusal[Engines]("{\"stt\":\"\xff\"}"), ErrMalformed},
		{"null engine", refusal[Engines](`{"stt":null}`), ErrMalformed},
		{"missing field", refusal[SetPatience](`{}`), ErrMalformed},
		{"nothing at all", refusal[SetPatience](``), ErrMalformed},
		{"other case", refusal[SetPatience](`{"Seconds":5}`), ErrMalformed},
		{"fraction", refusal[SetPatience](`{"seconds":5.5}`), ErrMalformed},
		{"text", refusal[SetPatience](`{"seconds":"5"}`), ErrMalformed},
		{"too low", refusal[SetPatience](`{"seconds":2}`), ErrOutOfRange},
		{"too high", refusal[SetPatience](`{"seconds":16}`), ErrOutOfRange},
		{"sixth field", refusal[Checker](strings.Replace(checker, "{", `{"turn":1,`, 1)), ErrMalformed},
		{"cta in small letters", refusal[Checker](strings.Replace(checker, "CTA", "cta", 1)), ErrMalformed},
		{"null progress", refusal[Checker](strings.Replace(checker, ":5", ":null", 1)), ErrMalformed},
		{"progress 11", refusal[Checker](strings.Replace(checker, ":5", ":11", 1)), ErrOutOfRange},
		{"previous -1", refusal[Checker](strings.Replace(checker, ":3", ":-1", 1)), ErrOutOfRange},
		{"CTA of five words", refusal[Checker](strings.Replace(checker, `""`, `"a b c d e!"`, 1)), ErrOutOfRange},
		{"CTA without a mark", refusal[Checker](strings.Replace(checker, `""`, `"go on"`, 1)), ErrOutOfRange},
		{"card without id", refusal[Card](`{"id":"","kind":"k","title":"","text":"","data":{}}`), ErrOutOfRange},
		{"card without kind", refusal[Card](`{"id":"c","kind":"","title":"","text":"","data":{}}`), ErrOutOfRange},
		{"card of null", refusal[Card](`{"id":"c","kind":"k","title":"","text":"","data":null}`), ErrMalformed},
		{"state without name", refusal[StateValue](`{"name":"","value":1}`), ErrOutOfRange},
		{"pause without a word", refusal[Pause](`{}`), ErrMalformed},
		{"pause of a number", refusal[Pause](`{"on":1}`), ErrMalformed},
		{"no more time", refusal[MoreTime](`{"seconds":0}`), ErrOutOfRange},
		{"hint level 0", refusal[Hint](`{"level":0,"text":"x","remaining":0}`), ErrOutOfRange},
		{"code of another kind", refusal[CallEnded](`{"outcome":"won","call_id":"c","reason":"","code":1}`), ErrMalformed},
		{"code beside the unknown", refusal[CallEnded](`{"outcome":"won","call_id":"c","reason":"","code":"x","more":1}`), ErrMalformed},
		{"outcome", refusal[CallEnded](`{"outcome":"draw","call_id":"c","reason":""}`), ErrOutOfRange},
		{"latency sum",
			refusal[Latency](`{"turn":1,"total_ns":9,"endpointing_ns":1,"stt_ns":1,"llm_ns":1,"tts_ns":1,"own_ns":1,"speculated":false,"wasted":0,"wasted_tokens":0,"wasted_characters":0}`), ErrOutOfRange},
	} {
		if !errors.Is(tc.err, tc.want) {
			t.Errorf("%s: got %v, want %v", tc.name, tc.err, tc.want)
		}
	}
}

func TestDecodeAccepts(t *testing.T) {
	for _, payload := range []string{"", "{}", " {} "} {
		if _, err := Decode[Empty](payload); err != nil {
			t.Errorf("Empty %q: %v", payload, err)
		}
	}
	if got, err := Decode[Card](`{"id":"c","kind":"k","title":"t","text":"x","data":[{"a":null}]}`); err != nil ||
		string(got.Data) != `[{"a":null}]` {
		t.Errorf("Card: got %+v, %v, want its data as they came", got, err)
	}
	if got, err := Decode[SetPatience](`{"seconds":15}`); err != nil || got.Seconds != 15 {
		t.Errorf("SetPatience: got %+v, %v, want 15 seconds", got, err)
	}
	if got, err := Decode[Engines](`{"stt":"sphinx"}`); err != nil || got["stt"] != "sphinx" {
		t.Errorf("Engines: got %v, %v, want stt sphinx", got, err)
	}
}
