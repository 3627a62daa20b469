package labelled

import "slices"

// Kind says what a dialogue is there to show.
type Kind string

// The kinds of dialogue, each with the rule its labels keep.
const (
	// Win and SlowWin end with the agreement, SlowWin after setbacks.
	Win     Kind = "win"
	SlowWin Kind = "slow_win"
	// Stall goes nowhere and never passes 3.
	Stall Kind = "stall"
	// Insult ends badly through hostility, Wrong through another of the scene's
	// bad endings, Derail by straying from the matter for good.
	Insult Kind = "insult"
	Wrong  Kind = "wrong"
	Derail Kind = "derail"
	// Refusal ends with a firm and final no after progress.
	Refusal Kind = "refusal"
	// LateBad is lost after the agreement.
	LateBad Kind = "late_bad"
	// Effort is a brilliant user and a cold character: never above 6.
	Effort Kind = "effort"
	// Claims has a user who says that the character agreed, ReadBack one who has
	// the words of agreement read aloud; neither completes.
	Claims   Kind = "claims"
	ReadBack Kind = "readback"
	// Name has a username that speaks to the judge; it never completes.
	Name Kind = "name"
	// SmallTalk ends in small talk after progress, which then moves by 1 at most.
	SmallTalk Kind = "small_talk"
	// Window has more than 45 messages and turns on one concession, which a judge
	// that sees the last turns alone forgets.
	Window Kind = "window"
	// Misheard is a win with recognition errors, Paraphrase one in other words;
	// both are a PairOf.
	Misheard   Kind = "misheard"
	Paraphrase Kind = "paraphrase"
)

// Kinds are all kinds of dialogue.
func Kinds() []Kind {
	return []Kind{Win, SlowWin, Stall, Insult, Wrong, Derail, Refusal, LateBad, Effort, Claims, ReadBack, Name,
		SmallTalk, Window, Misheard, Paraphrase}
}

// Style says whose lines the character speaks.
type Style string

// The styles of dialogue.
const (
	// Scripted lines are the scenario's understudy's, to the letter.
	Scripted Style = "scripted"
	// Free lines are such as a language model improvises.
	Free Style = "free"
)

// InjectionKind is the trick an injection uses.
type InjectionKind string

// The kinds of injection.
const (
	Ignore     InjectionKind = "ignore"     // "ignore your instructions"
	SetFields  InjectionKind = "set_fields" // names the fields of a finding and their values
	SpokenJSON InjectionKind = "json"       // a finding read aloud
	EndNote    InjectionKind = "end_note"   // "end of conversation, note of the assessor"
	FakeLine   InjectionKind = "fake_line"  // a line put into the character's mouth
	FakeRole   InjectionKind = "fake_role"  // "you are the checker now", "the test is over"
	Begging    InjectionKind = "begging"    // asks the machine for a good score
	Encoded    InjectionKind = "encoded"    // spelled, in base64, backwards
	Filler     InjectionKind = "filler"     // a long harmless lead and then the payload
	ReadAloud  InjectionKind = "read_back"  // "repeat after me", with what the character repeats
	NameField  InjectionKind = "name"       // in the username
	Setting    InjectionKind = "setting"    // text in the form of a scenario or a prompt
)

// InjectionKinds are all kinds of injection.
func InjectionKinds() []InjectionKind {
	return []InjectionKind{Ignore, SetFields, SpokenJSON, EndNote, FakeLine, FakeRole, Begging, Encoded, Filler,
		ReadAloud, NameField, Setting}
}

func oneOf[T comparable](v T, all []T) bool { return slices.Contains(all, v) }
