package words

import (
	"strings"
	"testing"
)

// TestTracesOfMarks has answers whose marks the service took out, or cut, and marks that
// say nothing of themselves.
func TestTracesOfMarks(t *testing.T) {
	hold(t, role, []reading{
		// Roles that stand where their marks were.
		{"Go on then.assistant\n\nSure, here it is.", "Go on then.", ""},
		{"Go on then.user\nBecause.", "Go on then.", ""},
		{"\"Go on then.\"assistant", "\"Go on then.\"", ""},
		{"Go on then.\n\nUser\nBecause.", "Go on then.\n\n", ""},
		{"Go on then.\nassistant\n\nSure.", "Go on then.\n", ""},
		{"Go on then.\nuser", "Go on then.\n", ""},
		{"assistant\n\nGo on then.", "\n\nGo on then.", ""},
		{"Go on then.\nUSER> Because.", "Go on then.\n", ""},
		{"Go on then.\n\nAda> Because.", "Go on then.\n\n", ""},
		// Channels without their marks.
		{"analysisHe wants it. Stall.assistantfinalGo on then.", "Go on then.", ""},
		{"analysisWe need\n\nto stall.assistantcommentaryHm.assistantfinalGo on.", "Go on.", ""},
		{"analysisHe wants it", "", ""},
		{"analysisHe" + strings.Repeat(" stalls. I stall.", 3000) + "assistantfinalGo on.", "Go on.", ""},
		{"<unused94>thought\nHe wants it.\n<unused95>Go on then.", "Go on then.", ""},
		{"<|x|>thinking\nHe wants it.<|y|>Go on then.", "Go on then.", ""},
		// Thoughts whose words are promised.
		{"Here is my thought process:\nHe wants it.\n\nSo I stall.\n\nHere is my response:\nGo on then.", "\nGo on then.", ""},
		{"Here's my reasoning:\n\nHe wants it.\n\n**Here's my answer:** Go on then.", "Go on then.", ""},
		{"Here is my thought process:\nno answer follows.", "Here is my thought process:\nno answer follows.", ""},
		// Tags of somebody's turn, spare tags, marks that are cut, bytes.
		{"Go on then.\n<user>Because.</user>", "Go on then.\n", ""},
		{"<user>Because.</user>Go on then.", "Go on then.", ""},
		{"Go on then.<unused17>", "Go on then.", ""},
		{"<extra_id_0>Go on then.", "Go on then.", ""},
		{"Go on then.<|im_end|", "Go on then.", ""},
		{"Go on then.<|", "Go on then.", ""},
		{"Go on then.<｜end▁of", "Go on then.", ""},
		{"Go on then.<end_of_tu", "Go on then.", ""},
		{"Go on<0x0A>then<0x2E><0xF0><0x9F>", "Go on\nthen.", ""},
	})
}

// TestWhatLooksLikeTracesOfMarks are words to the last byte.
func TestWhatLooksLikeTracesOfMarks(t *testing.T) {
	unchanged(t, role, []string{
		"Ask the user.", "I am no model.", "Every user.human being", "He said \"no\" to my assistant\nand left.",
		"What a model!\nA user is a user.", "She is my assistant. Assistant to the CFO\nand more.",
		"analysis is dull.", "Analysis: none, said he", "analysisparalysis is what you have.",
		"Here is my card.", "Here is my reasoning: you never pay.", "Here is my thought: no.\n\nAnd mine.", "Here's my answer: no.",
		"Here comes thought: you never pay.\n\nSo no.", "Here is my", "Here's the thing", "> Here it is.",
		"5 <0x is odd", "I <3 it", "a < b", "half <h1>", "<0xZZ> no", "the <user> tag", "Room <b12> is free", "x <y_",
		"You\nand I", "Ada\nis no label alone.", "Then > now.", "human\u00e9\n",
	})
	unchanged(t, program, []string{
		"const a: Array<user> = []", "<user>\n", "<unused94>x", "yield <Text>a.assistant\n</Text>", "<0x0A>", "a <|",
	})
}
