package scenarios

import (
	"fmt"
	"iter"
	"strings"

	"parley"
)

// Understudy is the offline script of a scene: what the character listens for,
// what it answers and what each step is worth. llm/understudy plays it and the
// checker's offline judge scores it; both tolerate recognition errors.
//
// Every list of lines is said in turn, from the first, and no line twice in a
// call. Lines are speech only. Which steps a line was said before or after and
// what it takes up of the user's turn: see Line.
//
// What the user means is found in two ways, either of which makes a beat: by the
// wordings of its concepts, and by a classifier that is trained on the beat's
// Examples when the scene loads. Wrongs are found by wordings alone.
type Understudy struct {
	// Concepts are the things the user may say, by name.
	Concepts map[string]Concept `json:"concepts"`
	// Chatter are sentences of the scene's world that make no beat: small talk,
	// vague pleading, flattery, complaints. The classifier learns from them what
	// does not count.
	Chatter []string `json:"chatter,omitempty"`
	// OpeningAsks is the id of the beat that the opening asks for; see Beat.Asks.
	OpeningAsks string `json:"opening_asks,omitempty"`
	// Beats are the steps towards the goal, in the order the character asks
	// for them; the user may take them in any order Needs allows.
	Beats []Beat `json:"beats"`
	// Agree is the step that wins.
	Agree Agreement `json:"agree"`
	// Wrongs are what costs progress and, repeated, ends the scene.
	Wrongs []Wrong `json:"wrongs,omitempty"`
	// Remarks answer what is worth an answer but no progress.
	Remarks []Remark `json:"remarks,omitempty"`
	// Deflect are lines for a turn that brings nothing; at least two, so that
	// none is said twice in a row.
	Deflect Lines `json:"deflect"`
	// Worn are said when patience wears out, in place of Deflect; each costs a point of
	// progress. See Level.Patience.
	Worn Lines `json:"worn,omitempty"`
	// Outside answers, once, an attempt to make the character step out of the
	// scene.
	Outside Lines `json:"outside"`
	// Mend answers an apology that follows a warning and gives back what the
	// warning took; without it an apology is a turn like any other.
	Mend Lines `json:"mend,omitempty"`
	// AfterWin and AfterLoss are said when the user goes on talking past the
	// end.
	AfterWin  Lines `json:"after_win"`
	AfterLoss Lines `json:"after_loss"`
}

// Concept is one thing a user may say, in many wordings.
type Concept struct {
	// Any are the wordings. The words of one must come in order, at most two
	// other words between neighbours. "#" stands for any number. Case,
	// punctuation and digits or number words make no difference.
	Any []string `json:"any"`
	// Guard, unless it is false, ignores a wording with a "not", "no", "never" or the
	// like up to three words before it.
	Guard *bool `json:"guard,omitempty"`
	// Exact takes words as heard; otherwise words that sound alike count.
	Exact bool `json:"exact,omitempty"`
	// You counts a wording, where a Wrong listens for it, only when it is said of
	// the character to their face.
	You bool `json:"you,omitempty"`
}

// Beat is one step towards the goal. It is heard when all its concepts came in
// one user turn, or in two consecutive ones, and it counts once.
type Beat struct {
	ID string `json:"id"`
	// All names the concepts that make the beat.
	All []string `json:"all"`
	// Needs are ids of beats that must be heard first.
	Needs []string `json:"needs,omitempty"`
	// Worth is the progress the beat adds, 1-3.
	Worth int `json:"worth"`
	// Say is the character's answer; a beat is answered once, with the first
	// line, and Say may hold more for the character to repeat itself with.
	Say []string `json:"say"`
	// Code runs after Say in a scene that acts by code; see Code.
	Code Code `json:"code,omitempty"`
	// Doubt pushes back, once, when the beat is made by itself: the character takes it
	// only when the user stands by it in the next turn (see Level.Twice), or makes it
	// again later.
	Doubt string `json:"doubt,omitempty"`
	// Part answers a turn with some of the beat's concepts but not all.
	Part Lines `json:"part,omitempty"`
	// Ask fishes for the beat when the user brings nothing.
	Ask Lines `json:"ask,omitempty"`
	// Examples are sentences that make the beat by themselves, in many ways of
	// speaking; Counter are some that are near it and do not.
	Examples []string `json:"examples,omitempty"`
	Counter  []string `json:"counter,omitempty"`
	// Asks is the id of the beat that Say asks for, AgreeID for the asking. Lines
	// of Ask and Part ask for their own beat.
	Asks string `json:"asks,omitempty"`
	// Answer is what makes the beat right after the character asked for it; nil
	// asks for no less than at any other time.
	Answer *Answer `json:"answer,omitempty"`
	// Emoji is shown beside the answer.
	Emoji *parley.Reaction `json:"emoji,omitempty"`
}

// Answer is what suffices as the answer to the character's own question. One of
// its fields is enough. A refusal ("nothing", "I don't know") or a question in
// return never is one.
type Answer struct {
	// Any names concepts, which may be wider than those of the beat.
	Any []string `json:"any,omitempty"`
	// FirstPerson takes any answer the user gives about themselves.
	FirstPerson bool `json:"first_person,omitempty"`
	// Yes takes a plain yes.
	Yes bool `json:"yes,omitempty"`
	// Words takes any answer of at least that many words; 0 takes none.
	Words int `json:"words,omitempty"`
}

// AgreeID names the Agreement where the id of a beat is asked for.
const AgreeID = "agree"

// Agreement is the beat that wins. It is heard only in a turn after all its
// needs were met, and not before the scenario's min_turns.
type Agreement struct {
	All   []string `json:"all"`
	Needs []string `json:"needs"`
	// Say is the winning line. The scene is won once the user has heard it up
	// to the end of Quote.
	Say string `json:"say"`
	// Quote is the part of Say that is the explicit agreement. No other line
	// of the character may contain it.
	Quote string `json:"quote"`
	// Code runs after Say in a scene that acts by code; see Code.
	Code Code `json:"code,omitempty"`
	// Examples and Counter are as those of a Beat, for the asking.
	Examples []string `json:"examples,omitempty"`
	Counter  []string `json:"counter,omitempty"`
	// Early answers the asking while needs are missing; Hold while only
	// min_turns is; Ask fishes for the asking when all else is done.
	Early Lines `json:"early"`
	Hold  Lines `json:"hold"`
	Ask   Lines `json:"ask"`
	// Emoji is shown beside the winning line.
	Emoji *parley.Reaction `json:"emoji,omitempty"`
	// Grants are the parts of the goal, each of which the character must grant: an
	// answer that refuses one or gives less instead is no agreement. Without any
	// the answer is judged by its form alone.
	Grants []Grant `json:"grants,omitempty"`
}

// Grant is one part of what the character must grant. Its phrases are patterns
// (see language.Pattern), "- " before one an exception.
type Grant struct {
	// Of are words that name the part: with a "no" it is refused. A part whose
	// words go with a "no" anyway ("no name") is Free of that test.
	Of   []string `json:"of"`
	Free bool     `json:"free,omitempty"`
	// Say are phrases that grant it, whatever else they sound like: "he will not
	// get better" denies nothing.
	Say []string `json:"say,omitempty"`
	// Less are phrases that grant less, or something else.
	Less []string `json:"less,omitempty"`
	// Number means that a number other than the one asked for grants less.
	Number bool `json:"number,omitempty"`
}

// Wrong is a way to hurt the scene. The insults every character minds are
// built into llm/understudy and join the Wrong with id "insult".
type Wrong struct {
	ID string `json:"id"`
	// Any names concepts; one of them is enough. Only the Wrong "insult" may
	// have none.
	Any []string `json:"any,omitempty"`
	// Limit is which occurrence ends the scene, 2-5; those before it are
	// answered by Warn and cost Drop progress, 0-5, each.
	Limit int   `json:"limit"`
	Drop  int   `json:"drop"`
	Warn  Lines `json:"warn"`
	// Counter are well-meant sentences that look like it and are none.
	Counter []string `json:"counter,omitempty"`
	// Ending is the id of the bad ending whose line closes the scene.
	Ending string           `json:"ending"`
	Emoji  *parley.Reaction `json:"emoji,omitempty"`
}

// Remark answers a turn that touches one of its concepts but no beat.
type Remark struct {
	Any []string `json:"any"`
	Say Lines    `json:"say"`
	// Code runs after Say in a scene that acts by code; see Code.
	Code Code `json:"code,omitempty"`
}

// Code is what a character that acts by code does beside a line of its script, in
// lines of TSX: it may read and set values of the scene's Desk, call its actions and
// yield messages, cards and buttons. It need not return.
type Code []string

// String is the code as it is run.
func (c Code) String() string { return strings.Join(c, "\n") }

// Codes yields all code of the script with its place in the file.
func (u *Understudy) Codes() iter.Seq2[string, string] {
	return func(yield func(string, string) bool) {
		for i, b := range u.Beats {
			if !yield(fmt.Sprintf("beats[%d].code", i), b.Code.String()) {
				return
			}
		}
		for i, m := range u.Remarks {
			if !yield(fmt.Sprintf("remarks[%d].code", i), m.Code.String()) {
				return
			}
		}
		_ = yield("agree.code", u.Agree.Code.String())
	}
}

// InsultID is the id of the Wrong that insults belong to. Every script has it.
const InsultID = "insult"

// lines yields every line but the winning one, with its place in the file.
func (u *Understudy) lines() iter.Seq2[string, string] {
	return func(yield func(string, string) bool) {
		list := func(field string, lines []string) bool {
			for i, l := range lines {
				if !yield(fmt.Sprintf("understudy.%s[%d]", field, i), l) {
					return false
				}
			}
			return true
		}
		for i, b := range u.Beats {
			at := fmt.Sprintf("beats[%d]", i)
			if b.Doubt != "" && !yield("understudy."+at+".doubt", b.Doubt) {
				return
			}
			if !list(at+".say", b.Say) || !list(at+".part", b.Part.Texts()) || !list(at+".ask", b.Ask.Texts()) {
				return
			}
		}
		for i, w := range u.Wrongs {
			if !list(fmt.Sprintf("wrongs[%d].warn", i), w.Warn.Texts()) {
				return
			}
		}
		for i, m := range u.Remarks {
			if !list(fmt.Sprintf("remarks[%d].say", i), m.Say.Texts()) {
				return
			}
		}
		a := u.Agree
		_ = list("agree.early", a.Early.Texts()) && list("agree.hold", a.Hold.Texts()) && list("agree.ask", a.Ask.Texts()) &&
			list("deflect", u.Deflect.Texts()) && list("worn", u.Worn.Texts()) && list("outside", u.Outside.Texts()) &&
			list("mend", u.Mend.Texts()) &&
			list("after_win", u.AfterWin.Texts()) && list("after_loss", u.AfterLoss.Texts())
	}
}
