package sphinx

import (
	"context"
	"testing"
	"time"

	"parley/stt"
)

// lent is a decoder as a stream of o has it.
func lent(t *testing.T, o stt.Options) *decoder {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	dom := newDomain(o)
	d, err := shared.pool.acquire(ctx, dom.identity())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { shared.pool.release(d) })
	if err := d.prepare(dom); err != nil {
		t.Fatal(err)
	}
	return d
}

func TestTheLanguageModelKnowsWhereSentencesEnd(t *testing.T) {
	d := lent(t, stt.Options{})
	for _, c := range []struct{ whole, open string }{
		{"thank you very much", "thank you very"},
		{"we waited for them", "we waited for"},
		{"it was a good idea", "it was a good"},
		{"i will call you tomorrow", "i will call you tomorrow and"},
	} {
		whole, open := d.ends(c.whole), d.ends(c.open)
		t.Logf("%.4f %q, %.4f %q", whole, c.whole, open, c.open)
		if whole < 5*open || whole > 1 {
			t.Errorf("the end of %q has %.4f, of %q %.4f", c.whole, whole, c.open, open)
		}
	}
	for _, text := range []string{"", " ", "zqvxk", "\xff", "<s>"} {
		if p := d.ends(text); p < 0 || p > 1 {
			t.Errorf("ends(%q) = %v", text, p)
		}
	}
}

// A scene's own sentences change where one is expected to end.
func TestTheDomainKnowsWhereItsSentencesEnd(t *testing.T) {
	const text = "we ask for four engineers"
	before := lent(t, stt.Options{}).ends(text)
	if after := lent(t, stt.Options{Domain: []string{"We ask for four engineers.", "You get four engineers."}}).ends(text); after <= before {
		t.Errorf("the end of %q has %.4f with the domain, %.4f without", text, after, before)
	}
}

// TestPiecesKnowOfNoEnd checks that a domain of pieces does not make ends unlikely.
func TestPiecesKnowOfNoEnd(t *testing.T) {
	const text = "we ask for four engineers"
	before := lent(t, stt.Options{}).ends(text)
	if after := lent(t, stt.Options{Domain: []string{"four engineers", "we ask for", "you get"}}).ends(text); after != before {
		t.Errorf("the end of %q has %.4f with pieces of sentences, %.4f without", text, after, before)
	}
}

func BenchmarkEnds(b *testing.B) {
	d, err := shared.pool.acquire(b.Context(), domainID{})
	if err != nil {
		b.Fatal(err)
	}
	defer shared.pool.release(d)
	if err := d.prepare(nil); err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		d.ends("thank you very much")
	}
}
