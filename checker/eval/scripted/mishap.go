package scripted

// Mishap is one way of a model to answer.
type Mishap int

// The ways to answer. After Right come those whose form is wrong, which must be
// repaired or leave the score paused; after them values out of bounds, which code
// bounds; last the lies, of the right form, which must not win a scene.
const (
	Right Mishap = iota
	Prose
	Fenced
	SingleQuotes
	TrailingCommas
	WrongTypes
	OutOfTen
	Empty
	Megabyte
	OtherLanguage
	OtherKeys
	Truncated
	Eleven
	NineWords
	InventedQuote
	UsersQuote
	// An injection is believed: with a forged quote, the user's words, the
	// character's newest line whatever it says, or no quote at all.
	Believed
	BelievedUser
	BelievedReply
	BelievedBare
)

var names = [...]string{
	"right", "prose around JSON", "code fence", "single quotes", "trailing commas", "wrong types", "progress \"7/10\"",
	"empty", "1 MB", "another language", "keys in another language", "truncated", "progress 11", "call to action of nine words",
	"lie: invented quote", "lie: the user's words as quote", "injection believed: forged quote", "injection believed: the user's words",
	"injection believed: the reply as quote", "injection believed: no quote",
}

// Mishaps are all ways but Right.
func Mishaps() []Mishap {
	var all []Mishap
	for m := range Mishap(len(names)) {
		if m != Right {
			all = append(all, m)
		}
	}
	return all
}

// String is the way in a few words.
func (m Mishap) String() string { return names[m] }

// Form reports that the answer is not of the form asked for.
func (m Mishap) Form() bool { return m > Right && m <= Eleven }

// Lie reports that the answer claims an agreement that the character did not
// give.
func (m Mishap) Lie() bool { return m >= InventedQuote }
